//! Verdicts taken back and given again; and those that could not be written.

use super::*;
use crate::tui::app::restored::Restored;

#[test]
fn undo_goes_back_to_the_candidate_and_redo_gives_the_verdict_again() {
    let mut stage = opened();
    stage.act(&[DECLINE, ADVANCE, Action::Undo]);
    assert_eq!(shown(&stage), "job_sales_can_3");
    assert_eq!(told(&stage), "taken back: advance of Zoë Müller");
    assert_eq!(queue(&stage)[0], "Head of Sales 4");
    stage.act(&[Action::Undo]);
    assert_eq!(shown(&stage), "job_sales_can_2");
    assert_eq!(verdict(&stage, "job_sales_can_2"), None);
    assert_eq!(queue(&stage)[..2], ["Head of Sales 5", "  Łukasz Wiśniewski: new"]);
    stage.act(&[Action::Undo]);
    assert_eq!(told(&stage), "nothing was decided or jotted down that could be taken back");
    stage.act(&[Action::Redo, Action::Redo, Action::Redo]);
    assert_eq!(told(&stage), "nothing was taken back that could be made again");
    assert_eq!(verdict(&stage, "job_sales_can_2"), Some(Verdict::Decline));
    assert_eq!(verdict(&stage, "job_sales_can_3"), Some(Verdict::Advance));
    assert_eq!(queue(&stage)[0], "Head of Sales 3");
}

#[test]
fn verdicts_of_earlier_sessions_can_be_undone_and_show_their_date() {
    let mut before = opened();
    before.act(&[DECLINE]);
    let mut log: Vec<LogEntry> = before.state.book.log().to_vec();
    log[0].at = crate::tui::app::fixture::timestamp("2026-11-14T09:00:00Z");
    for in_panes in [false, true] {
        let mut stage = FakeServer::triage(120, 40);
        let memory =
            Restored { session: "next".to_owned(), log: log.clone(), ..Restored::default() };
        stage.send(Message::Remembered(Box::new(memory)));
        if in_panes {
            stage.act(&[Action::Undo]);
            assert!(told(&stage).ends_with("again takes it back"), "{}", told(&stage));
        } else {
            stage.act(&[INBOX]).settle();
            assert_eq!(queue(&stage)[0], "Head of Sales 4");
        }
        stage.act(&[Action::Undo]);
        assert_eq!(told(&stage), "taken back: decline of Łukasz Wiśniewski, given 14 Nov");
        if !in_panes {
            assert_eq!(shown(&stage), "job_sales_can_2", "in the queue again");
        }
        stage.act(&[Action::Redo]);
        assert_eq!(verdict(&stage, "job_sales_can_2"), Some(Verdict::Decline));
    }
}

#[test]
fn undo_in_blind_mode_shows_no_name() {
    let mut stage = opened();
    stage.act(&[Action::Triage(TriageAction::Blind), DECLINE, Action::Undo]);
    assert_eq!(told(&stage), "taken back: decline of a candidate");
}

#[test]
fn a_verdict_that_could_not_be_written_never_was_and_its_card_is_back() {
    let mut stage = opened();
    stage.act(&[DECLINE, ADVANCE]);
    let (step, _) = appended(&stage)[0].clone();
    stage.send(Message::Appended(step, Err("the disk is full".to_owned())));
    assert_eq!(verdict(&stage, "job_sales_can_2"), None);
    assert_eq!(verdict(&stage, "job_sales_can_3"), Some(Verdict::Advance));
    assert_eq!(shown(&stage), "job_sales_can_2");
    assert_eq!(queue(&stage)[..2], ["Head of Sales 4", "  Łukasz Wiśniewski: new"]);
    assert!(told(&stage).contains("the disk is full"), "{}", told(&stage));
}

#[test]
fn a_verdict_of_another_window_leaves_the_queue() {
    let mut stage = opened();
    let mut other = opened();
    other.act(&[DECLINE]);
    let mut entry = other.state.book.log()[0].clone();
    entry.id = crate::recruiting::triage::EntryId("there-1.0".to_owned());
    entry.step = UndoGroup("there-1".to_owned());
    stage.send(Message::Logged(vec![entry])).settle();
    assert_eq!(queue(&stage)[0], "Head of Sales 4");
    assert_eq!(shown(&stage), "job_sales_can_3");
}

#[test]
fn local_data_of_a_missing_candidate_can_be_deleted() {
    use crate::recruiting::failure::{Failure, FailureKind};
    use crate::tui::app::dialog::Dialog;
    let mut stage = opened();
    stage.act(&[Action::Triage(TriageAction::Star), Action::Refresh]);
    while let Some((slot, _, ticket)) = stage.asked.first().cloned() {
        if slot == crate::tui::app::request::Slot::Candidate("job_sales_can_2".into()) {
            let outcome = Err(Failure::new(FailureKind::Missing, "not there"));
            stage.send(Message::Arrived { slot, ticket, outcome });
            break;
        }
        stage.answer();
    }
    assert!(
        told(&stage).starts_with("Łukasz Wiśniewski is gone from the server"),
        "{}",
        told(&stage)
    );
    stage.act(&[Action::Triage(TriageAction::Forget)]);
    assert!(matches!(stage.state.over, Some(Dialog::Forget(..))));
    stage.act(&[Action::Open]);
    let person: crate::wire::PersonId = "job_sales_per_2".into();
    assert!(stage.others.contains(&Effect::ForgetPerson(person.clone())));
    stage.send(Message::Forgotten(person, Ok(())));
    assert_eq!(stage.state.book.own("job_sales_can_2"), None);
}
