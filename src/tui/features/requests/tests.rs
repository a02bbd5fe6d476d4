//! Snapshots of the request log.

use insta::assert_snapshot;

use crate::client::{RequestEvent, RequestId};
use crate::keymap::action::Action;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::fixture::{queued_request, request_failure};
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::{popup_text, popups, server};

/// Opens the log over one request of each kind.
pub(crate) fn open(server: &mut FakeServer) {
    server.act(&[Action::Requests]);
    let mut send = |id: u64, update: RequestEvent, later: u64| {
        server.send(Message::Request(RequestId::from(id), update)).wait(later);
    };
    let queued = |path: &str| queued_request(format!("GET /v1/{path}"));
    send(1, queued("jobs?limit=100"), 4);
    send(1, RequestEvent::Sent { attempt: 1 }, 38);
    send(1, RequestEvent::Answered { status: 200, bytes: 18_432 }, 0);
    send(2, queued("jobs/job_rust/candidates?offset=200&limit=100"), 1);
    send(2, RequestEvent::Sent { attempt: 1 }, 1500);
    send(
        2,
        RequestEvent::Retrying {
            delay: std::time::Duration::from_millis(4800),
            failure: request_failure(None, "the server is busy (503)"),
        },
        2000,
    );
    send(3, queued("candidates/can_2"), 0);
    send(3, RequestEvent::Sent { attempt: 1 }, 90);
    let why = "the server returned an error (422): the offset is beyond what it can count, and it says so at \
               some length, so that the reason needs more than the one line which it would be given \
               in a table";
    send(3, RequestEvent::Failed(request_failure(Some(422), why)), 0);
    send(4, queued("persons/per_2"), 0);
    send(4, RequestEvent::Dropped, 0);
    send(5, queued("persons/per_3"), 0);
    send(5, RequestEvent::Sent { attempt: 3 }, 700);
    send(6, queued("jobs/job_sales"), 10);
    send(7, queued("candidates/can_4"), 0);
    send(7, RequestEvent::Sent { attempt: 1 }, 400);
    send(7, RequestEvent::Cancelled, 0);
    server.act(&[Action::Top]).act(&[Action::Down; 4]);
}

#[test]
fn every_request_has_its_status_time_and_size() {
    for (name, text) in popups("requests", open) {
        assert_snapshot!(name, text);
    }
}

#[test]
fn an_empty_log_says_so() {
    let mut server = server(80, 24);
    server.act(&[Action::Requests]);
    assert!(popup_text(&server.state).contains("No requests yet"));
}

#[test]
fn the_selected_request_stays_selected_when_others_come() {
    let mut server = server(120, 40);
    open(&mut server);
    let selected_line =
        |text: &str| text.lines().find(|line| line.contains('▌')).unwrap().to_owned();
    let before = selected_line(&popup_text(&server.state));
    let update = queued_request("GET /v1/jobs");
    server.send(Message::Request(RequestId::from(9), update));
    assert_eq!(selected_line(&popup_text(&server.state)), before);
}
