//! What follows a pick: the messages, the reload, undo and redo.

use super::*;
use crate::tui::app::fixture::many_candidates;
use crate::tui::app::request::Slot;
use crate::tui::features::triage::tests::{WAIT, open_inbox};

/// Answers the moves sent last, and has the server carry out those that succeed.
fn answer(server: &mut FakeServer, outcome: impl Fn(&str) -> Result<(), String>) {
    let Some(Effect::Storage(StorageEffect::Apply { ticket, moves })) = server.others.pop() else {
        panic!("no moves were sent: {:?}", server.others)
    };
    let outcomes: Vec<_> = moves
        .iter()
        .map(|step| (step.candidate.clone(), outcome(step.candidate.as_str())))
        .collect();
    for step in moves.iter().filter(|step| outcome(step.candidate.as_str()).is_ok()) {
        let jobs = server.candidates_by_job.values_mut().flatten();
        let mut items = jobs.chain(&mut server.candidates);
        let item = items.find(|item| item.id == step.candidate).unwrap();
        item.current_pipeline_stage_id = step.to.clone();
        item.current_pipeline_stage_name = format!("Stage {}", step.to);
    }
    server.send(Message::Applied { ticket, moves: outcomes }).settle();
}

fn stage_of(server: &FakeServer, candidate: &str) -> String {
    let rows = &server.state.open_job().unwrap().list.pages.rows;
    rows.stage_id(rows.find(candidate).unwrap()).to_owned()
}

#[test]
fn the_message_names_the_stage_and_the_lists_and_records_are_read_again() {
    let mut server = local();
    select(&mut server, "can_0");
    server.settle().act(&[MOVE]).type_text("4");
    server.fetched.clear();
    answer(&mut server, |_| Ok(()));
    assert_eq!(last_message(&server), "Moved Guðrún Þórðardóttir to Offer · u undoes");
    assert_eq!(stage_of(&server, "can_0"), "st_4");
    let slots = ["CandidatePage", "Candidate("];
    for name in slots {
        let is_read = |slot: &Slot| format!("{slot:?}").starts_with(name);
        assert!(server.fetched.iter().any(is_read), "{name}: {:?}", server.fetched);
    }
}

#[test]
fn marked_candidates_move_together_and_those_already_there_stay() {
    let mut server = local();
    mark(&mut server, &["can_0", "can_1", "can_2", "can_6"]);
    server.act(&[MOVE]).type_text("4");
    assert_eq!(sent(&server).len(), 3, "one of the four is in that stage");
    assert!(!server.state.has_marks());
    answer(&mut server, |_| Ok(()));
    assert_eq!(last_message(&server), "Moved 3 candidates to Offer · u undoes");
}

#[test]
fn undo_moves_back_those_that_moved_and_redo_moves_them_again() {
    let mut server = local();
    mark(&mut server, &["can_0", "can_1", "can_2"]);
    server.act(&[MOVE]).type_text("4");
    answer(&mut server, |candidate| match candidate {
        "can_1" => Err("佐藤 健太郎 is now in Rejected".to_owned()),
        _ => Ok(()),
    });
    let expected =
        "Moved 2 candidates to Offer · u undoes; not moved: 佐藤 健太郎 is now in Rejected";
    assert_eq!(last_message(&server), expected);
    server.act(&[Action::Undo]);
    assert_eq!(sent(&server), [("can_0", "st_4", "st_2"), ("can_2", "st_4", "st_1")]);
    answer(&mut server, |candidate| match candidate {
        "can_2" => Err("Łukasz Wiśniewski is now in Rejected".to_owned()),
        _ => Ok(()),
    });
    let expected = "Moved Guðrún Þórðardóttir back to Recruiter screen · ctrl-r redoes · the history \
                    keeps both moves; not moved: Łukasz Wiśniewski is now in Rejected";
    assert_eq!(last_message(&server), expected);
    assert_eq!(stage_of(&server, "can_0"), "st_2");
    server.act(&[Action::Redo]);
    assert_eq!(sent(&server), [("can_0", "st_2", "st_4")]);
    answer(&mut server, |_| Ok(()));
    let expected = "Moved Guðrún Þórðardóttir to Offer again · u undoes";
    assert_eq!(last_message(&server), expected);
}

