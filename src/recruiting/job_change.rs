//! Changes of a job and its pipeline in the user's own database: what the terminal UI asks for, what
//! came of it, and the change that undoes it.
//!
//! `tui/features/job_editor` makes them, `cli/own_database` carries them out.

use crate::text::pluralize;
use crate::wire::{Job, JobId, PipelineStage, StageId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobRequest {
    /// A new name of a client creates it.
    Add {
        name: String,
        client: String,
        /// The name of a [`JobTemplate`].
        template: String,
    },
    Change(JobId, JobChange),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobChange {
    Rename(String),
    /// The ID or name of the client; a new name creates it.
    SetClient(String),
    SetStatus(String),
    SetArchived(bool),
    AddStage {
        name: String,
        /// `None` for the end of the pipeline.
        after: Option<StageId>,
        kind: NewStageKind,
    },
    RenameStage {
        stage: StageId,
        name: String,
    },
    /// All stages in their new order.
    ReorderStages(Vec<StageId>),
    RetireStage {
        stage: StageId,
        /// Where its candidates go.
        move_to: Option<StageId>,
    },
}

/// What a new stage is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NewStageKind {
    #[default]
    Plain,
    Interview,
    Rejection,
}

/// A pipeline that a new job can start with.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JobTemplate {
    pub name: String,
    pub description: String,
    /// Without IDs.
    pub stages: Vec<PipelineStage>,
}

/// A job before and after a change.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedJob {
    /// `None` if the job is new.
    pub before: Option<Job>,
    pub after: Job,
    /// How many candidates were moved to another stage.
    pub moved_candidates: usize,
}

impl JobRequest {
    /// The request that undoes this one; `None` if nothing does.
    pub(crate) fn inverse(&self, changed: &ChangedJob) -> Option<Self> {
        match self {
            Self::Add { .. } => None,
            Self::Change(job, change) => Some(Self::Change(job.clone(), change.inverse(changed)?)),
        }
    }

    /// "Renamed the stage Screen to Phone screen".
    pub(crate) fn describe(&self, changed: &ChangedJob) -> String {
        match self {
            Self::Add { .. } => {
                let Job { name, client_company_name: client, .. } = &changed.after;
                format!("Added the job {name} for {client}")
            }
            Self::Change(_, change) => change.describe(changed),
        }
    }
}

impl JobChange {
    fn inverse(&self, changed: &ChangedJob) -> Option<Self> {
        let before = changed.before.as_ref()?;
        Some(match self {
            Self::RetireStage { .. } => return None,
            Self::Rename(_) => Self::Rename(before.name.clone()),
            Self::SetClient(_) => Self::SetClient(before.client_company_id.to_string()),
            Self::SetStatus(_) => Self::SetStatus(before.job_status_name.clone()),
            Self::SetArchived(_) => Self::SetArchived(before.is_archived),
            Self::AddStage { .. } => {
                let is_new = |stage: &&PipelineStage| find(before, &stage.id).is_none();
                let stage = changed.after.pipeline_stages.iter().find(is_new)?.id.clone();
                Self::RetireStage { stage, move_to: None }
            }
            Self::RenameStage { stage, .. } => {
                Self::RenameStage { stage: stage.clone(), name: find(before, stage)?.name.clone() }
            }
            Self::ReorderStages(_) => Self::ReorderStages(
                before.pipeline_stages.iter().map(|stage| stage.id.clone()).collect(),
            ),
        })
    }

    fn describe(&self, changed: &ChangedJob) -> String {
        let (before, after) = (changed.before.as_ref(), &changed.after);
        let name = &after.name;
        let stage_before =
            |id| before.and_then(|job| find(job, id)).map_or("", |stage| stage.name.as_str());
        match self {
            Self::Rename(_) => {
                let old = before.map_or("", |job| job.name.as_str());
                format!("Renamed the job {old} to {name}")
            }
            Self::SetClient(_) => {
                format!("Changed the client of {name} to {}", after.client_company_name)
            }
            Self::SetStatus(_) => {
                format!("Changed the status of {name} to {}", after.job_status_name)
            }
            Self::SetArchived(true) => format!("Archived the job {name}"),
            Self::SetArchived(false) => format!("Reopened the job {name}"),
            Self::AddStage { name, kind, .. } => {
                format!("Added the {} {}", kind.noun(), name.trim())
            }
            Self::RenameStage { stage, name } => {
                format!("Renamed the stage {} to {}", stage_before(stage), name.trim())
            }
            Self::ReorderStages(_) => format!("Changed the order of the stages of {name}"),
            Self::RetireStage { stage, move_to } => {
                let retired = format!("Retired the stage {}", stage_before(stage));
                let target = move_to.as_ref().and_then(|id| find(after, id));
                match (changed.moved_candidates, target) {
                    (0, _) | (_, None) => retired,
                    (moved, Some(target)) => {
                        let moved = pluralize(moved, "candidate", "candidates");
                        format!("{retired} and moved {moved} to {}", target.name)
                    }
                }
            }
        }
    }
}

