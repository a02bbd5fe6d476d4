//! Compares a verdict with what the server has done since.

use std::cmp::Ordering;

use super::candidate::GivenVerdict;
use super::entry::{Snapshot, Verdict};
use crate::recruiting::stage::StageRef;
use crate::wire::PipelineStage;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SyncStatus {
    /// The server did what was decided.
    Synced,
    /// Still to be done on the server.
    ToDo,
    /// The server did something else, described in words.
    Diverged(String),
    /// Nothing to do: the candidate waits in the same stage.
    Waiting,
    /// The pipeline is not loaded, or lacks the stage.
    Unknown,
}

pub(crate) fn sync_status(
    given_verdict: &GivenVerdict,
    now: &Snapshot,
    pipeline: &[PipelineStage],
) -> SyncStatus {
    let current = StageRef::new(&now.stage_id, &now.stage_name);
    let before = StageRef::new(&given_verdict.seen.stage_id, &given_verdict.seen.stage_name);
    let at = |stage: StageRef<'_>| pipeline.iter().position(|other| stage.matches(other));
    let (before_index, current_index) = (at(before), at(current));
    // One side may have an id and the other only a name.
    let is_unchanged =
        current == before || (current_index.is_some() && before_index == current_index);
    let Some(stage) = current_index.and_then(|index| pipeline.get(index)) else {
        return match (is_unchanged, given_verdict.verdict) {
            (true, Verdict::Wait) => SyncStatus::Waiting,
            (true, _) => SyncStatus::ToDo,
            (false, _) => SyncStatus::Unknown,
        };
    };
    let name = &stage.name;
    let direction = before_index.zip(current_index).map(|(before, current)| {
        let order = |at: usize| pipeline.get(at).and_then(|stage| stage.stage_order);
        let ordered =
            order(current).zip(order(before)).map(|(current, before)| current.cmp(&before));
        ordered.unwrap_or(Ordering::Equal).then(current.cmp(&before))
    });
    let diverged = || match direction {
        Some(Ordering::Less) => SyncStatus::Diverged(format!("moved back to {name}")),
        Some(Ordering::Greater) => SyncStatus::Diverged(format!("moved on to {name}")),
        _ => SyncStatus::Diverged(format!("moved to {name}")),
    };
    match given_verdict.verdict {
        Verdict::Decline if stage.is_rejection_stage => SyncStatus::Synced,
        Verdict::Advance | Verdict::Wait if stage.is_rejection_stage && !is_unchanged => {
            SyncStatus::Diverged(format!("moved to {name}"))
        }
        Verdict::Wait if is_unchanged => SyncStatus::Waiting,
        // Only an older version let the user give this verdict.
        Verdict::Advance if stage.is_rejection_stage => {
            SyncStatus::Diverged(format!("in {name}: cannot be advanced"))
        }
        Verdict::Advance | Verdict::Decline if is_unchanged => SyncStatus::ToDo,
        Verdict::Advance if direction.is_some_and(Ordering::is_gt) => SyncStatus::Synced,
        // The earlier stage was removed from the pipeline, so there is no order to compare.
        Verdict::Advance if direction.is_none() => SyncStatus::Unknown,
        _ => diverged(),
    }
}

/// The status for a list of what is to be done, which must put every verdict somewhere. `now` is
/// `None` if the complete list of the job lacks the candidate, `pipeline` until the job is loaded.
pub(crate) fn reconcile(
    given_verdict: &GivenVerdict,
    now: Option<&Snapshot>,
    pipeline: Option<&[PipelineStage]>,
) -> SyncStatus {
    let Some(now) = now else { return SyncStatus::Diverged("no longer in the job".to_owned()) };
    match sync_status(given_verdict, now, pipeline.unwrap_or_default()) {
        SyncStatus::Unknown if pipeline.is_some() => {
            SyncStatus::Diverged(format!("moved to {}", now.stage_name))
        }
        status => status,
    }
}

/// What changed since the verdict, except the stage.
pub(crate) fn describe_changes(given_verdict: &GivenVerdict, now: &Snapshot) -> Option<String> {
    let was = &given_verdict.seen;
    let is_new = |was: &str, now: &str| !now.is_empty() && was != now;
    match (is_new(&was.title, &now.title), is_new(&was.company, &now.company)) {
        (true, true) => Some(format!("now {} at {}", now.title, now.company)),
        (true, false) => Some(format!("now {}", now.title)),
        (false, true) => Some(format!("now at {}", now.company)),
        (false, false) => None,
    }
}
