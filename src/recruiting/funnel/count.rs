//! Computes the figures of a funnel from stage histories. Pure; the funnel feature calls it.

use std::collections::HashMap;

use super::figures::{FunnelFigures, Goal, StageFigures, StageKind, Stuck, WEEKS};
use super::histories::{NamedStage, StageVisit};
use crate::recruiting::table::fold;
use crate::wire::{CandidateId, PipelineStage, Timestamp};

const DAY: i64 = 24 * 60 * 60;
/// Without a configured limit, a shorter stay is never long. In days.
pub(crate) const LONG: i64 = 14;
const NAMES: usize = 200;

/// The path of one candidate through the stages.
#[derive(Debug, Clone, Copy)]
pub struct Passage<'a> {
    pub candidate: &'a str,
    /// Safe to show.
    pub name: &'a str,
    /// In order of time.
    pub steps: &'a [StageVisit],
}

#[derive(Default)]
struct Tally {
    stage: StageFigures,
    ended: Vec<i64>,
    ongoing: Vec<i64>,
}

/// A candidate in their current stage.
struct Present<'a> {
    slot: usize,
    seconds: i64,
    who: Passage<'a>,
}

/// `named` are the stages that the steps refer to, `limit` returns the configured limit of a stage
/// in days.
pub fn of<'a>(
    named: &[NamedStage],
    passages: impl Iterator<Item = Passage<'a>>,
    pipeline: &[PipelineStage],
    limit: &dyn Fn(&str) -> Option<u32>,
    now: Timestamp,
) -> FunnelFigures {
    let (slots, stages) = stages(named, pipeline, limit);
    let goal = goal(&stages);
    let mut count = Count {
        tallies: stages.into_iter().map(|stage| Tally { stage, ..Tally::default() }).collect(),
        facts: FunnelFigures::default(),
        present: Vec::new(),
        goal,
        reached: 0,
        times: Vec::new(),
        now: now.to_utc().timestamp(),
    };
    let mut way: Vec<(usize, Option<i64>)> = Vec::new();
    for passage in passages {
        way.clear();
        for step in passage.steps {
            let Some(slot) = slots.get(usize::from(step.stage)).copied() else { continue };
            // Entering the current stage again is not a move.
            if way.last().is_none_or(|(last, _)| *last != slot) {
                way.push((slot, step.at.map(|at| at.get().into())));
            }
        }
        count.facts.read += 1;
        count.passage(&way, passage);
    }
    count.facts()
}

/// Maps each named stage to an index into all stages: those of the pipeline in order, then the
/// others as they appear.
fn stages(
    named: &[NamedStage],
    pipeline: &[PipelineStage],
    limit: &dyn Fn(&str) -> Option<u32>,
) -> (Vec<usize>, Vec<StageFigures>) {
    let mut ordered: Vec<&PipelineStage> = pipeline.iter().collect();
    ordered.sort_by_key(|stage| stage.stage_order.unwrap_or(i64::MAX));
    let told = |name: &str| crate::text::sanitize(name).into_owned();
    let mut stages: Vec<StageFigures> = ordered
        .iter()
        .map(|stage| StageFigures {
            name: told(&stage.name),
            kind: match (stage.is_rejection_stage, stage.is_interviewing_stage) {
                (true, _) => StageKind::Rejection,
                (false, true) => StageKind::Interview,
                (false, false) => StageKind::Plain,
            },
            limit: limit(&stage.name),
            ..StageFigures::default()
        })
        .collect();
    let slots = named.iter().map(|name| {
        ordered.iter().position(|stage| name.meant().is(stage)).unwrap_or_else(|| {
            let called = if name.name.is_empty() { &name.id } else { &name.name };
            let (name, limit) = (told(called), limit(&name.name));
            stages.push(StageFigures {
                name,
                kind: StageKind::Stray,
                limit,
                ..StageFigures::default()
            });
            stages.len() - 1
        })
    });
    (slots.collect(), stages)
}

/// The stage that counts as the end: the first offer, or else the last stage.
fn goal(stages: &[StageFigures]) -> Option<(usize, bool)> {
    let counts =
        |stage: &StageFigures| matches!(stage.kind, StageKind::Plain | StageKind::Interview);
    let is_offer = |stage: &StageFigures| fold(&stage.name).windows(5).any(|word| word == b"offer");
    let offer = stages.iter().position(|stage| counts(stage) && is_offer(stage));
    let last = || stages.iter().rposition(counts);
    offer.map(|at| (at, true)).or_else(|| last().map(|at| (at, false)))
}

struct Count<'a> {
    tallies: Vec<Tally>,
    facts: FunnelFigures,
    present: Vec<Present<'a>>,
    goal: Option<(usize, bool)>,
    reached: usize,
    times: Vec<i64>,
    now: i64,
}

impl<'a> Count<'a> {
    /// The position of a stage that candidates progress to; none for rejections and strays.
    fn rank(&self, slot: usize) -> Option<usize> {
        matches!(self.tallies[slot].stage.kind, StageKind::Plain | StageKind::Interview)
            .then_some(slot)
    }

    fn is_out(&self, slot: usize) -> bool {
        self.tallies[slot].stage.kind == StageKind::Rejection
    }

