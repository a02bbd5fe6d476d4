//! The keys of the list of changes, and the messages that fill it.

use super::state::{ChangesDialog, ChangesInput};
use crate::keymap::action::{Action, OverviewAction, Pane, TextEdit, TriageAction};
use crate::recruiting::changes::document::document;
use crate::recruiting::changes::groups::group;
use crate::recruiting::changes::period::{Period, parse_period};
use crate::recruiting::changes::{Change, ChangeKind, ChangeList};
use crate::recruiting::document::{Document, DocumentFormat};
use crate::text::capitalize;
use crate::tui::app::all_candidates::{self, is_all};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::state::Location;
use crate::tui::widgets::pick_list;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::{PersonId, Timestamp};

/// Opens the list since the last visit.
pub(crate) fn open(state: &mut State, effects: &mut Vec<Effect>) {
    // A change leads to a candidate of any job.
    all_candidates::prepare(state);
    state.dialogs.open(Dialog::Changes(Box::default()));
    effects.push(Effect::Storage(StorageEffect::LoadChanges { since: None }));
}

fn dialog(state: &mut State) -> Option<&mut ChangesDialog> {
    match state.dialogs.top_mut() {
        Some(Dialog::Changes(changes)) => Some(changes),
        _ => None,
    }
}

/// Takes the changes of the period that is selected now.
pub(crate) fn take_changes(state: &mut State, since: Option<Timestamp>, list: ChangeList) {
    let changes = state.dialogs.iter_mut().find_map(|dialog| match dialog {
        Dialog::Changes(changes) => Some(changes),
        _ => None,
    });
    if let Some(changes) = changes.filter(|changes| changes.since == since) {
        changes.list = Some(list);
        changes.arrange();
    }
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = usize::from(state.layout.main.height.saturating_sub(6)).max(1);
    let Some(changes) = dialog(state) else { return };
    match action {
        Action::Open => go_to_selected(state),
        Action::Filter => changes.typing = Some(ChangesInput::Filter),
        Action::Overview(OverviewAction::Since) => changes.typing = Some(ChangesInput::Date),
        Action::Overview(OverviewAction::Regroup) => {
            changes.grouping = changes.grouping.other();
            changes.arrange();
        }
        Action::Overview(OverviewAction::NextPeriod) => step_period(state, false, effects),
        Action::Overview(OverviewAction::PreviousPeriod) => step_period(state, true, effects),
        Action::Copy => copy(state, effects),
        Action::Triage(TriageAction::Export) => {
            if let Some(document) = to_document(state) {
                state.follow_up(FollowUp::Export { document, name: "changes".to_owned() });
            }
        }
        Action::Back if !changes.filter.text().is_empty() => {
            changes.filter = TextInput::default();
            changes.arrange();
        }
        Action::Back | Action::Quit => state.dialogs.close(),
        action => {
            let last = changes.row_count().saturating_sub(1);
            changes.at = pick_list::step(changes.at, last, page, action);
        }
    }
}

/// An editing key of the filter or of the date.
pub(crate) fn edit(state: &mut State, edit: TextEdit, effects: &mut Vec<Effect>) {
    let now = state.clock.local(state.clock.date);
    let Some(changes) = dialog(state) else { return };
    match (edit, changes.typing) {
        (TextEdit::Accept, Some(ChangesInput::Date)) => {
            match parse_period(changes.date.text(), now) {
                Ok(period) => {
                    changes.typing = None;
                    show_period(state, period, effects);
                }
                Err(error) => changes.error = Some(capitalize(&error)),
            }
        }
        (TextEdit::Accept, _) => changes.typing = None,
        (TextEdit::Cancel, typing) => {
            (changes.typing, changes.error) = (None, None);
            if typing == Some(ChangesInput::Filter) {
                changes.filter = TextInput::default();
                changes.arrange();
            }
        }
        (edit, _) => {
            let rows = changes.row_count();
            if pick_list::step_while_typing(&mut changes.at, rows, edit) {
                return;
            }
            if let Some(field) = changes.input() {
                field.edit(edit);
            }
            on_typing(state);
        }
    }
}

/// The text changed: other rows may match.
pub(crate) fn on_typing(state: &mut State) {
    if let Some(changes) = dialog(state) {
        changes.error = None;
        if changes.typing == Some(ChangesInput::Filter) {
            changes.arrange();
        }
    }
}

fn step_period(state: &mut State, is_backward: bool, effects: &mut Vec<Effect>) {
    let Some(changes) = dialog(state) else { return };
    let at = Period::STEPS.iter().position(|period| *period == changes.period);
    let next = pick_list::cycle(at, Period::STEPS.len(), is_backward);
    show_period(state, Period::STEPS[next], effects);
}

fn show_period(state: &mut State, period: Period, effects: &mut Vec<Effect>) {
    let now = state.clock.local(state.clock.date);
    let since = period.start(now);
    let Some(changes) = dialog(state) else { return };
    (changes.period, changes.since, changes.list) = (period, since, None);
    changes.arrange();
    effects.push(Effect::Storage(StorageEffect::LoadChanges { since }));
}

fn to_document(state: &State) -> Option<Document> {
    let Some(Dialog::Changes(changes)) = state.dialogs.top() else { return None };
    let now = state.clock.local(state.clock.date);
    let groups = group(changes.changes(), changes.visible_rows(), changes.grouping);
    let list = changes.list.as_ref()?;
    Some(document(list, &groups, (changes.period, changes.grouping), now))
}

fn copy(state: &mut State, effects: &mut Vec<Effect>) {
    if let Some(document) = to_document(state) {
        effects.push(Effect::copy(document.render(DocumentFormat::Markdown)));
        state.notify(Severity::Info, "Copied as Markdown");
    }
}

fn go_to_selected(state: &mut State) {
    let Some(Dialog::Changes(changes)) = state.dialogs.top() else { return };
    let Some(change) = changes.change(changes.at) else { return };
    match location(state, change) {
        Ok(location) => {
            state.dialogs.clear();
            state.follow_up(FollowUp::CloseInbox);
            state.follow_up(FollowUp::GoTo(location));
        }
        Err(why) => state.notify(Severity::Info, why),
    }
}

/// Where a change leads: to the candidate, or to the job of a candidate who is gone.
fn location(state: &State, change: &Change) -> Result<Location, &'static str> {
    let (job, candidate) = (change.job.clone(), change.candidate.clone());
    match change.kind {
        ChangeKind::JobGone => Err("This job is no longer on the server"),
        ChangeKind::CandidateGone => Ok(Location::record(Pane::Candidates, job, None)),
        _ if change.is_about_job() => Ok(Location::record(Pane::Job, job, None)),
        _ if !job.is_empty() && !candidate.is_empty() => {
            Ok(Location::record(Pane::Candidate, job, Some(candidate)))
        }
        _ => find_person(state, &change.person).ok_or("This person is not in a loaded job"),
    }
}

fn find_person(state: &State, person: &PersonId) -> Option<Location> {
    state.candidate_lists().find_map(|open| {
        let rows = &open.list.pages.rows;
        let is_person = |row: &_| rows.person_id(*row) == person.as_str();
        let row = open.list.pages.in_order().find(is_person)?;
        let job = if is_all(&open.id) { rows.job_id(row) } else { &open.id };
        Some(Location::record(Pane::Candidate, job.clone(), Some(rows.id(row).into())))
    })
}
