//! What a batch of writes changes in the mirror, and what it logs.

mod properties;

use std::ops::Range;

use chrono::{DateTime, TimeDelta};
use tempfile::TempDir;

use super::records::{RecordKind, RecordRow, RecordWrite};
use super::search::PeopleQuery;
use super::stored_lists::PageChoice;
use super::*;
use crate::recruiting::changes::{Change, ChangeKind};
use crate::recruiting::paging::restore::StoredRows;
use crate::recruiting::table::{CandidateRows, RowBuffer as _};
use crate::storage::Storage;
use crate::wire::{CandidateItem, JobId, JobItem, PipelineStage, Timestamp};
use crate::wire::{Contact, Job, Person};

const SERVER: &str = "https://a.example";

fn storage() -> (TempDir, Storage) {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::open(&folder.path().join("local/work.db")).unwrap();
    (folder, storage)
}

fn at(minute: i64) -> Timestamp {
    (DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::minutes(minute)).into()
}

fn candidate(id: u32, stage: &str) -> CandidateItem {
    CandidateItem {
        id: format!("can_{id}").into(),
        person_id: format!("per_{id}").into(),
        name: format!("Name {id}"),
        current_pipeline_stage_name: stage.to_owned(),
        current_pipeline_stage_id: format!("sta_{stage}").into(),
        created_at: Timestamp::parse("2024-01-02T03:04:05Z"),
        ..CandidateItem::default()
    }
}

/// The list of one job on a server, and a reader that may be killed at any page.
struct Reader {
    storage: Storage,
    session: MirrorSession,
    _folder: TempDir,
    rows: Vec<CandidateItem>,
    pass: u64,
    minute: i64,
}

const PAGE: usize = 3;

impl Reader {
    fn new(rows: Vec<CandidateItem>) -> Self {
        let (folder, storage) = storage();
        let session = MirrorSession::default();
        Self { storage, session, _folder: folder, rows, pass: 0, minute: 0 }
    }

    /// Reads pages in the given order, and the end of the walk if all of them were read.
    fn walk(&mut self, order: &[usize]) -> MirrorReport {
        self.pass += 1;
        self.minute += 1;
        let count = self.rows.len().div_ceil(PAGE).max(1);
        let mut read = std::collections::BTreeSet::new();
        for page in order.iter().map(|page| page % count) {
            read.insert(page);
            self.write(page);
        }
        if read.len() < count {
            return MirrorReport::default();
        }
        let (job, rows) = (JobId::from("job_1"), self.rows.len() as u64);
        let end = MirrorWrite::EndWalk { job, pass: self.pass, rows };
        let report = self.storage.mirror(SERVER, &mut self.session, vec![end]).unwrap();
        for (job, row) in &report.missing {
            let is_listed = self.rows.iter().any(|other| other.id == row.id);
            assert!(!is_listed, "{} is not missing", row.id);
            self.storage.confirm_gone(SERVER, job, row, at(self.minute)).unwrap();
        }
        report
    }

    fn write(&mut self, page: usize) {
        let rows = self.rows.iter().skip(page * PAGE).take(PAGE);
        let rows = CandidateRows::of(rows);
        let page = PageWrite {
            pass: self.pass,
            position: (page * PAGE) as u64,
            rows,
            total: Some(self.rows.len() as u64),
            read_at: at(self.minute),
        };
        let write = MirrorWrite::CandidatePage("job_1".into(), page);
        self.storage.mirror(SERVER, &mut self.session, vec![write]).unwrap();
    }

    fn walk_all(&mut self) -> MirrorReport {
        let pages: Vec<usize> = (0..self.rows.len().div_ceil(PAGE).max(1)).collect();
        self.walk(&pages)
    }

    /// The process ends and another one starts.
    fn kill(&mut self) {
        self.session = MirrorSession::default();
    }

    fn changes(&self) -> Vec<Change> {
        let mut changes = self.storage.changes(SERVER, None, 1000).unwrap().changes;
        changes.reverse();
        changes
    }

    fn stored(&self) -> Vec<CandidateItem> {
        let list = self.storage.mirrored_list(SERVER, &"job_1".into(), PageChoice::All).unwrap();
        list.iter().flat_map(StoredRows::items).collect()
    }
}

fn kinds(changes: &[Change]) -> Vec<(ChangeKind, &str)> {
    changes.iter().map(|change| (change.kind, change.candidate.as_str())).collect()
}

