//! Declining with a reason, and verdicts that the stage rules out.

use super::*;
use crate::tui::app::dialog::Dialog;
use crate::tui::features::prompt::offers::reason_offers;

const REASON: Action = Action::Triage(TriageAction::DeclineWithReason);
const AGAIN: Action = Action::Triage(TriageAction::RepeatReason);

fn reason(server: &FakeServer, candidate: &str) -> Option<String> {
    server.state.triage.candidate(candidate)?.verdict.as_ref()?.reason.clone()
}

#[test]
fn a_reason_belongs_to_one_verdict() {
    let mut server = open_inbox();
    server.state.rules.reasons = vec!["salary".to_owned(), "location".to_owned()];
    server.act(&[REASON]).type_text("2");
    assert!(server.state.dialogs.is_empty(), "a digit declines at once");
    assert_eq!(reason(&server, "job_sales_can_2").as_deref(), Some("location"));
    server.act(&[DECLINE]);
    assert_eq!(verdict(&server, "job_sales_can_3"), Some(Verdict::Decline));
    assert_eq!(reason(&server, "job_sales_can_3"), None);
    server.act(&[REASON, ENTER]);
    let Some(Dialog::Prompt(prompt)) = server.state.dialogs.top() else { panic!("no prompt") };
    assert_eq!(prompt.error.as_deref(), Some("Type a number or a reason"));
    server.type_text("too far away").act(&[ENTER]);
    assert_eq!(reason(&server, "job_sales_can_0").as_deref(), Some("too far away"));
    assert_eq!(reason_offers(&server.state), ["salary", "location", "too far away"]);
}

#[test]
fn the_same_reason_again_needs_a_reason_in_the_same_job() {
    let mut server = open_inbox();
    server.act(&[AGAIN]);
    assert!(last_message(&server).starts_with("No reason given in this job yet. Press "));
    assert_eq!(verdict(&server, "job_sales_can_2"), None);
    server.act(&[REASON]).type_text("3").act(&[AGAIN]);
    assert_eq!(reason(&server, "job_sales_can_3").as_deref(), Some("location"));
    let message = last_message(&server).to_owned();
    assert!(message.starts_with("Declined ") && message.contains(": location · "), "{message}");
    server.act(&[Action::Quit, Action::Go(Pane::Candidates)]).settle();
    assert_eq!(server.state.job, Some("job_rust".into()));
    let before = appended_groups(&server).len();
    server.act(&[AGAIN]);
    assert!(last_message(&server).starts_with("No reason given in this job yet"));
    assert_eq!(appended_groups(&server).len(), before, "another job has no last reason");
}

#[test]
fn in_the_list_a_reason_goes_to_the_selected_or_to_all_marked_candidates() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    server.act(&[REASON]).type_text("1");
    assert_eq!(reason(&server, "job_rust_can_0").as_deref(), Some("experience"));
    assert_eq!(selected_candidate(&server), "job_rust_can_1", "the next row is selected");
    server.act(&[Action::Mark, Action::Mark, REASON]).type_text("4");
    for candidate in ["job_rust_can_1", "job_rust_can_2"] {
        assert_eq!(reason(&server, candidate).as_deref(), Some("salary"));
    }
    assert_eq!(appended_groups(&server).last().unwrap().1.len(), 2, "one undo group");
    assert!(!server.state.has_marks());
    assert!(last_message(&server).starts_with("Declined 2 candidates: salary · "));
}

#[test]
fn a_verdict_that_the_stage_rules_out_is_refused_with_the_reason() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    let select = |server: &mut FakeServer, stage: &str| {
        let open = server.state.open_job().unwrap();
        let rows = &open.list.pages.rows;
        let row = rows.rows().find(|row| rows.stage_name(*row) == stage).expect("such a row");
        let (id, name) = (rows.id(row).to_owned(), rows.name(row).to_owned());
        server.act(&[Action::Top]);
        while selected_candidate(server) != id {
            server.act(&[Action::Down]);
        }
        (id, name)
    };
    let (rejected, name) = select(&mut server, "Rejected");
    server.act(&[ADVANCE]);
    let expected = format!("{name} is in Rejected: move them back in the ATS first");
    assert_eq!(last_message(&server), expected);
    server.act(&[DECLINE]);
    assert_eq!(last_message(&server), format!("{name} is already in Rejected"));
    server.act(&[REASON]);
    assert!(server.state.dialogs.is_empty(), "no prompt for a reason either");
    assert_eq!(verdict(&server, &rejected), None);
    assert_eq!(selected_candidate(&server), rejected, "the cursor stays");
    let (last, name) = select(&mut server, "Offer");
    server.act(&[ADVANCE]);
    let expected = format!("{name} is in Offer, the last stage: there is no next one");
    assert_eq!(last_message(&server), expected);
    assert_eq!(verdict(&server, &last), None);
}

#[test]
fn among_marked_candidates_those_ruled_out_are_left_out_and_counted() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    server.act(&[Action::MarkInvert, ADVANCE, ENTER]);
    let entries = appended_groups(&server).pop().unwrap().1;
    let stages: Vec<&str> =
        entries.iter().map(|entry| entry.snapshot.stage_name.as_str()).collect();
    assert!(!stages.contains(&"Rejected") && !stages.contains(&"Offer"), "{stages:?}");
    let message = last_message(&server);
    assert!(
        message.starts_with("Advanced 5 candidates, left out 2 in Offer, Rejected"),
        "{message}"
    );
}
