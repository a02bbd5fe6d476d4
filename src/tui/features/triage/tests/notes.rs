//! Notes, tags, stars and snoozes; verdicts in lists and on marked rows.

use super::*;
use crate::recruiting::triage::CandidateTriage;
use crate::tui::app::dialog::Dialog;
use crate::tui::features::prompt::offers::tag_offers;
use crate::tui::features::prompt::state::PromptSubjects;

const NOTE: Action = Action::Triage(TriageAction::Note);
const TAGS: Action = Action::Triage(TriageAction::Tags);
const SNOOZE: Action = Action::Triage(TriageAction::Snooze);
const STAR: Action = Action::Triage(TriageAction::Star);

fn triage_of<'a>(stage: &'a FakeServer, candidate: &str) -> &'a CandidateTriage {
    stage.state.triage.candidate(candidate).expect("triage data of the candidate")
}

fn prompt_error(server: &FakeServer) -> Option<&str> {
    match server.state.dialogs.top() {
        Some(Dialog::Prompt(prompt)) => prompt.error.as_deref(),
        _ => None,
    }
}

#[test]
fn a_note_is_typed_on_the_card_and_the_card_stays() {
    let mut server = open_inbox();
    server.act(&[NOTE, ENTER]);
    assert_eq!(prompt_error(&server), Some("Type the note"));
    server.type_text("call on Monday");
    assert_eq!(prompt_error(&server), None);
    server.act(&[ENTER]);
    assert!(server.state.dialogs.is_empty());
    assert_eq!(triage_of(&server, "job_sales_can_2").notes[0].text, "call on Monday");
    assert_eq!(selected_candidate(&server), "job_sales_can_2");
    assert_eq!(appended_groups(&server).len(), 1);
}

#[test]
fn tags_are_offered_by_use_completed_and_taken_off() {
    let mut server = open_inbox();
    server.act(&[TAGS]).type_text("remote, #rust").act(&[ENTER]);
    server.act(&[Action::Down, TAGS]).type_text("rust").act(&[ENTER]);
    server.act(&[Action::Down, TAGS]);
    assert_eq!(tag_offers(&server.state), ["rust", "remote"]);
    server.type_text("re").act(&[Action::Edit(TextEdit::Complete)]).type_text("ru");
    server.act(&[Action::Edit(TextEdit::Next), ENTER, ENTER]);
    let tags: Vec<&String> = triage_of(&server, "job_sales_can_0").tags.iter().collect();
    assert_eq!(tags, ["remote", "rust"]);
    server.act(&[TAGS]).type_text("-r");
    assert_eq!(tag_offers(&server.state), ["remote", "rust"]);
    server.act(&[Action::Edit(TextEdit::Complete), ENTER]);
    let tags: Vec<&String> = triage_of(&server, "job_sales_can_0").tags.iter().collect();
    assert_eq!(tags, ["rust"]);
    server.act(&[TAGS]).type_text("rust").act(&[ENTER]);
    assert_eq!(last_message(&server), "No tag changed");
}

#[test]
fn a_snoozed_candidate_returns_on_the_day_with_the_reason() {
    let mut server = open_inbox();
    server.act(&[SNOOZE]).type_text("someday").act(&[ENTER]);
    assert!(
        prompt_error(&server).unwrap().starts_with("Enter a date"),
        "the prompt stays open with the error"
    );
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("mon call her back").act(&[ENTER]);
    let snooze = triage_of(&server, "job_sales_can_2").snooze.clone().unwrap();
    assert_eq!(
        (snooze.until.to_string().as_str(), snooze.note.as_deref()),
        ("2026-11-16", Some("call her back"))
    );
    assert_eq!(
        selected_candidate(&server),
        "job_sales_can_3",
        "a snooze moves on to the next card"
    );
    advance_clock(&mut server);
    server.act(&[Action::Quit, INBOX]);
    assert_eq!(queue(&server)[..2], ["Head of Sales 4", "  Zoë Müller: new"]);
    let mut clock = server.state.clock;
    clock.date = crate::tui::app::fixture::timestamp("2026-11-17T08:00:00Z");
    server.send(Message::Time(clock));
    server.act(&[Action::Quit, INBOX]);
    assert_eq!(queue(&server)[..2], ["Head of Sales 5", "  Łukasz Wiśniewski: woken 2026-11-16"]);
}

