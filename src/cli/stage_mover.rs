//! Moves candidates in the database of a local workspace.

use std::pin::Pin;

use super::database::operator_context;
use crate::recruiting::triage::StageMove;
use crate::service::store::Store;
use crate::tui::runtime::workspace::{MoveResults, StageMover};

/// Each move is its own transaction: moves before a failed one stay.
pub(crate) struct DatabaseMover(pub(crate) Store);

impl StageMover for DatabaseMover {
    fn move_all(&self, moves: Vec<StageMove>) -> Pin<Box<dyn Future<Output = MoveResults> + Send>> {
        let store = self.0.clone();
        Box::pin(async move {
            let mut results = MoveResults::new();
            for StageMove { candidate, from, to } in moves {
                let id = candidate.clone();
                let outcome = store.move_candidate_from(id, (from, to), operator_context()).await;
                results.push((candidate, outcome.map(drop).map_err(|error| error.to_string())));
            }
            results
        })
    }
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;
    use crate::service::demo::{DemoConfig, generate};
    use crate::service::store::{DatabaseUrl, IfMissing, Pagination, StoreError};
    use crate::wire::{Candidate, CandidateItem};

    async fn read(store: &Store, item: &CandidateItem) -> Candidate {
        let mut json = Vec::new();
        store.candidate_json(&item.id, &mut json).await.unwrap();
        serde_json::from_slice(&json).unwrap()
    }

    #[tokio::test]
    async fn only_candidates_in_the_expected_stage_are_moved() {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("own.db"));
        let store = Store::open(&url, IfMissing::Create).unwrap();
        let config = DemoConfig::standard(Utc::now());
        let demo = generate(&config).map(Ok::<_, StoreError>);
        store.import(operator_context(), demo).await.unwrap();
        let (job, mut page) = (store.job(&config.marker_job_id()).await.unwrap(), Vec::new());
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
        let results = DatabaseMover(store.clone()).move_all(moves).await;
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
}
