//! Undo and redo of verdicts, and verdicts that could not be written.

use super::*;
use crate::tui::app::effect::StorageEffect;
use crate::tui::app::restored::Restored;

#[test]
fn undo_goes_back_to_the_candidate_and_redo_gives_the_verdict_again() {
    let mut server = open_inbox();
    server.act(&[DECLINE, ADVANCE, Action::Undo]);
    assert_eq!(selected_candidate(&server), "job_sales_can_3");
    assert_eq!(last_message(&server), "Undone: the verdict advance on Zoë Müller");
    assert_eq!(queue(&server)[0], "Head of Sales 4");
    server.act(&[Action::Undo]);
    assert_eq!(selected_candidate(&server), "job_sales_can_2");
    assert_eq!(verdict(&server, "job_sales_can_2"), None);
    assert_eq!(queue(&server)[..2], ["Head of Sales 5", "  Łukasz Wiśniewski: new"]);
    server.act(&[Action::Undo]);
    assert_eq!(last_message(&server), "Nothing to undo");
    server.act(&[Action::Redo, Action::Redo, Action::Redo]);
    assert_eq!(last_message(&server), "Nothing to redo");
    assert_eq!(verdict(&server, "job_sales_can_2"), Some(Verdict::Decline));
    assert_eq!(verdict(&server, "job_sales_can_3"), Some(Verdict::Advance));
    assert_eq!(queue(&server)[0], "Head of Sales 3");
}

#[test]
fn verdicts_of_earlier_sessions_can_be_undone_and_show_their_date() {
    let mut before = open_inbox();
    before.act(&[DECLINE]);
    let mut log: Vec<LogEntry> = before.state.triage.log().to_vec();
    log[0].at = crate::tui::app::fixture::timestamp("2026-11-14T09:00:00Z");
    for in_panes in [false, true] {
        let mut server = FakeServer::triage(120, 40);
        let restored =
            Restored { session: "next".to_owned(), log: log.clone(), ..Restored::default() };
        server.send(Message::Restored(Box::new(restored)));
        if in_panes {
            server.act(&[Action::Undo]);
            assert!(
                last_message(&server).ends_with("again to undo it"),
                "{}",
                last_message(&server)
            );
        } else {
            server.act(&[INBOX]).settle();
            assert_eq!(queue(&server)[0], "Head of Sales 4");
        }
        server.act(&[Action::Undo]);
        assert_eq!(
            last_message(&server),
            "Undone: the verdict decline on Łukasz Wiśniewski, 14 Nov"
        );
        if !in_panes {
            assert_eq!(
                selected_candidate(&server),
                "job_sales_can_2",
                "the candidate is in the queue again"
            );
        }
        server.act(&[Action::Redo]);
        assert_eq!(verdict(&server, "job_sales_can_2"), Some(Verdict::Decline));
    }
}

#[test]
fn undo_in_blind_mode_shows_no_name() {
    let mut server = open_inbox();
    server.act(&[Action::Triage(TriageAction::Blind), DECLINE, Action::Undo]);
    assert_eq!(last_message(&server), "Undone: the verdict decline on a candidate");
}

#[test]
fn a_verdict_that_could_not_be_written_is_retracted_and_its_card_returns() {
    let mut server = open_inbox();
    server.act(&[DECLINE, ADVANCE]);
    let (group, _) = appended_groups(&server)[0].clone();
    server.send(Message::Appended(group, Err("the disk is full".to_owned())));
    assert_eq!(verdict(&server, "job_sales_can_2"), None);
    assert_eq!(verdict(&server, "job_sales_can_3"), Some(Verdict::Advance));
    assert_eq!(selected_candidate(&server), "job_sales_can_2");
    assert_eq!(queue(&server)[..2], ["Head of Sales 4", "  Łukasz Wiśniewski: new"]);
    assert!(last_message(&server).contains("the disk is full"), "{}", last_message(&server));
}

#[test]
fn a_verdict_of_another_window_leaves_the_queue() {
    let mut server = open_inbox();
    let mut other = open_inbox();
    other.act(&[DECLINE]);
    let mut entry = other.state.triage.log()[0].clone();
    entry.id = crate::recruiting::triage::EntryId("there-1.0".to_owned());
    entry.group = UndoGroup("there-1".to_owned());
    server.send(Message::Logged(vec![entry])).settle();
    assert_eq!(queue(&server)[0], "Head of Sales 4");
    assert_eq!(selected_candidate(&server), "job_sales_can_3");
}

fn is_forget(effect: &Effect) -> bool {
    matches!(effect, Effect::Storage(StorageEffect::ForgetPerson(_)))
}

#[test]
fn local_data_of_a_missing_candidate_can_be_deleted() {
    use crate::recruiting::failure::{Failure, FailureKind};
    use crate::tui::app::dialog::Dialog;
    let mut server = open_inbox();
    server.act(&[Action::Triage(TriageAction::Star), Action::Refresh]);
    while let Some((slot, _, ticket)) = server.in_flight.first().cloned() {
        if slot == crate::tui::app::request::Slot::Candidate("job_sales_can_2".into()) {
            let outcome = Err(Failure::new(FailureKind::NotFound, "not there"));
            server.send(Message::Fetched { slot, ticket, outcome });
            break;
        }
        server.answer();
    }
    assert!(
        last_message(&server).starts_with("Łukasz Wiśniewski is no longer on the server"),
        "{}",
        last_message(&server)
    );
    server.act(&[Action::Triage(TriageAction::Forget)]);
    let person: crate::wire::PersonId = "job_sales_per_2".into();
    for typed in ["", "yes", "forge"] {
        server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text(typed).act(&[ENTER]);
        assert!(matches!(server.state.dialogs.top(), Some(Dialog::Prompt(_))), "{typed:?}");
        assert!(server.others.iter().all(|effect| !is_forget(effect)), "{typed:?}");
    }
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("Forget").act(&[ENTER]);
    assert!(server.others.contains(&Effect::Storage(StorageEffect::ForgetPerson(person.clone()))));
    server.send(Message::Forgotten(person, Ok(())));
    assert_eq!(server.state.triage.candidate("job_sales_can_2"), None);
}
