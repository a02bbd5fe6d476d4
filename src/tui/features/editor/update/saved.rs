//! Handles the responses to what the editor sent.

use super::current::{close, with_editor};
use super::{background, drafts, record, save};
use crate::keymap::action::Action;
use crate::recruiting::failure::FailureKind;
use crate::recruiting::person::saved_edit::can_undo;
use crate::recruiting::person::wording::{ALREADY_SAVED, WriteKind};
use crate::recruiting::person::{
    CreatedPerson, FieldOutcome, FieldValue, PersonField, Report, SaveOutcome, SaveStep,
    WriteFailure,
};
use crate::text::capitalize;
use crate::tui::app::effect::Effect;
use crate::tui::app::request::Ticket;
use crate::tui::app::saved_person;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::{Editor, EditorOrigin, EditorStep};
use crate::tui::features::messages::state::Severity;

pub(crate) fn set_step(state: &mut State, ticket: Ticket, now: SaveStep) {
    if let Some(editor) = state.editor.as_deref_mut()
        && let EditorStep::Sending { ticket: sent, step, .. } = &mut editor.step
        && *sent == ticket
    {
        *step = now;
    }
}

fn is_current(state: &State, ticket: Ticket) -> bool {
    state.editor.as_deref().is_some_and(|editor| editor.is_sent_with(ticket))
}

pub(crate) fn handle_saved(
    state: &mut State,
    ticket: Ticket,
    result: Result<SaveOutcome, WriteFailure>,
    effects: &mut Vec<Effect>,
) {
    if is_current(state, ticket) {
        apply_saved(state, result, effects);
        return close_if_done(state);
    }
    background::finish(state, ticket, effects, |state, effects| {
        let summary = match &result {
            Ok(saved) => (saved.is_fine(), saved.describe()),
            Err(failed) => (false, failed.describe(WriteKind::Save)),
        };
        apply_saved(state, result, effects);
        summary
    });
}

/// A result that holds no surprise needs no window.
fn close_if_done(state: &mut State) {
    let step = state.editor.as_deref().map(|editor| &editor.step);
    if let Some(EditorStep::Done(message)) = step {
        let message = message.clone();
        close(state);
        state.notify(Severity::Info, message);
    }
}

fn apply_saved(
    state: &mut State,
    result: Result<SaveOutcome, WriteFailure>,
    effects: &mut Vec<Effect>,
) {
    match result {
        Ok(SaveOutcome::Saved(report)) => handle_report(state, report, effects),
        Ok(SaveOutcome::AlreadySaved(now)) => {
            saved_person::take_record(state, &now, effects);
            record::log_unchanged(state, &now);
            drafts::forget(state, effects);
            with_editor(state, |editor| editor.step = EditorStep::Done(capitalize(ALREADY_SAVED)));
        }
        Ok(SaveOutcome::Conflict { current: now, conflicts }) => {
            saved_person::take_record(state, &now, effects);
            with_editor(state, |editor| {
                let sides = vec![None; conflicts.len()];
                editor.step = EditorStep::Conflict { conflicts, sides, at: 0, now };
            });
        }
        Err(failed) => handle_failure(state, failed),
    }
}

fn handle_report(state: &mut State, report: Box<Report>, effects: &mut Vec<Effect>) {
    crate::tui::app::connection::mark_online(state);
    saved_person::take_written(state, Some(&report.before), &report.now, effects);
    let refuted = saved_person::learn(state, &report, effects);
    record::log_report(state, &report);
    for field_report in
        report.fields.iter().filter(|field_report| field_report.outcome == FieldOutcome::Verified)
    {
        if let FieldValue::Job(Some(job)) = &field_report.wanted {
            saved_person::refresh_job(state, &job.id);
        }
    }
    // Values that were not saved stay in the form and in the draft.
    let mut unsaved: Vec<PersonField> = report.unsaved().collect();
    if refuted.extends_lists {
        unsaved.extend(report.replaced());
    }
    with_editor(state, |editor| {
        editor.form.typed.retain(|field, _| unsaved.contains(field));
        editor.maybe_sent = report.is_late();
        editor.form.rebase(&report.now);
    });
    if unsaved.is_empty() {
        drafts::forget(state, effects);
    } else {
        drafts::schedule_write(state);
    }
    let message = describe_success(state, &report).filter(|_| unsaved.is_empty());
    with_editor(state, |editor| {
        editor.step = match message {
            Some(message) => EditorStep::Done(message),
            None => EditorStep::Report { scroll: 0, report },
        };
    });
}

