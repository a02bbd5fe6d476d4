//! Verdicts, tags, stars and who was looked at, in filters and orders.

use super::*;
use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, TriageState, UndoGroup, Verdict,
};

fn book(acts: &[(usize, EntryKind)]) -> TriageState {
    let mut book = TriageState::default();
    for (number, (who, act)) in acts.iter().enumerate() {
        let candidate = format!("can_{who}").as_str().into();
        book.add(LogEntry {
            id: EntryId(format!("e{number}")),
            step: UndoGroup(format!("s{number}")),
            at: Timestamp::parse(NOW).unwrap(),
            subject: Subject { candidate, ..Subject::default() }.into(),
            seen: Snapshot::default().into(),
            act: act.clone(),
            source: None,
        });
    }
    book
}

fn jotted() -> TriageState {
    let give = |verdict| EntryKind::Verdict { verdict, reason: None };
    let tag = |tag: &str| EntryKind::Tag { tag: tag.to_owned() };
    let mut book = book(&[
        (0, give(Verdict::Decline)),
        (1, give(Verdict::Advance)),
        (1, EntryKind::Star),
        (2, tag("Café")),
        (3, tag("later")),
        (3, tag("cafe noir")),
        (77, give(Verdict::Wait)),
        (4, give(Verdict::Wait)),
        (4, EntryKind::Undo { step: UndoGroup("s7".to_owned()) }),
    ]);
    book.look("can_5", Timestamp::parse(NOW).unwrap());
    book
}

fn found_in(text: &str, book: &TriageState) -> Vec<usize> {
    let parsed = parse(text, CANDIDATE_FIELDS);
    assert_eq!(parsed.mistakes, [], "{text}");
    let context = QueryContext { book: Some(book), ..now() };
    let (rows, all): (CandidateTable, Vec<Row>) =
        (people(), (0..PEOPLE.len()).map(Row::at).collect());
    let whole = parsed.filter.matches(&rows, &context);
    let mut single = Matches::default();
    parsed.filter.recheck(&rows, &context, &mut single, &all);
    assert_eq!(whole.iter().collect::<Vec<_>>(), single.iter().collect::<Vec<_>>(), "{text}");
    whole.iter().map(Row::index).collect()
}

#[test]
fn what_is_the_recruiters_own_can_be_asked_for() {
    let book = jotted();
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
        assert_eq!(found_in(text, &book), rows, "{text}");
    }
    for (text, rows) in [("seen:no", 6), ("verdict:none", 6), ("tag:x", 0), ("star:no", 6)] {
        assert_eq!(found(text).len(), rows, "{text}, without a book");
    }
    let mut looked = TriageState::default();
    looked.look("can_2", Timestamp::parse(NOW).unwrap());
    assert_eq!(found_in("seen:no", &looked), [0, 1, 3, 4, 5]);
}

#[test]
fn rows_are_sorted_by_verdict_and_star_and_the_others_come_last() {
    let book = jotted();
    let rows = people();
    let all: Vec<Row> = rows.rows().collect();
    let context = QueryContext { book: Some(&book), ..now() };
    let sorted = |by, direction| {
        let place = |row: Row| row.index() as u64;
        let order = RowOrder { table: &rows, context, by, direction, place };
        order.sort(&all).into_iter().map(Row::index).collect::<Vec<_>>()
    };
    assert_eq!(sorted(ListField::Verdict, Direction::Up), [1, 0, 2, 3, 4, 5]);
    assert_eq!(sorted(ListField::Verdict, Direction::Down), [0, 1, 2, 3, 4, 5]);
    assert_eq!(sorted(ListField::Star, Direction::Up), [1, 0, 2, 3, 4, 5]);
    for (row, term) in [(0, "verdict:decline"), (5, "verdict:none")] {
        assert_eq!(like(&rows, &context, Row::at(row), ListField::Verdict), term);
    }
}

#[test]
fn the_words_of_a_verdict_and_the_tags_in_use_are_offered() {
    let book = jotted();
    let offered = |text: &str| -> Vec<String> {
        let values = |_| book.tags().into_iter().map(str::to_owned).collect();
        let offers = complete(text, text.len(), CANDIDATE_FIELDS, values);
        offers.into_iter().map(|offer| offer.text).collect()
    };
    assert_eq!(offered("verdict:"), ["none", "advance", "wait", "decline"]);
    assert_eq!(offered("verdict:de"), ["decline"]);
    assert_eq!(offered("tag:caf"), ["Café", "\"cafe noir\""]);
    assert_eq!(offered("star:"), ["yes", "no"]);
    assert_eq!(offered("verd"), ["verdict:"]);
}
