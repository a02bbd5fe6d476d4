//! The figures of a funnel: what `count` computes and the terminal draws.

use super::overdue::{StageRole, Threshold, limit_of};
use crate::recruiting::stage::{StageKind, StageRef};
use crate::text::sanitize;
use crate::wire::{CandidateId, PipelineStage};

/// The number of weeks in the trend of a stage.
pub(crate) const WEEKS: usize = 12;

/// A median of fewer finished stays means little.
const MIN_SAMPLES: usize = 5;

/// Every candidate counts once, however often they entered the stage.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct StageFigures {
    pub(crate) name: String,
    pub(crate) kind: StageKind,
    pub(crate) entered: usize,
    /// Of `entered`: candidates who left, or moved on and came back.
    pub(crate) left: usize,
    /// Of `left`: candidates who reached a later stage that is no rejection.
    pub(crate) moved_on: usize,
    /// Rejected candidates whose last stage before the rejection was this one.
    pub(crate) dropped: usize,
    pub(crate) current: usize,
    /// Median of the finished stays, in days.
    pub(crate) median_days: Option<i64>,
    /// The number of finished stays.
    pub(crate) stay_count: usize,
    /// Median of the unfinished stays so far, in days.
    pub(crate) ongoing_days: Option<i64>,
    /// Entries per week, the current week last.
    pub(crate) weeks: [usize; WEEKS],
    /// The configured limit for a stay, in days.
    pub(crate) limit: Option<u32>,
    /// When a stay counts as long.
    pub(crate) threshold: Option<Threshold>,
}

impl StageFigures {
    /// The share of leavers who moved on; None before the first leaver.
    pub(crate) fn conversion(&self) -> Option<f64> {
        let is_counted = self.kind.is_step() && self.left > 0;
        let exact = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        is_counted.then(|| exact(self.moved_on) / exact(self.left))
    }

    /// The median stay, unless it has too few samples or the candidates do not move on from here.
    pub(crate) fn reliable_median(&self) -> Option<i64> {
        self.median_days.filter(|_| self.kind.is_step() && self.stay_count >= MIN_SAMPLES)
    }

    pub(crate) fn percent(&self) -> Option<usize> {
        self.conversion().map(|_| percentage(self.moved_on, self.left))
    }
}

/// A rounded percentage that is 0 or 100 only if it is exactly that.
pub(crate) const fn percentage(part: usize, whole: usize) -> usize {
    let half = whole / 2;
    match (part * 100 + half) / if whole == 0 { 1 } else { whole } {
        100.. if part < whole => 99,
        0 if part > 0 => 1,
        rounded => rounded,
    }
}

/// The stage that counts as the end, and the time to reach it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Goal {
    pub(crate) stage: String,
    /// Whether the stage is an offer by its name; otherwise it is the last stage.
    pub(crate) is_offer: bool,
    /// Candidates who reached the stage or a later one.
    pub(crate) reached: usize,
    /// Median from the first stage, in days.
    pub(crate) days: Option<i64>,
    /// The number of candidates in that median.
    pub(crate) dated: usize,
}

/// A candidate who is in a stage for longer than usual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StuckCandidate {
    pub(crate) candidate: CandidateId,
    /// Safe to show.
    pub(crate) name: String,
    pub(crate) stage: String,
    pub(crate) days: i64,
    pub(crate) threshold: Threshold,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct FunnelFigures {
    /// The stages of the pipeline in order, then the others.
    pub(crate) stages: Vec<StageFigures>,
    /// Candidates who are rejected now.
    pub(crate) rejected: usize,
    /// Of `rejected`: candidates who were in no other stage before.
    pub(crate) rejected_at_once: usize,
    /// None without such a stage.
    pub(crate) goal: Option<Goal>,
    /// The longest stay first, cut after a few hundred.
    pub(crate) stuck: Vec<StuckCandidate>,
    /// Also counts those cut from `stuck`.
    pub(crate) stuck_total: usize,
    /// Histories that were read.
    pub(crate) read: usize,
    /// Of `read`: histories without any stage.
    pub(crate) without_stage: usize,
}

/// How much of the job the figures cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct FunnelCoverage {
    /// Histories that were read.
    pub(crate) read: usize,
    pub(crate) total: u64,
    pub(crate) failed: usize,
    pub(crate) is_reading: bool,
}

/// The threshold of the stage with this id and name: its limit, or that of the figures, so that
/// lists and funnel agree; without figures, the rule for a stage that no candidate has left yet.
pub(crate) fn threshold_of(
    (id, name): (&str, &str),
    pipeline: &[PipelineStage],
    figures: Option<&FunnelFigures>,
    limits: &[(String, u32)],
) -> Option<Threshold> {
    let listed = StageRef::new(id, name).find(pipeline);
    let name = listed.map_or(name, |stage| &stage.name);
    let limit = limit_of(limits, name);
    if limit.is_none()
        && let Some(figures) = figures
    {
        let label = sanitize(name);
        if let Some(stage) = figures.stages.iter().find(|stage| stage.name == label) {
            return stage.threshold;
        }
    }
    let steps = || pipeline.iter().filter(|stage| StageKind::new(stage).is_step());
    let order = |stage: &&PipelineStage| stage.stage_order.unwrap_or(i64::MAX);
    let [is_first, is_last] = [steps().min_by_key(order), steps().max_by_key(order)]
        .map(|end| listed.zip(end).is_some_and(|(stage, end)| stage.id == end.id));
    let kind = StageKind::find(id, name, pipeline);
    Threshold::new(limit, StageRole::new(kind, name, is_first, is_last), None)
}
