//! The rules by which a pipeline changes, whatever the database engine, and the pipelines that a
//! new job can start with.

#[cfg(test)]
mod tests;

use super::candidate::find_stage;
use super::changes::{NewStage, PipelineChange, StagePlace, checked_name};
use super::error::StoreError;
use super::ids::{self, name_key};
use crate::wire::{PipelineStage, StageId};

#[derive(Debug)]
pub(crate) struct PipelineTemplate {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    stages: &'static [(&'static str, StageKind)],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StageKind {
    Other,
    Interview,
    Rejection,
}

use StageKind::{Interview, Other, Rejection};

/// The last stage that is not a rejection is the one of those who get the job.
pub(crate) const TEMPLATES: &[PipelineTemplate] = &[
    PipelineTemplate {
        name: "agency",
        description: "a recruiting agency that submits candidates to a client",
        stages: &[
            ("Application", Other),
            ("Internal interview", Interview),
            ("Submittal", Other),
            ("Client interview", Interview),
            ("Final interview", Interview),
            ("Offer", Other),
            ("Placed", Other),
            ("Not in consideration", Rejection),
            ("Client declined", Rejection),
            ("Withdrew", Rejection),
        ],
    },
    PipelineTemplate {
        name: "in-house",
        description: "a company that hires for itself",
        stages: &[
            ("Applied", Other),
            ("Recruiter screen", Interview),
            ("Hiring manager review", Other),
            ("First interview", Interview),
            ("Onsite", Interview),
            ("References", Other),
            ("Offer", Other),
            ("Hired", Other),
            ("Rejected", Rejection),
            ("Withdrawn", Rejection),
        ],
    },
    PipelineTemplate {
        name: "executive",
        description: "an executive search that approaches candidates",
        stages: &[
            ("Identified", Other),
            ("Contacted", Other),
            ("Interested", Other),
            ("Longlist", Other),
            ("Partner interview", Interview),
            ("Shortlist", Other),
            ("Client interview", Interview),
            ("Finalist", Other),
            ("Offer", Other),
            ("Placed", Other),
            ("Declined by client", Rejection),
            ("Candidate withdrew", Rejection),
        ],
    },
];

impl PipelineTemplate {
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        TEMPLATES.iter().find(|template| template.name == name)
    }

    pub(crate) fn stages(&self) -> Vec<NewStage> {
        let stage = |(name, kind): &(&str, StageKind)| NewStage {
            name: (*name).to_owned(),
            is_rejection: *kind == Rejection,
            is_interviewing: *kind == Interview,
        };
        self.stages.iter().map(stage).collect()
    }
}

/// The pipeline of a new job.
pub(super) fn new_pipeline(stages: &[NewStage]) -> Result<Vec<PipelineStage>, StoreError> {
    let place = |pipeline, stage| add(pipeline, stage, &StagePlace::Last).map(|added| added.stages);
    stages.iter().try_fold(Vec::new(), place)
}

/// A pipeline after a change.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PipelineUpdate {
    /// In order, numbered from 1.
    pub(super) stages: Vec<PipelineStage>,
    /// The stage that was added, renamed or retired.
    pub(super) subject: Option<StageId>,
    /// Where the candidates of a retired stage go.
    pub(super) move_to: Option<PipelineStage>,
}

/// Stages without an ID are given one.
pub(super) fn apply(
    stages: Vec<PipelineStage>,
    change: &PipelineChange,
) -> Result<PipelineUpdate, StoreError> {
    match change {
        PipelineChange::Add { stage, place } => add(stages, stage, place),
        PipelineChange::Rename { stage, name } => rename(stages, stage, name),
        PipelineChange::Reorder(first) => reorder(&stages, first),
        PipelineChange::Retire { stage, move_to } => retire(stages, stage, move_to.as_deref()),
    }
}

