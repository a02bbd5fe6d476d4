//! The stages that candidates can be moved to, and the moves that lead there.

use super::state::{NamedMove, StageTarget};
use crate::recruiting::stage::{StageKind, StageRef};
use crate::recruiting::table::to_display;
use crate::recruiting::triage::{Snapshot, StageMove, Subject};
use crate::wire::{JobId, PipelineStage, StageId};

/// A job with its stages in order.
pub(super) type Pipeline<'a> = (JobId, Vec<&'a PipelineStage>);

/// The stages of a job. Of several jobs, those that all of them have, by name and by whether they
/// reject; in the order of the first job.
pub(super) fn stage_targets(
    pipelines: &[Pipeline<'_>],
    subjects: &[(Subject, Snapshot)],
) -> Vec<StageTarget> {
    let Some(((_, first), rest)) = pipelines.split_first() else { return Vec::new() };
    let mut targets: Vec<StageTarget> = Vec::new();
    for stage in first.iter().filter(|stage| !stage.id.as_str().is_empty()) {
        let name = to_display(&stage.name).into_owned();
        // Across jobs only the name identifies a stage.
        if !rest.is_empty() && targets.iter().any(|target| target.name == name) {
            continue;
        }
        let same = |(job, stages): &Pipeline<'_>| {
            let found = stages.iter().find(|other| is_same(stage, other))?;
            Some((job.clone(), found.id.clone()))
        };
        let mut ids: Option<std::collections::HashMap<JobId, StageId>> =
            rest.iter().map(same).collect();
        if let Some(ids) = &mut ids {
            ids.insert(pipelines[0].0.clone(), stage.id.clone());
        }
        let kind = StageKind::new(stage);
        targets.extend(ids.map(|ids| StageTarget { name, kind, ids, here: 0 }));
    }
    for target in &mut targets {
        target.here = subjects.iter().filter(|subject| is_in(subject, target)).count();
    }
    targets
}

fn is_same(stage: &PipelineStage, other: &PipelineStage) -> bool {
    to_display(&stage.name) == to_display(&other.name)
        && stage.is_rejection_stage == other.is_rejection_stage
        && !other.id.as_str().is_empty()
}

fn is_in((subject, snapshot): &(Subject, Snapshot), target: &StageTarget) -> bool {
    match StageRef::new(&snapshot.stage_id, &snapshot.stage_name) {
        StageRef::Id(id) => target.ids.get(&subject.job).is_some_and(|own| own.as_str() == id),
        StageRef::Name(name) => to_display(name) == target.name,
    }
}

/// The index of the stage that comes next for all of them. `None` if they are in different stages,
/// or in the last one.
pub(super) fn common_next(targets: &[StageTarget], subjects: usize) -> Option<usize> {
    let current = targets.iter().position(|target| target.here == subjects)?;
    if !targets[current].kind.is_step() {
        return None;
    }
    let later = targets.iter().enumerate().skip(current + 1);
    later.filter(|(_, target)| target.kind.is_step()).map(|(at, _)| at).next()
}

/// The moves of those that are not there yet.
pub(super) fn moves_to(target: &StageTarget, subjects: Vec<(Subject, Snapshot)>) -> Vec<NamedMove> {
    let movable = subjects.into_iter().filter(|subject| !is_in(subject, target));
    let named = movable.filter_map(|(subject, snapshot)| {
        let to = target.ids.get(&subject.job)?.clone();
        let from = snapshot.stage_id.as_str().into();
        Some(NamedMove {
            stage_move: StageMove { candidate: subject.candidate, from, to },
            job: subject.job,
            name: snapshot.name,
            from: snapshot.stage_name,
            to: target.name.clone(),
        })
    });
    named.collect()
}