impl NewStageKind {
    pub(crate) const ALL: [Self; 3] = [Self::Plain, Self::Interview, Self::Rejection];

    const fn noun(self) -> &'static str {
        match self {
            Self::Plain => "stage",
            Self::Interview => "interview stage",
            Self::Rejection => "rejection stage",
        }
    }
}

impl ChangedJob {
    /// Whether everything was as requested before.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.before.as_ref() == Some(&self.after)
    }
}

fn find<'a>(job: &'a Job, id: &StageId) -> Option<&'a PipelineStage> {
    job.pipeline_stages.iter().find(|stage| stage.id == *id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(id: &str, name: &str) -> PipelineStage {
        PipelineStage { id: id.into(), name: name.to_owned(), ..PipelineStage::default() }
    }

    fn job(name: &str, stages: &[(&str, &str)]) -> Job {
        Job {
            name: name.to_owned(),
            client_company_id: format!("cli_{name}").as_str().into(),
            client_company_name: format!("{name} & Co"),
            job_status_name: format!("{name} status"),
            pipeline_stages: stages.iter().map(|(id, name)| stage(id, name)).collect(),
            ..Job::default()
        }
    }

    /// Each change with its words and the change that undoes it.
    fn cases() -> [(JobChange, &'static str, Option<JobChange>); 12] {
        use NewStageKind::{Interview, Plain, Rejection};
        let ids = |ids: &[&str]| ids.iter().map(|id| StageId::from(*id)).collect::<Vec<_>>();
        let retire = |stage: &str, move_to: Option<&str>| JobChange::RetireStage {
            stage: stage.into(),
            move_to: move_to.map(StageId::from),
        };
        let rename_stage =
            |name: &str| JobChange::RenameStage { stage: "s2".into(), name: name.to_owned() };
        let add_stage = |kind| JobChange::AddStage { name: " Task ".to_owned(), after: None, kind };
        [
            (
                JobChange::Rename("Go".to_owned()),
                "Renamed the job Rust to Go",
                Some(JobChange::Rename("Rust".to_owned())),
            ),
            (
                JobChange::SetClient("new".to_owned()),
                "Changed the client of Go to Go & Co",
                Some(JobChange::SetClient("cli_Rust".to_owned())),
            ),
            (
                JobChange::SetStatus("new".to_owned()),
                "Changed the status of Go to Go status",
                Some(JobChange::SetStatus("Rust status".to_owned())),
            ),
            (
                JobChange::SetArchived(true),
                "Archived the job Go",
                Some(JobChange::SetArchived(false)),
            ),
            (
                JobChange::SetArchived(false),
                "Reopened the job Go",
                Some(JobChange::SetArchived(false)),
            ),
            (add_stage(Plain), "Added the stage Task", Some(retire("s3", None))),
            (add_stage(Interview), "Added the interview stage Task", Some(retire("s3", None))),
            (add_stage(Rejection), "Added the rejection stage Task", Some(retire("s3", None))),
            (
                rename_stage("Phone screen"),
                "Renamed the stage Screen to Phone screen",
                Some(rename_stage("Screen")),
            ),
            (
                JobChange::ReorderStages(ids(&["s2", "s1"])),
                "Changed the order of the stages of Go",
                Some(JobChange::ReorderStages(ids(&["s1", "s2"]))),
            ),
            (
                retire("s2", Some("s1")),
                "Retired the stage Screen and moved 3 candidates to Applied",
                None,
            ),
            (retire("s2", None), "Retired the stage Screen", None),
        ]
    }

    #[test]
    fn each_change_has_its_words_and_the_change_that_undoes_it() {
        let before = job("Rust", &[("s1", "Applied"), ("s2", "Screen")]);
        let after = Job {
            is_archived: true,
            ..job("Go", &[("s2", "Phone screen"), ("s1", "Applied"), ("s3", "Task")])
        };
        let changed = ChangedJob { before: Some(before), after, moved_candidates: 3 };
        for (change, words, inverse) in cases() {
            let request = |change| JobRequest::Change("job".into(), change);
            assert_eq!(request(change.clone()).describe(&changed), words);
            assert_eq!(request(change).inverse(&changed), inverse.map(request), "{words}");
        }
        let add = JobRequest::Add {
            name: "Go".to_owned(),
            client: "Go & Co".to_owned(),
            template: "agency".to_owned(),
        };
        let added = ChangedJob { before: None, ..changed };
        assert_eq!(add.describe(&added), "Added the job Go for Go & Co");
        assert_eq!(add.inverse(&added), None);
    }
}
