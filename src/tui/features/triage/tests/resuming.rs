//! Reopening the inbox continues queue, filter and counter, but no reason.

use super::*;
use crate::tui::app::effect::StorageEffect;
use crate::tui::app::restored::Restored;
use crate::tui::features::inbox::state::InboxPosition;

const LEAVE: Action = Action::Edit(TextEdit::Cancel);

fn stored_position(server: &FakeServer) -> Option<InboxPosition> {
    server.others.iter().rev().find_map(|effect| match effect {
        Effect::Storage(StorageEffect::SaveInboxPosition(position)) => Some(position.clone()),
        Effect::Storage(StorageEffect::Append { position, .. }) => position.clone(),
        _ => None,
    })
}

#[test]
fn the_current_job_keeps_its_place_when_the_inbox_reopens() {
    let mut server = open_inbox();
    server.act(&[DECLINE, ADVANCE, WAIT, ADVANCE, Action::Quit, INBOX]).settle();
    assert_eq!(queue(&server)[..2], ["Head of Sales 1", "  أميرة الحسن: unseen"]);
    server.act(&[ADVANCE, Action::Quit, INBOX]).settle();
    assert_eq!(queue(&server)[0], "Senior Rust Engineer 5", "a finished job comes last");
}

#[test]
fn the_counter_continues_for_the_day_and_restarts_on_the_next() {
    let mut server = open_inbox();
    let counts = |server: &FakeServer| {
        let progress = inbox(server).progress(server.state.clock.moment);
        (progress.decided, progress.total)
    };
    server.act(&[DECLINE, ADVANCE, WAIT, Action::Quit, INBOX]).settle();
    assert_eq!(counts(&server), (3, 10));
    server.act(&[ADVANCE]);
    assert_eq!(counts(&server), (4, 10));
    server.act(&[Action::Undo, Action::Undo]);
    assert_eq!(counts(&server), (2, 10));
    server.act(&[Action::Redo]);
    assert_eq!(counts(&server), (3, 10));
    let mut clock = server.state.clock;
    clock.date = crate::tui::app::fixture::timestamp("2026-11-16T08:00:00Z");
    server.send(Message::Time(clock)).act(&[Action::Quit, INBOX]);
    assert_eq!(counts(&server), (0, 7));
}

#[test]
fn clearing_the_filter_returns_to_the_previous_candidate() {
    for leave in [&[LEAVE][..], &[ENTER, Action::Back], &[ENTER, Action::Down, Action::Back]] {
        let mut server = open_inbox();
        server.act(&[Action::Down, Action::Down]).settle();
        assert_eq!(selected_candidate(&server), "job_sales_can_0");
        server.act(&[Action::Filter]).type_text("title:rust").settle();
        assert_eq!(selected_candidate(&server), "job_sales_can_2");
        assert_eq!(stored_position(&server).unwrap().candidate, Some("job_sales_can_0".into()));
        server.act(leave).settle();
        assert_eq!(selected_candidate(&server), "job_sales_can_0", "{leave:?}");
        assert_eq!(stored_position(&server).unwrap().candidate, Some("job_sales_can_0".into()));
    }
}

#[test]
fn a_filter_hides_empty_jobs_and_shows_its_error() {
    let mut server = open_inbox();
    server.act(&[Action::Filter]).type_text("new<7d").act(&[ENTER]).settle();
    let inbox = inbox(&server);
    assert_eq!((inbox.items.len(), inbox.jobs.len(), inbox.lines()), (2, 2, 3));
    assert_eq!(inbox.line(3), None);
    server.act(&[Action::Back, Action::Filter]).type_text("verdict:foo").settle();
    let lines = super::inbox(&server).filter_error_lines(80);
    assert_eq!(lines.len(), 1);
    assert!(lines[0].contains("verdict"), "{lines:?}");
    let areas = crate::tui::features::inbox::areas::areas(&server.state);
    assert_eq!(areas.filter_error.map(|area| area.height), Some(1));
}

#[test]
fn a_reason_stored_by_an_older_version_is_ignored() {
    let old = r#"{"scope":"open","order":"newest","side":"queue","candidate":null,
        "sticky":[null,null,"location"]}"#;
    let position = serde_json::from_str::<InboxPosition>(old).unwrap();
    assert_eq!(position, InboxPosition::default());
    let mut server = FakeServer::triage(120, 40);
    let restored =
        Restored { session: "next".into(), inbox_position: Some(position), ..Restored::default() };
    server.send(Message::Restored(Box::new(restored))).act(&[INBOX]).settle();
    server.act(&[DECLINE]);
    let given = server.state.triage.all().next().unwrap().verdict.clone().unwrap();
    assert_eq!((given.verdict, given.reason), (Verdict::Decline, None));
    let stored = serde_json::to_string(&stored_position(&server).unwrap()).unwrap();
    assert!(!stored.contains("sticky") && !stored.contains("location"), "{stored}");
}
