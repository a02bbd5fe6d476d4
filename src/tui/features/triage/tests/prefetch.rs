use super::{ADVANCE, INBOX, inbox};
use crate::tui::app::fixture::{FakeServer, many_candidates};
use crate::tui::app::record_cache::Loaded;

/// Advances the time in steps of 100 ms and answers each request one step after it was sent.
fn run_for(server: &mut FakeServer, tenths: usize) {
    for _ in 0..tenths {
        let in_flight = server.in_flight.len();
        server.wait(100);
        for _ in 0..in_flight.min(server.in_flight.len()) {
            server.answer_at(0);
        }
    }
}

#[test]
fn at_two_seconds_per_card_the_next_card_is_complete_on_a_slow_server() {
    let mut server = FakeServer::triage(100, 30);
    let mut people = many_candidates(120);
    for item in &mut people {
        item.current_pipeline_stage_id = "st_1".into();
        item.current_pipeline_stage_name = "Applied".to_owned();
    }
    server.candidates_by_job.insert("job_sales".into(), people);
    server.act(&[INBOX]);
    run_for(&mut server, 40);
    assert!(inbox(&server).waiting() >= 101, "{}", inbox(&server).waiting());
    let mut complete = 0;
    for _ in 0..100 {
        server.act(&[ADVANCE]);
        let is_read = server.state.candidate().is_some_and(Loaded::is_loaded)
            && server.state.person().is_some_and(Loaded::is_loaded);
        complete += usize::from(is_read);
        run_for(&mut server, 20);
    }
    assert!(complete >= 99, "{complete} of 100");
}
