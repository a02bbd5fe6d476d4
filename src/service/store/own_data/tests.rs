//! Any sequence of changes leaves a consistent database, and a dry run leaves no trace.

mod consistency;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use rusqlite::Connection;
use tempfile::TempDir;

use super::*;
use crate::service::store::association::AssociationRequest;
use crate::service::store::changes::{NewStage, StagePlace};
use crate::service::store::context::Origin;
use crate::service::store::model::{IfMissing, NewPerson};
use crate::service::store::record::PersonRecord;
use crate::service::store::values::params;
use crate::service::store::{DatabaseUrl, record::StoreRecord};
use crate::wire::{JobId, Timestamp};

const STAGES: [&str; 5] = ["Applied", "Screen", "Offer", "Hired", "Rejected"];
const NAMES: [&str; 4] = ["Northwind", "Umbra", "Kestrel", "Denholm"];

/// Numbers select a record among those that exist.
#[derive(Debug, Clone)]
enum Change {
    AddJob { name: usize, client: usize, external_id: Option<usize> },
    EditJob { job: usize, name: usize, client: usize, is_archived: bool },
    Pipeline { job: usize, change: PipelineChange },
    AddClient(usize),
    RenameClient { client: usize, name: usize },
    MergeClients { from: usize, into: usize },
    CreatePerson { name: usize, external_id: Option<usize>, job: usize },
    Move { candidates: Vec<usize>, stage: usize },
    Remove(Vec<usize>),
    Delete(usize),
    Merge { from: usize, into: usize },
}

fn any_pipeline_change() -> impl Strategy<Value = PipelineChange> {
    let name = || prop::sample::select(STAGES.to_vec()).prop_map(str::to_owned);
    prop_oneof![
        (name(), any::<bool>()).prop_map(|(name, is_rejection)| PipelineChange::Add {
            stage: NewStage { name, is_rejection, is_interviewing: false },
            place: StagePlace::First,
        }),
        (name(), name()).prop_map(|(stage, name)| PipelineChange::Rename { stage, name }),
        prop::collection::vec(name(), 1..3).prop_map(PipelineChange::Reorder),
        (name(), prop::option::of(name()))
            .prop_map(|(stage, move_to)| PipelineChange::Retire { stage, move_to }),
    ]
}

fn any_change() -> impl Strategy<Value = Change> {
    let n = || 0..12_usize;
    prop_oneof![
        2 => (n(), n(), prop::option::of(n()))
            .prop_map(|(name, client, external_id)| Change::AddJob { name, client, external_id }),
        1 => (n(), n(), n(), any::<bool>()).prop_map(|(job, name, client, is_archived)| {
            Change::EditJob { job, name, client, is_archived }
        }),
        3 => (n(), any_pipeline_change()).prop_map(|(job, change)| Change::Pipeline { job, change }),
        1 => n().prop_map(Change::AddClient),
        1 => (n(), n()).prop_map(|(client, name)| Change::RenameClient { client, name }),
        1 => (n(), n()).prop_map(|(from, into)| Change::MergeClients { from, into }),
        8 => (n(), prop::option::of(n()), n())
            .prop_map(|(name, external_id, job)| Change::CreatePerson { name, external_id, job }),
        3 => (prop::collection::vec(n(), 1..3), n())
            .prop_map(|(candidates, stage)| Change::Move { candidates, stage }),
        2 => prop::collection::vec(n(), 1..4).prop_map(Change::Remove),
        1 => n().prop_map(Change::Delete),
        3 => (n(), n()).prop_map(|(from, into)| Change::Merge { from, into }),
    ]
}

fn new_job(name: usize, client: usize, external_id: Option<usize>) -> NewJob {
    let stage = |(name, is_rejection): (&str, bool)| NewStage {
        name: name.to_owned(),
        is_rejection,
        is_interviewing: false,
    };
    NewJob {
        id: None,
        external_id: external_id.map(|number| format!("job-{number}")),
        name: choose(&NAMES, name).to_owned(),
        client: choose(&NAMES, client).to_owned(),
        status: "Open".to_owned(),
        stages: [("Applied", false), ("Screen", false), ("Rejected", true)].map(stage).to_vec(),
        ..NewJob::default()
    }
}

fn new_person(name: usize, external_id: Option<usize>, job: String) -> NewPerson {
    let record = PersonRecord {
        name: format!("Person {name}"),
        current_company_name: choose(&NAMES, name).to_owned(),
        external_source_id: external_id.map(|number| format!("crm-{number}")),
        ..PersonRecord::default()
    };
    let job_id = Some(JobId::new(job));
    NewPerson {
        record,
        association: AssociationRequest { job_id, ..AssociationRequest::default() },
    }
}

