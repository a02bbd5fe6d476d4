//! Writes the report as text or JSON.

use super::{EditOutcome, EditReport};
use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::output::Output;
use crate::recruiting::person::wording::{ALSO_CHANGED, NO_LONGER_CANDIDATE};
use crate::wire::{CandidateId, JobId};

impl EditReport {
    /// Writes all fields, or one JSON object.
    pub(crate) fn write(&self, as_json: bool, out: &Output) -> Result<(), Exit> {
        if as_json {
            out.write_data(|to| json::write_pretty(self, to))?;
            return out.flush();
        }
        out.print_line(&format!("{}  {}", self.person, self.name))?;
        let widest = self.fields.iter().map(|row| row.field.spec().label.len()).max();
        for row in &self.fields {
            let label = row.field.spec().label;
            let gap = if row.note.is_empty() { "" } else { "  " };
            let width = widest.unwrap_or_default();
            out.print_line(&format!("  {label:width$}  {}{gap}{}", row.diff, row.note))?;
        }
        for row in &self.unrequested {
            let label = row.field.spec().label;
            out.print_line(&format!("  {ALSO_CHANGED}: {label}  {}", row.diff))?;
        }
        for job in &self.lost_jobs {
            out.print_line(&format!("  {NO_LONGER_CANDIDATE} {} ({})", job.job_name, job.job_id))?;
        }
        if let (EditOutcome::DryRun, Some(body)) = (self.outcome, &self.sent) {
            out.write_data(|to| {
                write!(to, "  body: ")?;
                json::write_line(body, to)
            })?;
        }
        out.flush()?;
        // `main` prints the error.
        if self.exit.is_none() {
            out.print_message(&self.message);
        }
        Ok(())
    }

    /// Writes the outcome of an attachment on one line, and warnings below.
    pub(crate) fn write_attached(
        &self,
        job: &JobId,
        as_json: bool,
        out: &Output,
    ) -> Result<(), Exit> {
        if as_json {
            out.write_data(|to| json::write_line(self, to))?;
            return out.flush();
        }
        let status = match self.outcome {
            EditOutcome::Saved | EditOutcome::LostApplied | EditOutcome::RefusedApplied => {
                "attached"
            }
            EditOutcome::Already => "already",
            EditOutcome::Differs => "differs",
            EditOutcome::Conflict | EditOutcome::Refused => "failed",
            EditOutcome::NotVisible => "not visible",
            EditOutcome::Unknown => "unknown",
            EditOutcome::DryRun if self.fields.is_empty() => "already",
            EditOutcome::DryRun => "would attach",
        };
        let association = self.jobs.iter().find(|entry| entry.job_id == *job);
        let candidate =
            association.map_or("-", |association| CandidateId::as_str(&association.candidate_id));
        out.print_line(&format!("{}  {status}  {candidate}  {}", self.person, self.name))?;
        for job in &self.lost_jobs {
            out.print_line(&format!("  {NO_LONGER_CANDIDATE} {} ({})", job.job_name, job.job_id))?;
        }
        for row in &self.unrequested {
            let label = row.field.spec().label;
            out.print_line(&format!("  {ALSO_CHANGED}: {label}  {}", row.diff))?;
        }
        out.flush()
    }
}
