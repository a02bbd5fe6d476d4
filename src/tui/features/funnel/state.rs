//! How candidates get through a job: made from the histories that were read.
//!
//! [`of`] counts, and is pure; [`FunnelCache`] keeps what it counted, since that is
//! shown more often than it changes. What the figures rest on is told with them.
//! `update/funnel` takes the keys; `view/over/funnel` and the sheet of the job
//! draw it. Stays and counts are of stages; nobody is given a mark.

use std::time::Duration;

use super::rich_text;
use super::rich_text::FunnelSheet;
use crate::recruiting::funnel::histories::Histories;
use crate::tui::app::clock::Moment;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::wire::{CandidateId, JobId, Timestamp};

/// Weeks whose entries are counted.
pub const WEEKS: usize = 12;

/// Figures that grow are counted anew at most so often.
const CALM: Duration = Duration::from_millis(300);
/// The same for each so many histories, in milliseconds.
const EACH: u64 = 100;
/// Figures are counted anew after so many seconds, since days pass.
const OLD: i64 = 3600;

/// The funnel on the screen.
#[derive(Debug, Clone, Default)]
pub struct Funnel {
    /// Of which job.
    pub job: JobId,
    /// The first line on the screen.
    pub scroll: usize,
    /// The selected one of those who are stuck.
    pub at: Option<usize>,
}

/// What kind of stage it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StageKind {
    /// Any other.
    #[default]
    Plain,
    /// Candidates are interviewed in it.
    Interview,
    /// Candidates in it are out.
    Rejection,
    /// It is not in the pipeline, or no longer.
    Stray,
}

/// The figures of a stage. People are counted once, however often they came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StageFigures {
    /// What it is called.
    pub name: String,
    /// What kind it is.
    pub kind: StageKind,
    /// How many were ever in it.
    pub entered: usize,
    /// How many of those left it, or went on and came back.
    pub left: usize,
    /// How many of those went on to a later stage, rejections aside.
    pub on: usize,
    /// How many are out, and were last in it before.
    pub dropped: usize,
    /// How many are in it now.
    pub now: usize,
    /// The median of the stays that ended, in whole days.
    pub stay: Option<i64>,
    /// How many such stays there are.
    pub stays: usize,
    /// The median of the stays that go on, until now.
    pub ongoing: Option<i64>,
    /// How often it was entered in each of the last weeks, the last of them last.
    pub weeks: [usize; WEEKS],
    /// How many days somebody may be in it, from the config.
    pub limit: Option<u32>,
}

impl StageFigures {
    /// Which part of those who left went on; none while nobody left.
    #[must_use]
    pub fn conversion(&self) -> Option<f64> {
        let counts = matches!(self.kind, StageKind::Plain | StageKind::Interview) && self.left > 0;
        let exact = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        counts.then(|| exact(self.on) / exact(self.left))
    }

    /// The same in whole hundredths.
    #[must_use]
    pub fn percent(&self) -> Option<usize> {
        self.conversion().map(|_| hundredths(self.on, self.left))
    }
}

/// How many hundredths a part is, rounded; never all of them while one is
/// missing, and never none while one is there.
pub(crate) const fn hundredths(part: usize, whole: usize) -> usize {
    let half = whole / 2;
    match (part * 100 + half) / if whole == 0 { 1 } else { whole } {
        100.. if part < whole => 99,
        0 if part > 0 => 1,
        rounded => rounded,
    }
}

/// How long it takes to the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// The stage that counts as the end.
    pub stage: String,
    /// Whether it is called an offer; else it is the last one.
    pub is_offer: bool,
    /// How many got there, or beyond.
    pub reached: usize,
    /// The median from their first stage to it, in whole days.
    pub days: Option<i64>,
    /// Of how many that is known.
    pub dated: usize,
}

/// Somebody who has been long in a stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stuck {
    /// Who.
    pub candidate: CandidateId,
    /// What they are called, safe to show.
    pub name: String,
    /// In which stage.
    pub stage: String,
    /// For how many days.
    pub days: i64,
    /// How many are usual.
    pub usual: i64,
    /// Whether that is a limit of the config.
    pub is_limit: bool,
}

