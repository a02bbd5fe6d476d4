//! Snapshots of the job picker.

use insta::assert_snapshot;

use crate::keymap::action::{Action, Pane};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::view::tests::{popup_text, popups, server};

fn open_picker(server: &mut FakeServer, count: usize) {
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&vec![Action::Mark; count]);
    server.act(&[Action::AttachJob]);
}

pub(crate) fn open(server: &mut FakeServer) {
    open_picker(server, 3);
    server.type_text("a");
}

#[test]
fn jobs_are_found_by_a_few_letters() {
    for (name, text) in popups("pick_job", open) {
        assert_snapshot!(name, text);
    }
}

#[test]
fn the_picker_names_the_one_who_is_attached() {
    for (width, height) in [(100, 30), (40, 12)] {
        let mut server = server(width, height);
        open_picker(&mut server, 1);
        assert_snapshot!(format!("pick_one_{width}x{height}"), popup_text(&server.state));
    }
}

#[test]
fn the_picker_shows_how_many_jobs_are_loaded() {
    let mut server = FakeServer::new(100, 30);
    let job = server.jobs[0].clone();
    let many = (0..900).map(|at| {
        let mut job = job.clone();
        job.id = format!("job_{at}").into();
        job
    });
    server.jobs = many.collect();
    server.answer();
    server.answer();
    server.wait(200);
    while server.state.selected().is_none() {
        server.answer();
    }
    open_picker(&mut server, 1);
    let output = popup_text(&server.state);
    assert!(output.contains(" of 900 jobs loaded "), "{output}");
    server.settle();
    assert!(!popup_text(&server.state).contains("loaded"));
}
