//! Which messages the user sees, and for how long.

pub(crate) mod log;

use crate::client::{RequestEvent, RequestId};
use crate::keymap::action::{Action, TextEdit};
use crate::keymap::key::Key;
use crate::recruiting::failure::FailureKind;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::HttpEffect;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::fixture::{queued_request, request_failure};
use crate::tui::app::list_status::ListStatus;
use crate::tui::app::message::Message;

#[test]
fn a_slow_list_shows_loading_after_a_short_delay() {
    let mut server = FakeServer::new(120, 40);
    server.wait(200);
    assert_eq!(server.state.jobs_status(), ListStatus::Quiet);
    server.wait(150);
    assert!(
        matches!(server.state.jobs_status(), ListStatus::Loading(time) if time.as_millis() == 350)
    );
    server.answer();
    assert_eq!(server.state.jobs_status(), ListStatus::Rows);
}

#[test]
fn an_empty_list_a_filter_and_a_failure_have_different_statuses() {
    let mut server = FakeServer::new(120, 40);
    server.jobs.clear();
    server.answer();
    assert_eq!(server.state.jobs_status(), ListStatus::Empty { is_filtered: false, hidden: 0 });

    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Filter]).type_text("xyzzyx").settle();
    assert_eq!(server.state.jobs_status(), ListStatus::Empty { is_filtered: true, hidden: 0 });

    let mut server = FakeServer::new(120, 40);
    server.fail_all(FailureKind::Server);
    assert!(
        matches!(server.state.jobs_status(), ListStatus::Failed(failure) if failure.kind == FailureKind::Server)
    );
}

#[test]
fn a_pause_counts_down_and_ends() {
    let mut server = FakeServer::loaded(120, 40);
    server.send(Message::Paused(7000));
    assert!(server.state.connection.paused_until.is_some());
    let next = server.state.wakes_at().unwrap();
    assert!(next.0 <= server.moment + 1000, "the countdown wakes the loop every second");
    server.wait(7100);
    assert_eq!(server.state.connection.paused_until, None);
}

#[test]
fn at_rest_the_next_wake_up_is_when_the_data_expires() {
    let mut server = FakeServer::loaded(120, 40);
    server.wait(20_000);
    let next = server.state.wakes_at().unwrap();
    assert!(next.0 >= server.moment + 9 * 60_000, "{next:?}");
}

#[test]
fn an_unbound_key_shows_a_message_and_repetitions_are_counted() {
    let mut server = FakeServer::loaded(120, 40);
    server.send(Message::Unbound(Key::char('#'))).send(Message::Unbound(Key::char('#')));
    let notice = server.state.notices.newest_first().next().unwrap();
    assert_eq!((notice.text.as_str(), notice.times), ("# does nothing here. ? shows the keys", 2));
    assert_eq!(server.state.notices.visible(server.state.clock.moment).count(), 1);
    server.wait(20_000);
    assert_eq!(server.state.notices.visible(server.state.clock.moment).count(), 0);
    assert_eq!(server.state.notices.newest_first().len(), 1, "an expired message stays in the log");
}

#[test]
fn only_an_open_request_can_be_cancelled_in_the_log() {
    let mut server = FakeServer::loaded(120, 40);
    let id = RequestId::from(7);
    server.send(Message::Request(id, queued_request("GET /v1/jobs")));
    server.send(Message::Request(id, RequestEvent::Sent { attempt: 1 }));
    assert_eq!(server.state.requests.counts(), (1, 0));
    server.act(&[Action::Requests, Action::CancelRequest]);
    assert_eq!(
        server.others,
        [crate::tui::app::effect::Effect::Http(HttpEffect::CancelRequest(id))]
    );
    server.send(Message::Request(id, RequestEvent::Dropped)).act(&[Action::CancelRequest]);
    assert_eq!(server.others.len(), 1);
    server.act(&[Action::Back]);
    assert!(server.state.dialogs.is_empty());
}

