//! The keys of the day's overview, and what fills it.

use super::selectors::{coverage, is_estimated, sections, unknown};
use super::state::TodayDialog;
use crate::keymap::action::{Action, OverviewAction, Pane, TriageAction};
use crate::recruiting::changes::ChangeList;
use crate::recruiting::document::{Document, DocumentFormat};
use crate::recruiting::today::document::{document, reminders};
use crate::recruiting::today::{TodayKind, TodayTarget, summary};
use crate::tui::app::all_candidates;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::state::Location;
use crate::tui::widgets::format::day;
use crate::tui::widgets::pick_list;
use crate::wire::Timestamp;

/// Reads the changes since the last visit.
pub(crate) fn load_changes(effects: &mut Vec<Effect>) {
    effects.push(Effect::Storage(StorageEffect::LoadChanges { since: None }));
}

pub(crate) fn open(state: &mut State, effects: &mut Vec<Effect>) {
    all_candidates::prepare(state);
    let (sections, unknown) = (sections(state), unknown(state));
    let is_estimated = is_estimated(state);
    let today = TodayDialog { sections, unknown, is_estimated, ..TodayDialog::default() };
    state.dialogs.open(Dialog::Today(Box::new(today)));
    load_changes(effects);
}

/// Takes the news. The first time it offers the overview, if it has anything to say.
pub(crate) fn take_changes(state: &mut State, since: Option<Timestamp>, list: &ChangeList) {
    if since.is_some() {
        return;
    }
    state.today.news = list.clone();
    rebuild(state);
    if state.today.is_offered {
        return;
    }
    state.today.is_offered = true;
    let mut sections = sections(state);
    // The editor offers its drafts itself, and a part of the jobs is no answer.
    let (known, all) = coverage(state);
    sections.retain(|section| match section.kind {
        TodayKind::Drafts => false,
        TodayKind::OverLimit | TodayKind::Offers => known == all,
        _ => true,
    });
    if !sections.is_empty() {
        let key = state.key_of(Action::Overview(OverviewAction::Today)).into_owned();
        state.notify(Severity::Info, format!("{}: {key}", summary(&sections)));
    }
}

/// Builds the open overview again from what arrived meanwhile. A cursor that was moved stays on
/// its row.
pub(crate) fn rebuild(state: &mut State) {
    if !matches!(state.dialogs.top(), Some(Dialog::Today(_))) {
        return;
    }
    let (sections, unknown, is_estimated) = (sections(state), unknown(state), is_estimated(state));
    let Some(Dialog::Today(today)) = state.dialogs.top_mut() else { return };
    (today.unknown, today.is_estimated) = (unknown, is_estimated);
    let selected = today.rows().nth(today.at).filter(|_| today.has_moved).cloned();
    today.sections = sections;
    let last = today.rows().count().saturating_sub(1);
    let kept = selected.and_then(|selected| {
        today.rows().position(|row| row.name == selected.name && row.target == selected.target)
    });
    today.at = kept.unwrap_or_else(|| today.at.min(last));
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = usize::from(state.layout.main.height.saturating_sub(6)).max(1);
    let Some(Dialog::Today(today)) = state.dialogs.top_mut() else { return };
    match action {
        Action::Back | Action::Quit => state.dialogs.close(),
        Action::Open => {
            let target = today.rows().nth(today.at).map(|row| row.target.clone());
            if let Some(target) = target {
                go_to(state, target);
            }
        }
        Action::Copy => {
            let document = to_document(state);
            effects.push(Effect::copy(document.render(DocumentFormat::Markdown)));
            state.notify(Severity::Info, "Copied as Markdown");
        }
        Action::Triage(TriageAction::Export) => {
            let document = to_document(state);
            state.follow_up(FollowUp::Export { document, name: "today".to_owned() });
        }
        Action::Overview(OverviewAction::Reminders) => export_reminders(state),
        action => {
            let last = today.rows().count().saturating_sub(1);
            today.at = pick_list::step(today.at, last, page, action);
            today.has_moved = true;
        }
    }
}

fn go_to(state: &mut State, target: TodayTarget) {
    state.dialogs.clear();
    let action = match target {
        TodayTarget::Candidate(job, candidate) => {
            state.follow_up(FollowUp::CloseInbox);
            let location = Location::record(Pane::Candidate, job, Some(candidate));
            return state.follow_up(FollowUp::GoTo(location));
        }
        TodayTarget::Changes => Action::Overview(OverviewAction::Changes),
        TodayTarget::Todo => Action::Triage(TriageAction::Todo),
        TodayTarget::Drafts => Action::Drafts,
    };
    state.follow_up(FollowUp::Act(action));
}

/// Exports the snoozes as a calendar.
pub(crate) fn export_reminders(state: &mut State) {
    let document = reminders(&state.triage, state.clock.date);
    if document.calendar.is_empty() {
        return state.notify(Severity::Info, "No snoozes to export");
    }
    state.follow_up(FollowUp::Export { document, name: "reminders".to_owned() });
}

fn to_document(state: &State) -> Document {
    let date = state.clock.date;
    let as_of = format!("{} {}", day(date), state.clock.time_of(date));
    let sections = match state.dialogs.top() {
        Some(Dialog::Today(today)) => today.sections.as_slice(),
        _ => &[],
    };
    document(sections, &as_of)
}
