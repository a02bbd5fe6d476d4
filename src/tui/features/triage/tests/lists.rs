//! Verdicts in the candidate list.

use super::*;

#[test]
fn a_list_filtered_by_unseen_keeps_the_row_under_the_cursor() {
    let mut stage = FakeServer::triage(140, 40);
    stage.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("seen:no");
    stage.act(&[ENTER]).settle();
    let listed = |stage: &FakeServer| stage.state.opened().map(|open| open.list.len());
    let before = listed(&stage);
    for _ in 0..20 {
        stage.wait(500).answer();
    }
    assert_eq!(listed(&stage), before);
    assert!(stage.state.book.seen().count() <= 2, "who was selected before, and who is");
}

#[test]
fn a_single_marked_row_is_unmarked_by_its_verdict() {
    let mut stage = FakeServer::triage(140, 40);
    stage.act(&[Action::Go(Pane::Candidates), Action::Mark, DECLINE, ENTER]);
    assert!(stage.state.opened().is_some_and(|open| open.list.marks.is_empty()));
}
