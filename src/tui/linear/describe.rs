//! Says in words where the user is: heading, current row, text and prompt of the current place.
//!
//! A place is the open dialog, the editor, the inbox or the focused pane. `changes` compares two
//! descriptions and tells what is new.

pub(crate) mod dialog;
pub(crate) mod form;
pub(crate) mod inbox;
pub(crate) mod lists;
pub(crate) mod record;

use std::mem::{Discriminant, discriminant};

use super::reading::Line;
use crate::keymap::action::Pane;
use crate::recruiting::person::DraftId;
use crate::text::{sanitize, truncate};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::{State, WorkspaceStatus};
use crate::tui::features::editor::state::EditorStep;
use crate::tui::runtime::controller::Controller;
use crate::wire::JobId;

/// Where the user is. Another place is described from its beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Dialog(Discriminant<Dialog>),
    Editor(DraftId, Discriminant<EditorStep>),
    Inbox,
    Pane(Pane, Option<JobId>),
}

impl Place {
    pub(crate) fn of(state: &State) -> Self {
        if let Some(dialog) = state.dialogs.top() {
            return Self::Dialog(discriminant(dialog));
        }
        if let Some(editor) = state.editor.as_deref() {
            return Self::Editor(editor.draft.clone(), discriminant(&editor.step));
        }
        if state.inbox.is_some() {
            return Self::Inbox;
        }
        let job = (state.focus != Pane::Jobs).then(|| state.job.clone()).flatten();
        Self::Pane(state.focus, job)
    }

    /// Whether it is a list with numbers for its rows and one current row.
    pub(crate) const fn is_list(&self) -> bool {
        matches!(self, Self::Inbox | Self::Pane(Pane::Jobs | Pane::Candidates, _))
    }
}

/// What the place is called, and what one has to know about it.
pub(crate) fn heading(controller: &Controller) -> Vec<String> {
    let state = &controller.state;
    match Place::of(state) {
        Place::Dialog(_) => dialog::heading(state),
        Place::Editor(..) => form::heading(state),
        Place::Inbox => inbox::heading(state),
        Place::Pane(Pane::Jobs, _) => lists::jobs_heading(controller),
        Place::Pane(Pane::Candidates, _) => lists::candidates_heading(controller),
        Place::Pane(Pane::Job, _) => vec![record::job_title(state)],
        Place::Pane(Pane::Candidate, _) => {
            vec![record::candidate_title(state).unwrap_or("No candidate".to_owned())]
        }
    }
}

/// The current row with its position; `None` where there are no rows.
pub(crate) fn current_row(state: &State) -> Option<String> {
    match Place::of(state) {
        Place::Inbox => inbox::current_row(state),
        Place::Pane(Pane::Jobs, _) if state.is_all_selected() => {
            Some("All candidates, of every job that was read".to_owned())
        }
        Place::Pane(Pane::Jobs, _) => lists::job_row(state, state.jobs.index()),
        Place::Pane(Pane::Candidates, _) => {
            lists::candidate_row(state, state.open_job()?.list.index())
        }
        _ => None,
    }
}

/// Number of rows, if the place is a list.
pub(crate) fn row_count(state: &State) -> Option<usize> {
    match Place::of(state) {
        Place::Inbox => state.inbox.as_deref().map(|inbox| inbox.items.len()),
        Place::Pane(Pane::Jobs, _) => Some(state.jobs.len()),
        Place::Pane(Pane::Candidates, _) => {
            Some(state.open_job().map_or(0, |open| open.list.len()))
        }
        _ => None,
    }
}

/// A row by its index, with its position.
pub(crate) fn row(state: &State, at: usize) -> Option<String> {
    match Place::of(state) {
        Place::Inbox => inbox::row(state, at),
        Place::Pane(Pane::Jobs, _) => lists::job_row(state, at),
        Place::Pane(Pane::Candidates, _) => lists::candidate_row(state, at),
        _ => None,
    }
}

/// The index of the current row of a list.
pub(crate) fn row_index(state: &State) -> usize {
    match Place::of(state) {
        Place::Inbox => state.inbox.as_deref().map_or(0, |inbox| inbox.at),
        Place::Pane(Pane::Jobs, _) => state.jobs.index(),
        Place::Pane(Pane::Candidates, _) => state.open_job().map_or(0, |open| open.list.index()),
        _ => 0,
    }
}

/// The text of the place. A list has none: its rows are read one by one.
pub(crate) fn text(controller: &Controller) -> Vec<Line> {
    match Place::of(&controller.state) {
        Place::Dialog(_) => dialog::text(controller),
        Place::Editor(..) => form::text(controller),
        Place::Pane(Pane::Job, _) => record::job_text(controller),
        Place::Pane(Pane::Candidate, _) => record::card(controller),
        Place::Inbox | Place::Pane(..) => Vec::new(),
    }
}

/// All that is known about the current row of a list.
pub(crate) fn details(controller: &Controller) -> Vec<Line> {
    match Place::of(&controller.state) {
        Place::Inbox | Place::Pane(Pane::Candidates, _) => {
            let title = record::candidate_title(&controller.state).map(Line::plain);
            title.into_iter().chain(record::card(controller)).collect()
        }
        Place::Pane(Pane::Jobs, _) => {
            let title = Line::plain(record::job_title(&controller.state));
            [title].into_iter().chain(record::job_text(controller)).collect()
        }
        _ => text(controller),
    }
}

/// The prompt for a command.
pub(crate) fn prompt(state: &State) -> String {
    let name = |name: &str| truncate(&sanitize(name), dialog::NAME_CELLS).into_owned();
    let place = match Place::of(state) {
        Place::Dialog(_) => dialog::name(state),
        Place::Editor(..) => form::name(state),
        Place::Inbox => inbox::name(state),
        Place::Pane(Pane::Jobs, _) => "jobs".to_owned(),
        Place::Pane(Pane::Job, _) => format!("{}, pipeline", name(&record::job_title(state))),
        Place::Pane(Pane::Candidates, _) => name(&record::job_title(state)),
        Place::Pane(Pane::Candidate, _) => {
            name(&record::candidate_title(state).unwrap_or("candidate".to_owned()))
        }
    };
    format!("{place}> ")
}

/// What is wrong with the connection or the disk, if anything. Without times that pass.
pub(crate) fn connection(state: &State) -> Option<String> {
    if let WorkspaceStatus::Failed(failure) = &state.workspace {
        return Some(format!("The workspace did not open: {}", failure.message));
    }
    if state.is_disk_late() {
        return Some("The disk does not answer: saving is delayed".to_owned());
    }
    if let Some(why) = &state.connection.locked {
        let is_asking = matches!(state.dialogs.top(), Some(Dialog::Key { .. }));
        let advice = if is_asking { "" } else { ". Type refresh to enter it" };
        return Some(format!("Nothing is sent: {why}{advice}"));
    }
    if let Some(offline) = &state.connection.offline {
        let what = "Verdicts are stored; edits wait to be sent";
        if offline.probe_at.is_none() {
            return Some(format!("Offline, because of --offline. {what}"));
        }
        let (time, why) = (state.clock.time_of(offline.since), &offline.failure.message);
        return Some(format!("Offline since {time}: {why}. Retrying. {what}"));
    }
    state.connection.paused_until.is_some().then(|| "The server asks us to wait".to_owned())
}
