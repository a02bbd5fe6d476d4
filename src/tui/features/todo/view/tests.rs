//! Snapshots of the to-do list and the preview of stage moves.

use crate::keymap::Keymap;
use crate::keymap::action::{Action, TriageAction};
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::{SIZES, popup_text};
use crate::tui::features::todo::tests::server as decided;

fn assert_screens(name: &str, open: fn(&mut FakeServer)) {
    for (width, height) in SIZES {
        let mut server = decided(width, height);
        server.state.actions = Keymap::default().action_infos();
        open(&mut server);
        server.wait(20_000);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), popup_text(&server.state));
    }
}

#[test]
fn the_todo_list_renders() {
    assert_screens("todo", |server| {
        server.act(&[Action::Triage(TriageAction::Todo), Action::Down]);
    });
}

#[test]
fn an_empty_todo_list_says_so() {
    let mut server = FakeServer::loaded(80, 24);
    server.act(&[Action::Triage(TriageAction::Todo)]);
    let text = popup_text(&server.state);
    assert!(text.contains("Nothing to do"), "{text}");
}

#[test]
fn the_move_preview_renders() {
    assert_screens("apply", |server| {
        server.state.local_data.can_apply = true;
        server.act(&[Action::Triage(TriageAction::Apply), Action::Down, Action::Mark]);
    });
}

#[test]
fn failed_moves_render() {
    assert_screens("apply_failed", |server| {
        server.state.local_data.can_apply = true;
        server.act(&[Action::Triage(TriageAction::Apply)]).settle();
        server.act(&[Action::Open]);
        let Some(Effect::Storage(StorageEffect::Apply { ticket, .. })) = server.others.pop() else {
            panic!("no moves were sent")
        };
        let moves = vec![
            ("can_1".into(), Ok(())),
            ("can_2".into(), Err("somebody else moved them meanwhile".to_owned())),
            ("can_0".into(), Ok(())),
        ];
        server.send(Message::Applied { ticket, moves }).act(&[Action::Down]);
    });
}
