//! A shortlist that waits for records.

use super::*;
use crate::tui::app::dialog::Dialog;

const STAR: Action = Action::Triage(TriageAction::Star);
const COPY: Action = Action::Triage(TriageAction::Shortlist);
const FILE: Action = Action::Triage(TriageAction::ShortlistFile);

/// Two with a star, whose records are not read.
fn starred() -> FakeServer {
    let mut stage = FakeServer::triage(140, 40);
    stage.act(&[Action::Go(Pane::Candidates), STAR, Action::Down, STAR]).settle();
    stage.state.people = crate::tui::app::record_cache::RecordCache::new(9);
    stage.asked.clear();
    stage.state.asked.clear();
    stage
}

fn asks_for_a_file(stage: &FakeServer) -> bool {
    matches!(stage.state.over, Some(Dialog::Export(_)))
}

#[test]
fn the_export_dialog_does_not_interrupt_typing() {
    let mut stage = starred();
    stage.act(&[FILE, Action::Filter]).type_text("mu").settle();
    assert!(!asks_for_a_file(&stage));
    stage.type_text("l");
    assert_eq!(stage.state.opened().expect("a job is open").list.field.text(), "mul");
    stage.act(&[Action::Edit(TextEdit::Leave)]);
    assert!(asks_for_a_file(&stage));
}

#[test]
fn nor_while_something_lies_over_the_panes() {
    let mut stage = starred();
    stage.act(&[FILE, Action::Help]).settle();
    assert!(matches!(stage.state.over, Some(Dialog::Help { .. })), "{:?}", stage.state.over);
    stage.act(&[Action::Back]);
    assert!(asks_for_a_file(&stage));
}

#[test]
fn the_same_key_or_escape_calls_it_off_and_says_so() {
    for (key, off) in [(FILE, FILE), (FILE, Action::Back), (COPY, COPY), (COPY, Action::Back)] {
        let mut stage = starred();
        stage.others.clear();
        stage.act(&[key, off]);
        assert_eq!(told(&stage), "the shortlist that was being read for is not made");
        stage.settle();
        assert!(stage.state.over.is_none());
        assert!(!stage.others.iter().any(|effect| matches!(effect, Effect::Copy(_))));
    }
    let mut stage = starred();
    stage.act(&[FILE, COPY]).settle();
    assert!(stage.state.over.is_none(), "the other one is made instead");
    assert!(stage.others.iter().any(|effect| matches!(effect, Effect::Copy(_))));
}