/// How candidates get through a job.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FunnelFigures {
    /// The stages of the pipeline in their order, and then those that are not in it.
    pub stages: Vec<StageFigures>,
    /// How many are out now.
    pub out: usize,
    /// How many of those were in no other stage before.
    pub straight: usize,
    /// How long it takes to the end.
    pub goal: Option<Goal>,
    /// Those who are stuck, the longest first; not all of them if they are many.
    pub stuck: Vec<Stuck>,
    /// How many are stuck.
    pub stuck_in_all: usize,
    /// How many histories were read.
    pub read: usize,
    /// How many of those tell no stage.
    pub silent: usize,
}

/// What the figures rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Basis {
    /// How many histories were read.
    pub read: usize,
    /// How many candidates there are.
    pub total: u64,
    /// How many could not be read.
    pub failed: usize,
    /// Whether more are being read.
    pub is_reading: bool,
}

/// What was counted, and of what.
#[derive(Debug, Default)]
pub struct FunnelCache {
    made: Option<Made>,
}

#[derive(Debug)]
struct Made {
    facts: FunnelFigures,
    version: Option<u64>,
    at: Moment,
    date: Timestamp,
}

impl FunnelCache {
    /// What was counted.
    #[must_use]
    pub fn facts(&self) -> Option<&FunnelFigures> {
        self.made.as_ref().map(|made| &made.facts)
    }

    /// The stages are other ones now.
    pub const fn outdate(&mut self) {
        if let Some(made) = &mut self.made {
            made.version = None;
        }
    }

    /// When they are to be counted anew; none while nothing changed.
    #[must_use]
    pub fn due_at(&self, histories: &Histories, now: Timestamp) -> Option<Moment> {
        let Some(made) = &self.made else {
            return (histories.version > 0).then_some(Moment(0));
        };
        let is_old = (now.to_utc() - made.date.to_utc()).num_seconds() >= OLD;
        let each = Duration::from_millis(histories.read() as u64 / EACH);
        let is_due = is_old || made.version != Some(histories.version);
        is_due.then(|| made.at.after(CALM + each))
    }

    pub(crate) fn take(
        &mut self,
        facts: FunnelFigures,
        version: u64,
        (at, date): (Moment, Timestamp),
    ) {
        self.made = Some(Made { facts, version: Some(version), at, date });
    }
}

impl State {
    /// The jobs whose figures are shown.
    pub(crate) fn counted(&self) -> impl Iterator<Item = &JobId> {
        let funnel = match &self.over {
            Some(Dialog::Funnel(funnel)) => Some(&funnel.job),
            _ => None,
        };
        self.job.iter().chain(funnel.filter(|job| Some(*job) != self.job.as_ref()))
    }

    /// When figures are to be counted anew.
    pub(crate) fn counts_at(&self) -> Option<Moment> {
        let open = self.counted().filter_map(|job| self.open.get(job));
        open.filter_map(|open| open.figures.due_at(&open.histories, self.clock.date)).min()
    }

    /// What the figures of a funnel rest on.
    #[must_use]
    pub fn basis(&self, funnel: &Funnel) -> Basis {
        let Some(open) = self.open.get(&funnel.job) else { return Basis::default() };
        let roll = &open.list.roll;
        Basis {
            read: open.histories.read(),
            total: roll.total().unwrap_or(0).max(roll.loaded() as u64),
            failed: open.history_queue.failed_count(),
            is_reading: !self.asked.is_empty(),
        }
    }

    /// The sheet of a funnel.
    #[must_use]
    pub fn funnel_sheet(&self, funnel: &Funnel, width: u16) -> FunnelSheet {
        let none = FunnelFigures::default();
        let figures = self.open.get(&funnel.job).and_then(|open| open.figures.facts());
        rich_text::funnel(figures.unwrap_or(&none), &self.basis(funnel), width.into())
    }
}
