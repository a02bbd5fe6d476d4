//! What the inbox loads, and which decided candidates return to it.

use super::*;
use crate::recruiting::paging::Urgency;
use crate::tui::app::request::Slot;
use crate::tui::app::update::update;

#[test]
fn the_next_five_candidates_are_prefetched() {
    let mut server = open_inbox();
    for _ in 0..4 {
        server.act(&[ADVANCE]);
        let (candidate, person) = server.state.selected().unwrap();
        let record = server.state.candidates.get(&candidate).and_then(|loaded| loaded.whole());
        assert!(record.is_some(), "{candidate} was prefetched");
        let record = server.state.people.get(&person).and_then(|loaded| loaded.whole());
        assert!(record.is_some(), "{person} was prefetched");
    }
    server.in_flight.clear();
}

#[test]
fn the_lists_of_the_inbox_load_after_visible_records() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[INBOX]).settle();
    server.act(&[Action::Refresh]);
    let now = Message::Time(server.state.clock);
    let effects = update(&mut server.state, now);
    assert!(effects.is_empty(), "the refresh sent all requests at once");
    let urgency =
        |slot: &Slot| server.state.fetching.in_flight.get(slot).map(|request| request.urgency);
    for job in ["job_rust", "job_sales"] {
        assert_eq!(urgency(&Slot::CandidatePage(job.into(), 0)), Some(Urgency::Rest));
        assert_eq!(urgency(&Slot::Job(job.into())), Some(Urgency::Rest));
    }
    let card = Slot::Candidate("job_sales_can_2".into());
    assert_eq!(urgency(&card), Some(Urgency::Visible));
    server.settle();
    assert_eq!(server.state.inbox_coverage(), (2, 2, 14, Some(14)));
}

#[test]
fn closing_the_inbox_cancels_its_requests() {
    let mut server = FakeServer::new(120, 40);
    server.wait(200);
    server.answer();
    server.act(&[INBOX]).wait(200);
    let is_sales = |(slot, ..): &(Slot, usize, crate::tui::app::request::Ticket)| matches!(slot, Slot::CandidatePage(job, _) if job.as_str() == "job_sales");
    assert!(server.in_flight.iter().any(is_sales));
    server.act(&[Action::Quit]);
    assert!(!server.in_flight.iter().any(is_sales));
}

#[test]
fn a_candidate_moved_elsewhere_returns_to_the_queue_with_the_reason() {
    let mut server = open_inbox();
    server.act(&[ADVANCE, DECLINE, WAIT, ADVANCE]);
    let candidates = server.candidates_by_job.get_mut(&"job_sales".into()).unwrap();
    let mut to = |at: usize, id: &str, name: &str| {
        candidates[at].current_pipeline_stage_id = id.into();
        candidates[at].current_pipeline_stage_name = name.to_owned();
    };
    to(2, "st_2", "Recruiter screen"); // advanced, as decided
    to(3, "st_2", "Recruiter screen"); // declined here, moved on by the server
    to(1, "st_5", "Rejected"); // advanced here, rejected by the server
    candidates[0].current_job_title = "Principal".to_owned(); // waits here, with a new title
    server.act(&[Action::Quit, INBOX, Action::Refresh]).settle();
    assert_eq!(
        queue(&server)[..5],
        [
            "Head of Sales 4",
            "  Zoë Müller: changed: moved on to Recruiter screen",
            "  Guðrún Þórðardóttir: changed: now Principal",
            "  佐藤 健太郎: changed: moved to Rejected",
            "  أميرة الحسن: unseen",
        ]
    );
}