#[test]
fn undo_waits_for_a_move_in_progress() {
    let mut server = local();
    select(&mut server, "can_0");
    server.act(&[WAIT]);
    select(&mut server, "can_2");
    server.act(&[MOVE]).type_text("4");
    for action in [Action::Undo, Action::Redo] {
        server.act(&[action]);
        let message = "Candidates are still being moved; try again in a moment";
        assert_eq!(last_message(&server), message, "{action:?}");
    }
    answer(&mut server, |_| Ok(()));
    server.act(&[Action::Undo]);
    assert_eq!(sent(&server), [("can_2", "st_4", "st_1")], "not the verdict before it");
}

#[test]
fn a_new_move_ends_the_redo() {
    let mut server = local();
    select(&mut server, "can_0");
    server.act(&[MOVE]).type_text("4");
    answer(&mut server, |_| Ok(()));
    server.act(&[Action::Undo]);
    answer(&mut server, |_| Ok(()));
    server.act(&[MOVE]).type_text("5");
    answer(&mut server, |_| Ok(()));
    server.act(&[Action::Redo]);
    assert_eq!(sent(&server), []);
}

#[test]
fn blind_mode_hides_the_names_in_the_messages() {
    let mut server = open_inbox();
    server.state.local_data.can_apply = true;
    server.act(&[Action::Triage(TriageAction::Blind), MOVE]);
    let title = super::super::view::title(&server.state, picker(&server).unwrap());
    assert_eq!(title, "Move Candidate 3 of Head of Sales to a stage");
    server.type_text("4");
    answer(&mut server, |_| Err("Ada is now in Rejected".to_owned()));
    assert_eq!(last_message(&server), "Nobody was moved; not moved: 1 candidate");
    server.act(&[MOVE]).type_text("4");
    answer(&mut server, |_| Ok(()));
    assert!(last_message(&server).starts_with("Moved the candidate to Offer · "));
}

#[test]
fn thousands_of_candidates_go_in_one_batch_with_one_message_for_the_progress() {
    const COUNT: usize = 10_000;
    let mut server = FakeServer::new(120, 40);
    server.state.actions = crate::keymap::Keymap::default().action_infos();
    server.candidates = many_candidates(COUNT);
    server.settle();
    make_local(&mut server);
    server.act(&[Action::MarkInvert, MOVE]).type_text("4");
    let Some(Effect::Storage(StorageEffect::Apply { ticket, moves })) = server.others.last() else {
        panic!("{:?}", server.others.len())
    };
    let in_offer = COUNT / 7;
    assert_eq!(moves.len(), COUNT - in_offer);
    let (ticket, moves) = (*ticket, moves.clone());
    let before = server.state.notices.newest_first().len();
    for done in (100..moves.len()).step_by(100) {
        server.send(Message::Moving { ticket, done });
    }
    assert_eq!(server.state.notices.newest_first().len(), before + 1);
    let expected = "Moving 8,572 candidates to Offer: 8,500 of 8,572";
    assert_eq!(last_message(&server), expected);
    let failed = |(at, step): (usize, &StageMove)| {
        let outcome = if at < 30 { Err(format!("Person {at} is now in Out")) } else { Ok(()) };
        (step.candidate.clone(), outcome)
    };
    let outcomes = moves.iter().enumerate().map(failed).collect();
    server.send(Message::Applied { ticket, moves: outcomes });
    let message = last_message(&server);
    assert!(
        message.starts_with("Moved 8,542 candidates to Offer · u undoes; not moved: Person 0 ")
    );
    assert!(message.ends_with("Person 19 is now in Out; and 10 more"), "{message}");
    let now = server.state.clock.moment;
    let is_progress = |text: &str| text.starts_with("Moving");
    assert!(!server.state.notices.visible(now).any(|notice| is_progress(&notice.text)));
}
