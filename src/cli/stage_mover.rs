//! Moves candidates in the database of a local workspace.

use std::pin::Pin;

use chrono::Utc;

use crate::service::store::Store;
use crate::tui::app::effect::StageMove;
use crate::tui::runtime::workspace::{MoveResults, StageMover};

/// Each move is its own transaction: moves before a failed one stay.
pub(crate) struct DatabaseMover(pub(crate) Store);

impl StageMover for DatabaseMover {
    fn move_all(&self, moves: Vec<StageMove>) -> Pin<Box<dyn Future<Output = MoveResults> + Send>> {
        let store = self.0.clone();
        Box::pin(async move {
            let mut done = MoveResults::new();
            for StageMove { candidate, from, to } in moves {
                let id = candidate.clone();
                let outcome = store.move_candidate_from(id, (from, to), Utc::now().into()).await;
                done.push((candidate, outcome.map(drop).map_err(|error| error.to_string())));
            }
            done
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::demo::{DemoConfig, generate};
    use crate::service::store::{DatabaseUrl, IfMissing, Pagination, StoreError};
    use crate::wire::{Candidate, CandidateItem};

    async fn read(store: &Store, item: &CandidateItem) -> Candidate {
        serde_json::from_str(&store.candidate_json(&item.id).await.unwrap()).unwrap()
    }

    #[tokio::test]
    async fn each_is_moved_from_where_they_are_expected_and_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let place = DatabaseUrl::Sqlite(folder.path().join("own.db"));
        let store = Store::open(&place, IfMissing::Create).unwrap();
        let plan = DemoConfig::standard(Utc::now());
        let demo = generate(&plan).map(Ok::<_, StoreError>);
        store.import(Utc::now().into(), demo).await.unwrap();
        let (job, mut page) = (store.job(&plan.marker_job_id()).await.unwrap(), Vec::new());
        store
            .candidates_page_json(&job.id, Pagination { offset: 0, limit: 3 }, &mut page)
            .await
            .unwrap();
        let items: Vec<CandidateItem> = serde_json::from_slice(&page).unwrap();
        let [one, other, third] = items.as_slice() else { panic!("three") };
        let to = |item: &CandidateItem| {
            let is_other = |id| id != item.current_pipeline_stage_id;
            job.pipeline_stages.iter().map(|stage| stage.id.clone()).find(|id| is_other(id.clone()))
        };
        let mv = |item: &CandidateItem, from| StageMove {
            candidate: item.id.clone(),
            from,
            to: to(item).unwrap(),
        };
        let before = read(&store, one).await;
        let moves = vec![
            mv(one, one.current_pipeline_stage_id.clone()),
            mv(other, "sta_before".into()),
            StageMove { candidate: "can_none".into(), ..mv(one, "sta_before".into()) },
            StageMove {
                to: "sta_none".into(),
                ..mv(third, third.current_pipeline_stage_id.clone())
            },
        ];
        let done = DatabaseMover(store.clone()).move_all(moves).await;
        let told: Vec<_> = done.iter().map(|(_, outcome)| outcome.clone().err()).collect();
        let stage = &other.current_pipeline_stage_name;
        assert_eq!(told[0], None);
        assert_eq!(told[1], Some(format!("{} is in {stage} by now", other.name)));
        assert_eq!(told[2].as_deref(), Some("no candidate has the id can_none"));
        assert!(told[3].as_ref().unwrap().starts_with("no stage is called sta_none"), "{told:?}");

        let after = read(&store, one).await;
        assert_eq!(Some(&after.current_pipeline_stage_id), to(one).as_ref());
        let history = &after.pipeline_stage_history;
        assert_eq!(history.len(), before.pipeline_stage_history.len() + 1);
        assert_eq!(history.last().unwrap().stage_id, after.current_pipeline_stage_id);
        let stays = read(&store, other).await;
        assert_eq!(stays.current_pipeline_stage_id, other.current_pipeline_stage_id);
    }
}
