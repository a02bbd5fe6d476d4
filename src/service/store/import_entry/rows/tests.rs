use proptest::prelude::*;

use super::*;
use crate::wire::StageId;

fn contact(contact_type: &str, value: &str) -> Contact {
    Contact {
        contact_data_type: contact_type.to_owned(),
        value: value.to_owned(),
        extra: Extra::new(),
    }
}

fn row(change: impl FnOnce(&mut PersonRow)) -> PersonRow {
    let mut row = PersonRow::default();
    change(&mut row);
    row
}

#[test]
fn empty_cells_leave_what_is_stored() {
    let mut person = PersonRecord { notes: "a note".to_owned(), ..PersonRecord::default() };
    let row = row(|row| row.values.name = "Ada".to_owned());
    row.apply(&mut person);
    assert_eq!((person.name.as_str(), person.notes.as_str()), ("Ada", "a note"));
}

#[test]
fn a_phone_number_that_is_only_written_differently_is_not_added() {
    let mut person = PersonRecord {
        phones: vec![contact("mobile", "+44 20 7946 0000")],
        ..PersonRecord::default()
    };
    row(|row| row.more_phones = vec![contact("mobile", "+442079460000")]).apply(&mut person);
    assert_eq!(person.phones, [contact("mobile", "+44 20 7946 0000")]);
}

#[test]
fn notes_that_were_added_to_stay() {
    let mut person = PersonRecord::default();
    for (cell, expected) in [("first", "first"), ("first", "first\nsecond"), ("other", "other")] {
        if expected.contains("second") {
            person.notes.push_str("\nsecond");
        }
        row(|row| row.values.notes = cell.to_owned()).apply(&mut person);
        assert_eq!(person.notes, expected);
    }
}

#[test]
fn a_name_is_joined_from_new_parts_and_kept_with_the_same_parts() {
    let parts = row(|row| {
        row.values.first_name = "Ada".to_owned();
        row.values.last_name = "Lovelace".to_owned();
    });
    let mut person = PersonRecord::default();
    parts.apply(&mut person);
    assert_eq!(person.name, "Ada Lovelace");
    person.name = "Countess of Lovelace".to_owned();
    parts.apply(&mut person);
    assert_eq!(person.name, "Countess of Lovelace");
}

#[test]
fn a_typed_contact_replaces_the_first_of_its_type_and_a_listed_one_is_added_once() {
    let mut person = PersonRecord {
        emails: vec![contact("personal", "a@home.example"), contact("work", "a@old.example")],
        ..PersonRecord::default()
    };
    let row = row(|row| {
        row.values.emails = vec![contact("work", "a@new.example")];
        row.more_emails = vec![contact("work", "A@HOME.example"), contact("work", "b@b.example")];
    });
    for _repeated in 0..2 {
        row.apply(&mut person);
        let values: Vec<&str> = person.emails.iter().map(|email| email.value.as_str()).collect();
        assert_eq!(values, ["a@home.example", "a@new.example", "b@b.example"]);
    }
}

/// The IDs sort against the order of the pipeline.
fn stage(place: usize) -> PipelineStage {
    let id = StageId::new(format!("s{}", 9 - place));
    PipelineStage { name: id.as_str().to_uppercase(), id, ..PipelineStage::default() }
}

fn enter(candidate: &mut Candidate, place: usize, minute: i64) {
    let pipeline: Vec<PipelineStage> = (0..4).map(stage).collect();
    add_stage(candidate, &pipeline, &stage(place), at(minute));
}

fn at(minute: i64) -> Timestamp {
    Timestamp::from_micros(minute * 60_000_000).unwrap()
}

#[test]
fn stages_enter_the_history_at_their_time_and_the_newest_is_the_current_one() {
    let mut candidate = Candidate::default();
    for (id, minute) in [(1, 10), (3, 30), (2, 20), (3, 30)] {
        enter(&mut candidate, id, minute);
    }
    let ids: Vec<&str> =
        candidate.pipeline_stage_history.iter().map(|entry| entry.stage_id.as_str()).collect();
    assert_eq!(ids, ["s8", "s7", "s6"]);
    assert_eq!(candidate.current_pipeline_stage_id.as_str(), "s6");
    assert_eq!(candidate.current_pipeline_stage_date, Some(at(30).to_millis()));
}

#[test]
fn of_two_stages_on_one_day_the_one_further_down_the_pipeline_is_current() {
    for places in [[0, 1], [1, 0]] {
        let mut candidate = Candidate::default();
        for place in places {
            enter(&mut candidate, place, 10);
        }
        assert_eq!(candidate.current_pipeline_stage_id, stage(1).id);
    }
}

proptest! {
    #[test]
    fn the_same_rows_again_or_in_another_order_give_the_same_history(
        moves in proptest::collection::vec((0..4_usize, 0..20_i64), 1..12),
    ) {
        let mut candidate = Candidate::default();
        for (id, minute) in &moves {
            enter(&mut candidate, *id, *minute);
        }
        let first = candidate.clone();
        prop_assert!(first.pipeline_stage_history.is_sorted_by_key(|entry| entry.stage_date));
        let last = first.pipeline_stage_history.last().unwrap();
        prop_assert_eq!(&first.current_pipeline_stage_id, &last.stage_id);
        for (id, minute) in &moves {
            enter(&mut candidate, *id, *minute);
        }
        prop_assert_eq!(&first, &candidate);
        let mut reversed = Candidate::default();
        for (id, minute) in moves.iter().rev() {
            enter(&mut reversed, *id, *minute);
        }
        prop_assert_eq!(first, reversed);
    }
}
