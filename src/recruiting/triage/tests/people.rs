//! Notes, tags, stars and snoozes belong to the person, in all their candidacies.

use super::*;

fn about(step: u64, candidate: &str, person: &str, kind: EntryKind) -> LogEntry {
    let subject =
        Subject { candidate: candidate.into(), person: person.into(), job: candidate.into() };
    let snapshot = Snapshot { job_name: format!("Job {candidate}"), ..Snapshot::default() };
    LogEntry { subject: subject.into(), snapshot: snapshot.into(), ..entry(step, candidate, kind) }
}

fn notes<'a>(triage: &'a TriageState, candidate: &str, person: &str) -> Vec<&'a str> {
    let record = triage.candidacy(candidate, person);
    record.into_iter().flat_map(|record| &record.notes).map(|note| note.text.as_str()).collect()
}

fn snoozed(triage: &TriageState, candidate: &str) -> bool {
    triage.candidacy(candidate, "p").is_some_and(|record| record.snooze.is_some())
}

#[test]
fn notes_tags_and_stars_of_a_person_are_in_all_their_candidacies() {
    let entries = [
        about(1, "a", "p", EntryKind::Verdict { verdict: Verdict::Wait, reason: None }),
        about(2, "b", "p", note("speaks Dutch")),
        about(3, "b", "p", EntryKind::Tag { tag: "rust".to_owned() }),
        about(4, "a", "p", EntryKind::Star),
        about(5, "x", "q", note("another person")),
        undo(6, 3),
    ];
    let mut single = TriageState::default();
    entries.iter().cloned().for_each(|entry| single.add(entry));
    for triage in [single, TriageState::from_iter(entries)] {
        for candidate in ["a", "b", "never decided"] {
            let record = triage.candidacy(candidate, "p").expect("data of the person");
            assert_eq!(notes(&triage, candidate, "p"), ["speaks Dutch"], "{candidate}");
            assert!(record.starred && record.tags.is_empty(), "{candidate}");
        }
        assert_eq!(triage.candidate("a").unwrap().notes[0].snapshot.job_name, "Job b");
        assert_eq!(verdict(&triage, "a"), Some(Verdict::Wait));
        assert_eq!(verdict(&triage, "b"), None, "a verdict belongs to one candidacy");
        assert_eq!(triage.candidacy("c", "nobody"), None);
    }
}

#[test]
fn an_entry_without_a_person_counts_for_its_candidate_until_the_person_is_known() {
    let mut triage = TriageState::default();
    triage.add(about(1, "a", "", note("old entry")));
    triage.add(about(2, "b", "p", note("named entry")));
    assert_eq!(notes(&triage, "a", ""), ["old entry"]);
    assert_eq!(notes(&triage, "b", "p"), ["named entry"]);
    assert_eq!(triage.candidacy("x", "a"), None, "a candidate ID is not a person ID");
    triage.add(about(3, "a", "p", EntryKind::Star));
    for candidate in ["a", "b", "c"] {
        assert_eq!(notes(&triage, candidate, "p"), ["old entry", "named entry"], "{candidate}");
    }
    triage.add(about(4, "a", "", note("without the person again")));
    assert_eq!(notes(&triage, "b", "p").len(), 3);
    triage.add(undo(5, 1));
    assert_eq!(notes(&triage, "b", "p"), ["named entry", "without the person again"]);
}

#[test]
fn a_snooze_hides_all_candidacies_until_a_later_verdict_in_one_of_them() {
    let give = |step, candidate| {
        about(step, candidate, "p", EntryKind::Verdict { verdict: Verdict::Wait, reason: None })
    };
    let mut triage = TriageState::default();
    triage.add(give(1, "a"));
    triage.add(about(2, "b", "p", snooze()));
    assert!(["a", "b", "c"].iter().all(|candidate| snoozed(&triage, candidate)));
    triage.add(give(3, "a"));
    assert_eq!(["a", "b", "c"].map(|candidate| snoozed(&triage, candidate)), [false, true, true]);
    triage.add(undo(4, 3));
    assert!(snoozed(&triage, "a"), "without the verdict the snooze applies again");
    triage.add(about(5, "a", "p", EntryKind::Wake));
    assert!(!["a", "b", "c"].iter().any(|candidate| snoozed(&triage, candidate)));
}

#[test]
fn a_note_is_edited_and_deleted_and_both_are_undone() {
    let id = EntryId("w-1.a".to_owned());
    let edit = EntryKind::NoteEdit { note: id.clone(), text: "second".to_owned() };
    let mut triage = TriageState::default();
    triage.add(about(1, "a", "p", note("first")));
    triage.add(about(2, "a", "p", note("other")));
    triage.add(about(3, "b", "p", edit));
    assert_eq!(notes(&triage, "a", "p"), ["second", "other"], "the note keeps its place");
    assert_eq!(triage.candidate("a").unwrap().notes[0].at, at(1));
    triage.add(about(4, "a", "p", EntryKind::NoteDelete { note: id }));
    assert_eq!(notes(&triage, "b", "p"), ["other"]);
    triage.add(undo(5, 4));
    assert_eq!(notes(&triage, "b", "p"), ["second", "other"]);
    triage.add(undo(6, 3));
    assert_eq!(notes(&triage, "b", "p"), ["first", "other"]);
    let gone = EntryKind::NoteDelete { note: EntryId("no such note".to_owned()) };
    triage.add(about(7, "a", "p", gone));
    assert_eq!(notes(&triage, "a", "p").len(), 2);
}

#[test]
fn a_new_entry_is_later_than_all_others_about_the_person() {
    let mut triage = TriageState::default();
    triage.add(about(50, "b", "p", EntryKind::Tag { tag: "rust".to_owned() }));
    let subject = Subject { candidate: "a".into(), person: "p".into(), job: "a".into() };
    assert!(triage.next_timestamp(&subject, at(9)) > at(50));
    let stranger = Subject { person: "q".into(), ..subject };
    assert_eq!(triage.next_timestamp(&stranger, at(9)), at(9));
}
