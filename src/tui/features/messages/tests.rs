//! What the person is told, and for how long.

use crate::keymap::action::{Action, TextEdit};
use crate::keymap::key::Key;
use crate::recruiting::failure::FailureKind;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::list_status::ListStatus;
use crate::tui::app::message::Message;
use crate::tui::features::requests::state::{RequestId, RequestUpdate};

#[test]
fn a_list_that_takes_long_says_so_after_a_moment_and_not_before() {
    let mut stage = FakeServer::new(120, 40);
    stage.wait(200);
    assert_eq!(stage.state.jobs_picture(), ListStatus::Quiet);
    stage.wait(150);
    assert!(
        matches!(stage.state.jobs_picture(), ListStatus::Loading(time) if time.as_millis() == 350)
    );
    stage.answer();
    assert_eq!(stage.state.jobs_picture(), ListStatus::Rows);
}

#[test]
fn an_empty_list_a_filter_and_a_failure_are_different_pictures() {
    let mut stage = FakeServer::new(120, 40);
    stage.jobs.clear();
    stage.answer();
    assert_eq!(stage.state.jobs_picture(), ListStatus::Empty { filtered: false });

    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Filter]).type_text("xyzzyx").settle();
    assert_eq!(stage.state.jobs_picture(), ListStatus::Empty { filtered: true });

    let mut stage = FakeServer::new(120, 40);
    stage.fail_all(FailureKind::Server);
    assert!(
        matches!(stage.state.jobs_picture(), ListStatus::Failed(failure) if failure.kind == FailureKind::Server)
    );
}

#[test]
fn a_pause_counts_down_and_ends() {
    let mut stage = FakeServer::settled(120, 40);
    stage.send(Message::Paused(7000));
    assert!(stage.state.paused_until.is_some());
    let next = stage.state.wakes_at().unwrap();
    assert!(next.0 <= stage.moment + 1000, "the countdown turns every second");
    stage.wait(7100);
    assert_eq!(stage.state.paused_until, None);
}

#[test]
fn at_rest_nothing_wakes_it_up_until_the_data_is_old() {
    let mut stage = FakeServer::settled(120, 40);
    stage.wait(20_000);
    let next = stage.state.wakes_at().unwrap();
    assert!(next.0 >= stage.moment + 9 * 60_000, "{next:?}");
}

#[test]
fn a_key_that_means_nothing_says_so_and_the_same_words_are_counted() {
    let mut stage = FakeServer::settled(120, 40);
    stage.send(Message::Unbound(Key::char('#'))).send(Message::Unbound(Key::char('#')));
    let notice = stage.state.notices.newest_first().next().unwrap();
    assert_eq!(
        (notice.text.as_str(), notice.times),
        ("# does nothing here; ? shows what the keys do", 2)
    );
    assert_eq!(stage.state.notices.shown(stage.state.clock.moment).count(), 1);
    stage.wait(20_000);
    assert_eq!(stage.state.notices.shown(stage.state.clock.moment).count(), 0);
    assert_eq!(stage.state.notices.newest_first().len(), 1, "it can be read again");
}

#[test]
fn only_an_open_request_can_be_cancelled_in_the_log() {
    let mut stage = FakeServer::settled(120, 40);
    let id = RequestId(7);
    stage.send(Message::Request(id, RequestUpdate::Queued { asked: "GET /v1/jobs".into() }));
    stage.send(Message::Request(id, RequestUpdate::Sent(1)));
    assert_eq!(stage.state.requests.load(), (1, 0));
    stage.act(&[Action::Requests, Action::CancelRequest]);
    assert_eq!(stage.others, [crate::tui::app::effect::Effect::CancelRequest(id)]);
    stage.send(Message::Request(id, RequestUpdate::Dropped)).act(&[Action::CancelRequest]);
    assert_eq!(stage.others.len(), 1);
    stage.act(&[Action::Back]);
    assert!(stage.state.over.is_none());
}

