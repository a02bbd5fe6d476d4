//! Tests of the tables, against a plain list of records.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::text::hostile;
use crate::wire::{CandidateItem, JobItem, Timestamp};

fn candidate(id: &str, name: &str) -> CandidateItem {
    CandidateItem { id: id.into(), name: name.to_owned(), ..CandidateItem::default() }
}

fn line(store: &CandidateTable, row: Row) -> String {
    String::from_utf8_lossy(&store.lines().line(row)).into_owned()
}

#[test]
fn the_same_id_is_the_same_row_also_after_it_was_removed() {
    let mut store = CandidateTable::default();
    let (first, change) = store.put(&candidate("a", "Zoë"));
    assert_eq!(change, RowChange::New);
    assert_eq!(store.put(&candidate("a", "Zoë")), (first, RowChange::Same));
    assert_eq!(store.put(&candidate("a", "Zoé")), (first, RowChange::Changed));
    assert_eq!(line(&store, first), "zoe\x1f\x1f");
    store.remove(first);
    assert_eq!((store.len(), store.find("a"), store.rows().count()), (0, None, 0));
    assert_eq!(line(&store, first), "");
    assert_eq!(store.name(first), "Zoé", "a removed row keeps its name");
    assert_eq!(store.put(&candidate("a", "Zoé")), (first, RowChange::New));
    assert_eq!(store.find("a"), Some(first));
}

#[test]
fn a_row_of_all_jobs_knows_its_job() {
    let mut store = CandidateTable::default();
    let [rust, sales] = [("job_1", "Rust", "Acme"), ("job_2", "Sales\u{1b}", "Öst")]
        .map(|(id, name, client)| JobRef { id, name, client });
    let staged = |id: &str| CandidateItem {
        current_pipeline_stage_name: "Applied".to_owned(),
        ..candidate(id, "Zoë")
    };
    let (first, _) = store.put_in(rust, CandidateRow::new(&staged("a"), ""));
    let (second, change) = store.put_in(sales, CandidateRow::new(&staged("b"), ""));
    assert_eq!(change, RowChange::New);
    assert_eq!((store.job_id(first).as_str(), store.job_name(first)), ("job_1", "Rust"));
    assert_eq!((store.client(second), store.job_name(second)), ("Öst", "Sales\\u{1b}"));
    assert_ne!(store.stage(first), store.stage(second), "each job has its own stages");
    assert_eq!(store.put_in(rust, CandidateRow::new(&staged("a"), "")), (first, RowChange::Same));
    assert_eq!(
        store.put_in(sales, CandidateRow::new(&staged("a"), "")),
        (first, RowChange::Changed),
        "another job"
    );
    assert_eq!(store.job_id(first).as_str(), "job_2");
    store.put_in(JobRef { name: "Sales lead", ..sales }, CandidateRow::new(&staged("a"), ""));
    assert_eq!(store.job_name(second), "Sales lead", "a renamed job");
    store.put_in(JobRef { id: "job_2", ..JobRef::default() }, CandidateRow::new(&staged("a"), ""));
    assert_eq!(store.client(second), "Öst", "an unknown name replaces none");
    assert_eq!(store.item(first), staged("a"));
}

#[test]
fn a_table_of_one_job_may_know_it() {
    let mut store = CandidateTable::default();
    let (row, _) = store.put(&candidate("a", "Zoë"));
    assert_eq!((store.job_id(row).as_str(), store.job_name(row)), ("", ""));
    store.set_job(JobRef { id: "job_1", name: "Rust", client: "Acme" });
    assert_eq!((store.job_id(row).as_str(), store.client(row)), ("job_1", "Acme"));
}

#[test]
fn display_text_is_safe_and_the_original_is_kept() {
    let mut store = CandidateTable::default();
    let mut item = candidate("a", &"\u{1b}[31m".repeat(100_000));
    item.current_job_title = "Boss\u{202e}".to_owned();
    item.extra.insert("odd".to_owned(), json!({"deep": [1, 2.5, null]}));
    let (row, _) = store.put(&item);
    assert_eq!(store.name(row).chars().count(), 1000);
    assert_eq!(store.title(row), "Boss\\u{202e}");
    assert_eq!(store.item(row), item);
    assert_eq!(store.put(&item), (row, RowChange::Same));
    item.extra.clear();
    assert_eq!(store.put(&item), (row, RowChange::Changed));
    assert_eq!(store.item(row), item);
}

