//! Candidates side by side, and the shortlist.

mod view;

use super::facts::{Fact, FactCell};
use super::layout::columns;
use super::state::Compare;
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::failure::FailureKind;
use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict,
};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::{FakeServer, TODAY, people, timestamp};
use crate::tui::features::inbox::state::Inbox;

fn office() -> FakeServer {
    let mut stage = FakeServer::new(120, 40);
    stage.people = people();
    stage.settle();
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    stage
}

fn jot(stage: &mut FakeServer, at: usize, act: EntryKind) {
    let number = stage.state.book.log().len();
    let subject = Subject {
        candidate: format!("can_{at}").as_str().into(),
        person: format!("per_{at}").as_str().into(),
        job: "job_rust".into(),
    };
    stage.state.book.add(LogEntry {
        id: EntryId(format!("e{number}")),
        step: UndoGroup(format!("s{number}")),
        at: timestamp(TODAY),
        subject: subject.into(),
        seen: Snapshot::default().into(),
        act,
        source: None,
    });
}

fn compare(stage: &FakeServer) -> &Compare {
    let Some(Dialog::Compare(compare)) = &stage.state.over else {
        panic!("{:?}", stage.state.over)
    };
    compare
}

fn told(stage: &FakeServer) -> Vec<String> {
    stage.state.notices.newest_first().map(|notice| notice.text.clone()).collect()
}

fn copied(stage: &FakeServer) -> Option<String> {
    stage.others.iter().rev().find_map(|effect| match effect {
        Effect::Copy(text) => Some(text.clone()),
        _ => None,
    })
}

#[test]
fn two_to_four_candidates_are_compared_and_other_counts_refused() {
    for marked in [0, 1, 5] {
        let mut stage = office();
        stage.act(&vec![Action::Mark; marked]).act(&[Action::Triage(TriageAction::Compare)]);
        assert!(stage.state.over.is_none(), "{marked}");
        assert!(told(&stage)[0].contains(&format!("{marked} are marked")), "{:?}", told(&stage));
    }
    for marked in [2, 3, 4] {
        let mut stage = office();
        stage.act(&vec![Action::Mark; marked]).act(&[Action::Triage(TriageAction::Compare)]);
        assert_eq!(compare(&stage).whom.len(), marked);
    }
}

#[test]
fn a_difference_is_marked_only_if_known_of_all() {
    let mut stage = office();
    jot(&mut stage, 4, EntryKind::Verdict { verdict: Verdict::Advance, reason: None });
    stage.act(&[Action::Down; 4]).act(&[
        Action::Mark,
        Action::Mark,
        Action::Triage(TriageAction::Compare),
    ]);
    let facts = |stage: &FakeServer| stage.state.compared(compare(stage));
    let of = |facts: &[Fact], label: &str| {
        facts.iter().find(|fact| fact.label == label).cloned().unwrap_or_else(|| panic!("{label}"))
    };
    let early = facts(&stage);
    assert!(early.iter().any(|fact| fact.cells.contains(&FactCell::Reading)));
    assert!(early.iter().all(|fact| !fact.cells.contains(&FactCell::Reading) || !fact.differs()));
    stage.settle();
    let facts = facts(&stage);
    for (label, differs) in [
        ("title", false),
        ("company", false),
        ("since", false),
        ("location", false),
        ("stage", true),
        ("before", false),
        ("e-mails", false),
        ("local verdict", true),
    ] {
        assert_eq!(of(&facts, label).differs(), differs, "{label}");
    }
    assert!(facts.iter().all(|fact| fact.label != "job" && fact.label != "local notes"));
    let as_one =
        Compare { contacts: true, whom: compare(&stage).whom.clone(), ..Compare::default() };
    let as_one = stage.state.compared(&as_one);
    for label in ["title", "company", "e-mails"] {
        assert!(of(&as_one, label).differs(), "one person has one {label}");
    }
    let told = format!("{facts:?}");
    assert!(told.contains("person4@mail.example, work"), "addresses are shown: {told}");
    stage.act(&[Action::Copy]);
    assert!(copied(&stage).unwrap().contains("| local verdict | differs | advance |  |"));
}

#[test]
fn where_names_are_hidden_they_are_hidden_here_too() {
    let mut stage = office();
    stage.act(&[Action::Mark, Action::Mark, Action::Triage(TriageAction::Compare)]).settle();
    stage.state.inbox = Some(Box::new(Inbox { blind: true, ..Inbox::default() }));
    assert_eq!(stage.state.compared_names(compare(&stage)), ["candidate A", "candidate B"]);
    let facts = format!("{:?}", stage.state.compared(compare(&stage)));
    assert!(facts.contains("BSc") && !facts.contains("University"), "{facts}");
    assert!(facts.contains("work") && !facts.contains("mail.example"), "{facts}");
}

#[test]
fn as_many_columns_as_there_is_room_for() {
    for (whom, width, count) in
        [(4, 118, 4), (2, 118, 2), (4, 98, 3), (3, 78, 2), (2, 78, 2), (4, 38, 1), (4, 0, 1)]
    {
        let (columns, wide) = columns(whom, width);
        assert_eq!(columns, count, "{whom} in {width}");
        assert!(columns * wide <= width.max(1), "{whom} in {width}");
    }
}

#[test]
fn a_shortlist_waits_for_records_and_contains_no_private_data() {
    let mut stage = office();
    stage.act(&[Action::Triage(TriageAction::Shortlist)]);
    assert!(told(&stage)[0].starts_with("nobody in this job has a star"));
    for at in [3, 1] {
        jot(&mut stage, at, EntryKind::Star);
        jot(&mut stage, at, EntryKind::Note { text: "knows our client".into() });
        jot(&mut stage, at, EntryKind::Tag { tag: "secret".into() });
        jot(&mut stage, at, EntryKind::Verdict { verdict: Verdict::Advance, reason: None });
    }
    stage.act(&[Action::Triage(TriageAction::Shortlist)]);
    assert_eq!(copied(&stage), None, "{:?}", told(&stage));
    stage.settle();
    let text = copied(&stage).unwrap();
    insta::assert_snapshot!("shortlist", text);
    for hidden in ["mail.example", "0171", "handle", "client.", "secret", "dvance"] {
        assert!(!text.contains(hidden), "{hidden}");
    }
    assert_eq!(told(&stage)[0], "copied the shortlist: 2 candidates, without contact data");
}

#[test]
fn missing_records_are_named_and_the_file_is_named_after_the_job() {
    let mut stage = office();
    jot(&mut stage, 4, EntryKind::Star);
    stage.act(&[Action::Triage(TriageAction::ShortlistFile)]);
    stage.fail_all(FailureKind::Missing);
    let Some(Dialog::Export(export)) = &stage.state.over else { panic!("{:?}", stage.state.over) };
    assert!(export.field.text().starts_with("shortlist-"), "{}", export.field.text());
    assert!(export.field.text().ends_with("2026-11-15.md"), "{}", export.field.text());
    assert!(told(&stage)[0].contains("no career of أميرة الحسن"), "{:?}", told(&stage));
}
