use serde_json::json;

use super::*;

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

fn told(histories: &Histories, row: Row) -> Vec<(String, bool)> {
    let stages = histories.stages();
    let steps = histories.steps(row).unwrap().iter();
    steps.map(|step| (stages[usize::from(step.stage)].id.clone(), step.at.is_some())).collect()
}

#[test]
fn a_history_is_kept_in_the_order_of_time_and_ends_where_they_are() {
    let (mut histories, row) = (Histories::default(), Row::at(0));
    let key = rows().stage(row);
    let (first, second) = ("2026-10-01T08:00:00Z", "2026-11-01T08:00:00Z");
    let read = record("can_0", "st_2", None, &[("st_2", second), ("st_1", first)]);
    assert!(histories.learn(row, key, &read));
    assert!(!histories.learn(row, key, &read), "it is known already");
    assert_eq!(told(&histories, row), [("st_1".into(), true), ("st_2".into(), true)]);
    assert_eq!(histories.since(row), Some(timestamp(second)), "the history tells it too");

    let read = record("can_0", "st_2", Some(second), &[("st_1", first)]);
    assert!(!histories.learn(row, key, &read), "who is somewhere came there");

    let read = record("can_0", "st_2", None, &[("st_1", first)]);
    histories.learn(row, key, &read);
    assert_eq!(told(&histories, row), [("st_1".into(), true), ("st_2".into(), false)]);
    assert_eq!((histories.read(), histories.dated()), (1, 0));
}

#[test]
fn who_moved_or_is_gone_is_not_known_any_more() {
    let (mut histories, mut rows) = (Histories::default(), rows());
    let row = Row::at(0);
    let since = "2026-11-01T08:00:00Z";
    histories.learn(row, rows.stage(row), &record("can_0", "st_2", Some(since), &[]));
    histories.doubt(row, rows.stage(row));
    assert!(histories.is_read(row), "another name, the same stage");
    let mut moved = candidates()[0].clone();
    moved.current_pipeline_stage_id = "st_3".into();
    rows.put(&moved);
    histories.doubt(row, rows.stage(row));
    assert_eq!((histories.read(), histories.dated()), (0, 0));

    histories.learn(row, rows.stage(row), &record("can_0", "st_3", Some(since), &[]));
    rows.remove(row);
    histories.sweep(|row| rows.is_live(row));
    assert_eq!((histories.read(), histories.dated()), (0, 0));
}

#[test]
fn the_cache_counts_for_those_who_are_in_that_stage_still() {
    let (mut histories, rows) = (Histories::default(), rows());
    let since = Some("2026-11-01T08:00:00Z");
    let table = [("can_0", "st_2", true), ("can_1", "st_1", false), ("can_9", "st_1", false)];
    for (id, stage, counts) in table {
        let row = histories.recall(&rows, &record(id, stage, since, &[]));
        assert_eq!(row.is_some(), counts, "{id}");
    }
    // What was read now is newer than the cache.
    let newer = record("can_2", "st_1", Some("2026-11-05T08:00:00Z"), &[]);
    histories.learn(Row::at(2), rows.stage(Row::at(2)), &newer);
    assert_eq!(histories.recall(&rows, &record("can_2", "st_1", since, &[])), None);
    assert_eq!(histories.since(Row::at(2)), Some(timestamp("2026-11-05T08:00:00Z")));
}

#[test]
fn what_the_cache_knows_waits_for_its_row() {
    let (mut histories, mut rows) = (Histories::default(), CandidateTable::default());
    let since = Some("2026-11-01T08:00:00Z");
    for (id, stage) in [("can_0", "st_2"), ("can_1", "st_1")] {
        assert_eq!(histories.recall(&rows, &record(id, stage, since, &[])), None);
    }
    let items = candidates();
    for item in &items {
        rows.put(item);
    }
    assert_eq!(histories.meet(&rows, &items), [Row::at(0)], "the other one moved meanwhile");
    assert!(histories.is_read(Row::at(0)) && !histories.is_read(Row::at(1)));
    assert!(histories.meet(&rows, &items).is_empty());
}
