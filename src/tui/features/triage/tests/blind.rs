//! Blind mode: hidden names stay hidden.

use super::*;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::restored::Restored;

const BLIND: Action = Action::Triage(TriageAction::Blind);

#[test]
fn blind_mode_dismisses_earlier_messages() {
    let mut server = open_inbox();
    server.act(&[DECLINE, Action::Undo, BLIND]);
    let now = server.state.clock.moment;
    assert_eq!(server.state.notices.visible(now).count(), 0);
}

#[test]
fn keys_that_reveal_names_warn_first() {
    let keys = [
        Action::Json,
        Action::EditPerson,
        Action::AttachJob,
        Action::Triage(TriageAction::Todo),
        Action::Triage(TriageAction::Duplicates),
        Action::Triage(TriageAction::Funnel),
    ];
    for key in keys {
        let mut server = open_inbox();
        server.act(&[BLIND, key]);
        let is_open =
            |server: &FakeServer| !server.state.dialogs.is_empty() || server.state.editor.is_some();
        assert!(!is_open(&server), "{key:?}");
        assert!(
            last_message(&server).starts_with("This reveals a hidden name"),
            "{}",
            last_message(&server)
        );
        server.act(&[Action::Down, key]);
        assert!(!is_open(&server), "{key:?}: the warning was about another candidate");
        server.act(&[key]);
        assert!(is_open(&server), "{key:?}");
    }
}

#[test]
fn a_hidden_name_is_not_searchable() {
    let mut server = open_inbox();
    server.act(&[BLIND, Action::Filter]).type_text("wiśniewski").act(&[ENTER]).settle();
    assert_eq!(inbox(&server).items.len(), 0);
    server.act(&[BLIND]);
    assert_eq!(inbox(&server).items.len(), 2, "visible names are searchable");
    server.act(&[BLIND, Action::Back, Action::Filter]).type_text("name:wiśniewski");
    server.act(&[ENTER]).settle();
    assert_eq!(inbox(&server).items.len(), 10);
    assert!(inbox(&server).filter_error.as_ref().unwrap().starts_with("Names are hidden"));
    server.act(&[Action::Back, Action::Filter]).type_text("rust -manager").act(&[ENTER]).settle();
    assert_eq!(inbox(&server).items.len(), 2, "titles stay searchable");
    server.act(&[Action::Palette]).type_text("wiśniewski");
    let Some(Dialog::Palette(palette)) = server.state.dialogs.top() else {
        panic!("the palette is closed")
    };
    assert_eq!(palette.hits, []);
}

#[test]
fn undo_in_the_panes_describes_changes_of_earlier_sessions_first() {
    let mut before = open_inbox();
    before.act(&[DECLINE]);
    let mut entry = before.state.triage.log()[0].clone();
    let group = entry.group.clone();
    let mut log = vec![entry.clone()];
    entry.id = crate::recruiting::triage::EntryId("shell-1.1".to_owned());
    entry.kind = crate::recruiting::triage::EntryKind::Tag { tag: "rust".to_owned() };
    log.push(entry);
    assert!(log.iter().all(|entry| entry.group == group));
    let mut server = FakeServer::triage(120, 40);
    let restored = Restored { session: "next".to_owned(), log, ..Restored::default() };
    server.send(Message::Restored(Box::new(restored)));
    let description = "the verdict decline and the tag rust on Łukasz Wiśniewski, ";
    server.act(&[Action::Undo]);
    assert!(
        last_message(&server).starts_with("Last change, in an earlier session: "),
        "{}",
        last_message(&server)
    );
    assert!(last_message(&server).contains(description), "{}", last_message(&server));
    server.act(&[Action::Down, Action::Undo]);
    assert_eq!(
        verdict(&server, "job_sales_can_2"),
        Some(Verdict::Decline),
        "a move resets the confirmation"
    );
    server.act(&[Action::Undo]);
    assert!(
        last_message(&server).starts_with(&format!("Undone: {description}")),
        "{}",
        last_message(&server)
    );
    assert_eq!(verdict(&server, "job_sales_can_2"), None);
}
