//! Verdicts, tags, stars and seen marks in filters and sorting.

use super::*;
use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, TriageState, UndoGroup, Verdict,
};

fn triage_state(acts: &[(usize, EntryKind)]) -> TriageState {
    let mut triage = TriageState::default();
    for (number, (index, kind)) in acts.iter().enumerate() {
        let candidate = format!("can_{index}").as_str().into();
        triage.add(LogEntry {
            id: EntryId(format!("e{number}")),
            group: UndoGroup(format!("s{number}")),
            at: Timestamp::parse(NOW).unwrap(),
            subject: Subject { candidate, ..Subject::default() }.into(),
            snapshot: Snapshot::default().into(),
            kind: kind.clone(),
            source: None,
        });
    }
    triage
}

fn sample_triage() -> TriageState {
    let give = |verdict| EntryKind::Verdict { verdict, reason: None };
    let tag = |tag: &str| EntryKind::Tag { tag: tag.to_owned() };
    let mut triage = triage_state(&[
        (0, give(Verdict::Decline)),
        (1, give(Verdict::Advance)),
        (1, EntryKind::Star),
        (2, tag("Café")),
        (3, tag("later")),
        (3, tag("cafe noir")),
        (77, give(Verdict::Wait)),
        (4, give(Verdict::Wait)),
        (4, EntryKind::Undo { group: UndoGroup("s7".to_owned()) }),
    ]);
    triage.mark_seen("can_5", Timestamp::parse(NOW).unwrap());
    triage
}

fn matching_rows_in(text: &str, triage: &TriageState) -> Vec<usize> {
    let parsed = parse(text, CANDIDATE_FIELDS);
    assert_eq!(parsed.mistakes, [], "{text}");
    let context = QueryContext { triage: Some(triage), ..now() };
    let (rows, all): (CandidateTable, Vec<Row>) =
        (people(), (0..PEOPLE.len()).map(Row::at).collect());
    let whole = parsed.filter.matches(&rows, &context);
    let mut single = Matches::default();
    parsed.filter.recheck(&rows, &context, &mut single, &all);
    assert_eq!(whole.iter().collect::<Vec<_>>(), single.iter().collect::<Vec<_>>(), "{text}");
    whole.iter().map(Row::index).collect()
}

#[test]
fn triage_fields_can_be_filtered() {
    let triage = sample_triage();
    for (text, rows) in [
        ("verdict:none", &[2, 3, 4, 5][..]),
        ("verdict:adv", &[1]),
        ("verdict:advance,decline", &[0, 1]),
        ("-verdict:none", &[0, 1]),
        ("-verdict:decline", &[1, 2, 3, 4, 5]),
        ("verdict:wait", &[]),
        ("verdict:", &[0, 1, 2, 3, 4, 5]),
        ("tag:cafe", &[2, 3]),
        ("tag:LATER", &[3]),
        ("tag:\"\"", &[0, 1, 4, 5]),
        ("star:yes", &[1]),
        ("star:no", &[0, 2, 3, 4, 5]),
        ("seen:yes", &[0, 1, 2, 3, 4, 5]),
        ("kowalska seen:yes verdict:none", &[5]),
    ] {
        assert_eq!(matching_rows_in(text, &triage), rows, "{text}");
    }
    for (text, rows) in [("seen:no", 6), ("verdict:none", 6), ("tag:x", 0), ("star:no", 6)] {
        assert_eq!(matching_rows(text).len(), rows, "{text}, without triage data");
    }
    let mut seen = TriageState::default();
    seen.mark_seen("can_2", Timestamp::parse(NOW).unwrap());
    assert_eq!(matching_rows_in("seen:no", &seen), [0, 1, 3, 4, 5]);
}

#[test]
fn notes_tags_and_stars_are_found_in_every_job_of_the_person() {
    let rows = people();
    let person = rows.person_id(Row::at(5)).to_owned();
    assert!(!person.is_empty());
    let entry = |number: usize, kind| LogEntry {
        id: EntryId(format!("p{number}")),
        group: UndoGroup(format!("p{number}")),
        at: Timestamp::parse(NOW).unwrap(),
        // Another candidacy, which this list does not contain.
        subject: Subject {
            candidate: "elsewhere".into(),
            person: person.as_str().into(),
            job: "j".into(),
        }
        .into(),
        snapshot: Snapshot::default().into(),
        kind,
        source: None,
    };
    let mut triage = sample_triage();
    triage.add(entry(1, EntryKind::Note { text: "Spricht Französisch".to_owned() }));
    triage.add(entry(2, EntryKind::Star));
    triage.add(entry(3, EntryKind::Tag { tag: "paris".to_owned() }));
    for (text, expected) in [
        ("note:franzosisch", &[5][..]),
        ("note:dutch", &[]),
        ("-note:\"\"", &[5]),
        ("note:\"\"", &[0, 1, 2, 3, 4]),
        ("star:yes", &[1, 5]),
        ("tag:paris", &[5]),
        ("verdict:none", &[2, 3, 4, 5]),
    ] {
        assert_eq!(matching_rows_in(text, &triage), expected, "{text}");
    }
    assert_eq!(matching_rows("note:x").len(), 0, "without triage data");
}

#[test]
fn rows_are_sorted_by_verdict_and_star_and_the_others_come_last() {
    let triage = sample_triage();
    let rows = people();
    let all: Vec<Row> = rows.rows().collect();
    let context = QueryContext { triage: Some(&triage), ..now() };
    let sorted = |by, direction| {
        let position = |row: Row| row.index() as u64;
        let order = RowOrder { table: &rows, context, by, direction, position };
        order.sort(&all).rows.into_iter().map(Row::index).collect::<Vec<_>>()
    };
    assert_eq!(sorted(ListField::Verdict, Direction::Ascending), [1, 0, 2, 3, 4, 5]);
    assert_eq!(sorted(ListField::Verdict, Direction::Descending), [0, 1, 2, 3, 4, 5]);
    assert_eq!(sorted(ListField::Star, Direction::Ascending), [1, 0, 2, 3, 4, 5]);
    for (row, term) in [(0, "verdict:decline"), (5, "verdict:none")] {
        assert_eq!(filter_like(&rows, &context, Row::at(row), ListField::Verdict), term);
    }
}

#[test]
fn verdicts_and_used_tags_are_completed() {
    let triage = sample_triage();
    let completions = |text: &str| -> Vec<String> {
        let values = |_| triage.tags().into_iter().map(str::to_owned).collect();
        let items = complete(text, text.len(), CANDIDATE_FIELDS, values);
        items.into_iter().map(|completion| completion.text).collect()
    };
    assert_eq!(completions("verdict:"), ["none", "advance", "wait", "decline"]);
    assert_eq!(completions("verdict:de"), ["decline"]);
    assert_eq!(completions("tag:caf"), ["Café", "\"cafe noir\""]);
    assert_eq!(completions("star:"), ["yes", "no"]);
    assert_eq!(completions("verd"), ["verdict:"]);
}
