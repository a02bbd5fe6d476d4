//! The to-do list (verdicts that the server does not reflect yet), the preview of the moves that
//! carry it out, and the counter that keeps their number without walking the whole log.

use std::collections::{HashMap, HashSet};

use crate::recruiting::triage::StageMove;
use crate::recruiting::triage::{EntryId, Subject, Verdict};
use crate::tui::app::request::Ticket;
use crate::tui::features::stage_moves::state::NamedMove;
use crate::wire::{CandidateId, JobId, StageId};

/// The headings below the jobs, on the screen and in the document.
pub(super) const DISAGREES: &str = "Changed in the ATS since your verdict";
pub(super) const UNREAD: &str = "Not loaded yet";

#[derive(Debug, Default)]
pub(crate) struct TodoDialog {
    /// Index of the selected row.
    pub(crate) at: usize,
    pub(crate) todos: TodoList,
    /// The `TodoCounter::changes` this was built from.
    pub(crate) changes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TodoList {
    /// Sorted by name.
    pub(crate) jobs: Vec<TodoJob>,
    /// Candidates whom the server moved elsewhere.
    pub(crate) disagrees: Vec<TodoRow>,
    /// Candidates who moved, as far as known, in a pipeline that is not loaded.
    pub(crate) unread: Vec<TodoRow>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TodoJob {
    pub(crate) id: JobId,
    pub(crate) name: String,
    pub(crate) client: String,
    /// By verdict, then by date.
    pub(crate) rows: Vec<TodoRow>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TodoRow {
    pub(crate) subject: Subject,
    pub(crate) name: String,
    pub(crate) job_name: String,
    pub(crate) client: String,
    pub(crate) verdict: Verdict,
    /// Whether the verdict is not on disk yet.
    pub(crate) is_pending: bool,
    /// Whether the candidate was found in the list of the job.
    pub(crate) is_checked: bool,
    /// The current stage; if the server disagrees or the list is not loaded, the stage at the time
    /// of the verdict.
    pub(crate) stage: String,
    /// The move to make, or what the server did instead.
    pub(crate) task: String,
    pub(crate) reason: Option<String>,
    /// Age of the verdict.
    pub(crate) days: i64,
    /// Oldest first.
    pub(crate) notes: Vec<String>,
}

impl TodoList {
    /// Number of verdicts to carry out.
    pub(crate) fn count(&self) -> usize {
        self.jobs.iter().map(|job| job.rows.len()).sum()
    }

    /// Rows and headings.
    pub(crate) fn lines(&self) -> usize {
        let headings = self.jobs.len()
            + usize::from(!self.disagrees.is_empty())
            + usize::from(!self.unread.is_empty());
        self.rows().count() + headings
    }

    /// All rows in display order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &TodoRow> {
        let jobs = self.jobs.iter().flat_map(|job| &job.rows);
        jobs.chain(&self.disagrees).chain(&self.unread)
    }
}

impl TodoJob {
    /// Job and client.
    pub(crate) fn heading(&self) -> String {
        if self.client.is_empty() {
            return self.name.clone();
        }
        format!("{}, {}", self.name, self.client)
    }
}

/// The moves that would carry out the to-do list.
#[derive(Debug, Clone, Default)]
pub(crate) struct ApplyPreview {
    /// Index of the selected step.
    pub(crate) at: usize,
    /// By job, including candidates that cannot be moved.
    pub(crate) steps: Vec<ApplyStep>,
    /// The `TodoCounter::changes` this was built from.
    pub(crate) changes: u64,
    /// The user was warned that lists are missing; the next enter moves only these.
    pub(crate) is_warned: bool,
    /// The request in flight.
    pub(crate) in_flight: Option<Ticket>,
    /// Carried out, at least in part.
    pub(crate) is_finished: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApplyStep {
    pub(crate) name: String,
    pub(crate) candidate: CandidateId,
    pub(crate) job: JobId,
    pub(crate) job_name: String,
    pub(crate) stage: String,
    /// Name of the target stage and the move to send, or why there is none.
    pub(crate) to: Result<(String, StageMove), &'static str>,
    /// The possible target stages, including the current one; empty if there is only one.
    pub(crate) choices: Vec<(StageId, String)>,
    pub(crate) is_left_out: bool,
    pub(crate) outcome: Option<Result<(), String>>,
}

impl ApplyStep {
    pub(crate) fn stage_move(&self) -> Option<&StageMove> {
        self.to.as_ref().ok().filter(|_| !self.is_left_out).map(|(_, stage_move)| stage_move)
    }

    /// Switches to another target stage. Returns whether there is one.
    pub(crate) fn cycle_target(&mut self, backwards: bool) -> bool {
        let (Ok((name, stage_move)), count) = (&mut self.to, self.choices.len()) else {
            return false;
        };
        let Some(at) = self.choices.iter().position(|(id, _)| *id == stage_move.to) else {
            return false;
        };
        let next = if backwards { at + count - 1 } else { at + 1 } % count;
        (stage_move.to, *name) = self.choices[next].clone();
        count > 1
    }
}

impl ApplyPreview {
    pub(crate) fn moves(&self) -> Vec<NamedMove> {
        let named = |step: &ApplyStep| {
            let (to, stage_move) = step.to.as_ref().ok().filter(|_| !step.is_left_out)?;
            Some(NamedMove {
                stage_move: stage_move.clone(),
                job: step.job.clone(),
                name: step.name.clone(),
                from: step.stage.clone(),
                to: to.clone(),
            })
        };
        self.steps.iter().filter_map(named).collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TodoCounts {
    pub(crate) todo: usize,
    /// Those of them whose list is not loaded.
    pub(crate) unchecked: usize,
    pub(crate) disagrees: usize,
    pub(crate) unread: usize,
}

/// The status of every verdict, updated as verdicts and lists change.
#[derive(Debug, Default)]
pub(crate) struct TodoCounter {
    /// Index and id of the last log entry taken in.
    pub(super) last: Option<(usize, EntryId)>,
    /// Of the triage state.
    pub(super) version: u64,
    /// By job, the candidates with a verdict; `None` if there is nothing to do.
    pub(super) statuses: HashMap<JobId, HashMap<String, Option<VerdictStatus>>>,
    /// Jobs with new data.
    pub(super) invalid_jobs: HashSet<JobId>,
    /// Candidates with new data.
    pub(super) invalid_candidates: HashSet<String>,
    pub(super) counts: TodoCounts,
    /// Number of changes so far.
    pub(crate) changes: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VerdictStatus {
    ToDo,
    /// To do as far as known: the list is not loaded.
    Unchecked,
    Disagrees,
    Unread,
}

impl TodoCounter {
    /// Whether candidates of this job are counted.
    pub(crate) fn tracks(&self, job: &JobId) -> bool {
        self.statuses.contains_key(job)
    }

    /// All candidates of a job must be checked again.
    pub(crate) fn invalidate(&mut self, job: &JobId) {
        if self.tracks(job) {
            self.invalid_jobs.insert(job.clone());
        }
    }

    /// These candidates of a job must be checked again.
    pub(crate) fn invalidate_candidates<'a>(
        &mut self,
        job: &JobId,
        candidates: impl Iterator<Item = &'a CandidateId>,
    ) {
        let Some(statuses) = self.statuses.get(job) else { return };
        let matching = candidates.map(CandidateId::as_str).filter(|id| statuses.contains_key(*id));
        self.invalid_candidates.extend(matching.map(str::to_owned));
    }

    const fn adjust_count(&mut self, kind: Option<VerdictStatus>, up: bool) {
        const fn adjust(count: &mut usize, up: bool) {
            *count = if up { *count + 1 } else { count.saturating_sub(1) };
        }
        match kind {
            Some(VerdictStatus::ToDo) => adjust(&mut self.counts.todo, up),
            Some(VerdictStatus::Unchecked) => {
                adjust(&mut self.counts.todo, up);
                adjust(&mut self.counts.unchecked, up);
            }
            Some(VerdictStatus::Disagrees) => adjust(&mut self.counts.disagrees, up),
            Some(VerdictStatus::Unread) => adjust(&mut self.counts.unread, up),
            None => {}
        }
    }

    /// The candidate has no verdict any more.
    pub(super) fn remove(&mut self, job: &JobId, candidate: &str) {
        let Some(statuses) = self.statuses.get_mut(job) else { return };
        let before = statuses.remove(candidate).flatten();
        if statuses.is_empty() {
            self.statuses.remove(job);
        }
        self.adjust_count(before, false);
    }

    pub(super) fn set_status(&mut self, job: &JobId, candidate: &str, kind: Option<VerdictStatus>) {
        let statuses = self.statuses.entry(job.clone()).or_default();
        let before = statuses.insert(candidate.to_owned(), kind).flatten();
        self.adjust_count(before, false);
        self.adjust_count(kind, true);
    }
}
