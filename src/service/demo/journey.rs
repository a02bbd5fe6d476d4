//! How one candidate went through a pipeline, from their coming to now.
//!
//! Most are turned down early, some go on, some are forgotten; a few go back,
//! jump a stage, return after a refusal, or were in a stage that is no more.
//! The one who gets the job arrives at its end on the day the job was filled.

use super::dice::Dice;
use super::jobs::Job;
use super::office::{Moment, SECOND, timestamp};
use super::pipeline::Stage;
use crate::wire::StageEntry;

/// Chances in percent, where the pipeline says nothing.
const GOES_BACK: f64 = 7.5;
const COMES_BACK: f64 = 4.6;
const JUMPS: f64 = 15.0;

/// The last stage for those who are not what the job asks for: somebody looks
/// at them, or speaks to them once.
const STRANGERS_END: usize = 1;

/// The spread of stays around their median.
const SPREAD: f64 = 0.8;

/// The stages entered, oldest first; the last is one of the job's.
pub(super) fn journey(
    job: &Job,
    nth: usize,
    suits: bool,
    arrived: Moment,
    dice: &mut Dice,
) -> Vec<StageEntry> {
    let mut steps = if job.hire == Some(nth) {
        straight_to_the_goal(job, arrived, dice)
    } else {
        wandering(job, suits, arrived, dice)
    };
    if job.hire != Some(nth) {
        swept_out(job, nth, &mut steps, dice);
    }
    let mut entries: Vec<StageEntry> =
        steps.iter().map(|(stage, at)| entry(&job.pipeline.stages[*stage], *at)).collect();
    if let Some(removed) = &job.pipeline.removed
        && let Some(place) = steps.windows(2).position(|pair| led_past(removed, pair))
        && dice.chance(removed.own)
    {
        let at = between(job, steps[place].1, steps[place + 1].1, dice);
        entries.insert(place + 1, entry(removed, at));
    }
    entries
}

type Step = (usize, Moment);

/// Whether a removed stage stood between these two, and there was time for it.
fn led_past(removed: &Stage, pair: &[Step]) -> bool {
    let [(from, left), (to, reached)] = *pair else { return false };
    from == removed.into && to > from && reached - left > 60 * SECOND
}

fn wandering(job: &Job, suits: bool, arrived: Moment, dice: &mut Dice) -> Vec<Step> {
    let pipeline = &job.pipeline;
    let mut steps = vec![(0, arrived)];
    let (mut at, mut moment) = (0, arrived);
    let (mut turned, mut jumped) = (false, false);
    loop {
        let stage = &pipeline.stages[at];
        let then = job.office.after(moment, dice.log_normal(stage.days, SPREAD), dice);
        let fate = dice.unit() * 100.0;
        if then >= job.times.until || fate >= stage.on + stage.out {
            return steps;
        }
        moment = then;
        let ends_here = !suits && at >= STRANGERS_END;
        if ends_here || fate >= stage.on {
            let own = dice.chance(stage.own);
            steps.push((if own { pipeline.left } else { stage.into }, moment));
            let again = job.office.after(moment, dice.log_normal(9.0, SPREAD), dice);
            if turned || again >= job.times.until || !dice.chance(COMES_BACK) {
                return steps;
            }
            moment = again;
            turned = true;
        } else if !turned && at > 0 && dice.chance(GOES_BACK) {
            turned = true;
            at -= 1;
        } else {
            let jump = suits && !jumped && at + 3 < pipeline.goal && dice.chance(JUMPS);
            jumped |= jump;
            at += if jump { 2 } else { 1 };
        }
        steps.push((at, moment));
    }
}

fn straight_to_the_goal(job: &Job, arrived: Moment, dice: &mut Dice) -> Vec<Step> {
    let stages = &job.pipeline.stages[..job.pipeline.goal];
    let stays: Vec<f64> = stages.iter().map(|stage| dice.log_normal(stage.days, 0.4)).collect();
    let mut ahead: f64 = stays.iter().sum();
    let mut steps = vec![(0, arrived)];
    let mut moment = arrived;
    for (stay, stage) in stays.iter().zip(1..) {
        let days = days_between(moment, job.times.until) * stay / ahead;
        let drawn = job.office.after(moment, days, dice);
        // Rounding to office hours may run over the day the job was filled.
        let late = stage < job.pipeline.goal && drawn >= job.times.until;
        moment = if late { halfway(moment, job.times.until) } else { drawn };
        if stage == job.pipeline.goal {
            moment = job.times.until;
        }
        steps.push((stage, moment));
        ahead -= stay;
    }
    steps
}

/// The afternoon after a job is filled, all who still wait are turned down.
fn swept_out(job: &Job, nth: usize, steps: &mut Vec<Step>, dice: &mut Dice) {
    let (Some(sweep), Some((last, _))) = (job.times.sweep, steps.last().copied()) else {
        return;
    };
    let stage = &job.pipeline.stages[last];
    if !stage.is_rejection() && dice.chance(job.times.swept) {
        let turn = i64::try_from(nth % 2400).unwrap_or(0);
        steps.push((stage.into, sweep + turn * 3 * SECOND));
    }
}

/// A moment inside a stay, in office hours where there are any.
fn between(job: &Job, first: Moment, second: Moment, dice: &mut Dice) -> Moment {
    let drawn = job.office.after(first, days_between(first, second) * 0.4, dice);
    if drawn < second { drawn } else { halfway(first, second) }
}

const fn halfway(first: Moment, second: Moment) -> Moment {
    let half = first + (second - first) / 2;
    let whole = half - half % SECOND;
    if whole > first { whole } else { half }
}

fn days_between(first: Moment, second: Moment) -> f64 {
    let minutes = (second - first).max(0) / (60 * SECOND);
    f64::from(i32::try_from(minutes).unwrap_or(i32::MAX)) / 1440.0
}

fn entry(stage: &Stage, at: Moment) -> StageEntry {
    StageEntry { stage_date: timestamp(at), ..stage.entry() }
}
