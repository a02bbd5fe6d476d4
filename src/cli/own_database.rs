//! Changes the database of a local workspace for the terminal UI.

use super::database::operator_context;
use crate::recruiting::job_change::{ChangedJob, JobChange, JobRequest, JobTemplate, NewStageKind};
use crate::recruiting::triage::StageMove;
use crate::service::store::pipeline::{PipelineTemplate, TEMPLATES};
use crate::service::store::{
    DEFAULT_STATUS, JobEdit, NewJob, NewStage, PipelineChange, StagePlace, Store, StoreError,
};
use crate::tui::runtime::workspace::{JobChangeFuture, MoveFuture, MoveProgressFn, OwnDatabase};
use crate::wire::{CandidateId, JobId, PipelineStage, StageId};

pub(crate) struct StoreDatabase(pub(crate) Store);

impl OwnDatabase for StoreDatabase {
    fn move_all(&self, moves: Vec<StageMove>, on_progress: MoveProgressFn) -> MoveFuture {
        let store = self.0.clone();
        Box::pin(async move {
            let candidates: Vec<CandidateId> =
                moves.iter().map(|stage_move| stage_move.candidate.clone()).collect();
            let parts = |StageMove { candidate, from, to }| (candidate, from, to);
            let moves = moves.into_iter().map(parts).collect();
            match store.move_each(moves, on_progress, operator_context()).await {
                Ok(results) => {
                    let results = results.into_iter().map(|result| result.map_err(describe));
                    candidates.into_iter().zip(results).collect()
                }
                // One transaction: no candidate was moved, or the error says that this is unknown.
                Err(error) => {
                    let why = describe(error);
                    candidates.into_iter().map(|id| (id, Err(why.clone()))).collect()
                }
            }
        })
    }

    fn job_templates(&self) -> Vec<JobTemplate> {
        TEMPLATES.iter().map(to_template).collect()
    }

