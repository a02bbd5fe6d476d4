//! What the candidate pane shows. `view` draws it; navigation measures it.

use super::rich_text::{candidate_details, candidate_head};
use crate::keymap::action::Pane;
use crate::tui::app::state::State;
use crate::tui::features::card::rich_text::triage_section::triage_section;
use crate::tui::features::triage::selectors::overdue_text;
use crate::tui::widgets::rich_text::{RichLine, TextRole, cut};

impl State {
    /// The candidate pane, as far as the records are loaded.
    pub(crate) fn candidate_rich_text(&self) -> Vec<RichLine> {
        let Some(open) = self.open_job() else { return Vec::new() };
        let triage =
            open.list.row().map(|row| (self.triage_of(open, row), self.sync_status(open, row)));
        let candidate = self.candidate().and_then(|loaded| loaded.display());
        // A loaded record is newer than the list row.
        let row = open.list.row().filter(|_| candidate.is_none());
        let item = row.map(|row| open.list.pages.rows.item(row));
        let person = self.person().and_then(|loaded| loaded.display());
        let pipeline = open.job.display().map_or(&[][..], |job| &job.pipeline_stages);
        let width = self.width_of(Pane::Candidate);
        let history_error = self.load_error("the history", self.candidate());
        let person_error = self.load_error("the person", self.person());
        let troubles: Vec<_> = history_error.into_iter().chain(person_error).collect();
        let at = (self.clock.date, width);
        let overdue = overdue_text(self);
        let overdue = overdue.as_deref();
        let mut lines =
            candidate_details(overdue, item.as_ref(), candidate, person, pipeline, &troubles, at);
        let as_of = self
            .as_of()
            .map(|text| RichLine(cut(TextRole::Dim, &format!("the person {text}"), width)));
        let mut between: Vec<RichLine> = as_of.into_iter().collect();
        if let Some((Some(triage), status)) = triage {
            let notes = triage_section(Some(triage), status.as_ref(), width);
            between.extend((!notes.is_empty()).then(RichLine::default));
            between.extend(notes);
        }
        if !between.is_empty() {
            // The recruiter's own data goes between the head and the rest of the record.
            let head = candidate_head(item.as_ref(), candidate, person, pipeline, at.0, width);
            lines.splice(head.len()..head.len(), between);
        }
        lines
    }
}