struct Fixture {
    store: Store,
    /// Seconds since 1970; advances with each change.
    now: i64,
    folder: TempDir,
}

fn choose<'a>(texts: &'a [&str], number: usize) -> &'a str {
    texts[number % texts.len()]
}

impl Fixture {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("own.db"));
        let store = Store::open(&url, IfMissing::Create).await.unwrap().without_mmap();
        Self { store, now: 1_700_000_000, folder }
    }

    fn read<T>(&self, query: impl FnOnce(&Connection) -> T) -> T {
        let Engine::Sqlite(engine) = &*self.store.engine else { panic!("a file") };
        engine.read_inline(|db| Ok(query(db))).unwrap()
    }

    /// The record with that number, or an ID that does not exist.
    fn id(&self, table: &str, number: usize) -> String {
        let ids: Vec<String> = self.read(|db| {
            let mut query = db.prepare(&format!("SELECT id FROM {table} ORDER BY 1")).unwrap();
            query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
        });
        if ids.is_empty() { "none".to_owned() } else { ids[number % ids.len()].clone() }
    }

    fn context(&mut self, dry_run: bool) -> WriteContext {
        self.now += 1;
        // Every fifth time, the clock was set back.
        let seconds = if self.now % 5 == 0 { self.now - 3 } else { self.now };
        let now = Timestamp::from_micros(seconds * 1_000_000).unwrap();
        WriteContext { dry_run, ..WriteContext::new(Origin::default(), now) }
    }

    /// Returns whether anything changed. An error must leave everything as it was.
    async fn apply(&mut self, change: &Change, dry_run: bool) -> Result<bool, StoreError> {
        let context = self.context(dry_run);
        let store = &self.store;
        Ok(match change.clone() {
            Change::AddJob { name, client, external_id } => {
                store.add_job(new_job(name, client, external_id), context).await?.changed
            }
            Change::EditJob { job, name, client, is_archived } => {
                let edit = JobEdit {
                    name: Some(choose(&NAMES, name).to_owned()),
                    client: Some(choose(&NAMES, client).to_owned()),
                    is_archived: Some(is_archived),
                    ..JobEdit::default()
                };
                store.edit_job(self.id("job", job), edit, context).await?.changed
            }
            Change::Pipeline { job, change } => {
                store.change_pipeline(self.id("job", job), change, context).await?.changed
            }
            Change::AddClient(name) => {
                store.add_client(choose(&NAMES, name).to_owned(), context).await?.changed
            }
            Change::RenameClient { client, name } => {
                let name = choose(&NAMES, name).to_owned();
                store.rename_client(self.id("client", client), name, context).await?.changed
            }
            Change::MergeClients { from, into } => {
                let (from, into) = (self.id("client", from), self.id("client", into));
                store.merge_clients(from, into, context).await?.changed
            }
            Change::CreatePerson { name, external_id, job } => {
                let new = new_person(name, external_id, self.id("job", job));
                store.create_person(new, context).await?;
                true
            }
            Change::Move { candidates, stage } => {
                let ids = self.candidates(&candidates);
                let stage = choose(&STAGES, stage).to_owned();
                store.move_candidates(ids, stage, context).await?.changed
            }
            Change::Remove(candidates) => {
                store.remove_candidates(self.candidates(&candidates), context).await?.changed
            }
            Change::Delete(person) => {
                let ids = vec![PersonId::new(self.id("person", person))];
                store.delete_persons(ids, context).await?.changed
            }
            Change::Merge { from, into } => {
                let (from, into) = (self.id("person", from), self.id("person", into));
                store
                    .merge_persons(PersonId::new(from), PersonId::new(into), context)
                    .await?
                    .changed
            }
        })
    }

    fn candidates(&self, numbers: &[usize]) -> Vec<CandidateId> {
        numbers.iter().map(|number| CandidateId::new(self.id("candidate", *number))).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_changes_leave_a_consistent_database(
        changes in prop::collection::vec((any_change(), prop::bool::weighted(0.2)), 1..40),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut fixture = Fixture::new().await;
            for number in 0..2 {
                let job = Change::AddJob { name: number, client: number, external_id: None };
                fixture.apply(&job, false).await.unwrap();
            }
            // More candidates than one block holds.
            for name in 0..40 {
                let person = Change::CreatePerson { name, external_id: None, job: 0 };
                fixture.apply(&person, false).await.unwrap();
            }
            for (change, dry_run) in changes {
                let before = fixture.read(consistency::contents);
                let outcome = fixture.apply(&change, dry_run).await;
                fixture.read(consistency::check);
                let is_same = fixture.read(consistency::contents) == before;
                let must_be_same = dry_run || !matches!(outcome, Ok(true));
                assert!(is_same || !must_be_same, "{change:?} {dry_run} {outcome:?}");
                assert!(!is_same || must_be_same, "{change:?} changed nothing: {outcome:?}");
            }
        });
    }
}

