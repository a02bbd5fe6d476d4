//! The state of the inbox. The queue is rebuilt from the lists of its jobs whenever they change, so
//! the position is stored as a candidate, not as an index.

use std::collections::HashSet;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::recruiting::table::Row;
use crate::recruiting::triage::{Snapshot, Subject, Verdict};
use crate::tui::app::clock::Moment;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::{CandidateId, JobId, Timestamp};

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InboxScope {
    /// All open jobs.
    #[default]
    Open,
    Jobs(Vec<JobId>),
    /// The jobs of a saved view, by its name.
    View(String),
}

/// The order of the jobs and of the candidates within a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InboxOrder {
    #[default]
    Newest,
    Oldest,
    /// Longest in the stage first.
    Longest,
    /// Jobs by name, candidates by pipeline stage.
    Job,
}

impl InboxOrder {
    /// In the order in which the key cycles.
    pub(crate) const ALL: [Self; 4] = [Self::Newest, Self::Oldest, Self::Longest, Self::Job];

    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Newest => "newest first",
            Self::Oldest => "oldest first",
            Self::Longest => "longest in stage first",
            Self::Job => "by job",
        }
    }
}

/// The focused part; on narrow screens the only visible one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InboxSide {
    #[default]
    Queue,
    Card,
}

/// Why a candidate is in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum InboxReason {
    /// Added within the last days and not seen.
    New,
    Unseen,
    /// Seen, without a verdict.
    Undecided,
    /// Snoozed until this day.
    Woken(NaiveDate),
    /// What changed since the verdict.
    Changed(Box<str>),
    /// Decided in this sitting; stays in place until the inbox is reopened.
    Decided,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxItem {
    /// Index in [`Inbox::jobs`].
    pub(crate) job: usize,
    pub(crate) row: Row,
    pub(crate) reason: InboxReason,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InboxJob {
    pub(crate) id: JobId,
    /// Sanitized.
    pub(crate) name: String,
    /// Candidates without a decision.
    pub(crate) waiting: usize,
    /// All candidates are loaded.
    pub(crate) is_read: bool,
}

/// The position that the next session continues from, as stored on disk.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct InboxPosition {
    pub scope: InboxScope,
    pub order: InboxOrder,
    pub side: InboxSide,
    pub candidate: Option<CandidateId>,
    #[serde(default)]
    pub blind: bool,
}

/// The last decision of this sitting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LastVerdict {
    /// `None` for a snooze.
    pub(crate) verdict: Option<Verdict>,
    pub(crate) reason: Option<String>,
    pub(crate) subject: Subject,
    pub(crate) snapshot: Snapshot,
}

#[derive(Debug, Default)]
pub struct Inbox {
    pub(crate) scope: InboxScope,
    pub(crate) order: InboxOrder,
    pub(crate) side: InboxSide,
    /// Hides names, handles and schools.
    pub(crate) blind: bool,
    /// In queue order.
    pub(crate) jobs: Vec<InboxJob>,
    /// The queue, grouped by job.
    pub items: Vec<InboxItem>,
    /// Index of the selected item.
    pub(crate) at: usize,
    /// First visible line of the queue.
    pub(crate) top: usize,
    /// First visible line of the card.
    pub(crate) scroll: usize,
    /// In the filter syntax of the lists.
    pub(crate) filter: TextInput,
    /// The filter is being typed.
    pub(crate) filtering: bool,
    /// Times of the verdicts in this sitting.
    pub(crate) pace: Vec<Moment>,
    /// When the queue is due to be rebuilt.
    pub rebuild_at: Option<Moment>,
    /// The candidate to go to once loaded.
    pub(crate) resume_at: Option<CandidateId>,
    /// The user moved: from then on the cursor follows its candidate.
    pub(crate) has_moved: bool,
    /// When the last candidate was decided, unless the user moved since.
    pub(crate) finished_at: Option<Moment>,
    /// When another card last appeared without a key.
    pub(crate) replaced_at: Option<Moment>,
    /// Since when that card is visible.
    pub(crate) visible_since: Option<Moment>,
    /// The day the queue was built: snoozes end with the day.
    pub(crate) day: Option<NaiveDate>,
    /// When the inbox was opened: candidates seen since then still count as unseen.
    pub(crate) opened_at: Option<Timestamp>,
    /// Candidates decided or snoozed in this sitting.
    pub(crate) decided: HashSet<String>,
    /// The error of the filter.
    pub(crate) filter_error: Option<String>,
    /// The candidate selected before the filter; clearing it returns there.
    pub(crate) origin: Option<CandidateId>,
    /// Candidates decided today before this sitting, no longer in the queue.
    pub(crate) decided_earlier: usize,
    pub(crate) last_verdict: Option<LastVerdict>,
}

impl Inbox {
    /// The selected item.
    pub(crate) fn item(&self) -> Option<&InboxItem> {
        self.items.get(self.at)
    }

    /// The job of the selected item.
    pub(crate) fn job(&self) -> Option<&InboxJob> {
        self.jobs.get(self.item()?.job)
    }
}
