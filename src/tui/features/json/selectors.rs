//! The records that the raw view shows.

use crate::keymap::action::Pane;
use crate::tui::app::state::State;

impl State {
    /// The selected records as JSON.
    pub(crate) fn raw_records(&self) -> Vec<(&'static str, serde_json::Value)> {
        let mut parts = Vec::new();
        let focus = if self.inbox.is_some() { Pane::Candidate } else { self.focus };
        match focus {
            Pane::Jobs | Pane::Job => {
                let row = self.jobs.row().map(|row| self.jobs.pages.rows.item(row));
                let job = self.open_job().and_then(|open| open.job.display());
                parts.extend(row.map(|row| ("in the list of jobs", to_json(row))));
                parts.extend(job.map(|job| ("the job", to_json(job))));
            }
            Pane::Candidates | Pane::Candidate => {
                let row = self.current_row().map(|(open, row)| open.list.pages.rows.item(row));
                let candidate = self.candidate().and_then(|loaded| loaded.display());
                let person = self.person().and_then(|loaded| loaded.display());
                parts.extend(row.map(|row| ("in the list of candidates", to_json(&row))));
                parts.extend(candidate.map(|record| ("the candidate", to_json(record))));
                parts.extend(person.map(|record| ("the person", to_json(record))));
            }
        }
        parts
    }
}

fn to_json(record: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(record).unwrap_or_default()
}