#[tokio::test]
async fn a_file_that_another_process_reads_is_cleaned_later() {
    let mut fixture = Fixture::new().await;
    fixture.apply(&Change::AddJob { name: 0, client: 0, external_id: None }, false).await.unwrap();
    let person = Change::CreatePerson { name: 7, external_id: None, job: 0 };
    fixture.apply(&person, false).await.unwrap();
    let path = fixture.folder.path().join("own.db");
    let reader = Connection::open(&path).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM person").unwrap();
    fixture.apply(&Change::Delete(0), false).await.unwrap();
    let soon = || Instant::now() + Duration::from_millis(50);
    let error = fixture.store.clean(soon()).await.unwrap_err();
    assert!(matches!(error, StoreError::InUse | StoreError::Busy), "{error:?}");
    reader.execute_batch("COMMIT").unwrap();
    fixture.store.clean(Instant::now() + Duration::from_mins(1)).await.unwrap();
    for file in [path.clone(), path.with_file_name("own.db-wal")] {
        let bytes = std::fs::read(file).unwrap();
        assert!(!bytes.windows(8).any(|part| part == b"Person 7"));
    }
}

/// Rows that grow and shrink move between pages. `secure_delete` does not overwrite the copies that
/// this leaves in the unused part of a page.
#[tokio::test]
async fn a_rewritten_file_holds_no_copy_of_a_row_that_moved_between_pages() {
    const PEOPLE: i64 = 600;
    let mut fixture = Fixture::new().await;
    let person = |number: i64| {
        let (id, name) = (format!("per_{number}").into(), format!("Person {number:03}."));
        let record = PersonRecord { id, name, notes: "n".repeat(300), ..PersonRecord::default() };
        Ok::<_, StoreError>(StoreRecord::Person(Box::new(record)))
    };
    let context = fixture.context(false);
    fixture.store.import(context, (0..PEOPLE).map(person)).await.unwrap();
    let edit = |db: &Db<'_>, _context: &WriteContext| -> Result<(), StoreError> {
        let mut state = 1_u64;
        for _ in 0..4 * PEOPLE {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_041);
            let (key, length) = (state >> 33, 10 + (state >> 40) % 3_000);
            let notes = "n".repeat(usize::try_from(length).unwrap());
            let sql = "UPDATE person SET notes = ?2 WHERE person_pk = 1 + ?1 % ?3";
            db.execute(sql, params![key.cast_signed(), notes, PEOPLE])?;
        }
        Ok(())
    };
    let context = fixture.context(false);
    fixture.store.engine.write(context, edit).await.unwrap();
    let deleted: Vec<i64> = (0..PEOPLE).step_by(5).collect();
    let ids = deleted.iter().map(|number| format!("per_{number}").into()).collect();
    let context = fixture.context(false);
    fixture.store.delete_persons(ids, context).await.unwrap();
    fixture.store.clean(Instant::now() + Duration::from_mins(1)).await.unwrap();
    let bytes = std::fs::read(fixture.folder.path().join("own.db")).unwrap();
    let holds = |number: i64| {
        let name = format!("Person {number:03}.");
        bytes.windows(name.len()).any(|part| part == name.as_bytes())
    };
    assert!(holds(1), "the search finds who is there");
    let found: Vec<i64> = deleted.into_iter().filter(|number| holds(*number)).collect();
    assert_eq!(found, [0; 0]);
}

#[tokio::test]
async fn an_exported_database_has_no_merged_or_deleted_people() {
    let mut fixture = Fixture::new().await;
    fixture.apply(&Change::AddJob { name: 0, client: 0, external_id: None }, false).await.unwrap();
    for name in 0..4 {
        let create = Change::CreatePerson { name, external_id: Some(name), job: 0 };
        fixture.apply(&create, false).await.unwrap();
    }
    fixture.apply(&Change::Merge { from: 0, into: 1 }, false).await.unwrap();
    fixture.apply(&Change::Delete(1), false).await.unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    let visit = move |record: StoreRecord| -> Result<(), StoreError> {
        sender.send(record).unwrap();
        Ok(())
    };
    fixture.store.export(visit).await.unwrap();
    let records: Vec<StoreRecord> = receiver.iter().collect();
    let people = records.iter().filter(|record| matches!(record, StoreRecord::Person(_))).count();
    assert_eq!(people, 2);
}
