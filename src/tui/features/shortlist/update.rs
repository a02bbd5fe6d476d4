//! Requests a shortlist, waits for the records, then copies or exports it.

use super::document::{document, is_out, starred_rows};
use super::state::Shortlist;
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::document::DocumentFormat;
use crate::recruiting::triage::Subject;
use crate::text::pluralize;
use crate::tui::app::effect::Effect;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

/// The record cache could not hold many more.
const MAX_CANDIDATES: usize = 100;

/// Makes the shortlist of the job once all records are loaded. The same key again cancels it.
pub(crate) fn shortlist(state: &mut State, action: TriageAction, effects: &mut Vec<Effect>) {
    let to_file = action == TriageAction::ShortlistFile;
    let before = state.shortlist.as_ref().map(|list| list.to_file);
    if cancel(state) && before == Some(to_file) {
        return;
    }
    let inbox_job = state.inbox.as_deref().map(|inbox| inbox.job().map(|group| &group.id));
    let job = inbox_job.unwrap_or(state.job.as_ref());
    let Some(open) = job.and_then(|job| state.list_of_job(job)) else {
        return state.notify(Severity::Info, "No job is selected");
    };
    let (out, rows): (Vec<_>, Vec<_>) =
        starred_rows(state, open).into_iter().partition(|row| is_out(state, open, *row));
    let subjects: Vec<Subject> = rows.into_iter().map(|row| open.subject(row)).collect();
    let (job, left_out) = (open.id.clone(), out.len());
    if subjects.is_empty() {
        let star = state.key_of(Action::Triage(TriageAction::Star)).into_owned();
        let message = match left_out {
            0 => format!("No starred candidates in this job: {star} adds a star"),
            _ => {
                "All starred candidates of this job are rejected, withdrawn or declined".to_owned()
            }
        };
        return state.notify(Severity::Info, message);
    }
    if subjects.len() > MAX_CANDIDATES {
        let message = format!(
            "{} starred candidates: a shortlist holds up to {MAX_CANDIDATES}",
            subjects.len()
        );
        return state.notify(Severity::Warning, message);
    }
    state.reread_failed_people(&subjects);
    let all = subjects.len();
    let unread = state.pending_people(&subjects);
    state.shortlist = Some(Shortlist { job, subjects, left_out, to_file });
    if unread > 0 && !state.is_disconnected() {
        state.notify(Severity::Info, format!("Reading {unread} of {all} people"));
    }
    after_update(state, effects);
}

/// Cancels the waiting shortlist. Returns whether there was one.
pub(crate) fn cancel(state: &mut State) -> bool {
    let was_pending = state.shortlist.take().is_some();
    if was_pending {
        state.notify(Severity::Info, "Shortlist canceled");
    }
    was_pending
}

/// Runs after every message: delivers the shortlist once no more records can arrive.
pub(crate) fn after_update(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(list) = &state.shortlist else { return };
    if !state.is_disconnected() && state.pending_people(&list.subjects) > 0 {
        return;
    }
    let is_busy = !state.dialogs.is_empty() || state.is_typing();
    // The export dialog does not interrupt another dialog or typing.
    let Some(list) = state.shortlist.take_if(|list| !(list.to_file && is_busy)) else {
        return;
    };
    let missing = state.unread_names(&list.subjects);
    let document = document(state, &list);
    let count = pluralize(list.subjects.len(), "candidate", "candidates");
    if list.to_file {
        let name = format!("shortlist {}", state.job_display_name(&list.job));
        state.follow_up(FollowUp::Export { document, name });
    } else {
        effects.push(Effect::copy(document.render(DocumentFormat::Markdown)));
        let message = format!("Copied the shortlist: {count}, with contacts and notes");
        state.notify(Severity::Info, message);
    }
    if !missing.is_empty() {
        let message = format!(
            "The shortlist has no career and contact of {}: these records could not be read",
            missing.join(", ")
        );
        state.notify(Severity::Warning, message);
    }
}
