//! The figures of a funnel: what `count` computes and the terminal draws.

use crate::wire::CandidateId;

/// Weeks whose entries are counted.
pub const WEEKS: usize = 12;

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
