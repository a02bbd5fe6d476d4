//! Opens the to-do list, exports it, and carries it out where the database is local.

use super::apply;
use super::document::document;
use super::list::list;
use super::state::{ApplyStep, TodoDialog};
use super::todo_counts::{decided_jobs, todo_reading, update_todo_counts};
use super::web::web_page;
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::document::DocumentFormat;
use crate::recruiting::triage::Subject;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect, TerminalEffect};
use crate::tui::app::fetch::request::cancel;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::state::Location;
use crate::tui::widgets::pick_list;
use crate::wire::{CandidateId, JobId};

pub(crate) fn open(state: &mut State, action: TriageAction) {
    if action == TriageAction::Apply {
        return open_preview(state);
    }
    open_decided_jobs(state);
    state.dialogs.open(Dialog::Todo(Box::new(build_dialog(state, 0))));
}

fn build_dialog(state: &State, at: usize) -> TodoDialog {
    TodoDialog { at, todos: list(state), changes: state.todo_counter.changes }
}

/// Opens the jobs that have verdicts and were never opened, so that their lists load.
fn open_decided_jobs(state: &mut State) {
    for id in decided_jobs(state) {
        if !id.is_empty() {
            state.open_in_background(&id);
        }
    }
}

/// Runs after every message.
pub(crate) fn after_update(state: &mut State) {
    update_todo_counts(state);
    let changes = state.todo_counter.changes;
    let rebuilt = match state.dialogs.top() {
        // Once sent, the preview stays as it was sent.
        Some(Dialog::Apply(apply))
            if apply.changes != changes && apply.in_flight.is_none() && !apply.is_finished =>
        {
            Dialog::Apply(Box::new(apply::rebuild(apply, state, &list(state))))
        }
        Some(Dialog::Todo(todo)) if todo.changes != changes => {
            Dialog::Todo(Box::new(rebuild_dialog(state, todo)))
        }
        _ => return,
    };
    if let Some(top) = state.dialogs.top_mut() {
        *top = rebuilt;
    }
}

/// Builds the list again; the selected candidate stays.
fn rebuild_dialog(state: &State, old: &TodoDialog) -> TodoDialog {
    let selected = old.todos.rows().nth(old.at).map(|row| &row.subject.candidate);
    let mut new = build_dialog(state, old.at);
    let index = new.todos.rows().position(|row| Some(&row.subject.candidate) == selected);
    let last = new.todos.rows().count().saturating_sub(1);
    new.at = index.unwrap_or(new.at).min(last);
    new
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = usize::from(state.layout.main.height.saturating_sub(8)).max(1);
    match state.dialogs.top_mut() {
        Some(Dialog::Todo(_)) => act_in_list(state, action, page, effects),
        Some(Dialog::Apply(apply)) => match action {
            Action::Back | Action::Quit => state.dialogs.close(),
            Action::Open => send(state, effects),
            Action::Mark | Action::Left | Action::Right
                if apply.in_flight.is_some() || apply.is_finished => {}
            Action::Mark => {
                let last = apply.steps.len().saturating_sub(1);
                if let Some(step) = apply.steps.get_mut(apply.at) {
                    step.is_left_out = !step.is_left_out;
                }
                apply.at = (apply.at + 1).min(last);
            }
            Action::Left | Action::Right => switch_stage(state, action == Action::Left),
            action => {
                let last = apply.steps.len().saturating_sub(1);
                apply.at = pick_list::step(apply.at, last, page, action);
            }
        },
        _ => {}
    }
}

fn act_in_list(state: &mut State, action: Action, page: usize, effects: &mut Vec<Effect>) {
    let Some(Dialog::Todo(todo)) = state.dialogs.top_mut() else { return };
    let subject = todo.todos.rows().nth(todo.at).map(|row| row.subject.clone());
    match action {
        Action::Back | Action::Quit => state.dialogs.close(),
        Action::Open => {
            if let Some(subject) = subject {
                state.dialogs.clear();
                state.follow_up(FollowUp::CloseInbox);
                let Subject { job, candidate, .. } = subject;
                let location = Location::record(Pane::Candidate, job, Some(candidate));
                state.follow_up(FollowUp::GoTo(location));
            }
        }
        Action::Copy => copy(state, effects),
        Action::Triage(TriageAction::Export) => {
            if let Some(Dialog::Todo(todo)) = state.dialogs.top() {
                let document = document(state, &todo.todos);
                state.follow_up(FollowUp::Export { document, name: "todo".to_owned() });
            }
        }
        Action::Triage(TriageAction::Web) => match subject {
            Some(subject) => open_page(state, &subject, effects),
            None => state.notify(Severity::Info, "nobody is selected"),
        },
        Action::Triage(TriageAction::Apply) => open_preview(state),
        action => {
            let last = todo.todos.rows().count().saturating_sub(1);
            todo.at = pick_list::step(todo.at, last, page, action);
        }
    }
}

fn copy(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Dialog::Todo(todo)) = state.dialogs.top() else { return };
    let rows = todo.todos.rows().count();
    if rows == 0 {
        return state.notify(Severity::Info, "nothing is to do: there is nothing to copy");
    }
    effects.push(Effect::copy(document(state, &todo.todos).render(DocumentFormat::Markdown)));
    let lines = if rows == 1 { "line" } else { "lines" };
    state.notify(Severity::Info, format!("copied {rows} {lines} as Markdown"));
}

/// Opens the page of the selected candidate in the recruiting system.
pub(crate) fn open_web_page(state: &mut State, effects: &mut Vec<Effect>) {
    match state.current_row().map(|(open, row)| open.subject(row)) {
        Some(subject) => open_page(state, &subject, effects),
        None => state.notify(Severity::Info, "nobody is selected"),
    }
}

