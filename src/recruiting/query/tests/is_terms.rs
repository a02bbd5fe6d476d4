//! `is:` terms, with tables and against a simple reference.

use proptest::prelude::*;

use super::*;
use crate::recruiting::stage::StageKind;
use crate::recruiting::triage::TriageState;
use crate::wire::PipelineStage;

const STAGES: [(&str, bool, bool); 5] = [
    ("Applied", false, false),
    ("Recruiter screen", false, true),
    ("Offer", false, false),
    ("Rejected", true, false),
    // Without a flag: the name says it.
    ("Candidate withdrew", false, false),
];

fn pipeline() -> Vec<PipelineStage> {
    let stage = |(order, (name, rejection, interview)): (i64, (&str, bool, bool))| PipelineStage {
        id: format!("stg_{name}").into(),
        name: name.to_owned(),
        stage_order: Some(order),
        is_rejection_stage: rejection,
        is_interviewing_stage: interview,
        ..PipelineStage::default()
    };
    (0..).zip(STAGES).map(stage).collect()
}

fn rows_of(text: &str, table: &CandidateTable) -> Vec<usize> {
    let stages = pipeline();
    let overdue_after = |_: &str, _: &str, name: &str| (name == "Recruiter screen").then_some(14);
    let pipeline = &*stages;
    let context = QueryContext { pipeline: &pipeline, overdue_after: &overdue_after, ..now() };
    let parsed = parse(text, CANDIDATE_FIELDS);
    assert_eq!(parsed.mistakes, [], "{text}");
    parsed.filter.matches(table, &context).iter().map(Row::index).collect()
}

fn with_withdrawn() -> CandidateTable {
    let mut table = people();
    table.put(&candidate(6, ["Li", "", "", "Candidate withdrew", "2026-11-09"]));
    table.put(&candidate(7, ["Mo", "", "", "Gone stage", "2026-11-08"]));
    table
}

#[test]
fn candidates_are_found_by_the_kind_of_their_stage() {
    let table = with_withdrawn();
    for (text, rows) in [
        ("is:active", &[0, 1, 2, 4, 5, 7][..]),
        ("-is:rejected", &[0, 1, 2, 4, 5, 7]),
        ("is:interview", &[1, 4]),
        ("is:rejected", &[3, 6]),
        ("is:withdrawn", &[6]),
        ("is:w", &[6]),
        ("is:IntER", &[1, 4]),
        ("is:new", &[0, 5]),
        ("is:new is:active", &[0, 5]),
        ("is:overdue", &[4]),
        ("is:overdue,new", &[0, 4, 5]),
        ("is:starred", &[]),
        ("-is:starred is:interview", &[1, 4]),
        ("rust is:active", &[0, 2]),
    ] {
        assert_eq!(rows_of(text, &table), rows, "{text}");
    }
}

#[test]
fn without_a_pipeline_only_the_name_of_a_withdrawal_counts() {
    let table = with_withdrawn();
    let rows = |text: &str| -> Vec<usize> {
        let filter = parse(text, CANDIDATE_FIELDS).filter;
        filter.matches(&table, &now()).iter().map(Row::index).collect()
    };
    assert_eq!(rows("is:rejected"), [6]);
    assert_eq!(rows("is:interview,overdue"), [0_usize; 0]);
}

#[test]
fn jobs_are_found_by_their_kind() {
    let mut jobs = JobTable::default();
    for (number, (status, is_archived, day)) in [
        ("Open", false, "2026-11-14"),
        ("On hold", false, "2026-01-01"),
        ("Filled", false, "2026-01-01"),
        ("Open", true, "2026-01-01"),
    ]
    .into_iter()
    .enumerate()
    {
        jobs.put(&JobItem {
            id: format!("job_{number}").into(),
            job_status_name: status.to_owned(),
            is_archived,
            created_at: Timestamp::parse(day),
            ..JobItem::default()
        });
    }
    for (text, rows) in [
        ("is:open", &[0][..]),
        ("is:active", &[0, 1]),
        ("is:closed", &[2]),
        ("is:archived", &[3]),
        ("-is:archived", &[0, 1, 2]),
        ("is:new", &[0]),
    ] {
        let parsed = parse(text, JOB_FIELDS);
        assert_eq!(parsed.mistakes, [], "{text}");
        let found: Vec<usize> =
            parsed.filter.matches(&jobs, &now()).iter().map(Row::index).collect();
        assert_eq!(found, rows, "{text}");
    }
}

#[test]
fn a_wrong_word_gets_a_suggestion() {
    let message = |text: &str, fields| parse(text, fields).mistakes[0].describe();
    assert_eq!(
        message("is:rejcted", CANDIDATE_FIELDS),
        "is: takes active, interview, new, overdue, starred, rejected, withdrawn; did you mean rejected?"
    );
    assert!(message("is:overdue", JOB_FIELDS).starts_with("is: takes open, active, new"));
}

#[test]
fn a_star_counts_like_the_field_star() {
    use crate::recruiting::triage::{EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup};
    let table = people();
    let subject =
        Subject { candidate: "can_2".into(), person: "per_2".into(), ..Subject::default() };
    let mut triage = TriageState::default();
    triage.add(LogEntry {
        id: EntryId("1".into()),
        group: UndoGroup("1".into()),
        at: now().now,
        subject: subject.into(),
        snapshot: Snapshot::default().into(),
        kind: EntryKind::Star,
        source: None,
    });
    let context = QueryContext { triage: Some(&triage), ..now() };
    for text in ["is:starred", "star:yes", "-star:no", "is:starred,withdrawn"] {
        let filter = parse(text, CANDIDATE_FIELDS).filter;
        assert!(filter.depends_on_triage(), "{text}");
        let mut matches = filter.matches(&table, &context);
        assert_eq!(matches.iter().map(Row::index).collect::<Vec<_>>(), [2], "{text}");
        filter.recheck(&table, &context, &mut matches, &[Row::at(2), Row::at(3)]);
        assert_eq!(matches.len(), 1, "{text}");
    }
}

#[test]
fn the_words_complete_with_their_meaning() {
    let complete = |text: &str| complete(text, text.len(), CANDIDATE_FIELDS, |_| Vec::new());
    assert_eq!(complete("is").first().map(|offer| &*offer.text), Some("is:"));
    let offers = complete("is:");
    assert_eq!((offers.len(), &*offers[0].text), (7, "active"));
    assert_eq!(
        complete("-is:over")[0].description,
        "longer in the stage than its limit or than usual"
    );
}

proptest! {
    #[test]
    fn kinds_agree_with_a_scan(stages in prop::collection::vec(0..6_usize, 1..200)) {
        let mut table = CandidateTable::default();
        let name = |at: usize| STAGES.get(at).map_or("Elsewhere", |(name, ..)| *name);
        for (number, at) in stages.iter().enumerate() {
            table.put(&candidate(number, ["x", "", "", name(*at), ""]));
        }
        let stages_of_job = pipeline();
        for (word, is_kind) in [
            ("active", (|kind| !kind.is_closed()) as fn(StageKind) -> bool),
            ("interview", |kind| kind == StageKind::Interview),
            ("rejected", StageKind::is_closed),
            ("withdrawn", |kind| kind == StageKind::Withdrawal),
        ] {
            let expected = stages.iter().enumerate().filter(|(_, at)| {
                let name = name(**at);
                is_kind(StageKind::find(&format!("stg_{name}"), name, &stages_of_job))
            });
            let expected: Vec<usize> = expected.map(|(number, _)| number).collect();
            prop_assert_eq!(rows_of(&format!("is:{word}"), &table), expected, "{}", word);
        }
    }
}
