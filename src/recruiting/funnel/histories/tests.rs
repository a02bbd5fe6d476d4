use serde_json::json;

use super::*;
use crate::wire::CandidateItem;

fn timestamp(text: &str) -> Timestamp {
    Timestamp::from(text.parse::<chrono::DateTime<chrono::Utc>>().unwrap())
}

/// Three candidates: the first two in the second stage, the third in the first.
fn candidates() -> Vec<CandidateItem> {
    let item = |(at, stage): (usize, &str)| CandidateItem {
        id: format!("can_{at}").into(),
        current_pipeline_stage_id: stage.into(),
        ..CandidateItem::default()
    };
    ["st_2", "st_2", "st_1"].into_iter().enumerate().map(item).collect()
}

fn rows() -> CandidateTable {
    let mut rows = CandidateTable::default();
    for item in &candidates() {
        rows.put(item);
    }
    rows
}

fn record(id: &str, stage: &str, since: Option<&str>, history: &[(&str, &str)]) -> Candidate {
    let entry = |(stage, date): &(&str, &str)| json!({"stage_id": stage, "stage_name": stage, "stage_date": date});
    serde_json::from_value(json!({
        "id": id, "current_pipeline_stage_id": stage, "current_pipeline_stage_name": "any",
        "current_pipeline_stage_date": since,
        "pipeline_stage_history": history.iter().map(entry).collect::<Vec<_>>(),
    }))
    .unwrap()
}

fn summarize(histories: &Histories, row: Row) -> Vec<(String, bool)> {
    let stages = histories.stages();
    let visits = histories.visits(row).unwrap().iter();
    visits.map(|visit| (stages[usize::from(visit.stage)].id.clone(), visit.at.is_some())).collect()
}

#[test]
fn a_history_is_sorted_by_time_and_ends_in_the_current_stage() {
    let (mut histories, row) = (Histories::default(), Row::at(0));
    let key = rows().stage(row);
    let (first, second) = ("2026-10-01T08:00:00Z", "2026-11-01T08:00:00Z");
    let read = record("can_0", "st_2", None, &[("st_2", second), ("st_1", first)]);
    assert!(histories.update(row, key, &read));
    assert!(!histories.update(row, key, &read), "reading the same record again changes nothing");
    assert_eq!(summarize(&histories, row), [("st_1".into(), true), ("st_2".into(), true)]);
    assert_eq!(histories.since(row), Some(timestamp(second)), "the history has the date as well");

    let read = record("can_0", "st_2", Some(second), &[("st_1", first)]);
    assert!(!histories.update(row, key, &read), "the current stage counts as entered");

    let read = record("can_0", "st_2", None, &[("st_1", first)]);
    histories.update(row, key, &read);
    assert_eq!(summarize(&histories, row), [("st_1".into(), true), ("st_2".into(), false)]);
    assert_eq!((histories.read_count(), histories.dated_count()), (1, 0));
}

#[test]
fn a_moved_or_removed_candidate_has_no_history() {
    let (mut histories, mut rows) = (Histories::default(), rows());
    let row = Row::at(0);
    let since = "2026-11-01T08:00:00Z";
    histories.update(row, rows.stage(row), &record("can_0", "st_2", Some(since), &[]));
    histories.invalidate(row, rows.stage(row));
    assert!(histories.is_read(row), "the candidate is still in the same stage");
    let mut moved = candidates()[0].clone();
    moved.current_pipeline_stage_id = "st_3".into();
    rows.put(&moved);
    histories.invalidate(row, rows.stage(row));
    assert_eq!((histories.read_count(), histories.dated_count()), (0, 0));

    histories.update(row, rows.stage(row), &record("can_0", "st_3", Some(since), &[]));
    rows.remove(row);
    histories.retain(|row| rows.is_live(row));
    assert_eq!((histories.read_count(), histories.dated_count()), (0, 0));
}

#[test]
fn a_cached_history_counts_only_for_the_same_stage() {
    let (mut histories, rows) = (Histories::default(), rows());
    let since = Some("2026-11-01T08:00:00Z");
    let table = [("can_0", "st_2", true), ("can_1", "st_1", false), ("can_9", "st_1", false)];
    for (id, stage, counts) in table {
        let row = histories.restore(&rows, &record(id, stage, since, &[]));
        assert_eq!(row.is_some(), counts, "{id}");
    }
    // A record from the server is newer than the cache.
    let newer = record("can_2", "st_1", Some("2026-11-05T08:00:00Z"), &[]);
    histories.update(Row::at(2), rows.stage(Row::at(2)), &newer);
    assert_eq!(histories.restore(&rows, &record("can_2", "st_1", since, &[])), None);
    assert_eq!(histories.since(Row::at(2)), Some(timestamp("2026-11-05T08:00:00Z")));
}

#[test]
fn a_cached_history_waits_for_its_row() {
    let (mut histories, mut rows) = (Histories::default(), CandidateTable::default());
    let since = Some("2026-11-01T08:00:00Z");
    for (id, stage) in [("can_0", "st_2"), ("can_1", "st_1")] {
        assert_eq!(histories.restore(&rows, &record(id, stage, since, &[])), None);
    }
    let items = candidates();
    let ids = || items.iter().map(|item| (item.id.as_str(), item.person_id.as_str()));
    for item in &items {
        rows.put(item);
    }
    assert_eq!(
        histories.apply_waiting(&rows, ids()),
        [Row::at(0)],
        "the other candidate moved meanwhile"
    );
    assert!(histories.is_read(Row::at(0)) && !histories.is_read(Row::at(1)));
    assert!(histories.apply_waiting(&rows, ids()).is_empty());
}