#[test]
fn the_first_reading_of_a_list_is_no_change() {
    let mut reader = Reader::new((0..8).map(|id| candidate(id, "Applied")).collect());
    reader.walk_all();
    assert_eq!(reader.changes(), []);
    assert_eq!(reader.stored(), reader.rows);
}

#[test]
fn a_row_that_moves_to_another_page_is_not_new() {
    let mut reader = Reader::new((0..8).map(|id| candidate(id, "Applied")).collect());
    reader.walk_all();
    reader.rows.insert(0, candidate(100, "Applied"));
    // Killed after the first page: the row that was the last of it is on no page now.
    reader.walk(&[0]);
    reader.kill();
    reader.walk_all();
    assert_eq!(kinds(&reader.changes()), [(ChangeKind::CandidateNew, "can_100")]);
    assert_eq!(reader.stored(), reader.rows);
}

#[test]
fn a_row_is_gone_only_after_a_complete_walk_and_a_confirmation() {
    let mut reader = Reader::new((0..8).map(|id| candidate(id, "Applied")).collect());
    reader.walk_all();
    reader.rows.remove(1);
    reader.walk(&[0, 1]);
    assert_eq!(reader.changes(), [], "the last page was not read");
    reader.walk_all();
    let changes = reader.changes();
    assert_eq!(kinds(&changes), [(ChangeKind::CandidateGone, "can_1")]);
    assert_eq!((changes[0].last_read_at, changes[0].read_at), (Some(at(1)), at(3)));
    reader.walk_all();
    assert_eq!(reader.changes().len(), 1);
}

#[test]
fn a_person_who_was_forgotten_is_not_new_when_they_are_met_again() {
    let mut reader = Reader::new((0..8).map(|id| candidate(id, "Applied")).collect());
    reader.walk_all();
    reader.storage.purge_person(&"per_1".into()).unwrap();
    assert_eq!(reader.stored().len(), 7);
    let later = Timestamp::parse("2999-01-02T03:04:05Z");
    reader.rows.push(CandidateItem { created_at: later, ..candidate(100, "Applied") });
    // Not before the last complete walk, and forgotten since.
    reader.rows[7].created_at = Some(at(2));
    // Killed before the end: the next walk does not know the person either.
    reader.walk(&[2]);
    reader.storage.purge_person(&"per_7".into()).unwrap();
    reader.kill();
    reader.minute += 1;
    reader.walk_all();
    assert_eq!(kinds(&reader.changes()), [(ChangeKind::CandidateNew, "can_100")]);
    reader.rows.push(candidate(101, "Applied"));
    reader.walk_all();
    let new = [(ChangeKind::CandidateNew, "can_100"), (ChangeKind::CandidateNew, "can_101")];
    assert_eq!(kinds(&reader.changes()), new, "all are known again");
}

#[test]
fn a_person_of_whom_only_a_change_is_left_is_purged_and_not_called_unknown() {
    let mut reader = Reader::new((0..2).map(|id| candidate(id, "Applied")).collect());
    reader.walk_all();
    reader.rows.remove(1);
    reader.walk_all();
    assert_eq!(kinds(&reader.changes()), [(ChangeKind::CandidateGone, "can_1")]);
    assert!(!reader.storage.purge_person(&"per_1".into()).unwrap().is_nothing());
    assert_eq!(reader.changes(), []);
    assert!(reader.storage.purge_person(&"per_1".into()).unwrap().is_nothing());
}

#[test]
fn a_row_whose_page_expired_is_not_new_when_it_is_met_again() {
    let mut reader = Reader::new((0..8).map(|id| candidate(id, "Applied")).collect());
    reader.walk_all();
    reader.minute += 10;
    reader.walk(&[1]);
    reader.storage.expire_mirror(at(5)).unwrap();
    assert_eq!(reader.stored().len(), PAGE);
    reader.walk_all();
    assert_eq!(reader.changes(), []);
}

#[test]
fn a_walk_with_lost_pages_ends_nothing() {
    let mut reader = Reader::new((0..8).map(|id| candidate(id, "Applied")).collect());
    reader.walk_all();
    reader.pass += 1;
    reader.write(0);
    // The disk was full for a moment: the session knows nothing about the pages before.
    reader.kill();
    reader.write(1);
    reader.write(2);
    let end = MirrorWrite::EndWalk { job: "job_1".into(), pass: reader.pass, rows: 8 };
    let report = reader.storage.mirror(SERVER, &mut reader.session, vec![end]).unwrap();
    assert_eq!(report.missing, []);
    assert_eq!(reader.stored(), reader.rows);
}

