//! Notes, tags, stars, snoozes and reasons; verdicts in lists and on marked rows.

use super::*;
use crate::recruiting::triage::CandidateTriage;
use crate::tui::app::dialog::Dialog;
use crate::tui::features::prompt::state::PromptKind;

const NOTE: Action = Action::Triage(TriageAction::Note);
const TAGS: Action = Action::Triage(TriageAction::Tags);
const SNOOZE: Action = Action::Triage(TriageAction::Snooze);
const REASON: Action = Action::Triage(TriageAction::Reason);
const STAR: Action = Action::Triage(TriageAction::Star);

fn own<'a>(stage: &'a FakeServer, candidate: &str) -> &'a CandidateTriage {
    stage.state.book.own(candidate).expect("something is kept of them")
}

fn wrong(stage: &FakeServer) -> Option<&str> {
    match &stage.state.over {
        Some(Dialog::Asking(asking)) => asking.wrong.as_deref(),
        _ => None,
    }
}

#[test]
fn a_note_is_typed_on_the_card_and_the_card_stays() {
    let mut stage = opened();
    stage.act(&[NOTE, ENTER]);
    assert_eq!(wrong(&stage), Some("a note needs words"));
    stage.type_text("call on Monday");
    assert_eq!(wrong(&stage), None);
    stage.act(&[ENTER]);
    assert!(stage.state.over.is_none());
    assert_eq!(own(&stage, "job_sales_can_2").notes[0].text, "call on Monday");
    assert_eq!(shown(&stage), "job_sales_can_2");
    assert_eq!(appended(&stage).len(), 1);
}

#[test]
fn tags_are_offered_by_use_completed_and_taken_off() {
    let mut stage = opened();
    stage.act(&[TAGS]).type_text("remote, #rust").act(&[ENTER]);
    stage.act(&[Action::Down, TAGS]).type_text("rust").act(&[ENTER]);
    stage.act(&[Action::Down, TAGS]);
    assert_eq!(stage.state.tag_offers(), ["rust", "remote"]);
    stage.type_text("re").act(&[Action::Edit(TextEdit::Complete)]).type_text("ru");
    stage.act(&[Action::Edit(TextEdit::Next), ENTER, ENTER]);
    let tags: Vec<&String> = own(&stage, "job_sales_can_0").tags.iter().collect();
    assert_eq!(tags, ["remote", "rust"]);
    stage.act(&[TAGS]).type_text("-r");
    assert_eq!(stage.state.tag_offers(), ["remote", "rust"]);
    stage.act(&[Action::Edit(TextEdit::Complete), ENTER]);
    let tags: Vec<&String> = own(&stage, "job_sales_can_0").tags.iter().collect();
    assert_eq!(tags, ["rust"]);
    stage.act(&[TAGS]).type_text("rust").act(&[ENTER]);
    assert_eq!(told(&stage), "their tags are so already");
}

#[test]
fn a_snoozed_candidate_returns_on_the_day_with_the_reason() {
    let mut stage = opened();
    stage.act(&[SNOOZE]).type_text("someday").act(&[ENTER]);
    assert!(wrong(&stage).unwrap().starts_with("a day is"), "nothing is lost");
    stage.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("mon call her back").act(&[ENTER]);
    let snooze = own(&stage, "job_sales_can_2").snooze.clone().unwrap();
    assert_eq!(
        (snooze.until.to_string().as_str(), snooze.note.as_deref()),
        ("2026-11-16", Some("call her back"))
    );
    assert_eq!(shown(&stage), "job_sales_can_3", "the next card");
    later(&mut stage);
    stage.act(&[Action::Quit, INBOX]);
    assert_eq!(queue(&stage)[..2], ["Head of Sales 4", "  Zoë Müller: new"]);
    let mut clock = stage.state.clock;
    clock.date = crate::tui::app::fixture::timestamp("2026-11-17T08:00:00Z");
    stage.send(Message::Time(clock));
    stage.act(&[Action::Quit, INBOX]);
    assert_eq!(queue(&stage)[..2], ["Head of Sales 5", "  Łukasz Wiśniewski: woken 2026-11-16"]);
}

