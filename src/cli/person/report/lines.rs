//! The report as lines for people, and as JSON.

use super::{Outcome, Told};
use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::out::Out;
use crate::wire::{CandidateId, JobId};

impl Told {
    /// Writes it: the whole story, or one JSON object.
    pub(crate) fn write(&self, as_json: bool, out: &Out) -> Result<(), Exit> {
        if as_json {
            out.data(|to| {
                json::pretty(self, &mut *to)?;
                writeln!(to)
            })?;
            return out.flush();
        }
        out.line(&format!("{}  {}", self.person, self.name))?;
        let widest = self.fields.iter().map(|told| told.field.spec().label.len()).max();
        for told in &self.fields {
            let label = told.field.spec().label;
            let apart = if told.said.is_empty() { "" } else { "  " };
            let width = widest.unwrap_or_default();
            out.line(&format!("  {label:width$}  {}{apart}{}", told.diff, told.said))?;
        }
        for told in &self.unasked {
            let label = told.field.spec().label;
            out.line(&format!("  nobody asked for it: {label}  {}", told.diff))?;
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
        // What fails is told at the end.
        if self.exit.is_none() {
            out.say(&self.message);
        }
        Ok(())
    }

    /// Writes what became of an attachment on one line, and what is odd below.
    pub(crate) fn write_attached(&self, job: &JobId, as_json: bool, out: &Out) -> Result<(), Exit> {
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
        for told in &self.unasked {
            let label = told.field.spec().label;
            out.line(&format!("  nobody asked for it: {label}  {}", told.diff))?;
        }
        out.flush()
    }
}