#[test]
fn an_id_of_any_length_is_kept() {
    let mut store = CandidateTable::default();
    let mut long = candidate(&"x".repeat(70_000), "Long");
    long.person_id = "y".repeat(70_000).into();
    let (row, _) = store.put(&long);
    let (other, _) = store.put(&candidate("x", "Short"));
    assert_eq!(store.find(long.id.as_str()), Some(row));
    assert_eq!(store.find("x"), Some(other));
    assert_eq!(store.put(&long), (row, RowChange::Same));
    assert_eq!(store.person_id(row), long.person_id.as_str());
    long.person_id = "p".into();
    assert_eq!(store.put(&long), (row, RowChange::Changed));
    assert_eq!(store.item(row), long);
}

#[test]
fn a_row_keeps_its_timestamp_as_the_server_wrote_it() {
    let mut store = CandidateTable::default();
    for (number, sent) in
        ["2026-03-12T09:30:20.000Z", "2026-03-12 09:30:20+0200"].iter().enumerate()
    {
        let item = CandidateItem {
            created_at: Timestamp::parse(sent),
            ..candidate(&format!("c{number}"), "name")
        };
        let (row, _) = store.put(&item);
        assert_eq!(serde_json::to_value(store.item(row)).unwrap()["created_at"], *sent);
    }
}

#[test]
fn repeated_changes_of_a_row_take_no_more_memory() {
    let mut store = CandidateTable::default();
    let (row, _) = store.put(&candidate("a", "first"));
    store.put(&candidate("b", "neighbour"));
    for number in 0..10_000 {
        let mut item = candidate("a", &format!("name {number}"));
        item.current_job_title = format!("title {number}");
        item.current_pipeline_stage_name = format!("stage {number}");
        store.put(&item);
    }
    assert_eq!(store.name(row), "name 9999");
    assert_eq!(store.find("b").map(|row| store.name(row)), Some("neighbour"));
    assert!(store.text_bytes() < 64_000, "{}", store.text_bytes());
    assert_eq!(store.stages().count(), 2);
}

#[test]
fn a_snapshot_stays_as_it_was() {
    let mut store = CandidateTable::default();
    let (row, _) = store.put(&candidate("a", "before"));
    let snapshot = store.haystack();
    store.put(&candidate("a", "after"));
    store.put(&candidate("b", "later"));
    assert_eq!(snapshot.line(row), b"before\x1f\x1f");
    assert_eq!((snapshot.rows(), store.haystack().rows()), (1, 2));
}

#[test]
fn stages_are_counted_as_rows_move() {
    let mut store = CandidateTable::default();
    let staged = |id: &str, stage: &str| CandidateItem {
        current_pipeline_stage_name: stage.to_owned(),
        current_pipeline_stage_id: stage.into(),
        ..candidate(id, id)
    };
    for (id, stage) in [("a", "Applied"), ("b", "Applied"), ("c", "Offer"), ("b", "Offer")] {
        store.put(&staged(id, stage));
    }
    let counts = |store: &CandidateTable| -> Vec<(String, usize)> {
        store.stages().map(|stage| (stage.name.to_owned(), stage.live)).collect()
    };
    assert_eq!(counts(&store), [("Applied".to_owned(), 1), ("Offer".to_owned(), 2)]);
    let key = store.find("c").map(|row| store.stage(row));
    for id in ["b", "c"] {
        let row = store.find(id).expect("a row");
        store.remove(row);
        store.remove(row);
    }
    assert_eq!(counts(&store), [("Applied".to_owned(), 1)]);
    let (row, _) = store.put(&staged("d", "Offer"));
    assert_eq!(Some(store.stage(row)), key, "a stage keeps its key");
}