    fn change_job(&self, request: JobRequest) -> JobChangeFuture {
        let store = self.0.clone();
        Box::pin(async move {
            let changed = match request {
                JobRequest::Add { name, client, template } => {
                    add_job(&store, (name, client), &template).await
                }
                JobRequest::Change(job, change) => change_job(&store, &job, change).await,
            };
            changed.map_err(describe)
        })
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn describe(error: StoreError) -> String {
    error.to_string()
}

fn to_template(template: &PipelineTemplate) -> JobTemplate {
    let to_stage = |stage: NewStage| PipelineStage {
        name: stage.name,
        is_rejection_stage: stage.is_rejection,
        is_interviewing_stage: stage.is_interviewing,
        ..PipelineStage::default()
    };
    JobTemplate {
        name: template.name.to_owned(),
        description: template.description.to_owned(),
        stages: template.stages().into_iter().map(to_stage).collect(),
    }
}

async fn add_job(
    store: &Store,
    (name, client): (String, String),
    template: &str,
) -> Result<ChangedJob, StoreError> {
    let stages =
        PipelineTemplate::named(template).map(PipelineTemplate::stages).ok_or_else(|| {
            StoreError::InvalidArgument(format!("no pipeline template is called {template}"))
        })?;
    let new =
        NewJob { name, client, status: DEFAULT_STATUS.to_owned(), stages, ..NewJob::default() };
    let after = store.add_job(new, operator_context()).await?.result;
    Ok(ChangedJob { before: None, after, moved_candidates: 0 })
}

/// Which method of the store carries out a change.
enum Request {
    Edit(JobEdit),
    Pipeline(PipelineChange),
}

async fn change_job(
    store: &Store,
    job: &JobId,
    change: JobChange,
) -> Result<ChangedJob, StoreError> {
    let before = Some(store.pipeline(job.to_string()).await?.job);
    let (after, moved_candidates) = match to_request(change) {
        Request::Edit(edit) => {
            (store.edit_job(job.to_string(), edit, operator_context()).await?.result, 0)
        }
        Request::Pipeline(change) => {
            let outcome =
                store.change_pipeline(job.to_string(), change, operator_context()).await?;
            (outcome.result.job, outcome.result.moved_candidates)
        }
    };
    Ok(ChangedJob { before, after, moved_candidates })
}

fn to_request(change: JobChange) -> Request {
    let edit = JobEdit::default();
    let id = |stage: StageId| stage.to_string();
    match change {
        JobChange::Rename(name) => Request::Edit(JobEdit { name: Some(name), ..edit }),
        JobChange::SetClient(client) => Request::Edit(JobEdit { client: Some(client), ..edit }),
        JobChange::SetStatus(status) => Request::Edit(JobEdit { status: Some(status), ..edit }),
        JobChange::SetArchived(is_archived) => {
            Request::Edit(JobEdit { is_archived: Some(is_archived), ..edit })
        }
        JobChange::AddStage { name, after, kind } => Request::Pipeline(PipelineChange::Add {
            stage: NewStage {
                name,
                is_rejection: kind == NewStageKind::Rejection,
                is_interviewing: kind == NewStageKind::Interview,
            },
            place: after.map_or(StagePlace::Last, |stage| StagePlace::After(id(stage))),
        }),
        JobChange::RenameStage { stage, name } => {
            Request::Pipeline(PipelineChange::Rename { stage: id(stage), name })
        }
        JobChange::ReorderStages(stages) => {
            Request::Pipeline(PipelineChange::Reorder(stages.into_iter().map(id).collect()))
        }
        JobChange::RetireStage { stage, move_to } => {
            Request::Pipeline(PipelineChange::Retire { stage: id(stage), move_to: move_to.map(id) })
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;
    use crate::service::demo::{DemoConfig, generate};
    use crate::service::store::{DatabaseUrl, IfMissing, Pagination, StoreError};
    use crate::wire::{Candidate, CandidateItem, Job};

    async fn read(store: &Store, item: &CandidateItem) -> Candidate {
        let mut json = Vec::new();
        store.candidate_json(&item.id, &mut json).await.unwrap();
        serde_json::from_slice(&json).unwrap()
    }

    /// A database with the demo data, and one of its jobs.
    async fn demo() -> (tempfile::TempDir, Store, Job) {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("own.db"));
        let store = Store::open(&url, IfMissing::Create).await.unwrap();
        let config = DemoConfig::standard(Utc::now());
        let demo = generate(&config).map(Ok::<_, StoreError>);
        store.import(operator_context(), demo).await.unwrap();
        let job = store.job(&config.marker_job_id()).await.unwrap();
        (folder, store, job)
    }

    /// The name, the client, the status, whether it is archived, and the stages, with the kind of
    /// those of a task.
    fn facts(job: &Job) -> String {
        let word = |stage: &PipelineStage| {
            let kind = match (stage.is_interviewing_stage, stage.is_rejection_stage) {
                _ if stage.name != "Task" => "",
                (true, _) => "(interview)",
                (_, true) => "(rejection)",
                _ => "",
            };
            format!("{}{kind}", stage.name)
        };
        let stages: Vec<String> = job.pipeline_stages.iter().map(word).collect();
        let archived = if job.is_archived { ", archived" } else { "" };
        let (client, status) = (&job.client_company_name, &job.job_status_name);
        format!("{}, {client}, {status}{archived}: {}", job.name, stages.join(" "))
    }

    #[tokio::test]
    async fn a_job_is_added_and_changed_and_each_change_that_has_an_inverse_is_undone_by_it() {
        let (_folder, store, _) = demo().await;
        let database = StoreDatabase(store.clone());
        let add = |template: &str| JobRequest::Add {
            name: "Cook".to_owned(),
            client: "Bistro".to_owned(),
            template: template.to_owned(),
        };
        let unknown = database.change_job(add("none")).await;
        assert_eq!(unknown.unwrap_err(), "no pipeline template is called none");
        let added = database.change_job(add("agency")).await.unwrap();
        let id = added.after.id.clone();
        let before = "Cook, Bistro, Open: Application";
        assert!(facts(&added.after).starts_with(before), "{}", facts(&added.after));
        let mut order: Vec<StageId> =
            added.after.pipeline_stages.iter().map(|stage| stage.id.clone()).collect();
        let first = order[0].clone();
        order.swap(0, 1);
        let add_stage = |kind| JobChange::AddStage {
            name: "Task".to_owned(),
            after: Some(first.clone()),
            kind,
        };
        let cases = [
            (JobChange::Rename("Chef".to_owned()), "Chef, Bistro, Open: Application "),
            (JobChange::SetClient("Diner".to_owned()), "Cook, Diner, Open: Application "),
            (JobChange::SetStatus("On hold".to_owned()), "Cook, Bistro, On hold: Application "),
            (JobChange::SetArchived(true), "Cook, Bistro, Open, archived: Application "),
            (add_stage(NewStageKind::Plain), "Cook, Bistro, Open: Application Task "),
            (
                add_stage(NewStageKind::Interview),
                "Cook, Bistro, Open: Application Task(interview) ",
            ),
            (
                add_stage(NewStageKind::Rejection),
                "Cook, Bistro, Open: Application Task(rejection) ",
            ),
            (
                JobChange::RenameStage { stage: first.clone(), name: "Applied".to_owned() },
                "Cook, Bistro, Open: Applied ",
            ),
            (JobChange::ReorderStages(order), "Cook, Bistro, Open: Internal interview Application"),
        ];
        for (change, expected) in cases {
            let request = JobRequest::Change(id.clone(), change);
            let changed = database.change_job(request.clone()).await.unwrap();
            assert!(facts(&changed.after).starts_with(expected), "{}", facts(&changed.after));
            let inverse = request.inverse(&changed).unwrap();
            let undone = database.change_job(inverse).await.unwrap();
            assert_eq!(facts(&undone.after), facts(&added.after), "{request:?}");
        }
        let change = JobChange::RenameStage { stage: first, name: "Offer".to_owned() };
        let failed = database.change_job(JobRequest::Change(id, change)).await;
        assert_eq!(failed.unwrap_err(), "another stage is called Offer");
    }

    #[tokio::test]
    async fn a_new_job_has_the_stages_of_the_template_that_was_shown() {
        let (_folder, store, _) = demo().await;
        let database = StoreDatabase(store);
        let templates = database.job_templates();
        assert_eq!(templates.len(), TEMPLATES.len());
        for template in templates {
            let add = JobRequest::Add {
                name: format!("Cook {}", template.name),
                client: "Bistro".to_owned(),
                template: template.name,
            };
            let added = database.change_job(add).await.unwrap().after;
            let shown = |stage: &PipelineStage| PipelineStage {
                id: StageId::default(),
                stage_order: None,
                ..stage.clone()
            };
            let stages: Vec<_> = added.pipeline_stages.iter().map(shown).collect();
            assert_eq!(stages, template.stages);
        }
    }

    #[tokio::test]
    async fn the_candidates_of_a_retired_stage_move_to_another_one() {
        let (_folder, store, job) = demo().await;
        let database = StoreDatabase(store.clone());
        let counts = store.pipeline(job.id.to_string()).await.unwrap().candidates_by_stage;
        let at = counts.iter().position(|count| *count > 0).unwrap();
        let [stage, other] = [at, at + 1].map(|at| job.pipeline_stages[at].id.clone());
        let retire = |move_to| {
            let change = JobChange::RetireStage { stage: stage.clone(), move_to };
            database.change_job(JobRequest::Change(job.id.clone(), change))
        };
        assert!(retire(None).await.is_err());
        let retired = retire(Some(other)).await.unwrap();
        assert_eq!(i64::try_from(retired.moved_candidates).unwrap(), counts[at]);
        assert!(retired.after.pipeline_stages.iter().all(|other| other.id != stage));
    }

    #[tokio::test]
    async fn only_candidates_in_the_expected_stage_are_moved() {
        let (_folder, store, job) = demo().await;
        let mut page = Vec::new();
        store
            .candidates_page_json(&job.id, Pagination { offset: 0, limit: 3 }, &mut page)
            .await
            .unwrap();
        let items: Vec<CandidateItem> = serde_json::from_slice(&page).unwrap();
        let [first, second, third] = items.as_slice() else { panic!("three") };
        let target = |item: &CandidateItem| {
            let is_other = |id| id != item.current_pipeline_stage_id;
            job.pipeline_stages.iter().map(|stage| stage.id.clone()).find(|id| is_other(id.clone()))
        };
        let stage_move = |item: &CandidateItem, from| StageMove {
            candidate: item.id.clone(),
            from,
            to: target(item).unwrap(),
        };
        let before = read(&store, first).await;
        let moves = vec![
            stage_move(first, first.current_pipeline_stage_id.clone()),
            stage_move(second, "sta_before".into()),
            StageMove { candidate: "can_none".into(), ..stage_move(first, "sta_before".into()) },
            StageMove {
                to: "sta_none".into(),
                ..stage_move(third, third.current_pipeline_stage_id.clone())
            },
        ];
        let (sender, progress) = std::sync::mpsc::channel();
        let on_progress = Box::new(move |done| sender.send(done).unwrap());
        let results = StoreDatabase(store.clone()).move_all(moves, on_progress).await;
        assert_eq!(progress.iter().collect::<Vec<_>>(), [1, 2, 3, 4]);
        let errors: Vec<_> = results.iter().map(|(_, outcome)| outcome.clone().err()).collect();
        let stage = &second.current_pipeline_stage_name;
        assert_eq!(errors[0], None);
        assert_eq!(errors[1], Some(format!("{} is now in {stage}", second.name)));
        assert_eq!(errors[2].as_deref(), Some("no candidate has the ID can_none"));
        assert!(
            errors[3].as_ref().unwrap().starts_with("no stage is called sta_none"),
            "{errors:?}"
        );

        let after = read(&store, first).await;
        assert_eq!(Some(&after.current_pipeline_stage_id), target(first).as_ref());
        let history = &after.pipeline_stage_history;
        assert_eq!(history.len(), before.pipeline_stage_history.len() + 1);
        assert_eq!(history.last().unwrap().stage_id, after.current_pipeline_stage_id);
        let unchanged = read(&store, second).await;
        assert_eq!(unchanged.current_pipeline_stage_id, second.current_pipeline_stage_id);
    }

    #[tokio::test]
    async fn a_batch_that_does_not_fit_on_the_disk_moves_nobody() {
        let (folder, store, job) = demo().await;
        let mut page = Vec::new();
        let all = Pagination { offset: 0, limit: 100 };
        store.candidates_page_json(&job.id, all, &mut page).await.unwrap();
        let items: Vec<CandidateItem> = serde_json::from_slice(&page).unwrap();
        let [first, second] = [0, 1].map(|at| job.pipeline_stages[at].id.clone());
        let in_turn = [(&first, &second), (&second, &first)];
        let moves: Vec<StageMove> = items
            .iter()
            .flat_map(|item| {
                let start = (&item.current_pipeline_stage_id, &first);
                let ways = std::iter::once(start).chain(in_turn.into_iter().cycle().take(20));
                ways.map(|(from, to)| StageMove {
                    candidate: item.id.clone(),
                    from: from.clone(),
                    to: to.clone(),
                })
            })
            .collect();
        let database = StoreDatabase(store.clone());
        let pages = std::fs::metadata(folder.path().join("own.db")).unwrap().len();
        store.limit_size(pages).await.unwrap();
        let results = database.move_all(moves.clone(), Box::new(|_done| {})).await;
        let full = "the disk is full, or the database has reached its maximum size";
        assert_eq!(results.len(), moves.len());
        assert!(results.iter().all(|(_, outcome)| *outcome == Err(full.to_owned())));
        for item in &items {
            let now = read(&store, item).await.current_pipeline_stage_id;
            assert_eq!(now, item.current_pipeline_stage_id);
        }
        store.limit_size(u64::MAX).await.unwrap();
        let results = database.move_all(moves, Box::new(|_done| {})).await;
        assert!(results.iter().all(|(_, outcome)| outcome.is_ok()));
    }
}