fn add(
    mut stages: Vec<PipelineStage>,
    new: &NewStage,
    place: &StagePlace,
) -> Result<PipelineUpdate, StoreError> {
    let name = checked_name("stage", &new.name)?;
    if let Some(same) = stages.iter().find(|stage| name_key(&stage.name) == name_key(&name)) {
        let kind = (same.is_rejection_stage, same.is_interviewing_stage);
        if kind != (new.is_rejection, new.is_interviewing) {
            let message = format!("the pipeline has a stage {} of another kind", same.name);
            return Err(StoreError::Conflict(message));
        }
        let subject = Some(same.id.clone());
        return Ok(PipelineUpdate { stages, subject, move_to: None });
    }
    let index = match place {
        StagePlace::First => 0,
        StagePlace::After(stage) => position(&stages, stage)? + 1,
        StagePlace::Last if new.is_rejection => stages.len(),
        StagePlace::Last => {
            stages.iter().rposition(|stage| !stage.is_rejection_stage).map_or(0, |last| last + 1)
        }
    };
    let stage = PipelineStage {
        id: StageId::new(ids::new_id("stg")?),
        name,
        is_rejection_stage: new.is_rejection,
        is_interviewing_stage: new.is_interviewing,
        ..PipelineStage::default()
    };
    let subject = Some(stage.id.clone());
    stages.insert(index, stage);
    Ok(PipelineUpdate { stages: numbered(stages), subject, move_to: None })
}

fn rename(
    mut stages: Vec<PipelineStage>,
    stage: &str,
    name: &str,
) -> Result<PipelineUpdate, StoreError> {
    let name = checked_name("stage", name)?;
    let index = position(&stages, stage)?;
    let is_taken = |(other, stage): (usize, &PipelineStage)| {
        other != index && name_key(&stage.name) == name_key(&name)
    };
    if stages.iter().enumerate().any(is_taken) {
        return Err(StoreError::Conflict(format!("another stage is called {name}")));
    }
    let subject = stages.get_mut(index).map(|stage| {
        stage.name = name;
        stage.id.clone()
    });
    Ok(PipelineUpdate { stages: numbered(stages), subject, move_to: None })
}

fn reorder(stages: &[PipelineStage], first: &[String]) -> Result<PipelineUpdate, StoreError> {
    let mut rest = stages.to_vec();
    let mut ordered = Vec::with_capacity(stages.len());
    for name in first {
        let stage = find_stage(stages.to_vec(), name)?;
        let Some(index) = rest.iter().position(|other| other.id == stage.id) else {
            let message = format!("the stage {} is named twice", stage.name);
            return Err(StoreError::InvalidArgument(message));
        };
        ordered.push(rest.remove(index));
    }
    ordered.append(&mut rest);
    Ok(PipelineUpdate { stages: numbered(ordered), subject: None, move_to: None })
}

fn retire(
    mut stages: Vec<PipelineStage>,
    stage: &str,
    move_to: Option<&str>,
) -> Result<PipelineUpdate, StoreError> {
    let move_to = move_to.map(|stage| find_stage(stages.clone(), stage)).transpose()?;
    let retired = stages.remove(position(&stages, stage)?);
    if move_to.as_ref().is_some_and(|target| target.id == retired.id) {
        let message = format!("candidates of {} cannot move to {0} itself", retired.name);
        return Err(StoreError::InvalidArgument(message));
    }
    if stages.iter().all(|stage| stage.is_rejection_stage) && !retired.is_rejection_stage {
        return Err(StoreError::Conflict(format!(
            "{} is the only stage that is not a rejection; add another one first, so that candidates have a stage to start in",
            retired.name
        )));
    }
    Ok(PipelineUpdate { stages: numbered(stages), subject: Some(retired.id), move_to })
}

fn position(stages: &[PipelineStage], id_or_name: &str) -> Result<usize, StoreError> {
    let found = find_stage(stages.to_vec(), id_or_name)?;
    Ok(stages.iter().position(|stage| stage.id == found.id).unwrap_or_default())
}

fn numbered(mut stages: Vec<PipelineStage>) -> Vec<PipelineStage> {
    for (order, stage) in (1..).zip(&mut stages) {
        stage.stage_order = Some(order);
    }
    stages
}