#[test]
fn jobs_behave_like_candidates() {
    let mut jobs = JobTable::default();
    let mut item = JobItem {
        id: "j".into(),
        name: "Engineer\n(m/f)".to_owned(),
        client_company_name: "Ørsted".to_owned(),
        candidate_count: Some(3),
        ..JobItem::default()
    };
    let (row, _) = jobs.put(&item);
    assert_eq!((jobs.name(row), jobs.candidate_count(row)), ("Engineer (m/f)", Some(3)));
    assert_eq!(jobs.lines().line(row), b"engineer (m/f)\x1forsted\x1f");
    assert_eq!(jobs.put(&item), (row, RowChange::Same));
    item.is_archived = true;
    assert_eq!(jobs.put(&item), (row, RowChange::Changed));
    jobs.remove(row);
    assert_eq!((jobs.find(&item.id), jobs.rows().count()), (None, 0));
    assert_eq!(jobs.put(&item), (row, RowChange::New));
    assert_eq!((jobs.item(row), jobs.rows().count()), (&item, 1));
}

#[derive(Debug, Clone)]
enum Step {
    Put(Box<CandidateItem>),
    Remove(usize),
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-cŁé佐 ]{0,6}", 1 => hostile::text()]
}

fn item() -> impl Strategy<Value = CandidateItem> {
    let extra = prop_oneof![3 => Just(None), 1 => "[xy]".prop_map(Some)];
    ("[a-f]", "[pq]{0,2}", text(), text(), text(), "[st]", proptest::option::of(0..5_i64), extra)
        .prop_map(|(id, person, name, title, company, stage, created, extra)| CandidateItem {
            id: id.into(),
            person_id: person.into(),
            name,
            current_job_title: title,
            current_company_name: company,
            current_company_id: stage.clone().into(),
            current_pipeline_stage_name: stage.clone(),
            current_pipeline_stage_id: stage.into(),
            created_at: created.and_then(Timestamp::from_micros),
            extra: extra.map(|key| (key, json!(1.5))).into_iter().collect(),
        })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![4 => item().prop_map(|item| Step::Put(Box::new(item))), 1 => (0..8_usize).prop_map(Step::Remove)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_table_agrees_with_a_plain_list(steps in prop::collection::vec(step(), 0..60)) {
        let mut store = CandidateTable::default();
        let mut plain: Vec<(CandidateItem, bool)> = Vec::new();
        for step in steps {
            match step {
                Step::Put(item) => {
                    let existing = plain.iter().position(|(other, _)| other.id == item.id);
                    let expected = match existing {
                        None => RowChange::New,
                        Some(at) if !plain[at].1 => RowChange::New,
                        Some(at) if plain[at].0 == *item => RowChange::Same,
                        Some(_) => RowChange::Changed,
                    };
                    let at = existing.unwrap_or(plain.len());
                    prop_assert_eq!(store.put(&item), (Row::at(at), expected));
                    if at == plain.len() {
                        plain.push((*item, true));
                    } else {
                        plain[at] = (*item, true);
                    }
                }
                Step::Remove(at) => {
                    store.remove(Row::at(at));
                    if let Some(entry) = plain.get_mut(at) {
                        entry.1 = false;
                    }
                }
            }
        }
        prop_assert_eq!(store.len(), plain.iter().filter(|(_, live)| *live).count());
        for (at, (item, live)) in plain.iter().enumerate() {
            let row = Row::at(at);
            prop_assert_eq!(&store.item(row), item);
            prop_assert_eq!(store.is_live(row), *live);
            prop_assert_eq!(store.find(item.id.as_str()), live.then_some(row));
            prop_assert!(!store.name(row).chars().any(hostile::is_offending));
            let folded = [store.name(row), store.title(row), store.company(row)].map(fold);
            let expected = if *live { folded.join(&b'\x1f') } else { Vec::new() };
            prop_assert_eq!(store.lines().line(row), expected.as_slice());
        }
        let total: usize = store.stages().map(|stage| stage.live).sum();
        prop_assert_eq!(total, store.len());
    }
}
