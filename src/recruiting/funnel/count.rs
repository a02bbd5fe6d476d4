//! Computes the figures of a funnel from stage histories. Pure; the funnel feature calls it.

use std::collections::HashMap;

use super::figures::{FunnelFigures, Goal, StageFigures, StuckCandidate, WEEKS};
use super::histories::{NamedStage, StageVisit};
use super::overdue::{StageRole, Threshold};
use crate::recruiting::stage::{StageKind, is_offer};
use crate::wire::{CandidateId, PipelineStage, Timestamp};

const DAY: i64 = 24 * 60 * 60;
const MAX_STUCK: usize = 200;

/// The path of one candidate through the stages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CandidatePath<'a> {
    pub(crate) candidate: &'a str,
    /// Safe to show.
    pub(crate) name: &'a str,
    /// In order of time.
    pub(crate) visits: &'a [StageVisit],
}

#[derive(Default)]
struct StageCounter {
    stage: StageFigures,
    ended: Vec<i64>,
    ongoing: Vec<i64>,
}

/// A candidate in their current stage.
struct CurrentStay<'a> {
    slot: usize,
    seconds: i64,
    path: CandidatePath<'a>,
}

/// `named_stages` are the stages that the visits refer to; `limit` returns the configured limit of
/// a stage in days.
pub(crate) fn compute<'a>(
    named_stages: &[NamedStage],
    paths: impl Iterator<Item = CandidatePath<'a>>,
    pipeline: &[PipelineStage],
    limit: &dyn Fn(&str) -> Option<u32>,
    now: Timestamp,
) -> FunnelFigures {
    let (slots, stages) = index_stages(named_stages, pipeline, limit);
    let goal = find_goal(&stages);
    let mut counter = FunnelCounter {
        stage_counters: stages
            .into_iter()
            .map(|stage| StageCounter { stage, ..StageCounter::default() })
            .collect(),
        figures: FunnelFigures::default(),
        current: Vec::new(),
        goal,
        reached: 0,
        times: Vec::new(),
        now: now.to_utc().timestamp(),
    };
    let mut visits: Vec<(usize, Option<i64>)> = Vec::new();
    for path in paths {
        visits.clear();
        for visit in path.visits {
            let Some(slot) = slots.get(usize::from(visit.stage)).copied() else { continue };
            // Entering the current stage again is not a move.
            if visits.last().is_none_or(|(last, _)| *last != slot) {
                visits.push((slot, visit.at.map(|at| at.get().into())));
            }
        }
        counter.figures.read += 1;
        counter.add_path(&visits, path);
    }
    counter.finish()
}

/// Maps each named stage to an index into all stages: those of the pipeline in order, then the
/// others as they appear.
fn index_stages(
    named_stages: &[NamedStage],
    pipeline: &[PipelineStage],
    limit: &dyn Fn(&str) -> Option<u32>,
) -> (Vec<usize>, Vec<StageFigures>) {
    let mut ordered: Vec<&PipelineStage> = pipeline.iter().collect();
    ordered.sort_by_key(|stage| stage.stage_order.unwrap_or(i64::MAX));
    let clean = |name: &str| crate::text::sanitize(name).into_owned();
    let mut stages: Vec<StageFigures> = ordered
        .iter()
        .map(|stage| StageFigures {
            name: clean(&stage.name),
            kind: StageKind::new(stage),
            limit: limit(&stage.name),
            ..StageFigures::default()
        })
        .collect();
    let slots = named_stages.iter().map(|name| {
        ordered.iter().position(|stage| name.stage_ref().matches(stage)).unwrap_or_else(|| {
            let label = if name.name.is_empty() { &name.id } else { &name.name };
            let (name, limit) = (clean(label), limit(&name.name));
            let kind = StageKind::unlisted(&name);
            stages.push(StageFigures { name, kind, limit, ..StageFigures::default() });
            stages.len() - 1
        })
    });
    (slots.collect(), stages)
}

/// The stage that counts as the end: the first offer, or else the last stage.
fn find_goal(stages: &[StageFigures]) -> Option<(usize, bool)> {
    let is_regular = |stage: &StageFigures| stage.kind.is_step();
    let offer = stages.iter().position(|stage| is_regular(stage) && is_offer(&stage.name));
    let last = || stages.iter().rposition(is_regular);
    offer.map(|at| (at, true)).or_else(|| last().map(|at| (at, false)))
}

struct FunnelCounter<'a> {
    stage_counters: Vec<StageCounter>,
    figures: FunnelFigures,
    current: Vec<CurrentStay<'a>>,
    goal: Option<(usize, bool)>,
    reached: usize,
    times: Vec<i64>,
    now: i64,
}

impl<'a> FunnelCounter<'a> {
    /// The position of a stage that candidates progress to; none for rejection stages and stages
    /// outside the pipeline.
    fn rank(&self, slot: usize) -> Option<usize> {
        self.stage_counters[slot].stage.kind.is_step().then_some(slot)
    }

    fn is_rejection(&self, slot: usize) -> bool {
        self.stage_counters[slot].stage.kind.is_closed()
    }