#[test]
fn a_key_is_not_asked_for_in_the_middle_of_a_word() {
    let asks = |stage: &FakeServer| matches!(stage.state.over, Some(Dialog::Key { .. }));
    for last in [TextEdit::Accept, TextEdit::Leave] {
        let mut stage = FakeServer::settled(120, 40);
        stage.act(&[Action::Refresh, Action::Open, Action::Filter]).type_text("ke");
        stage.fail_all(FailureKind::Key);
        assert!(stage.state.wish().banner && !asks(&stage), "the banner tells of it");
        stage.type_text("strel");
        assert_eq!(stage.state.opened().unwrap().list.field.text(), "kestrel");
        stage.act(&[Action::Edit(last)]);
        assert!(asks(&stage));
        stage.act(&[Action::Edit(TextEdit::Leave), Action::Filter, Action::Edit(last)]);
        assert!(!asks(&stage), "it asks once by itself");
        stage.act(&[Action::Refresh]);
        assert!(asks(&stage));
    }
}

#[test]
fn the_request_that_looks_selected_is_the_one_that_is_cancelled() {
    let mut stage = FakeServer::settled(120, 40);
    let queued = || RequestUpdate::Queued { asked: "GET /v1/jobs".into() };
    stage.act(&[Action::Requests]);
    for id in 1..700 {
        stage.send(Message::Request(RequestId(id), queued()));
        if id > 2 {
            let answered = RequestUpdate::Answered { status: 200, bytes: 1 };
            stage.send(Message::Request(RequestId(id), answered));
        }
    }
    stage.act(&[Action::CancelRequest, Action::Up, Action::Back]);
    let cancelled = [1, 2].map(|id| crate::tui::app::effect::Effect::CancelRequest(RequestId(id)));
    assert_eq!(stage.others, cancelled, "it stays selected while others come and go");
}

#[test]
fn the_time_of_an_open_request_runs_in_the_log() {
    let mut stage = FakeServer::settled(120, 40);
    let id = RequestId(1);
    stage.wait(20_000).act(&[Action::Requests]);
    stage.send(Message::Request(id, RequestUpdate::Queued { asked: "GET /v1/jobs".into() }));
    stage.send(Message::Request(id, RequestUpdate::Waits(5000, "busy".into()))).wait(2000);
    let request = stage.state.requests.newest_first().next().unwrap();
    let left = request.waits_until.unwrap().since(stage.state.clock.moment);
    assert_eq!(left.as_secs(), 3);
    assert!(stage.state.wakes_at().unwrap().0 <= stage.moment + 1000);
    stage.send(Message::Request(id, RequestUpdate::Dropped));
    assert!(stage.state.wakes_at().unwrap().0 > stage.moment + 1000, "nothing runs any more");
}

#[test]
fn what_lies_over_the_panes_takes_the_keys() {
    let mut stage = FakeServer::settled(120, 40);
    for (open, which) in [
        (Action::Help, "Help"),
        (Action::Raw, "Raw"),
        (Action::Notices, "Notices"),
        (Action::History, "History"),
    ] {
        stage.act(&[open]);
        let before = stage.state.jobs.index();
        stage.act(&[Action::Down, Action::Bottom, Action::PageUp, Action::Top]);
        assert_eq!(stage.state.jobs.index(), before);
        assert!(format!("{:?}", stage.state.over).contains(which));
        stage.act(&[Action::Back]);
        assert!(stage.state.over.is_none());
    }
    stage.act(&[Action::Raw]);
    assert!(matches!(stage.state.over, Some(Dialog::Raw { .. })));
    assert!(stage.state.over_lines(80).len() > 10);
}

#[test]
fn a_record_that_comes_while_all_is_shown_as_it_came_is_shown_too() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Bottom, Action::Raw]);
    let before = stage.state.over_lines(80).len();
    stage.settle();
    assert!(stage.state.over_lines(80).len() > before + 10, "{before}");
}
