//! People whom the server knows no more, and whose names are not told.

use super::*;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::request::{Slot, Ticket};

const BLIND: Action = Action::Triage(TriageAction::Blind);
const FORGET: Action = Action::Triage(TriageAction::Forget);

/// The server does not know this candidate any more.
fn miss(stage: &mut FakeServer, candidate: &str) {
    let slot = Slot::Candidate(candidate.into());
    for _ in 0..200 {
        if let Some((_, _, ticket)) = stage.asked.iter().find(|(other, ..)| *other == slot) {
            let (ticket, slot) = (*ticket, slot.clone());
            let outcome = Err(Failure::new(FailureKind::Missing, "not there"));
            stage.send(Message::Arrived { slot, ticket, outcome });
            stage.asked.retain(|(_, _, other)| *other != ticket);
            return;
        }
        if !stage.answer() {
            stage.wait(200);
        }
    }
    panic!("nobody asked for {candidate}: {:?}", stage.asked);
}

fn all_told(stage: &FakeServer) -> Vec<&str> {
    stage.state.notices.newest_first().map(|notice| &*notice.text).collect()
}

#[test]
fn a_missing_candidate_is_reported_when_selected_not_when_prefetched() {
    let mut stage = opened();
    stage.state.candidates.place(&"job_sales_can_3".into()).expire();
    stage.wait(200);
    miss(&mut stage, "job_sales_can_3");
    assert!(!told(&stage).contains("is gone"), "{}", told(&stage));
    stage.act(&[FORGET]);
    let Some(Dialog::Forget(subject, _)) = &stage.state.over else { panic!("nothing is asked") };
    assert_eq!(subject.candidate.as_str(), "job_sales_can_2", "whom one sees");
    stage.act(&[Action::Back, Action::Down]).wait(300);
    // Nothing was ever decided or jotted down about them.
    assert!(told(&stage).starts_with("Zoë Müller is gone from the server; "), "{}", told(&stage));
    let count = stage.state.notices.newest_first().count();
    stage.wait(300).act(&[Action::Up, Action::Down]).wait(300);
    assert_eq!(stage.state.notices.newest_first().count(), count, "once");
    stage.act(&[FORGET]);
    let Some(Dialog::Forget(subject, _)) = &stage.state.over else { panic!("nothing is asked") };
    assert_eq!(subject.candidate.as_str(), "job_sales_can_3");
}

#[test]
fn a_stale_response_reports_no_missing_candidate() {
    let mut stage = opened();
    stage.act(&[Action::Triage(TriageAction::Star)]);
    let slot = Slot::Candidate("job_sales_can_2".into());
    let outcome = Err(Failure::new(FailureKind::Missing, "not there"));
    stage.send(Message::Arrived { slot, ticket: Ticket(999_999), outcome }).wait(300);
    assert!(!told(&stage).contains("is gone"), "{}", told(&stage));
}

#[test]
fn blind_mode_does_not_name_a_missing_candidate() {
    let mut stage = opened();
    stage.act(&[Action::Triage(TriageAction::Star), BLIND, Action::Refresh]);
    miss(&mut stage, "job_sales_can_2");
    assert!(told(&stage).starts_with("Candidate 3 of Head of Sales is gone"), "{}", told(&stage));
    for _ in 0..2 {
        if let Some(roster) = stage.rosters.get_mut(&"job_sales".into()) {
            roster.truncate(roster.len() - 1);
        }
        stage.act(&[Action::Refresh]).settle();
    }
    let all = all_told(&stage).join("; ");
    assert!(all.contains("a candidate is no longer in the list"), "{all}");
    assert!(!all.contains("O’Brien") && !all.contains("Nguyễn"), "{all}");
}

#[test]
fn blind_mode_does_not_name_a_row_that_leaves_the_filter() {
    let mut stage = FakeServer::triage(140, 40);
    stage.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("verdict:none");
    stage.act(&[ENTER]).settle();
    let (row, _) = stage.state.selected().expect("somebody is selected");
    stage.act(&[INBOX, BLIND]).settle();
    for _ in 0..20 {
        if shown(&stage) == row.as_str() {
            break;
        }
        stage.act(&[Action::Down]);
    }
    stage.act(&[ADVANCE]).settle();
    let all = all_told(&stage).join("; ");
    assert!(!all.contains("Guðrún"), "{all}");
}
