//! What several features derive from the state: hints, ages, the filter and the sort of a list.
//!
//! What one pane shows is put together in the `selectors` of its feature.

pub(crate) mod available;
mod dialog;
mod disk;
pub(crate) mod job_counts;
mod layout;
mod people;
mod timers;
pub(crate) mod triage;

use super::dialog::Dialog;
use super::list::Sort;
use super::record_cache::Loaded;
use super::state::State;
use crate::keymap::action::{Action, Pane};
use crate::recruiting::failure::{Failure, FailureKind as Kind};
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::{RecordError, RichLine};

impl State {
    /// The age of a person record from an earlier session.
    pub(crate) fn as_of(&self) -> Option<String> {
        let loaded = self.person().filter(|loaded| loaded.is_from_disk)?;
        let read_at = loaded.read_at?;
        Some(match format::days(read_at, self.clock.date) {
            Some(days) if days > 0 => format!("as of {} ago", format::age(days)),
            _ => format!("as of {}", self.clock.time_of(read_at)),
        })
    }

    /// Why a record is missing or out of date.
    pub(crate) fn load_error<T>(
        &self,
        label: &str,
        loaded: Option<&Loaded<T>>,
    ) -> Option<RecordError> {
        let is_loaded = loaded.is_some_and(Loaded::is_loaded);
        // The banner says that the server is not there.
        let is_told = is_loaded && self.connection.offline.is_some();
        let is_new = |failure: &&Failure| !(is_told && failure.kind == Kind::Network);
        if let Some(failure) = loaded.and_then(|loaded| loaded.failure.as_ref()).filter(is_new) {
            let again = if is_loaded { " again" } else { "" };
            let message = match failure.kind {
                Kind::Cancelled => format!("Reading {label}{again} was canceled"),
                _ => format!("Could not read {label}{again}: {}", failure.message),
            };
            return Some(RecordError { message, hint: self.hint(failure) });
        }
        let offline = self.connection.offline.as_ref().filter(|_| !is_loaded)?;
        let reason = match offline.failure.kind {
            Kind::Offline => &offline.failure.message,
            _ => "the server cannot be reached",
        };
        let message = format!("Could not read {label}: {reason}");
        Some(RecordError { message, hint: self.hint(&offline.failure) })
    }

    /// The lines of a text dialog.
    pub(crate) fn dialog_lines(&self, width: u16) -> Vec<RichLine> {
        match self.dialogs.top() {
            Some(Dialog::Help { .. }) => {
                crate::tui::features::help::rich_text::help(self, width.into())
            }
            Some(Dialog::Notices { .. }) => self.notices.lines(&self.clock, width.into()),
            Some(Dialog::Json { parts, .. }) => self.raw_lines(parts, width.into()),
            _ => Vec::new(),
        }
    }

    /// The columns inside a pane; 0 if it is not on the screen.
    pub(crate) fn width_of(&self, pane: Pane) -> usize {
        self.layout.pane(pane).map_or(0, |area| usize::from(area.body.width))
    }

    /// What the user can do about a failure.
    pub(crate) fn hint(&self, failure: &Failure) -> String {
        let (again, log) = (self.key_of(Action::Refresh), self.key_of(Action::Requests));
        match failure.kind {
            Kind::Offline => "Start without --offline to read from the server".to_owned(),
            Kind::Network => format!("Will retry. {again} retries now"),
            Kind::Server | Kind::Timeout => {
                format!("Will retry. {again} retries now, {log} shows the requests")
            }
            Kind::Unusable => format!("{again} retries, {log} shows the requests"),
            Kind::InvalidKey => "An API key is needed".to_owned(),
            Kind::Forbidden => {
                format!("This API key may not read it. {again} retries")
            }
            Kind::NotFound => format!("It may have been deleted. {again} reads the list again"),
            Kind::Conflict => format!("It was changed elsewhere. {again} reads it again"),
            Kind::RateLimited | Kind::Busy => {
                format!("Retrying after the pause. {again} retries now")
            }
            Kind::Cancelled => format!("{again} retries"),
            Kind::Invalid => format!("{log} shows the requests"),
        }
    }

    pub(crate) fn is_typing(&self) -> bool {
        match (self.dialogs.top(), &self.editor) {
            (Some(dialog), _) => dialog.is_typing(),
            (None, Some(editor)) => editor.is_typing(),
            (None, None) => self.filter_prompt.pane.is_some() || self.is_filtering_inbox(),
        }
    }

    /// Whether sort or filter of the candidates rely on ages that are only upper bounds.
    pub(crate) fn has_estimated_ages(&self) -> bool {
        self.open_job().is_some_and(|open| {
            open.depends_on_age() && open.dated_count() < open.list.pages.loaded()
        })
    }

    /// The filter of the job list or of the candidate list.
    pub(crate) fn filter_text(&self, list: Pane) -> &str {
        match list {
            Pane::Jobs => self.jobs.field.text(),
            _ => self.open_job().map_or("", |open| open.list.field.text()),
        }
    }

    pub(crate) fn sort_of(&self, pane: Pane) -> Option<Sort> {
        match pane {
            Pane::Jobs => self.jobs.sort,
            _ => self.open_job().and_then(|open| open.list.sort),
        }
    }

    pub(crate) fn hidden_marks(&self) -> usize {
        match self.focus {
            Pane::Jobs | Pane::Job => self.jobs.hidden_marks(),
            _ => self.open_job().map_or(0, |open| open.list.hidden_marks()),
        }
    }

    pub(crate) fn has_marks(&self) -> bool {
        match self.focus {
            Pane::Jobs => !self.jobs.marks.is_empty(),
            Pane::Candidates => self.open_job().is_some_and(|open| !open.list.marks.is_empty()),
            _ => false,
        }
    }
}
