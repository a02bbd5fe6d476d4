//! Whatever happens between two readings, the codec and the log keep their promises.

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::recruiting::table::{CandidateRows, RowBuffer as _};
use crate::storage::mirror::codec::{MirrorItem as _, from_bytes, to_bytes};

fn any_item() -> impl Strategy<Value = CandidateItem> {
    let text = "[a-zé𝔛 ]{0,12}";
    let time = prop::option::of(prop::sample::select(vec![
        "2026-01-02T03:04:05Z",
        "2026-01-02T03:04:05.123456Z",
        "2026-01-02 03:04",
        "2026-01-02T03:04:05+02:00",
        "1815-12-10",
    ]));
    (text, text, text, time, prop::option::of("[a-z]{1,4}")).prop_map(
        |(id, name, company, time, extra)| CandidateItem {
            id: id.into(),
            name,
            current_company_name: company,
            created_at: time.and_then(Timestamp::parse),
            extra: extra.into_iter().map(|key| (key, serde_json::json!([1, "x"]))).collect(),
            ..CandidateItem::default()
        },
    )
}

/// What happens to the list between two readings, and which pages are read before a kill.
#[derive(Debug, Clone)]
enum Step {
    Add { front: bool },
    Remove(usize),
    Move(usize, u8),
    Walk(Vec<usize>),
    WalkAll,
    Kill,
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        any::<bool>().prop_map(|front| Step::Add { front }),
        (0..20_usize).prop_map(Step::Remove),
        (0..20_usize, 0..3_u8).prop_map(|(row, stage)| Step::Move(row, stage)),
        prop::collection::vec(0..8_usize, 0..6).prop_map(Step::Walk),
        Just(Step::WalkAll),
        Just(Step::Kill),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_page_survives_the_codec(rows in prop::collection::vec(any_item(), 0..20)) {
        let bytes = to_bytes::<CandidateItem>(&CandidateRows::of(&rows));
        let read = from_bytes::<CandidateItem>(&bytes).unwrap().items();
        prop_assert_eq!(&read, &rows);
        let text = |rows: &[CandidateItem]| serde_json::to_string(rows).unwrap();
        prop_assert_eq!(text(&read), text(&rows), "formats of times, too");
    }

    #[test]
    fn damaged_bytes_are_an_error_and_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = from_bytes::<CandidateItem>(&bytes);
        let mut page = vec![2];
        page.extend(bytes);
        let _ = CandidateItem::decode(&page);
    }

    /// Whatever happens in between, the log leads from the first reading to the last one, and
    /// each entry begins where the one before it ended.
    #[test]
    fn the_log_has_no_gap_and_no_duplicate(steps in prop::collection::vec(any_step(), 0..40)) {
        let mut reader = Reader::new((0..7).map(|id| candidate(id, "0")).collect());
        reader.walk_all();
        let mut stages: HashMap<String, String> = reader
            .rows
            .iter()
            .map(|row| (row.id.to_string(), row.current_pipeline_stage_name.clone()))
            .collect();
        for (next, step) in (100..).zip(steps.into_iter().chain([Step::WalkAll])) {
            let count = reader.rows.len().max(1);
            match step {
                Step::Add { front: true } => reader.rows.insert(0, candidate(next, "0")),
                Step::Add { front: false } => reader.rows.push(candidate(next, "0")),
                Step::Remove(row) if !reader.rows.is_empty() => {
                    reader.rows.remove(row % count);
                }
                Step::Move(row, stage) if !reader.rows.is_empty() => {
                    let row = &mut reader.rows[row % count];
                    row.current_pipeline_stage_name = stage.to_string();
                    row.current_pipeline_stage_id = format!("sta_{stage}").into();
                }
                Step::Walk(pages) => drop(reader.walk(&pages)),
                Step::WalkAll => drop(reader.walk_all()),
                Step::Kill => reader.kill(),
                Step::Remove(_) | Step::Move(..) => {}
            }
        }
        for change in reader.changes() {
            let id = change.candidate.to_string();
            let before = match change.kind {
                ChangeKind::CandidateGone => stages.remove(&id),
                _ => stages.insert(id.clone(), change.after.clone()),
            };
            let expected = (change.kind != ChangeKind::CandidateNew).then_some(change.before);
            prop_assert_eq!(before, expected, "{} {:?}", id, change.kind);
        }
        let truth: HashMap<String, String> = reader
            .rows
            .iter()
            .map(|row| (row.id.to_string(), row.current_pipeline_stage_name.clone()))
            .collect();
        prop_assert_eq!(stages, truth);
        prop_assert_eq!(reader.stored(), reader.rows);
    }
}
