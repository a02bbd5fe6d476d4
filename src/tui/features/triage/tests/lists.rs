//! Verdicts in the candidate list.

use super::*;

#[test]
fn a_list_filtered_by_unseen_keeps_the_row_under_the_cursor() {
    let mut server = FakeServer::triage(140, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("seen:no");
    server.act(&[ENTER]).settle();
    let listed = |server: &FakeServer| server.state.open_job().map(|open| open.list.len());
    let before = listed(&server);
    for _ in 0..20 {
        server.wait(500).answer();
    }
    assert_eq!(listed(&server), before);
    assert!(
        server.state.triage.seen_ids().count() <= 2,
        "only rows that were selected count as seen"
    );
}

#[test]
fn a_single_marked_row_is_unmarked_by_its_verdict() {
    let mut server = FakeServer::triage(140, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Mark, DECLINE, ENTER]);
    assert!(server.state.open_job().is_some_and(|open| open.list.marks.is_empty()));
}