#[test]
fn a_reason_sticks_to_its_verdict_until_it_is_changed() {
    let mut stage = opened();
    stage.state.rules.reasons = vec!["salary".to_owned(), "location".to_owned()];
    stage.act(&[REASON]).type_text("2");
    assert!(stage.state.over.is_none(), "a number is enough");
    assert_eq!(told(&stage), "decline from now on: location");
    stage.act(&[DECLINE, ADVANCE, REASON]).type_text("too far away").act(&[ENTER, DECLINE]);
    let reason = |candidate: &str| own(&stage, candidate).verdict.clone().unwrap().reason;
    assert_eq!(reason("job_sales_can_2").as_deref(), Some("location"));
    assert_eq!(reason("job_sales_can_3"), None);
    assert_eq!(reason("job_sales_can_0").as_deref(), Some("too far away"));
    assert_eq!(stage.state.reason_offers(Verdict::Decline), ["salary", "location", "too far away"]);
    stage.act(&[REASON]).type_text("0");
    assert_eq!(stage.state.deciding.sticky, [None, None, None]);
    stage.act(&[REASON, Action::Edit(TextEdit::Complete)]);
    let Some(Dialog::Asking(asking)) = &stage.state.over else { panic!("it asks") };
    assert_eq!(asking.about, PromptKind::Reason(Verdict::Wait));
}

#[test]
fn a_verdict_in_the_list_goes_on_to_the_next_row() {
    let mut stage = FakeServer::triage(120, 40);
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    stage.act(&[ADVANCE]);
    assert_eq!(verdict(&stage, "job_rust_can_0"), Some(Verdict::Advance));
    assert_eq!(shown(&stage), "job_rust_can_1");
    stage.act(&[Action::Go(Pane::Candidate), DECLINE]);
    assert_eq!(verdict(&stage, "job_rust_can_1"), Some(Verdict::Decline));
    assert_eq!(shown(&stage), "job_rust_can_2");
    stage.act(&[Action::Go(Pane::Candidates), Action::Board, WAIT]);
    assert_eq!(verdict(&stage, "job_rust_can_2"), Some(Verdict::Wait));
    assert_eq!(shown(&stage), "job_rust_can_3", "the next of the stage");
}

#[test]
fn marked_rows_form_one_undo_group_after_a_prompt_that_counts_hidden_rows() {
    let mut stage = FakeServer::triage(120, 40);
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    stage.act(&[Action::Mark, Action::Mark, Action::Mark, Action::Filter]);
    stage.type_text("stage:screen").act(&[ENTER]).settle();
    stage.act(&[DECLINE]);
    let Some(Dialog::Asking(asking)) = &stage.state.over else { panic!("it asks first") };
    assert_eq!((asking.whom.all.len(), asking.whom.hidden), (3, 1));
    assert!(appended(&stage).is_empty());
    stage.act(&[ENTER]);
    let steps = appended(&stage);
    assert_eq!(steps.len(), 1);
    assert_eq!(steps[0].1.len(), 3);
    assert!(stage.state.opened().unwrap().list.marks.is_empty());
    stage.act(&[Action::Undo]);
    assert_eq!(told(&stage), "taken back: decline of 3 candidates");
    assert_eq!(verdict(&stage, "job_rust_can_1"), None);
}

#[test]
fn the_question_counts_other_verdicts_and_leaves_out_whom_no_stage_comes_after() {
    let mut stage = FakeServer::triage(120, 40);
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    stage.act(&[DECLINE, Action::Top, Action::MarkInvert, ADVANCE]);
    let Some(Dialog::Asking(asking)) = &stage.state.over else { panic!("it asks first") };
    let whom = &asking.whom;
    assert_eq!((whom.all.len(), whom.others, whom.out.len(), whom.ended), (5, 1, 2, 0));
    stage.act(&[Action::Edit(TextEdit::Leave), DECLINE]);
    let Some(Dialog::Asking(asking)) = &stage.state.over else { panic!("it asks first") };
    let whom = &asking.whom;
    assert_eq!((whom.all.len(), whom.others, whom.out.len(), whom.ended), (7, 0, 0, 2));
    stage.act(&[Action::Edit(TextEdit::Leave), Action::Back, Action::Filter]);
    stage.type_text("stage:rejected").act(&[ENTER]).settle();
    stage.act(&[Action::Top, Action::Mark, ADVANCE]);
    assert_eq!(told(&stage), "nobody can be advanced: no stage comes after Rejected");
}

#[test]
fn a_star_is_put_on_and_off_and_on_all_that_are_marked() {
    let mut stage = FakeServer::triage(120, 40);
    stage.act(&[Action::Go(Pane::Candidates), Action::Top, STAR]);
    assert!(own(&stage, "job_rust_can_0").starred);
    stage.act(&[Action::Mark, Action::Mark, STAR, ENTER]);
    assert!(own(&stage, "job_rust_can_1").starred);
    assert_eq!(appended(&stage).last().unwrap().1.len(), 1, "the other had one");
    stage.act(&[STAR, ENTER]);
    assert!(!own(&stage, "job_rust_can_0").starred && !own(&stage, "job_rust_can_1").starred);
}
