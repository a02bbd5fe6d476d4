//! What the rich text concludes from dates and stages.

use super::{records, *};
use crate::wire::PipelineStage;

/// First and last day.
type Periods = &'static [(&'static str, &'static str)];

/// The notice of a gap between employers with these dates, oldest last.
fn gap(periods: Periods) -> Option<String> {
    let employer = |(from, until): &(&str, &str)| json!({"positions": [{"title": "x", "start_date": from, "end_date": until}]});
    let person: Person =
        parse_record(json!({"work_experience": periods.iter().map(employer).collect::<Vec<_>>()}));
    let lines = person_details(&person, None, None, now(), 70);
    lines.iter().map(plain).find(|line| line.contains("without")).map(|line| line.trim().to_owned())
}

#[test]
fn only_a_certain_gap_is_reported() {
    let gap_text = |months: &str| Some(format!("{months} without an employer"));
    let table: [(Periods, Option<String>); 9] = [
        (&[("2024-05-01", ""), ("2023-01-01", "2023-12-31")], gap_text("4 mo")),
        (&[("2023-01-01", "2023-12-31"), ("2024-05-01", "")], gap_text("4 mo")),
        (&[("2024-04-01", ""), ("2023-01-01", "2023-12-31")], None),
        // It may have been all of December, and only the end of April.
        (&[("2024-04", ""), ("2023-01", "2023-12")], None),
        (&[("2024-05", ""), ("2023-01", "2023-12")], gap_text("4 mo")),
        (&[("2019", ""), ("2015", "2018")], None),
        (&[("2020", ""), ("2015", "2018")], gap_text("1 y")),
        // An older employment covers the gap.
        (&[("2024-05-01", ""), ("2023-01-01", "2023-06-01"), ("2020", "2024-04")], None),
        // The employment without dates may cover the gap.
        (&[("2024-05-01", ""), ("2020", "2021"), ("", "")], None),
    ];
    for (periods, expected) in table {
        assert_eq!(gap(periods), expected, "{periods:?}");
    }
}

/// The names of the stages that are marked as a move back.
fn backward_steps(entries: &[&str]) -> Vec<String> {
    let entry = |(day, id): (usize, &&str)| json!({"stage_id": id, "stage_name": id, "stage_date": format!("2026-01-{:02}", day + 1)});
    let history: Vec<Value> = entries.iter().enumerate().map(entry).collect();
    let record: Candidate = parse_record(json!({ "pipeline_stage_history": history }));
    let stage = |id: &str, order: i64| PipelineStage {
        id: id.into(),
        stage_order: Some(order),
        is_rejection_stage: id == "out",
        ..PipelineStage::default()
    };
    let pipeline = [stage("out", 0), stage("first", 1), stage("second", 2), stage("third", 3)];
    let lines = candidate_history(&record, &pipeline, now(), 70);
    let marked = lines.iter().map(plain).filter(|line| line.contains("↩ back"));
    marked.filter_map(|line| line.split_whitespace().nth(3).map(str::to_owned)).collect()
}

#[test]
fn a_step_back_is_marked() {
    assert_eq!(backward_steps(&["first", "second", "third"]), [""; 0]);
    assert_eq!(backward_steps(&["first", "third", "second", "third"]), ["second", "third"]);
    assert_eq!(
        backward_steps(&["second", "out"]),
        [""; 0],
        "a rejection stage is never a step back, whatever its order"
    );
    assert_eq!(backward_steps(&["gone", "first", "gone"]), ["gone"]);
    assert_eq!(backward_steps(&["first", "first"]), [""; 0], "the same stage twice is no step");
}

#[test]
fn a_certification_expires_after_its_last_day() {
    let is_expired = |end: &str| {
        let person: Person =
            parse_record(json!({"certifications": [{"name": "x", "end_date": end}]}));
        page(&person_details(&person, None, None, now(), 70)).contains("expired")
    };
    let table =
        [("2026-04-30", true), ("2026-05-01", false), ("2026-04", true), ("2026-05", false)];
    for (end, expected) in table.into_iter().chain([("2025", true), ("2026", false), ("", false)]) {
        assert_eq!(is_expired(end), expected, "{end}");
    }
}

#[test]
fn a_future_date_gives_no_duration() {
    let item: CandidateItem =
        parse_record(json!({"current_pipeline_stage_name": "Applied", "created_at": "2027-01-01"}));
    let head = candidate_head(Some(&item), None, None, &[], now(), 70);
    assert_eq!(page(&head), "Applied · added 1 Jan 2027");
}

#[test]
fn two_company_ids_say_whose_they_are() {
    let (candidate, mut person) = (records::gudrun(), records::person());
    let ids = |person: &Person| page(&candidate_ids(None, Some(&candidate), Some(person), 60));
    assert_eq!(ids(&person).matches("company").count(), 1, "{}", ids(&person));
    person.current_company_id = "com_k".into();
    let text = ids(&person);
    for (id, owner) in [("com_9", "as a candidate"), ("com_k", "as a person")] {
        let is_match = |line: &&str| line.contains(id) && line.contains(owner);
        assert!(text.lines().any(|line| is_match(&line)), "{text}");
    }
}