    fn add_path(&mut self, visits: &[(usize, Option<i64>)], path: CandidatePath<'a>) {
        let Some((last, entered)) = visits.last().copied() else {
            self.figures.without_stage += 1;
            return;
        };
        self.count_visits(visits, last);
        for ((slot, from), (_, to)) in visits.iter().zip(visits.iter().skip(1)) {
            let stay = from.zip(*to).map(|(from, to)| to - from).filter(|stay| *stay >= 0);
            self.stage_counters[*slot].ended.extend(stay);
        }
        for (slot, at) in visits {
            let week = at.map(|at| (self.now - at).div_euclid(7 * DAY));
            let week = week.and_then(|week| WEEKS.checked_sub(usize::try_from(week).ok()? + 1));
            if let Some(week) = week {
                self.stage_counters[*slot].stage.weeks[week] += 1;
            }
        }
        self.stage_counters[last].stage.current += 1;
        if let Some(seconds) = entered.map(|at| self.now - at).filter(|stay| *stay >= 0) {
            self.stage_counters[last].ongoing.push(seconds);
            self.current.push(CurrentStay { slot: last, seconds, path });
        }
        if self.is_rejection(last) {
            self.figures.rejected += 1;
            match visits.iter().rev().find(|(slot, _)| !self.is_rejection(*slot)) {
                Some((slot, _)) => self.stage_counters[*slot].stage.dropped += 1,
                None => self.figures.rejected_at_once += 1,
            }
        }
        self.count_goal(visits);
    }

    /// Walks backwards, so that each step knows the farthest stage after it.
    fn count_visits(&mut self, visits: &[(usize, Option<i64>)], last: usize) {
        let mut moved_on: HashMap<usize, bool> = HashMap::new();
        let mut farthest = None;
        for (slot, _) in visits.iter().rev() {
            let rank = self.rank(*slot);
            moved_on.insert(*slot, rank.is_some() && farthest > rank);
            farthest = farthest.max(rank);
        }
        for (slot, has_moved_on) in moved_on {
            let stage = &mut self.stage_counters[slot].stage;
            stage.entered += 1;
            stage.left += usize::from(has_moved_on || slot != last);
            stage.moved_on += usize::from(has_moved_on);
        }
    }

    fn count_goal(&mut self, visits: &[(usize, Option<i64>)]) {
        let Some((goal, _)) = self.goal else { return };
        let is_at_goal = |slot: usize| self.rank(slot).is_some_and(|rank| rank >= goal);
        let Some((_, goal_at)) = visits.iter().find(|(slot, _)| is_at_goal(*slot)) else { return };
        let first = visits.first().and_then(|(_, at)| *at);
        let time = first.zip(*goal_at).map(|(first, there)| there - first);
        self.reached += 1;
        self.times.extend(time.filter(|time| *time >= 0));
    }

    fn finish(mut self) -> FunnelFigures {
        let steps: Vec<usize> =
            (0..self.stage_counters.len()).filter_map(|slot| self.rank(slot)).collect();
        let (first, last) = (steps.first().copied(), steps.last().copied());
        for (slot, counter) in self.stage_counters.iter_mut().enumerate() {
            let stage = &mut counter.stage;
            stage.stay_count = counter.ended.len();
            stage.median_days = median(&mut counter.ended).map(round_to_days);
            // Whole days, as the lists count them.
            stage.ongoing_days = median(&mut counter.ongoing).map(|seconds| seconds / DAY);
            let [is_first, is_last] = [first, last].map(|end| end == Some(slot));
            let role = StageRole::new(stage.kind, &stage.name, is_first, is_last);
            let median = stage.median_days.map(|days| (days, stage.stay_count));
            stage.threshold = Threshold::new(stage.limit, role, median);
        }
        let mut stuck = self.stuck_candidates();
        self.figures.stuck_total = stuck.len();
        stuck.truncate(MAX_STUCK);
        self.figures.stuck = stuck;
        self.figures.goal = self.goal.map(|(slot, is_offer)| Goal {
            stage: self.stage_counters[slot].stage.name.clone(),
            is_offer,
            reached: self.reached,
            dated: self.times.len(),
            days: median(&mut self.times).map(round_to_days),
        });
        // A stage outside the pipeline is shown only if a candidate was in it.
        let is_visible =
            |stage: &StageFigures| stage.kind != StageKind::Unlisted || stage.entered > 0;
        let stages = self.stage_counters.into_iter().map(|counter| counter.stage);
        self.figures.stages = stages.filter(is_visible).collect();
        self.figures
    }

    /// The candidates who are longer in their stage than its limit or twice the median, the longest
    /// stay first.
    fn stuck_candidates(&self) -> Vec<StuckCandidate> {
        let to_stuck = |current: &CurrentStay<'_>| {
            let stage = &self.stage_counters[current.slot].stage;
            let threshold = stage.threshold?;
            let days = current.seconds / DAY;
            (days > threshold.days).then(|| StuckCandidate {
                candidate: CandidateId::from(current.path.candidate),
                name: current.path.name.to_owned(),
                stage: stage.name.clone(),
                days,
                threshold,
            })
        };
        let mut stuck: Vec<StuckCandidate> = self.current.iter().filter_map(to_stuck).collect();
        stuck.sort_by(|a, b| {
            b.days.cmp(&a.days).then_with(|| (&a.name, &a.candidate).cmp(&(&b.name, &b.candidate)))
        });
        stuck
    }
}

const fn round_to_days(seconds: i64) -> i64 {
    (seconds + DAY / 2) / DAY
}

fn median(values: &mut [i64]) -> Option<i64> {
    let middle = values.len() / 2;
    if values.is_empty() {
        return None;
    }
    let (below, at, _) = values.select_nth_unstable(middle);
    let at = *at;
    let before = if below.len() == middle && values.len().is_multiple_of(2) {
        values.iter().take(middle).max().copied()
    } else {
        None
    };
    Some(before.map_or(at, |before| i64::midpoint(before, at)))
}
