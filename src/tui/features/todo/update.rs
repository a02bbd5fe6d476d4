//! Opens the to-do list and exports it. `moves` carries it out where the database is local.

pub(crate) mod moves;

use super::apply;
use super::document::document;
use super::list::list;
use super::state::TodoDialog;
use super::todo_counts::{decided_jobs, update_todo_counts};
use super::web::web_page;
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::document::DocumentFormat;
use crate::recruiting::triage::Subject;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, TerminalEffect};
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::state::Location;
use crate::tui::widgets::pick_list;

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
            Action::Open => moves::send(state),
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
            None => state.notify(Severity::Info, "No candidate is selected"),
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
        return state.notify(Severity::Info, "Nothing to copy: the to-do list is empty");
    }
    effects.push(Effect::copy(document(state, &todo.todos).render(DocumentFormat::Markdown)));
    let lines = if rows == 1 { "line" } else { "lines" };
    state.notify(Severity::Info, format!("Copied {rows} {lines} as Markdown"));
}

/// Opens the page of the selected candidate in the recruiting system.
pub(crate) fn open_web_page(state: &mut State, effects: &mut Vec<Effect>) {
    match state.current_row().map(|(open, row)| open.subject(row)) {
        Some(subject) => open_page(state, &subject, effects),
        None => state.notify(Severity::Info, "No candidate is selected"),
    }
}

fn open_page(state: &mut State, subject: &Subject, effects: &mut Vec<Effect>) {
    if let Some(url) = web_page(state, subject) {
        return effects.push(Effect::Terminal(TerminalEffect::OpenLink(url)));
    }
    let message = "The address of the ATS is not set: put \
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
        state.notify(Severity::Warning, format!("{error}; copied {url} instead"));
        effects.push(Effect::copy(url));
    }
}

/// Opens the preview, over the to-do list if that is open.
fn open_preview(state: &mut State) {
    if !state.local_data.can_apply {
        let todo = state.key_of(Action::Triage(TriageAction::Todo)).into_owned();
        let message = format!(
            "Candidates on this server are moved in the ATS; {todo} lists what to do there"
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
        state.notify(Severity::Info, "There is no other rejection stage");
    }
}
