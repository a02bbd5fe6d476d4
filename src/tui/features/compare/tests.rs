//! Candidates side by side.

pub(crate) mod view;

use super::facts::{Fact, FactCell, facts, names};
use super::layout::columns;
use super::state::Comparison;
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict,
};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, TerminalEffect};
use crate::tui::app::fixture::{FakeServer, TODAY, people, timestamp};
use crate::tui::features::inbox::state::Inbox;

pub(crate) fn open_candidates() -> FakeServer {
    let mut server = FakeServer::new(120, 40);
    server.people = people();
    server.settle();
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    server
}

pub(crate) fn add_entry(server: &mut FakeServer, at: usize, kind: EntryKind) {
    let number = server.state.triage.log().len();
    let subject = Subject {
        candidate: format!("can_{at}").as_str().into(),
        person: format!("per_{at}").as_str().into(),
        job: "job_rust".into(),
    };
    server.state.triage.add(LogEntry {
        id: EntryId(format!("e{number}")),
        group: UndoGroup(format!("s{number}")),
        at: timestamp(TODAY),
        subject: subject.into(),
        snapshot: Snapshot::default().into(),
        kind,
        source: None,
    });
}

fn compare(server: &FakeServer) -> &Comparison {
    let Some(Dialog::Compare(compare)) = server.state.dialogs.top() else {
        panic!("{:?}", server.state.dialogs.top())
    };
    compare
}

pub(crate) fn messages(server: &FakeServer) -> Vec<String> {
    server.state.notices.newest_first().map(|notice| notice.text.clone()).collect()
}

pub(crate) fn copied(server: &FakeServer) -> Option<String> {
    server.others.iter().rev().find_map(|effect| match effect {
        Effect::Terminal(TerminalEffect::Copy(text)) => Some(text.clone()),
        _ => None,
    })
}

#[test]
fn two_to_four_candidates_are_compared_and_other_counts_refused() {
    for marked in [0, 1, 5] {
        let mut server = open_candidates();
        server.act(&vec![Action::Mark; marked]).act(&[Action::Triage(TriageAction::Compare)]);
        assert!(server.state.dialogs.is_empty(), "{marked}");
        assert!(
            messages(&server)[0].contains(&format!("{marked} marked")),
            "{:?}",
            messages(&server)
        );
    }
    for marked in [2, 3, 4] {
        let mut server = open_candidates();
        server.act(&vec![Action::Mark; marked]).act(&[Action::Triage(TriageAction::Compare)]);
        assert_eq!(compare(&server).subjects.len(), marked);
    }
}

#[test]
fn a_difference_is_marked_only_if_known_of_all() {
    let mut server = open_candidates();
    add_entry(&mut server, 4, EntryKind::Verdict { verdict: Verdict::Advance, reason: None });
    server.act(&[Action::Down; 4]).act(&[
        Action::Mark,
        Action::Mark,
        Action::Triage(TriageAction::Compare),
    ]);
    let facts_of = |server: &FakeServer| facts(&server.state, compare(server));
    let find_fact = |facts: &[Fact], label: &str| {
        facts.iter().find(|fact| fact.label == label).cloned().unwrap_or_else(|| panic!("{label}"))
    };
    let early = facts_of(&server);
    assert!(early.iter().any(|fact| fact.cells.contains(&FactCell::Reading)));
    assert!(early.iter().all(|fact| !fact.cells.contains(&FactCell::Reading) || !fact.differs()));
    server.settle();
    let all = facts_of(&server);
    for (label, differs) in [
        ("title", false),
        ("company", false),
        ("since", false),
        ("location", false),
        ("stage", true),
        ("career", false),
        ("emails", false),
        ("your verdict", true),
    ] {
        assert_eq!(find_fact(&all, label).differs(), differs, "{label}");
    }
    assert!(all.iter().all(|fact| fact.label != "job" && fact.label != "your notes"));
    let duplicates = Comparison {
        is_duplicate_check: true,
        subjects: compare(&server).subjects.clone(),
        ..Comparison::default()
    };
    let duplicate_facts = facts(&server.state, &duplicates);
    for label in ["title", "company", "emails"] {
        assert!(find_fact(&duplicate_facts, label).differs(), "one person has one {label}");
    }
    let text = format!("{all:?}");
    assert!(text.contains("person4@mail.example, work"), "addresses are shown: {text}");
    server.act(&[Action::Copy]);
    assert!(copied(&server).unwrap().contains("| your verdict | differs | advance |  |"));
}

#[test]
fn blind_mode_hides_names_in_the_comparison() {
    let mut server = open_candidates();
    server.act(&[Action::Mark, Action::Mark, Action::Triage(TriageAction::Compare)]).settle();
    server.state.inbox = Some(Box::new(Inbox { blind: true, ..Inbox::default() }));
    assert_eq!(names(&server.state, compare(&server)), ["Candidate A", "Candidate B"]);
    let facts = format!("{:?}", facts(&server.state, compare(&server)));
    assert!(facts.contains("BSc") && !facts.contains("University"), "{facts}");
    assert!(facts.contains("work") && !facts.contains("mail.example"), "{facts}");
}

#[test]
fn the_number_of_columns_depends_on_the_width() {
    for (candidates, width, count) in
        [(4, 118, 4), (2, 118, 2), (4, 98, 3), (3, 78, 2), (2, 78, 2), (4, 38, 1), (4, 0, 1)]
    {
        let (columns, column_width) = columns(candidates, width);
        assert_eq!(columns, count, "{candidates} in {width}");
        assert!(columns * column_width <= width.max(1), "{candidates} in {width}");
    }
}
