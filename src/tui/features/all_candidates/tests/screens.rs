//! Snapshots of the list.

use insta::assert_snapshot;

use super::{complete, filter, opened};
use crate::keymap::Keymap;
use crate::keymap::action::{Action, Pane};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::view::tests::{SIZES, screen};

fn with_keys(mut server: FakeServer) -> FakeServer {
    server.state.actions = Keymap::default().action_infos();
    server.wait(20_000).settle();
    server
}

#[test]
fn the_list_names_the_job_of_each_row_and_what_it_rests_on() {
    for (width, height) in SIZES {
        let server = with_keys(opened(width, height));
        assert_snapshot!(format!("all_candidates_{width}x{height}"), screen(&server.state));
    }
    let mut server = with_keys(complete(40, 10));
    assert_snapshot!("all_candidates_small", screen(&server.state));
    server.act(&[Action::Go(Pane::Jobs)]).settle();
    assert_snapshot!("all_candidates_small_jobs", screen(&server.state));
    let mut server = with_keys(complete(120, 40));
    server.act(&[Action::Go(Pane::Jobs)]).settle();
    assert_snapshot!("all_candidates_complete", screen(&server.state));
}

#[test]
fn a_person_with_several_candidacies_has_one_row() {
    let mut server = FakeServer::triage(120, 40);
    for (job, at) in [("job_rust", 5), ("job_sales", 0)] {
        server.candidates_by_job.get_mut(&job.into()).unwrap()[at].person_id = "per_both".into();
    }
    server.act(&[Action::AllCandidates, Action::Refresh]).settle();
    let mut server = with_keys(server);
    server.act(&[Action::Refresh]).settle();
    server.act(&[Action::GroupByPerson]).settle();
    assert_snapshot!("all_candidates_grouped", screen(&with_keys(server).state));
}

#[test]
fn without_a_match_it_says_how_to_read_the_other_jobs() {
    let mut server = with_keys(opened(80, 24));
    filter(&mut server, "job:sales");
    assert_snapshot!("all_candidates_no_match", screen(&server.state));
}
