//! The stage history of a candidate, from the application to now.
//!
//! Most candidates are rejected early, some advance, some are forgotten. A few step back, skip a
//! stage, are reconsidered after a rejection, or were in a stage that the pipeline no longer has.
//! The hired candidate reaches the last stage when the job is filled.

use super::jobs::DemoJob;
use super::office_hours::{EpochMillis, SECOND, timestamp};
use super::pipeline::RemovedStage;
use super::rng::Rng;
use crate::wire::StageEntry;

/// Probabilities in percent that the list of pipelines does not contain.
const STEP_BACK: f64 = 7.5;
const RECONSIDERED: f64 = 4.6;
const SKIP_STAGE: f64 = 15.0;

/// Index of the last stage that an unqualified candidate can reach.
const LAST_STAGE_IF_UNQUALIFIED: usize = 1;

/// The spread of the time in a stage around its median.
const STAY_SIGMA: f64 = 0.8;

/// Index and start of a stage.
type StageStep = (usize, EpochMillis);

/// The entries, oldest first; the last is a stage that the job still has.
pub(super) fn stage_history(
    job: &DemoJob,
    nth: usize,
    is_qualified: bool,
    applied_at: EpochMillis,
    rng: &mut Rng,
) -> Vec<StageEntry> {
    let mut steps = if job.hire == Some(nth) {
        hired_path(job, applied_at, rng)
    } else {
        random_path(job, is_qualified, applied_at, rng)
    };
    if job.hire != Some(nth) {
        reject_after_close(job, nth, &mut steps, rng);
    }
    let mut entries: Vec<StageEntry> =
        steps.iter().map(|(stage, at)| at_time(job.pipeline.stages[*stage].entry(), *at)).collect();
    if let Some(removed) = &job.pipeline.removed
        && let Some(index) = steps.windows(2).position(|pair| could_visit(removed, pair))
        && rng.chance(removed.visit_percent)
    {
        let time = time_between(job, steps[index].1, steps[index + 1].1, rng);
        entries.insert(index + 1, at_time(removed.entry(), time));
    }
    entries
}

/// Whether the removed stage lay between two steps, and there was time for it.
fn could_visit(removed: &RemovedStage, pair: &[StageStep]) -> bool {
    let [(from, entered), (to, left)] = *pair else { return false };
    from == removed.after && to > from && left - entered > 60 * SECOND
}

fn random_path(
    job: &DemoJob,
    is_qualified: bool,
    applied_at: EpochMillis,
    rng: &mut Rng,
) -> Vec<StageStep> {
    let pipeline = &job.pipeline;
    let mut steps = vec![(0, applied_at)];
    let (mut index, mut time) = (0, applied_at);
    let (mut has_returned, mut has_skipped) = (false, false);
    loop {
        let stage = &pipeline.stages[index];
        let stay = rng.log_normal(stage.median_days, STAY_SIGMA);
        let next = job.office.random_after(time, stay, rng);
        let draw = rng.unit() * 100.0;
        if next >= job.schedule.end || draw >= stage.advance_percent + stage.leave_percent {
            return steps;
        }
        time = next;
        let must_leave = !is_qualified && index >= LAST_STAGE_IF_UNQUALIFIED;
        if must_leave || draw >= stage.advance_percent {
            let withdraws = rng.chance(stage.withdraw_percent);
            steps.push((if withdraws { pipeline.withdrawn_index } else { stage.rejection }, time));
            let pause = rng.log_normal(9.0, STAY_SIGMA);
            let return_time = job.office.random_after(time, pause, rng);
            if has_returned || return_time >= job.schedule.end || !rng.chance(RECONSIDERED) {
                return steps;
            }
            time = return_time;
            has_returned = true;
        } else if !has_returned && index > 0 && rng.chance(STEP_BACK) {
            has_returned = true;
            index -= 1;
        } else {
            let skips = is_qualified
                && !has_skipped
                && index + 3 < pipeline.hired_index
                && rng.chance(SKIP_STAGE);
            has_skipped |= skips;
            index += if skips { 2 } else { 1 };
        }
        steps.push((index, time));
    }
}

fn hired_path(job: &DemoJob, applied_at: EpochMillis, rng: &mut Rng) -> Vec<StageStep> {
    let (hired_index, end) = (job.pipeline.hired_index, job.schedule.end);
    let stages = &job.pipeline.stages[..hired_index];
    let stays: Vec<f64> =
        stages.iter().map(|stage| rng.log_normal(stage.median_days, 0.4)).collect();
    let mut remaining: f64 = stays.iter().sum();
    let mut steps = vec![(0, applied_at)];
    let mut time = applied_at;
    for (stay, index) in stays.iter().zip(1..) {
        let days = days_between(time, end) * stay / remaining;
        let next = job.office.random_after(time, days, rng);
        time = if index == hired_index {
            end
        } else if next >= end {
            // Rounding to office hours can pass the day the job is filled.
            midpoint(time, end)
        } else {
            next
        };
        steps.push((index, time));
        remaining -= stay;
    }
    steps
}

/// When a job closes, the candidates still waiting are rejected one afternoon.
fn reject_after_close(job: &DemoJob, nth: usize, steps: &mut Vec<StageStep>, rng: &mut Rng) {
    let (Some(start), Some((last, _))) = (job.schedule.mass_rejection, steps.last().copied())
    else {
        return;
    };
    let stage = &job.pipeline.stages[last];
    if !stage.is_rejection() && rng.chance(job.schedule.rejected_percent) {
        let delay = i64::try_from(nth % 2400).unwrap_or(0);
        steps.push((stage.rejection, start + delay * 3 * SECOND));
    }
}

/// A time between two others, in office hours if possible.
fn time_between(
    job: &DemoJob,
    first: EpochMillis,
    second: EpochMillis,
    rng: &mut Rng,
) -> EpochMillis {
    let time = job.office.random_after(first, days_between(first, second) * 0.4, rng);
    if time < second { time } else { midpoint(first, second) }
}

/// In whole seconds if the two are that far apart.
const fn midpoint(first: EpochMillis, second: EpochMillis) -> EpochMillis {
    let middle = first + (second - first) / 2;
    let rounded = middle - middle % SECOND;
    if rounded > first { rounded } else { middle }
}

fn days_between(first: EpochMillis, second: EpochMillis) -> f64 {
    let minutes = (second - first).max(0) / (60 * SECOND);
    f64::from(i32::try_from(minutes).unwrap_or(i32::MAX)) / 1440.0
}

fn at_time(entry: StageEntry, time: EpochMillis) -> StageEntry {
    StageEntry { stage_date: timestamp(time), ..entry }
}
