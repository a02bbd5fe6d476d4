//! Candidates that the server no longer has; blind mode does not name them.

use super::*;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::features::prompt::state::PromptKind;

const BLIND: Action = Action::Triage(TriageAction::Blind);
const FORGET: Action = Action::Triage(TriageAction::Forget);

/// Answers the request for this candidate with not found.
fn respond_missing(server: &mut FakeServer, candidate: &str) {
    let slot = Slot::Candidate(candidate.into());
    for _ in 0..200 {
        if let Some((_, _, ticket)) = server.in_flight.iter().find(|(other, ..)| *other == slot) {
            let (ticket, slot) = (*ticket, slot.clone());
            let outcome = Err(Failure::new(FailureKind::NotFound, "not there"));
            server.send(Message::Fetched { slot, ticket, outcome });
            server.in_flight.retain(|(_, _, other)| *other != ticket);
            return;
        }
        if !server.answer() {
            server.wait(200);
        }
    }
    panic!("no request for {candidate}: {:?}", server.in_flight);
}

fn all_messages(server: &FakeServer) -> Vec<&str> {
    server.state.notices.newest_first().map(|notice| &*notice.text).collect()
}

/// The candidate in the prompt that asks whether to forget.
fn forgotten_candidate(server: &FakeServer) -> &str {
    let Some(Dialog::Prompt(prompt)) = server.state.dialogs.top() else { panic!("no prompt") };
    assert_eq!(prompt.kind, PromptKind::Forget);
    prompt.subjects.all[0].0.candidate.as_str()
}

#[test]
fn a_missing_candidate_is_reported_when_selected_not_when_prefetched() {
    let mut server = open_inbox();
    server.state.candidates.entry(&"job_sales_can_3".into()).expire();
    server.wait(200);
    respond_missing(&mut server, "job_sales_can_3");
    assert!(
        !last_message(&server).contains("no longer on the server"),
        "{}",
        last_message(&server)
    );
    server.act(&[FORGET]);
    assert_eq!(
        forgotten_candidate(&server),
        "job_sales_can_2",
        "the dialog is about the visible candidate"
    );
    server.act(&[Action::Edit(TextEdit::Cancel), Action::Down]).wait(300);
    // The log has no entry about this candidate.
    assert!(
        last_message(&server).starts_with("Zoë Müller is no longer on the server; "),
        "{}",
        last_message(&server)
    );
    let count = server.state.notices.newest_first().count();
    server.wait(300).act(&[Action::Up, Action::Down]).wait(300);
    assert_eq!(server.state.notices.newest_first().count(), count, "the message appears once");
    server.act(&[FORGET]);
    assert_eq!(forgotten_candidate(&server), "job_sales_can_3");
}

#[test]
fn a_stale_response_reports_no_missing_candidate() {
    let mut server = open_inbox();
    server.act(&[Action::Triage(TriageAction::Star)]);
    let slot = Slot::Candidate("job_sales_can_2".into());
    let outcome = Err(Failure::new(FailureKind::NotFound, "not there"));
    server.send(Message::Fetched { slot, ticket: Ticket(999_999), outcome }).wait(300);
    assert!(
        !last_message(&server).contains("no longer on the server"),
        "{}",
        last_message(&server)
    );
}

#[test]
fn blind_mode_does_not_name_a_missing_candidate() {
    let mut server = open_inbox();
    server.act(&[Action::Triage(TriageAction::Star), BLIND, Action::Refresh]);
    respond_missing(&mut server, "job_sales_can_2");
    assert!(
        last_message(&server)
            .starts_with("Candidate 3 of Head of Sales is no longer on the server"),
        "{}",
        last_message(&server)
    );
    for _ in 0..2 {
        if let Some(candidates) = server.candidates_by_job.get_mut(&"job_sales".into()) {
            candidates.truncate(candidates.len() - 1);
        }
        server.act(&[Action::Refresh]).settle();
    }
    let all = all_messages(&server).join("; ");
    assert!(all.contains("A candidate is no longer in the list"), "{all}");
    assert!(!all.contains("O’Brien") && !all.contains("Nguyễn"), "{all}");
}

#[test]
fn blind_mode_does_not_name_a_row_that_leaves_the_filter() {
    let mut server = FakeServer::triage(140, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("verdict:none");
    server.act(&[ENTER]).settle();
    let (row, _) = server.state.selected().expect("a selected candidate");
    server.act(&[INBOX, BLIND]).settle();
    for _ in 0..20 {
        if selected_candidate(&server) == row.as_str() {
            break;
        }
        server.act(&[Action::Down]);
    }
    server.act(&[ADVANCE]).settle();
    let all = all_messages(&server).join("; ");
    assert!(!all.contains("Guðrún"), "{all}");
}