#[test]
fn the_api_key_dialog_does_not_interrupt_typing() {
    let is_key_dialog_open =
        |server: &FakeServer| matches!(server.state.dialogs.top(), Some(Dialog::Key { .. }));
    for last in [TextEdit::Accept, TextEdit::Cancel] {
        let mut server = FakeServer::loaded(120, 40);
        server.act(&[Action::Refresh, Action::Open, Action::Filter]).type_text("ke");
        server.fail_all(FailureKind::InvalidKey);
        assert!(
            server.state.layout_input().banner && !is_key_dialog_open(&server),
            "the banner appears instead of the dialog"
        );
        server.type_text("strel");
        assert_eq!(server.state.open_job().unwrap().list.field.text(), "kestrel");
        server.act(&[Action::Edit(last)]);
        assert!(is_key_dialog_open(&server));
        server.act(&[Action::Edit(TextEdit::Cancel), Action::Filter, Action::Edit(last)]);
        assert!(!is_key_dialog_open(&server), "the prompt opens only once unasked");
        server.act(&[Action::Refresh]);
        assert!(is_key_dialog_open(&server));
    }
}

#[test]
fn cancel_applies_to_the_selected_request() {
    let mut server = FakeServer::loaded(120, 40);
    let queued = || queued_request("GET /v1/jobs");
    server.act(&[Action::Requests]);
    for id in 1..700 {
        server.send(Message::Request(RequestId::from(id), queued()));
        if id > 2 {
            let answered = RequestEvent::Answered { status: 200, bytes: 1 };
            server.send(Message::Request(RequestId::from(id), answered));
        }
    }
    server.act(&[Action::CancelRequest, Action::Up, Action::Back]);
    let cancelled = [1, 2].map(|id| {
        crate::tui::app::effect::Effect::Http(HttpEffect::CancelRequest(RequestId::from(id)))
    });
    assert_eq!(
        server.others, cancelled,
        "the selection stays while other requests arrive and finish"
    );
}

#[test]
fn the_time_of_an_open_request_runs_in_the_log() {
    let mut server = FakeServer::loaded(120, 40);
    let id = RequestId::from(1);
    server.wait(20_000).act(&[Action::Requests]);
    server.send(Message::Request(id, queued_request("GET /v1/jobs")));
    server
        .send(Message::Request(
            id,
            RequestEvent::Retrying {
                delay: std::time::Duration::from_secs(5),
                failure: request_failure(None, "busy"),
            },
        ))
        .wait(2000);
    let request = server.state.requests.newest_first().next().unwrap();
    let left = request.retry_at.unwrap().since(server.state.clock.moment);
    assert_eq!(left.as_secs(), 3);
    assert!(server.state.wakes_at().unwrap().0 <= server.moment + 1000);
    server.send(Message::Request(id, RequestEvent::Dropped));
    assert!(
        server.state.wakes_at().unwrap().0 > server.moment + 1000,
        "a finished request needs no timer"
    );
}

#[test]
fn an_open_dialog_receives_the_keys() {
    let mut server = FakeServer::loaded(120, 40);
    for (open, name) in [
        (Action::Help, "Help"),
        (Action::Json, "Json"),
        (Action::Notices, "Notices"),
        (Action::History, "History"),
    ] {
        server.act(&[open]);
        let before = server.state.jobs.index();
        server.act(&[Action::Down, Action::Bottom, Action::PageUp, Action::Top]);
        assert_eq!(server.state.jobs.index(), before);
        assert!(format!("{:?}", server.state.dialogs.top()).contains(name));
        server.act(&[Action::Back]);
        assert!(server.state.dialogs.is_empty());
    }
    server.act(&[Action::Json]);
    assert!(matches!(server.state.dialogs.top(), Some(Dialog::Json { .. })));
    assert!(server.state.dialog_lines(80).len() > 10);
}

#[test]
fn the_raw_dialog_shows_a_record_that_arrives_later() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Bottom, Action::Json]);
    let before = server.state.dialog_lines(80).len();
    server.settle();
    assert!(server.state.dialog_lines(80).len() > before + 10, "{before}");
}
