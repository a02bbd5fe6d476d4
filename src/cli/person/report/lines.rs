//! Writes the report as text or JSON.

use super::{EditReport, Outcome};
use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::output::Output;
use crate::wire::{CandidateId, JobId};

impl EditReport {
    /// Writes all fields, or one JSON object.
    pub(crate) fn write(&self, as_json: bool, out: &Output) -> Result<(), Exit> {
        if as_json {
            out.data(|to| {
                json::pretty(self, &mut *to)?;
                writeln!(to)
            })?;
            return out.flush();
        }
        out.line(&format!("{}  {}", self.person, self.name))?;
        let widest = self.fields.iter().map(|row| row.field.spec().label.len()).max();
        for row in &self.fields {
            let label = row.field.spec().label;
            let apart = if row.said.is_empty() { "" } else { "  " };
            let width = widest.unwrap_or_default();
            out.line(&format!("  {label:width$}  {}{apart}{}", row.diff, row.said))?;
        }
        for row in &self.unasked {
            let label = row.field.spec().label;
            out.line(&format!("  nobody asked for it: {label}  {}", row.diff))?;
        }
        for job in &self.lost_jobs {
            out.line(&format!("  no longer put forward for {} ({})", job.job_name, job.job_id))?;
        }
        if let (Outcome::DryRun, Some(body)) = (self.outcome, &self.sent) {
            out.data(|to| {
                write!(to, "  body: ")?;
                json::compact(body, &mut *to)?;
                writeln!(to)
            })?;
        }
        out.flush()?;
        // `main` prints the error.
        if self.exit.is_none() {
            out.say(&self.message);
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
            out.data(|to| {
                json::compact(self, &mut *to)?;
                writeln!(to)
            })?;
            return out.flush();
        }
        let word = match self.outcome {
            Outcome::Saved | Outcome::LostApplied => "attached",
            Outcome::Already => "already",
            Outcome::Differs => "differs",
            Outcome::Clash | Outcome::Refused | Outcome::LostNotApplied => "failed",
            Outcome::Unknown => "unknown",
            Outcome::DryRun if self.fields.is_empty() => "already",
            Outcome::DryRun => "would attach",
        };
        let place = self.jobs.iter().find(|entry| entry.job_id == *job);
        let candidate = place.map_or("-", |place| CandidateId::as_str(&place.candidate_id));
        out.line(&format!("{}  {word}  {candidate}  {}", self.person, self.name))?;
        for job in &self.lost_jobs {
            out.line(&format!("  no longer put forward for {} ({})", job.job_name, job.job_id))?;
        }
        for row in &self.unasked {
            let label = row.field.spec().label;
            out.line(&format!("  nobody asked for it: {label}  {}", row.diff))?;
        }
        out.flush()
    }
}
