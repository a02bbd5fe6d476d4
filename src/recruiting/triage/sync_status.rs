//! Compares a verdict with what the server did since.

use std::cmp::Ordering;

use super::candidate::GivenVerdict;
use super::entry::{Snapshot, Verdict};
use crate::recruiting::stage::StageRef;
use crate::wire::PipelineStage;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncStatus {
    /// The server did what was decided.
    Done,
    /// Still to be done on the server.
    ToDo,
    /// The server did something else, described in words.
    Disagrees(String),
    /// Nothing to do: the candidate waits in the same stage.
    Waits,
    /// The pipeline is not loaded, or lacks the stage.
    Unknown,
}

#[must_use]
pub fn fate(given: &GivenVerdict, now: &Snapshot, pipeline: &[PipelineStage]) -> SyncStatus {
    let current = StageRef::new(&now.stage_id, &now.stage_name);
    let before = StageRef::new(&given.seen.stage_id, &given.seen.stage_name);
    let at = |stage: StageRef<'_>| pipeline.iter().position(|one| stage.is(one));
    let (left, found) = (at(before), at(current));
    // One side may have an id and the other only a name.
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
        // The earlier stage was removed from the pipeline, so there is no order to compare.
        Verdict::Advance if on.is_none() => SyncStatus::Unknown,
        _ => elsewhere(),
    }
}

/// What changed since the verdict, except the stage.
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