#[test]
fn a_list_without_any_known_row_is_another_list() {
    let (_folder, mut storage) = storage();
    let mut session = MirrorSession::default();
    let mut walk = |pass: u64, ids: Range<u32>| {
        let job = |id| JobItem { id: format!("job_{id}").into(), ..JobItem::default() };
        let rows: Vec<JobItem> = ids.map(job).collect();
        let (count, read_at) = (rows.len() as u64, at(1));
        let page = PageWrite { pass, position: 0, rows, total: Some(count), read_at };
        let end = MirrorWrite::EndWalk { job: JobId::default(), pass, rows: count };
        storage.mirror(SERVER, &mut session, vec![MirrorWrite::JobPage(page), end]).unwrap()
    };
    assert!(!walk(1, 0..5).is_reset);
    assert!(!walk(2, 4..9).is_reset, "one is left");
    let report = walk(3, 20..25);
    assert!(report.is_reset);
    assert_eq!(report.missing_jobs.len(), 9);
    assert!(!walk(4, 0..0).is_reset, "an empty list is no other list");
}

fn person(id: &str, name: &str) -> Person {
    let contact = |value: &str| Contact {
        value: value.to_owned(),
        contact_data_type: "work".to_owned(),
        ..Contact::default()
    };
    Person {
        id: id.into(),
        name: name.to_owned(),
        current_job_title: "Engineer".to_owned(),
        emails: vec![contact("ada.king@home.example")],
        phones: vec![contact("+49 (0)171 123-4567")],
        social_public_id: "countess-of-lovelace".to_owned(),
        ..Person::default()
    }
}

fn put(storage: &mut Storage, person: &Person, minute: i64, is_own: bool) {
    let row = RecordRow::person(person, at(minute), None).unwrap();
    let write = MirrorWrite::Record(RecordWrite { row, is_own });
    storage.mirror(SERVER, &mut MirrorSession::default(), vec![write]).unwrap();
}

#[test]
fn a_new_title_is_one_change_wherever_it_shows() {
    let mut reader = Reader::new((0..2).map(|id| candidate(id, "Applied")).collect());
    reader.walk_all();
    put(&mut reader.storage, &person("per_0", "Name 0"), 1, false);
    for row in &mut reader.rows {
        row.current_job_title = "Head of Engineering".to_owned();
    }
    reader.rows[0].current_job_title = "CTO".to_owned();
    reader.walk_all();
    let promoted = Person { current_job_title: "CTO".to_owned(), ..person("per_0", "Name 0") };
    put(&mut reader.storage, &promoted, 3, false);
    let changes = reader.changes();
    let titles: Vec<_> = changes.iter().map(|it| (it.person.as_str(), it.after.as_str())).collect();
    assert_eq!(titles, [("per_0", "CTO"), ("per_1", "Head of Engineering")]);
    let renamed = Person { name: "Ada".to_owned(), ..promoted };
    put(&mut reader.storage, &renamed, 4, true);
    let last = reader.changes().pop().unwrap();
    assert_eq!((last.field.as_str(), last.is_own), ("name", true));
}

#[test]
fn contacts_removed_one_after_the_other_are_two_changes() {
    let (_folder, mut storage) = storage();
    for (minute, emails) in [(1, &["a", "b", "c"][..]), (2, &["b", "c"]), (3, &["c"])] {
        let contact = |value: &&str| Contact { value: (*value).to_owned(), ..Contact::default() };
        let emails = emails.iter().map(contact).collect();
        put(&mut storage, &Person { emails, ..person("per_0", "Ada") }, minute, false);
    }
    let changes = storage.changes(SERVER, None, 10).unwrap().changes;
    let removed: Vec<&str> = changes.iter().map(|change| &*change.before).collect();
    assert_eq!(removed, ["b", "a"], "newest first");
}

