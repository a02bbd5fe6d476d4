//! What the inbox has read, and what came of verdicts since.

use super::*;
use crate::recruiting::paging::Urgency;
use crate::tui::app::request::Slot;
use crate::tui::app::update::update;

#[test]
fn the_next_five_candidates_are_prefetched() {
    let mut stage = opened();
    for _ in 0..4 {
        stage.act(&[ADVANCE]);
        let (candidate, person) = stage.state.selected().unwrap();
        let record = stage.state.candidates.get(&candidate).and_then(|one| one.record.as_ref());
        assert!(record.is_some(), "{candidate} is there at once");
        let record = stage.state.people.get(&person).and_then(|one| one.record.as_ref());
        assert!(record.is_some(), "{person} is there at once");
    }
    stage.asked.clear();
}

#[test]
fn its_lists_are_read_behind_everything_that_is_seen() {
    let mut stage = FakeServer::triage(120, 40);
    stage.act(&[INBOX]).settle();
    stage.act(&[Action::Refresh]);
    let now = Message::Time(stage.state.clock);
    let effects = update(&mut stage.state, now);
    assert!(effects.is_empty(), "all of it is asked for at once");
    let urgency = |slot: &Slot| stage.state.asked.get(slot).map(|asked| asked.urgency);
    for job in ["job_rust", "job_sales"] {
        assert_eq!(urgency(&Slot::Roster(job.into(), 0)), Some(Urgency::Rest));
        assert_eq!(urgency(&Slot::Job(job.into())), Some(Urgency::Rest));
    }
    let card = Slot::Candidate("job_sales_can_2".into());
    assert_eq!(urgency(&card), Some(Urgency::Seen));
    stage.settle();
    assert_eq!(stage.state.inbox_coverage(), (2, 2, 14, Some(14)));
}

#[test]
fn closing_the_inbox_cancels_its_requests() {
    let mut stage = FakeServer::new(120, 40);
    stage.wait(200);
    stage.answer();
    stage.act(&[INBOX]).wait(200);
    let is_sales = |(slot, ..): &(Slot, usize, crate::tui::app::request::Ticket)| matches!(slot, Slot::Roster(job, _) if job.as_str() == "job_sales");
    assert!(stage.asked.iter().any(is_sales));
    stage.act(&[Action::Quit]);
    assert!(!stage.asked.iter().any(is_sales));
}

#[test]
fn a_candidate_moved_elsewhere_returns_to_the_queue_with_the_reason() {
    let mut stage = opened();
    stage.act(&[ADVANCE, DECLINE, WAIT, ADVANCE]);
    let roster = stage.rosters.get_mut(&"job_sales".into()).unwrap();
    let mut to = |at: usize, id: &str, name: &str| {
        roster[at].current_pipeline_stage_id = id.into();
        roster[at].current_pipeline_stage_name = name.to_owned();
    };
    to(2, "st_2", "Recruiter screen"); // advanced, as decided
    to(3, "st_2", "Recruiter screen"); // declined here, moved on there
    to(1, "st_5", "Rejected"); // advanced here, rejected there
    roster[0].current_job_title = "Principal".to_owned(); // waits, and has another title
    stage.act(&[Action::Quit, INBOX, Action::Refresh]).settle();
    assert_eq!(
        queue(&stage)[..5],
        [
            "Head of Sales 4",
            "  Zoë Müller: changed: moved on to Recruiter screen",
            "  Guðrún Þórðardóttir: changed: now Principal",
            "  佐藤 健太郎: changed: rejected there: Rejected",
            "  أميرة الحسن: unseen",
        ]
    );
}
