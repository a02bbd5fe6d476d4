//! Changes of the user's own database, executed without a screen.

use std::sync::Arc;

use shortlist::recruiting::job_change::{ChangedJob, JobChange, JobRequest, JobTemplate};
use shortlist::recruiting::triage::StageMove;
use shortlist::tui::app::effect::StorageEffect;
use shortlist::tui::app::message::Message;
use shortlist::tui::app::request::Ticket;
use shortlist::tui::runtime::workspace::{
    JobChangeFuture, MoveFuture, MoveProgressFn, OwnDatabase,
};
use shortlist::wire::Job;

use super::{next, open, temporary_file, workspace};
use crate::support::scripted_server::ScriptedServer;

/// Moves every candidate but those in the stage `screen`.
struct TestDatabase;

impl OwnDatabase for TestDatabase {
    fn move_all(&self, moves: Vec<StageMove>, on_progress: MoveProgressFn) -> MoveFuture {
        (1..=moves.len()).for_each(on_progress);
        let outcome = |StageMove { candidate, from, .. }: StageMove| {
            let is_movable = from.as_str() != "screen";
            (candidate, is_movable.then_some(()).ok_or_else(|| "Ada is now in B".to_owned()))
        };
        Box::pin(std::future::ready(moves.into_iter().map(outcome).collect()))
    }

    fn job_templates(&self) -> Vec<JobTemplate> {
        vec![JobTemplate { name: "agency".to_owned(), ..JobTemplate::default() }]
    }

    /// Takes only new jobs.
    fn change_job(&self, request: JobRequest) -> JobChangeFuture {
        let outcome = match request {
            JobRequest::Add { name, .. } => {
                let after = Job { name, ..Job::default() };
                Ok(ChangedJob { before: None, after, moved_candidates: 0 })
            }
            JobRequest::Change(..) => Err("no job has the ID job_1".to_owned()),
        };
        Box::pin(std::future::ready(outcome))
    }
}

#[tokio::test]
async fn jobs_are_changed_only_in_the_local_database() {
    let server = ScriptedServer::always(Vec::new());
    let (_folder, file) = temporary_file();
    let add = || StorageEffect::ChangeJob {
        ticket: Ticket(8),
        request: JobRequest::Add {
            name: "Rust".to_owned(),
            client: "Acme".to_owned(),
            template: "agency".to_owned(),
        },
    };
    let changed = |message| match message {
        Message::JobChanged { ticket: Ticket(8), outcome } => Some(outcome),
        _ => None,
    };
    let (mut on_server, _) = open(workspace(&server, &file)).await;
    on_server.carry_out_storage(add());
    assert!(next(&mut on_server, changed).await.is_err());
    assert_eq!(server.log().requests.len(), 0, "no request is sent");

    let mut local_database = workspace(&server, &file);
    local_database.own_database = Some(Arc::new(TestDatabase));
    let (mut executor, _) = open(local_database).await;
    executor.carry_out_storage(add());
    assert_eq!(next(&mut executor, changed).await.unwrap().after.name, "Rust");
    let request = JobRequest::Change("job_1".into(), JobChange::SetArchived(true));
    executor.carry_out_storage(StorageEffect::ChangeJob { ticket: Ticket(9), request });
    let unseen = executor.finish().await;
    assert_eq!(unseen, ["job not changed: no job has the ID job_1"], "the end waits for it");
}

#[tokio::test]
async fn stages_are_moved_only_in_the_local_database() {
    let server = ScriptedServer::always(Vec::new());
    let (_folder, file) = temporary_file();
    let mv = |candidate: &str, from: &str| StageMove {
        candidate: candidate.into(),
        from: from.into(),
        to: "offer".into(),
    };
    let apply = || StorageEffect::Apply {
        ticket: Ticket(7),
        moves: vec![mv("can_1", "applied"), mv("can_2", "screen")],
    };
    let applied = |message| match message {
        Message::Applied { ticket: Ticket(7), moves } => Some(moves),
        _ => None,
    };
    let (mut on_server, restored) = open(workspace(&server, &file)).await;
    assert!(!restored.can_apply && restored.job_templates.is_empty());
    on_server.carry_out_storage(apply());
    let moves = next(&mut on_server, applied).await;
    assert!(moves.len() == 2 && moves.iter().all(|(_, outcome)| outcome.is_err()), "{moves:?}");
    assert_eq!(server.log().requests.len(), 0, "no request is sent");

    let mut local_database = workspace(&server, &file);
    local_database.own_database = Some(Arc::new(TestDatabase));
    let (mut executor, restored) = open(local_database).await;
    assert!(restored.can_apply);
    assert_eq!(restored.job_templates[0].name, "agency");
    executor.carry_out_storage(apply());
    let moves = next(&mut executor, applied).await;
    assert_eq!(moves[0], ("can_1".into(), Ok(())));
    assert!(moves[1].1.is_err());
    executor.carry_out_storage(apply());
    assert_eq!(executor.finish().await, ["not moved: Ada is now in B"]);

    let many = (0..250).map(|at| mv(&format!("can_{at}"), "applied")).collect();
    let mut local_database = workspace(&server, &file);
    local_database.own_database = Some(Arc::new(TestDatabase));
    let (mut executor, _) = open(local_database).await;
    executor.carry_out_storage(StorageEffect::Apply { ticket: Ticket(7), moves: many });
    for expected in [100, 200] {
        let done = next(&mut executor, |message| match message {
            Message::Moving { ticket: Ticket(7), done } => Some(done),
            _ => None,
        });
        assert_eq!(done.await, expected, "a large batch reports its progress");
    }
    assert_eq!(next(&mut executor, applied).await.len(), 250);
}
