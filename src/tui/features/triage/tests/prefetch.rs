use super::{ADVANCE, INBOX, inbox};
use crate::tui::app::fixture::{FakeServer, crowd};

/// So long passes, and what was asked for a tenth of a second ago is answered.
fn pass(stage: &mut FakeServer, tenths: usize) {
    for _ in 0..tenths {
        let out = stage.asked.len();
        stage.wait(100);
        for _ in 0..out.min(stage.asked.len()) {
            stage.answer_at(0);
        }
    }
}

#[test]
fn at_two_seconds_per_card_the_next_card_is_complete_on_a_slow_server() {
    let mut stage = FakeServer::triage(100, 30);
    let mut people = crowd(120);
    for item in &mut people {
        item.current_pipeline_stage_id = "st_1".into();
        item.current_pipeline_stage_name = "Applied".to_owned();
    }
    stage.rosters.insert("job_sales".into(), people);
    stage.act(&[INBOX]);
    pass(&mut stage, 40);
    assert!(inbox(&stage).waiting() >= 101, "{}", inbox(&stage).waiting());
    let mut whole = 0;
    for _ in 0..100 {
        stage.act(&[ADVANCE]);
        let is_read = stage.state.candidate().is_some_and(|loaded| loaded.record.is_some())
            && stage.state.person().is_some_and(|loaded| loaded.record.is_some());
        whole += usize::from(is_read);
        pass(&mut stage, 20);
    }
    assert!(whole >= 99, "{whole} of 100");
}