#[test]
fn a_verdict_in_the_list_goes_on_to_the_next_row() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    server.act(&[ADVANCE]);
    assert_eq!(verdict(&server, "job_rust_can_0"), Some(Verdict::Advance));
    assert_eq!(selected_candidate(&server), "job_rust_can_1");
    server.act(&[Action::Go(Pane::Candidate), DECLINE]);
    assert_eq!(verdict(&server, "job_rust_can_1"), Some(Verdict::Decline));
    assert_eq!(selected_candidate(&server), "job_rust_can_2");
    server.act(&[Action::Go(Pane::Candidates), Action::Board, WAIT]);
    assert_eq!(verdict(&server, "job_rust_can_2"), Some(Verdict::Wait));
    assert_eq!(
        selected_candidate(&server),
        "job_rust_can_3",
        "on the board, the next row of the same stage"
    );
}

#[test]
fn marked_rows_form_one_undo_group_after_a_prompt_that_counts_hidden_rows() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    server.act(&[Action::Mark, Action::Mark, Action::Mark, Action::Filter]);
    server.type_text("stage:screen").act(&[ENTER]).settle();
    server.act(&[DECLINE]);
    let Some(Dialog::Prompt(prompt)) = server.state.dialogs.top() else { panic!("no prompt") };
    assert_eq!((prompt.subjects.all.len(), prompt.subjects.hidden), (3, 1));
    assert!(appended_groups(&server).is_empty());
    server.act(&[ENTER]);
    let groups = appended_groups(&server);
    assert_eq!(groups.len(), 1);
    assert_eq!(groups[0].1.len(), 3);
    assert!(server.state.open_job().unwrap().list.marks.is_empty());
    server.act(&[Action::Undo]);
    assert_eq!(last_message(&server), "Undone: the verdict decline on 3 candidates");
    assert_eq!(verdict(&server, "job_rust_can_1"), None);
}

#[test]
fn the_prompt_counts_other_verdicts_and_excludes_final_stages() {
    let counts = |server: &FakeServer| {
        let Some(Dialog::Prompt(prompt)) = server.state.dialogs.top() else {
            panic!("it asks first")
        };
        let PromptSubjects { all, with_other_verdict, excluded, in_final_stage, .. } =
            &prompt.subjects;
        (all.len(), *with_other_verdict, excluded.len(), *in_final_stage)
    };
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    server.act(&[DECLINE, Action::Top, Action::MarkInvert, ADVANCE]);
    assert_eq!(counts(&server), (5, 1, 2, 0));
    server.act(&[Action::Edit(TextEdit::Cancel), DECLINE]);
    assert_eq!(counts(&server), (6, 0, 1, 1));
    server.act(&[Action::Edit(TextEdit::Cancel), Action::Back, Action::Filter]);
    server.type_text("stage:rejected").act(&[ENTER]).settle();
    server.act(&[Action::Top, Action::Mark, ADVANCE]);
    assert_eq!(
        last_message(&server),
        "Nguyễn Thị Ánh is in Rejected: move them back in the ATS first"
    );
}

#[test]
fn a_star_is_toggled_for_one_row_and_for_all_marked_rows() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Top, STAR]);
    assert!(triage_of(&server, "job_rust_can_0").starred);
    server.act(&[Action::Mark, Action::Mark, STAR, ENTER]);
    assert!(triage_of(&server, "job_rust_can_1").starred);
    assert_eq!(
        appended_groups(&server).last().unwrap().1.len(),
        1,
        "only the unstarred candidate gets an entry"
    );
    server.act(&[STAR, ENTER]);
    assert!(
        !triage_of(&server, "job_rust_can_0").starred
            && !triage_of(&server, "job_rust_can_1").starred
    );
}
