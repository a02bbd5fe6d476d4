//! Whether the server did what was decided.

use std::cmp::Ordering;

use super::candidate::GivenVerdict;
use super::entry::{Snapshot, Verdict};
use crate::recruiting::stage::StageRef;
use crate::wire::PipelineStage;

/// What became of a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncStatus {
    /// The recruiting system did it.
    Done,
    /// It is still to be carried out there.
    ToDo,
    /// The system did something else; what.
    Disagrees(String),
    /// Nothing is to be carried out: they wait where they were.
    Waits,
    /// The pipeline is not read yet, or does not know the stage.
    Unknown,
}

/// What became of a verdict, now that the candidate is in this stage.
#[must_use]
pub fn fate(given: &GivenVerdict, now: &Snapshot, pipeline: &[PipelineStage]) -> SyncStatus {
    let current = StageRef::new(&now.stage_id, &now.stage_name);
    let before = StageRef::new(&given.seen.stage_id, &given.seen.stage_name);
    let at = |stage: StageRef<'_>| pipeline.iter().position(|one| stage.is(one));
    let (left, found) = (at(before), at(current));
    // With an id here and only a name there it may still be the same.
    let stays = current == before || (found.is_some() && left == found);
    let Some(stage) = found.and_then(|found| pipeline.get(found)) else {
        return match (stays, given.verdict) {
            (true, Verdict::Wait) => SyncStatus::Waits,
            (true, _) => SyncStatus::ToDo,
            (false, _) => SyncStatus::Unknown,
        };
    };
    let name = &stage.name;
    let on = left.zip(found).map(|(left, found)| {
        let order = |at: usize| pipeline.get(at).and_then(|stage| stage.stage_order);
        let ordered = order(found).zip(order(left)).map(|(now, left)| now.cmp(&left));
        ordered.unwrap_or(Ordering::Equal).then(found.cmp(&left))
    });
    let elsewhere = || match on {
        Some(Ordering::Less) => SyncStatus::Disagrees(format!("moved back to {name}")),
        Some(Ordering::Greater) => SyncStatus::Disagrees(format!("moved on to {name}")),
        _ => SyncStatus::Disagrees(format!("moved to {name}")),
    };
    match given.verdict {
        Verdict::Decline if stage.is_rejection_stage => SyncStatus::Done,
        Verdict::Advance | Verdict::Wait if stage.is_rejection_stage && !stays => {
            SyncStatus::Disagrees(format!("rejected there: {name}"))
        }
        Verdict::Wait if stays => SyncStatus::Waits,
        Verdict::Advance | Verdict::Decline if stays => SyncStatus::ToDo,
        Verdict::Advance if on.is_some_and(Ordering::is_gt) => SyncStatus::Done,
        // A stage that left the pipeline has no place in it: being elsewhere is all that is known.
        Verdict::Advance if on.is_none() => SyncStatus::Unknown,
        _ => elsewhere(),
    }
}

/// What is different from when they were decided on, but for the stage.
#[must_use]
pub fn changes(given: &GivenVerdict, now: &Snapshot) -> Option<String> {
    let was = &given.seen;
    let is_new = |was: &str, now: &str| !now.is_empty() && was != now;
    match (is_new(&was.title, &now.title), is_new(&was.company, &now.company)) {
        (true, true) => Some(format!("now {} at {}", now.title, now.company)),
        (true, false) => Some(format!("now {}", now.title)),
        (false, true) => Some(format!("now at {}", now.company)),
        (false, false) => None,
    }
}