#[test]
fn a_record_that_the_server_no_longer_has_leaves_no_byte() {
    let (folder, mut storage) = storage();
    put(&mut storage, &person("per_0", "Ada Lovelace"), 1, false);
    let gone = MirrorWrite::Gone(RecordKind::Person, "per_0".to_owned());
    storage.mirror(SERVER, &mut MirrorSession::default(), vec![gone]).unwrap();
    assert!(storage.wipe_deleted());
    drop(storage);
    let files: Vec<_> = std::fs::read_dir(folder.path().join("local")).unwrap().collect();
    assert!(!files.is_empty());
    for file in files {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(8).any(|part| part.eq_ignore_ascii_case(b"lovelace")));
    }
}

#[test]
fn own_moves_are_marked_once() {
    let mut reader = Reader::new((0..2).map(|id| candidate(id, "Applied")).collect());
    reader.walk_all();
    let own = vec![MirrorWrite::OwnMove("can_1".into(), at(1))];
    reader.storage.mirror(SERVER, &mut reader.session, own).unwrap();
    for stage in ["Screen", "Applied", "Screen"] {
        reader.rows[1] = candidate(1, stage);
        reader.walk_all();
    }
    let own: Vec<bool> = reader.changes().iter().map(|change| change.is_own).collect();
    assert_eq!(own, [true, false, false]);
}

#[test]
fn people_are_found_by_name_contact_and_career_in_any_spelling() {
    let (_folder, mut storage) = storage();
    put(&mut storage, &person("per_1", "Ádá Łovelace"), 1, false);
    let find = |storage: &Storage, words: &[&str], career: &[&str]| {
        let to_owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let query = PeopleQuery { words: to_owned(words), career: to_owned(career) };
        let rows = storage.search_people(SERVER, &query, 10).unwrap();
        rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    for words in [
        &["ada", "love"] as &[&str],
        &["ADA.KING@home.example"],
        &["king@home"],
        &["0171/1234567"],
        &["+49 171 1234567"],
        &["1234567"],
        &["countess-of"],
        &["Łov"],
    ] {
        assert_eq!(find(&storage, words, &[]), ["per_1"], "{words:?}");
    }
    for words in [&["zoe"] as &[&str], &["0171/1234568"], &["\"*:"], &[""], &["ada", "zoe"]] {
        assert_eq!(find(&storage, words, &[]), [""; 0], "{words:?}");
    }
    assert_eq!(find(&storage, &["ada"], &["oxford"]), [""; 0]);
    put(&mut storage, &person("per_1", "Zoe"), 2, false);
    assert_eq!(find(&storage, &["zoe"], &[]), ["per_1"]);
    assert_eq!(find(&storage, &["love"], &[]), ["per_1"], "the handle still has it");
    assert_eq!(find(&storage, &["łov"], &[]), ["per_1"]);
}

#[test]
fn a_changed_pipeline_is_logged_and_a_job_record_is_found() {
    let (_folder, mut storage) = storage();
    let job = |stages: &[&str]| {
        let stage = |name: &&str| PipelineStage {
            id: format!("sta_{name}").into(),
            name: (*name).to_owned(),
            ..PipelineStage::default()
        };
        let pipeline_stages = stages.iter().map(stage).collect();
        Job { id: "job_1".into(), name: "Engineer".to_owned(), pipeline_stages, ..Job::default() }
    };
    for (minute, stages) in [(1, &["A", "B"] as &[&str]), (2, &["A", "C"])] {
        let row = RecordRow::job(&job(stages), at(minute), Some("\"v\"".to_owned())).unwrap();
        let write = MirrorWrite::Record(RecordWrite { row, is_own: false });
        storage.mirror(SERVER, &mut MirrorSession::default(), vec![write]).unwrap();
    }
    let changes = storage.changes(SERVER, None, 10).unwrap().changes;
    assert_eq!(changes[0].kind, ChangeKind::PipelineChanged);
    let ages = storage.record_ages(SERVER, RecordKind::Job).unwrap();
    assert_eq!(ages, [("job_1".to_owned(), at(2), Some("\"v\"".to_owned()))]);
}

#[test]
fn the_last_visit_is_the_one_before_this_start() {
    let (_folder, storage) = storage();
    assert_eq!(storage.begin_visit(SERVER, at(1)).unwrap(), None);
    assert_eq!(storage.begin_visit(SERVER, at(5)).unwrap(), Some(at(1)));
    assert_eq!(storage.begin_visit(SERVER, at(3)).unwrap(), Some(at(5)), "the clock was set back");
    assert_eq!(storage.begin_visit(SERVER, at(9)).unwrap(), Some(at(5)));
}