fn open_page(state: &mut State, subject: &Subject, effects: &mut Vec<Effect>) {
    if let Some(url) = web_page(state, subject) {
        return effects.push(Effect::Terminal(TerminalEffect::OpenLink(url)));
    }
    let message = "where the recruiting system shows a candidate is not known: put \
                web_url = \"https://.../{candidate_id}\" into the profile in config.toml";
    state.notify(Severity::Info, message);
}

/// Copies the address if no browser could open it.
pub(crate) fn handle_link_opened(
    state: &mut State,
    outcome: Result<(), (String, String)>,
    effects: &mut Vec<Effect>,
) {
    if let Err((url, error)) = outcome {
        state.notify(Severity::Warning, format!("{error}; copied {url}"));
        effects.push(Effect::copy(url));
    }
}

/// Opens the preview, over the to-do list if that is open.
fn open_preview(state: &mut State) {
    if !state.local_data.can_apply {
        let todo = state.key_of(Action::Triage(TriageAction::Todo)).into_owned();
        let message = format!(
            "stages of this server can only be moved in the recruiting system; {todo} lists them"
        );
        return state.notify(Severity::Info, message);
    }
    open_decided_jobs(state);
    let apply = apply::preview(state, &list(state));
    state.dialogs.push(Dialog::Apply(Box::new(apply)));
}

/// Switches to another rejection stage.
fn switch_stage(state: &mut State, backwards: bool) {
    let Some(Dialog::Apply(apply)) = state.dialogs.top_mut() else { return };
    let at = apply.at;
    if !apply.steps.get_mut(at).is_some_and(|step| step.cycle_target(backwards)) {
        state.notify(Severity::Info, "there is no other stage that this one could go to");
    }
}

/// Sends the moves once; afterwards the key closes the preview.
fn send(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Dialog::Apply(apply)) = state.dialogs.top() else { return };
    if apply.is_finished {
        return state.dialogs.close();
    }
    if apply.in_flight.is_some() {
        return;
    }
    let (moves, is_warned) = (apply.moves(), apply.is_warned);
    if moves.is_empty() {
        return state.notify(Severity::Info, "nobody is to be moved");
    }
    // The user may expect moves of lists that still load.
    if !is_warned
        && todo_reading(state).0 > 0
        && let Some(Dialog::Apply(apply)) = state.dialogs.top_mut()
    {
        apply.is_warned = true;
        return;
    }
    let ticket = state.next_ticket();
    if let Some(Dialog::Apply(apply)) = state.dialogs.top_mut() {
        apply.in_flight = Some(ticket);
    }
    effects.push(Effect::Storage(StorageEffect::Apply { ticket, moves }));
}

pub(crate) fn handle_applied(
    state: &mut State,
    ticket: Ticket,
    moves: &[(CandidateId, Result<(), String>)],
    effects: &mut Vec<Effect>,
) {
    let failed = moves.iter().filter(|(_, outcome)| outcome.is_err()).count();
    let moved_count = moves.len() - failed;
    reload(state, moves, effects);
    let message = match (moved_count, failed) {
        (count, 0) => format!("{count} moved"),
        (0, failed) => format!("{failed} could not be moved"),
        (count, failed) => format!("{count} moved, {failed} could not be"),
    };
    let severity = if failed == 0 { Severity::Info } else { Severity::Warning };
    let preview = state.dialogs.iter_mut().find_map(|dialog| match dialog {
        Dialog::Apply(apply) if apply.in_flight == Some(ticket) => Some(apply),
        _ => None,
    });
    let is_open = preview.is_some();
    if let Some(apply) = preview {
        (apply.in_flight, apply.is_finished) = (None, true);
        for (candidate, outcome) in moves {
            let is_same = |step: &&mut ApplyStep| step.candidate == *candidate;
            if let Some(step) = apply.steps.iter_mut().find(is_same) {
                step.outcome = Some(outcome.clone());
            }
        }
    }
    state.notify(severity, message);
    match (state.dialogs.top(), failed) {
        (Some(Dialog::Apply(_)), 0) if is_open => state.dialogs.close(),
        _ if is_open => {}
        // The preview was closed meanwhile.
        _ => {
            for (candidate, outcome) in moves {
                let Err(error) = outcome else { continue };
                let triage = state.triage.candidate(candidate.as_str());
                let name = triage
                    .map_or_else(|| candidate.to_string(), |triage| triage.snapshot.name.clone());
                state.notify(Severity::Warning, format!("{name}: {error}"));
            }
        }
    }
}

/// Reloads the lists and records of the moved candidates.
fn reload(
    state: &mut State,
    moves: &[(CandidateId, Result<(), String>)],
    effects: &mut Vec<Effect>,
) {
    let mut jobs: Vec<JobId> = Vec::new();
    for (candidate, _) in moves {
        if let Some(triage) = state.triage.candidate(candidate.as_str()) {
            jobs.push(triage.subject.job.clone());
        }
        if state.candidates.get(candidate).is_some() {
            state.reread_candidate(candidate);
        }
    }
    jobs.sort();
    jobs.dedup();
    for job in jobs {
        let Some(open) = state.open.get_mut(&job) else { continue };
        open.list.pages.refresh();
        // Responses in flight predate the moves.
        cancel(
            state,
            effects,
            |slot| matches!(slot, Slot::CandidatePage(other, _) if *other == job),
        );
        state.todo_counter.reloading_jobs.insert(job);
    }
}
