//! The inbox: one queue of those who wait for a decision, over many jobs.
//!
//! A queue is made from the lists of its jobs as far as they were read, and made
//! anew when they change; the place in it is a candidate, not a number. It lies
//! over the panes and under the editor. `update/triage` makes and moves it;
//! `view/inbox` draws it.

use std::collections::HashSet;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::recruiting::table::Row;
use crate::recruiting::triage::{Snapshot, Subject, Verdict};
use crate::tui::app::clock::Moment;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::{CandidateId, JobId, Timestamp};

/// Which jobs it is over.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InboxScope {
    /// All that are open.
    #[default]
    Open,
    /// These.
    Jobs(Vec<JobId>),
    /// Those of a saved view, by its name.
    View(String),
}

/// The order within a job, and of the jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InboxOrder {
    /// Who came last is first.
    #[default]
    Newest,
    /// Who came first is first.
    Oldest,
    /// Who has been longest in the stage is first.
    Longest,
    /// By the names of the jobs; in a job, as its pipeline goes.
    Job,
}

impl InboxOrder {
    /// All of them, as the key goes through them.
    pub const ALL: [Self; 4] = [Self::Newest, Self::Oldest, Self::Longest, Self::Job];

    /// What it is called.
    #[must_use]
    pub const fn told(self) -> &'static str {
        match self {
            Self::Newest => "newest first",
            Self::Oldest => "oldest first",
            Self::Longest => "longest in stage first",
            Self::Job => "by job",
        }
    }
}

/// What of it is on the screen, where there is no room for both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InboxSide {
    /// The queue.
    #[default]
    Queue,
    /// The card of one candidate.
    Card,
}

/// Why somebody is in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InboxReason {
    /// They came within the last days, and nobody looked at them.
    New,
    /// Nobody looked at them yet.
    Unseen,
    /// They were looked at, and nothing was decided.
    Undecided,
    /// They were put off until this day.
    Woken(NaiveDate),
    /// They were decided on, and this changed since.
    Changed(Box<str>),
    /// Something was decided in this sitting: they stay in their place until the
    /// inbox is opened anew.
    Decided,
}

/// One candidate in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxItem {
    /// The place of the job in [`Inbox::jobs`].
    pub job: usize,
    /// The row in that job's list.
    pub row: Row,
    /// Why they are here.
    pub why: InboxReason,
}

/// A job of the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxJob {
    /// Which job.
    pub id: JobId,
    /// What it is called, safe to show.
    pub name: String,
    /// How many wait for a decision.
    pub waiting: usize,
    /// Whether all its candidates were read.
    pub is_read: bool,
}

/// The place where one stopped, as it is kept on disk.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct InboxPosition {
    /// Over which jobs.
    pub scope: InboxScope,
    /// In which order.
    pub order: InboxOrder,
    /// Queue or card.
    pub side: InboxSide,
    /// At whom.
    pub candidate: Option<CandidateId>,
    /// Whether names were hidden.
    #[serde(default)]
    pub blind: bool,
    /// The reason that goes with each verdict, as [`Verdict::ALL`] has them.
    #[serde(default)]
    pub sticky: [Option<String>; 3],
}

/// What was decided last in this sitting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastVerdict {
    /// What; nothing where they were put off.
    pub verdict: Option<Verdict>,
    /// Whom it is about.
    pub subject: Subject,
    /// As they were seen then.
    pub seen: Snapshot,
}

/// The inbox.
#[derive(Debug, Default)]
pub struct Inbox {
    /// Over which jobs.
    pub scope: InboxScope,
    /// In which order.
    pub order: InboxOrder,
    /// Queue or card.
    pub side: InboxSide,
    /// Names, handles and schools are hidden.
    pub blind: bool,
    /// Its jobs in the order of the queue.
    pub jobs: Vec<InboxJob>,
    /// The queue: the candidates of the first job, then of the next.
    pub items: Vec<InboxItem>,
    /// The selected one.
    pub at: usize,
    /// The first line of the queue on the screen.
    pub top: usize,
    /// The first line of the card on the screen.
    pub scroll: usize,
    /// Only those who match this, in the language of the lists.
    pub filter: TextInput,
    /// Whether that is being typed.
    pub filtering: bool,
    /// When verdicts were given in this sitting.
    pub pace: Vec<Moment>,
    /// The queue is made anew at this moment.
    pub stale: Option<Moment>,
    /// Where one wants to be as soon as that was read.
    pub heading_for: Option<CandidateId>,
    /// Somebody moved in it: the cursor follows its candidate from then on.
    pub touched: bool,
    /// When the last one was decided on, if nobody went elsewhere since.
    pub over_at: Option<Moment>,
    /// When the queue last showed another card by itself.
    pub slid: Option<Moment>,
    /// Since when the card that came by itself is shown.
    pub shown_at: Option<Moment>,
    /// The day it was made on: whoever is put off until the next comes back then.
    pub day: Option<NaiveDate>,
    /// Since when it is open: who is looked at since then is as new as before.
    pub since: Option<Timestamp>,
    /// Who was decided on or put off in this sitting.
    pub sitting: HashSet<String>,
    /// What is wrong with the filter.
    pub wrong: Option<String>,
    /// Where one was when the filter was begun: one comes back to there.
    pub origin: Option<CandidateId>,
    /// How many were decided on today, before this sitting, and are not in the
    /// queue any more.
    pub earlier: usize,
    /// What was decided last, for a quiet word of it.
    pub just: Option<LastVerdict>,
}

impl Inbox {
    /// The selected one.
    #[must_use]
    pub fn item(&self) -> Option<&InboxItem> {
        self.items.get(self.at)
    }

    /// Its job.
    #[must_use]
    pub fn job(&self) -> Option<&InboxJob> {
        self.jobs.get(self.item()?.job)
    }
}
