//! Coming back: the queue, its filter, the counter and the reasons go on.

use super::*;
use crate::tui::app::restored::Restored;
use crate::tui::features::inbox::state::InboxPosition;

const LEAVE: Action = Action::Edit(TextEdit::Leave);

/// The place that was kept last.
fn kept(stage: &FakeServer) -> Option<InboxPosition> {
    stage.others.iter().rev().find_map(|effect| match effect {
        Effect::KeepPlace(place) => Some(place.clone()),
        Effect::Append { place, .. } => place.clone(),
        _ => None,
    })
}

#[test]
fn the_current_job_keeps_its_place_when_the_inbox_reopens() {
    let mut stage = opened();
    stage.act(&[DECLINE, ADVANCE, WAIT, ADVANCE, Action::Quit, INBOX]).settle();
    assert_eq!(queue(&stage)[..2], ["Head of Sales 1", "  أميرة الحسن: unseen"]);
    stage.act(&[ADVANCE, Action::Quit, INBOX]).settle();
    assert_eq!(queue(&stage)[0], "Senior Rust Engineer 5", "one that is done with comes last");
}

#[test]
fn the_counter_goes_on_over_the_day_and_begins_anew_on_the_next() {
    let mut stage = opened();
    let counted = |stage: &FakeServer| {
        let progress = inbox(stage).progress(stage.state.clock.moment);
        (progress.done, progress.total)
    };
    stage.act(&[DECLINE, ADVANCE, WAIT, Action::Quit, INBOX]).settle();
    assert_eq!(counted(&stage), (3, 10));
    stage.act(&[ADVANCE]);
    assert_eq!(counted(&stage), (4, 10));
    stage.act(&[Action::Undo, Action::Undo]);
    assert_eq!(counted(&stage), (2, 10));
    stage.act(&[Action::Redo]);
    assert_eq!(counted(&stage), (3, 10));
    let mut clock = stage.state.clock;
    clock.date = crate::tui::app::fixture::timestamp("2026-11-16T08:00:00Z");
    stage.send(Message::Time(clock)).act(&[Action::Quit, INBOX]);
    assert_eq!(counted(&stage), (0, 7));
}

#[test]
fn clearing_the_filter_returns_to_the_previous_candidate() {
    for leave in [&[LEAVE][..], &[ENTER, Action::Back], &[ENTER, Action::Down, Action::Back]] {
        let mut stage = opened();
        stage.act(&[Action::Down, Action::Down]).settle();
        assert_eq!(shown(&stage), "job_sales_can_0");
        stage.act(&[Action::Filter]).type_text("title:rust").settle();
        assert_eq!(shown(&stage), "job_sales_can_2");
        assert_eq!(kept(&stage).unwrap().candidate, Some("job_sales_can_0".into()));
        stage.act(leave).settle();
        assert_eq!(shown(&stage), "job_sales_can_0", "{leave:?}");
        assert_eq!(kept(&stage).unwrap().candidate, Some("job_sales_can_0".into()));
    }
}

#[test]
fn a_filter_hides_empty_jobs_and_shows_its_error() {
    let mut stage = opened();
    stage.act(&[Action::Filter]).type_text("new<7d").act(&[ENTER]).settle();
    let inbox = inbox(&stage);
    assert_eq!((inbox.items.len(), inbox.jobs.len(), inbox.lines()), (2, 2, 3));
    assert_eq!(inbox.line(3), None);
    stage.act(&[Action::Back, Action::Filter]).type_text("verdict:foo").settle();
    let lines = super::inbox(&stage).wrong_lines(80);
    assert_eq!(lines.len(), 1);
    assert!(lines[0].contains("verdict"), "{lines:?}");
    let areas = crate::tui::features::inbox::areas::areas(&stage.state);
    assert_eq!(areas.wrong.map(|area| area.height), Some(1));
}

#[test]
fn the_reasons_are_there_after_a_restart_wherever_they_were_chosen() {
    for keys in [&[][..], &[INBOX]] {
        let mut stage = FakeServer::triage(120, 40);
        stage.act(&[Action::Go(Pane::Candidates)]).act(keys).settle();
        stage.act(&[Action::Triage(TriageAction::Reason)]).type_text("far away").act(&[ENTER]);
        let place = kept(&stage).expect("it is kept");
        let text = serde_json::to_string(&place).unwrap();
        let place: InboxPosition = serde_json::from_str(&text).unwrap();
        let mut next = FakeServer::triage(120, 40);
        let memory = Restored { session: "next".into(), place: Some(place), ..Restored::default() };
        next.send(Message::Remembered(Box::new(memory)));
        assert_eq!(next.state.deciding.sticky[2].as_deref(), Some("far away"));
    }
    let old = r#"{"scope":"open","order":"newest","side":"queue","candidate":null}"#;
    assert_eq!(serde_json::from_str::<InboxPosition>(old).unwrap(), InboxPosition::default());
}
