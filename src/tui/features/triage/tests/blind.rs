//! Names that are hidden stay so.

use super::*;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::restored::Restored;

const BLIND: Action = Action::Triage(TriageAction::Blind);

#[test]
fn blind_mode_dismisses_earlier_messages() {
    let mut stage = opened();
    stage.act(&[DECLINE, Action::Undo, BLIND]);
    let now = stage.state.clock.moment;
    assert_eq!(stage.state.notices.shown(now).count(), 0);
}

#[test]
fn keys_that_reveal_names_warn_first() {
    let keys = [
        Action::Raw,
        Action::EditPerson,
        Action::AttachJob,
        Action::Triage(TriageAction::Todo),
        Action::Triage(TriageAction::Duplicates),
        Action::Triage(TriageAction::Funnel),
    ];
    for key in keys {
        let mut stage = opened();
        stage.act(&[BLIND, key]);
        let is_shown =
            |stage: &FakeServer| stage.state.over.is_some() || stage.state.editor.is_some();
        assert!(!is_shown(&stage), "{key:?}");
        assert!(told(&stage).starts_with("this shows who it is"), "{}", told(&stage));
        stage.act(&[Action::Down, key]);
        assert!(!is_shown(&stage), "{key:?}: that is somebody else");
        stage.act(&[key]);
        assert!(is_shown(&stage), "{key:?}");
    }
}

#[test]
fn a_hidden_name_is_not_searchable() {
    let mut stage = opened();
    stage.act(&[BLIND, Action::Filter]).type_text("wiśniewski").act(&[ENTER]).settle();
    assert_eq!(inbox(&stage).items.len(), 0);
    stage.act(&[BLIND]);
    assert_eq!(inbox(&stage).items.len(), 2, "shown, they are found");
    stage.act(&[BLIND, Action::Back, Action::Filter]).type_text("name:wiśniewski");
    stage.act(&[ENTER]).settle();
    assert_eq!(inbox(&stage).items.len(), 10);
    assert!(inbox(&stage).wrong.as_ref().unwrap().starts_with("names are hidden"));
    stage.act(&[Action::Back, Action::Filter]).type_text("rust -manager").act(&[ENTER]).settle();
    assert_eq!(inbox(&stage).items.len(), 2, "by their titles");
    stage.act(&[Action::Palette]).type_text("wiśniewski");
    let Some(Dialog::Palette(palette)) = &stage.state.over else { panic!("it is open") };
    assert_eq!(palette.found, []);
}

#[test]
fn undo_in_the_panes_describes_changes_of_earlier_sessions_first() {
    let mut before = opened();
    before.act(&[DECLINE]);
    let mut entry = before.state.book.log()[0].clone();
    let step = entry.step.clone();
    let mut log = vec![entry.clone()];
    entry.id = crate::recruiting::triage::EntryId("shell-1.1".to_owned());
    entry.act = crate::recruiting::triage::EntryKind::Tag { tag: "rust".to_owned() };
    log.push(entry);
    assert!(log.iter().all(|entry| entry.step == step));
    let mut stage = FakeServer::triage(120, 40);
    let memory = Restored { session: "next".to_owned(), log, ..Restored::default() };
    stage.send(Message::Remembered(Box::new(memory)));
    let what = "decline and the tag rust of Łukasz Wiśniewski, given";
    stage.act(&[Action::Undo]);
    assert!(told(&stage).starts_with("done last, not in this session: "), "{}", told(&stage));
    assert!(told(&stage).contains(what), "{}", told(&stage));
    stage.act(&[Action::Down, Action::Undo]);
    assert_eq!(verdict(&stage, "job_sales_can_2"), Some(Verdict::Decline), "not at once");
    stage.act(&[Action::Undo]);
    assert!(told(&stage).starts_with(&format!("taken back: {what}")), "{}", told(&stage));
    assert_eq!(verdict(&stage, "job_sales_can_2"), None);
}

#[test]
fn moved_stages_are_not_taken_back_nor_is_a_verdict_in_their_place() {
    let mut stage = opened();
    stage.act(&[ADVANCE]);
    let ticket = crate::tui::app::request::Ticket(77);
    let moves = vec![("job_sales_can_2".into(), Ok(()))];
    stage.send(Message::Applied { ticket, moves });
    stage.act(&[Action::Undo]);
    assert!(told(&stage).starts_with("stages that were moved"), "{}", told(&stage));
    assert_eq!(verdict(&stage, "job_sales_can_2"), Some(Verdict::Advance));
    stage.act(&[Action::Undo]);
    assert_eq!(verdict(&stage, "job_sales_can_2"), None);
}
