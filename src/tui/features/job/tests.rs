//! Snapshots of the job pane.

use insta::assert_snapshot;

use crate::keymap::action::{Action, Pane};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::view::tests::body;

#[test]
fn a_stage_can_be_picked_in_the_job_pane() {
    let mut server = FakeServer::loaded(100, 24);
    server.act(&[Action::Go(Pane::Job), Action::Down, Action::Down]).settle();
    assert_snapshot!("job_stage", body(&server.state));
}
