//! The records that the raw view shows.

use super::rich_text::raw_json;
use crate::keymap::action::Pane;
use crate::tui::app::state::State;
use crate::tui::widgets::rich_text::RichLine;

impl State {
    /// The lines of the dialog: all of a candidate in words, then the records as JSON.
    pub(crate) fn raw_lines(
        &self,
        parts: &[(&'static str, serde_json::Value)],
        width: usize,
    ) -> Vec<RichLine> {
        let is_job = self.inbox.is_none() && matches!(self.focus, Pane::Jobs | Pane::Job);
        let mut lines = if is_job { Vec::new() } else { self.candidate_full_text(width) };
        if !lines.is_empty() {
            lines.push(RichLine::default());
        }
        lines.extend(raw_json(parts, width));
        lines
    }

    /// The selected records as JSON.
    pub(crate) fn raw_records(&self) -> Vec<(&'static str, serde_json::Value)> {
        let mut parts = Vec::new();
        let focus = if self.inbox.is_some() { Pane::Candidate } else { self.focus };
        match focus {
            Pane::Jobs | Pane::Job => {
                let row = self.jobs.row().map(|row| self.jobs.pages.rows.item(row));
                let job = self.open_job().and_then(|open| open.job.display());
                parts.extend(row.map(|row| ("Entry in the job list", to_json(row))));
                parts.extend(job.map(|job| ("Job", to_json(job))));
            }
            Pane::Candidates | Pane::Candidate => {
                let row = self.current_row().map(|(open, row)| open.list.pages.rows.item(row));
                let candidate = self.candidate().and_then(|loaded| loaded.display());
                let person = self.person().and_then(|loaded| loaded.display());
                parts.extend(row.map(|row| ("Entry in the candidate list", to_json(&row))));
                parts.extend(candidate.map(|record| ("Candidate", to_json(record))));
                parts.extend(person.map(|record| ("Person", to_json(record))));
            }
        }
        parts
    }
}

fn to_json(record: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(record).unwrap_or_default()
}