    fn passage(&mut self, way: &[(usize, Option<i64>)], who: Passage<'a>) {
        let Some((last, entered)) = way.last().copied() else {
            self.facts.silent += 1;
            return;
        };
        self.visits(way, last);
        for ((slot, from), (_, to)) in way.iter().zip(way.iter().skip(1)) {
            let stay = from.zip(*to).map(|(from, to)| to - from).filter(|stay| *stay >= 0);
            self.tallies[*slot].ended.extend(stay);
        }
        for (slot, at) in way {
            let week = at.map(|at| (self.now - at).div_euclid(7 * DAY));
            let week = week.and_then(|week| WEEKS.checked_sub(usize::try_from(week).ok()? + 1));
            if let Some(week) = week {
                self.tallies[*slot].stage.weeks[week] += 1;
            }
        }
        self.tallies[last].stage.now += 1;
        if let Some(seconds) = entered.map(|at| self.now - at).filter(|stay| *stay >= 0) {
            self.tallies[last].ongoing.push(seconds);
            self.present.push(Present { slot: last, seconds, who });
        }
        if self.is_out(last) {
            self.facts.out += 1;
            match way.iter().rev().find(|(slot, _)| !self.is_out(*slot)) {
                Some((slot, _)) => self.tallies[*slot].stage.dropped += 1,
                None => self.facts.straight += 1,
            }
        }
        self.reach(way);
    }

    /// Goes backwards, so that each step knows the farthest stage after it.
    fn visits(&mut self, way: &[(usize, Option<i64>)], last: usize) {
        let mut went_on: HashMap<usize, bool> = HashMap::new();
        let mut farthest = None;
        for (slot, _) in way.iter().rev() {
            let rank = self.rank(*slot);
            went_on.insert(*slot, rank.is_some() && farthest > rank);
            farthest = farthest.max(rank);
        }
        for (slot, on) in went_on {
            let stage = &mut self.tallies[slot].stage;
            stage.entered += 1;
            stage.left += usize::from(on || slot != last);
            stage.on += usize::from(on);
        }
    }

    fn reach(&mut self, way: &[(usize, Option<i64>)]) {
        let Some((goal, _)) = self.goal else { return };
        let is_there = |slot: usize| self.rank(slot).is_some_and(|rank| rank >= goal);
        let Some((_, there)) = way.iter().find(|(slot, _)| is_there(*slot)) else { return };
        let first = way.first().and_then(|(_, at)| *at);
        let time = first.zip(*there).map(|(first, there)| there - first);
        self.reached += 1;
        self.times.extend(time.filter(|time| *time >= 0));
    }

    fn facts(mut self) -> FunnelFigures {
        for tally in &mut self.tallies {
            tally.stage.stays = tally.ended.len();
            tally.stage.stay = median(&mut tally.ended).map(rounded);
            tally.stage.ongoing = median(&mut tally.ongoing).map(rounded);
        }
        let last = self
            .tallies
            .iter()
            .rposition(|tally| matches!(tally.stage.kind, StageKind::Plain | StageKind::Interview));
        let usual = |slot: usize| {
            let stage = &self.tallies[slot].stage;
            match stage.limit {
                Some(limit) => Some((i64::from(limit), true)),
                // Nobody is stuck in a rejection or in the last stage.
                None if stage.kind == StageKind::Rejection || Some(slot) == last => None,
                None => Some(((stage.stay.unwrap_or(0) * 2).max(LONG), false)),
            }
        };
        let mut stuck: Vec<(i64, i64, bool, &Present<'_>)> = self
            .present
            .iter()
            .filter_map(|one| {
                let ((usual, is_limit), days) = (usual(one.slot)?, whole(one.seconds));
                (days > usual).then_some((days, usual, is_limit, one))
            })
            .collect();
        let key = |one: &Present<'_>| (one.who.name.to_owned(), one.who.candidate.to_owned());
        stuck.sort_by(|(days, .., one), (more, .., other)| {
            more.cmp(days).then_with(|| key(one).cmp(&key(other)))
        });
        self.facts.stuck_in_all = stuck.len();
        let told = stuck.iter().take(NAMES).map(|(days, usual, is_limit, one)| Stuck {
            candidate: CandidateId::from(one.who.candidate),
            name: one.who.name.to_owned(),
            stage: self.tallies[one.slot].stage.name.clone(),
            days: *days,
            usual: *usual,
            is_limit: *is_limit,
        });
        self.facts.stuck = told.collect();
        self.facts.goal = self.goal.map(|(slot, is_offer)| Goal {
            stage: self.tallies[slot].stage.name.clone(),
            is_offer,
            reached: self.reached,
            dated: self.times.len(),
            days: median(&mut self.times).map(rounded),
        });
        // A stage outside the pipeline is shown only if a candidate was in it.
        let is_told = |stage: &StageFigures| stage.kind != StageKind::Stray || stage.entered > 0;
        self.facts.stages =
            self.tallies.into_iter().map(|tally| tally.stage).filter(is_told).collect();
        self.facts
    }
}

const fn rounded(seconds: i64) -> i64 {
    (seconds + DAY / 2) / DAY
}

const fn whole(seconds: i64) -> i64 {
    seconds / DAY
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