/// The message for an edit that the server confirmed and did exactly; `None` if the user should
/// read the report.
fn describe_success(state: &State, report: &Report) -> Option<String> {
    let outcome = report.describe_success()?;
    let mut can_undo = report.fields.iter().map(|row| can_undo(row.field, row.before.as_ref()));
    let origin = state.editor.as_deref().map_or(EditorOrigin::Typing, |editor| editor.origin);
    let (undo, redo) = (state.key_of(Action::Undo), state.key_of(Action::Redo));
    Some(match origin {
        EditorOrigin::Undo(_) => format!("Undone and verified · {redo} redoes"),
        EditorOrigin::Redo(_) => format!("Redone and verified · {undo} undoes"),
        _ if can_undo.any(|can| can) => format!("{} · {undo} undoes", capitalize(&outcome)),
        _ => capitalize(&outcome),
    })
}

/// Back to the form; nothing typed is lost.
fn handle_failure(state: &mut State, failed: WriteFailure) {
    with_editor(state, |editor| mark_create(editor, &failed));
    if failed.failure.kind == FailureKind::Cancelled && !failed.is_uncertain {
        with_editor(state, Editor::resume);
        return state.notify(Severity::Info, failed.failure.message);
    }
    record::log_unknown(state, &failed);
    let is_key = failed.failure.kind == FailureKind::InvalidKey;
    crate::tui::app::connection::record_failure(state, &failed.failure, None);
    with_editor(state, |editor| {
        editor.resume();
        editor.field_errors.clone_from(&failed.fields);
        if let Some(first) = failed.fields.first() {
            save::go_to_entry(editor, first.field, first.entry);
        }
        editor.failure = Some(failed);
    });
    drafts::schedule_write(state);
    if is_key && let Some(why) = state.connection.locked.clone() {
        crate::tui::app::connection::show_key_prompt(state, why);
    }
}

/// Whether a create has to be searched for or confirmed before it is sent again.
fn mark_create(editor: &mut Editor, failed: &WriteFailure) {
    if !editor.form.kind.is_create() {
        return;
    }
    let has_searched = matches!(editor.step, EditorStep::Sending { searches_first: true, .. });
    // With a job there is a list to search, so no confirmation is needed yet.
    let has_job = editor.form.job().is_some();
    editor.is_outcome_unknown = failed.is_uncertain && (has_searched || !has_job);
    let is_lost = matches!(
        failed.failure.kind,
        FailureKind::Network | FailureKind::Timeout | FailureKind::Server | FailureKind::Unusable
    );
    // If this attempt was not sent, an earlier one may have been.
    let may_exist = if failed.is_sent { is_lost && has_job } else { has_searched };
    editor.maybe_sent &= failed.is_uncertain || may_exist;
}

pub(crate) fn handle_created(
    state: &mut State,
    ticket: Ticket,
    result: Result<Box<CreatedPerson>, WriteFailure>,
    effects: &mut Vec<Effect>,
) {
    if is_current(state, ticket) {
        return apply_created(state, result, effects);
    }
    background::finish(state, ticket, effects, |state, effects| {
        let summary = match &result {
            Ok(created) => (
                created.warnings.is_empty(),
                [vec![created.describe()], created.warnings.clone()].concat().join("; "),
            ),
            Err(failed) => (false, failed.describe(WriteKind::Create)),
        };
        apply_created(state, result, effects);
        summary
    });
}

fn apply_created(
    state: &mut State,
    result: Result<Box<CreatedPerson>, WriteFailure>,
    effects: &mut Vec<Effect>,
) {
    match result {
        Err(failed) => handle_failure(state, failed),
        Ok(created) => {
            crate::tui::app::connection::mark_online(state);
            drafts::forget(state, effects);
            if let Some(person) = &created.person {
                saved_person::take_written(state, None, person, effects);
            }
            record::log_created(state, &created);
            if let Some(job) = &created.job {
                saved_person::refresh_job(state, &job.id);
            }
            with_editor(state, |editor| {
                editor.first = 0;
                editor.step = EditorStep::Created(created);
            });
        }
    }
}
