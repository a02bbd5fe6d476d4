//! What is told covers nothing that one looks at.

use crate::keymap::action::{Action, TextEdit};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::screen;
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::inbox::view::tests::stage as inbox;
use crate::tui::features::prompt::state::{Prompt, PromptKind, PromptSubject};

/// Tells several things, some of them long.
fn tell(stage: &mut FakeServer) {
    for told in
        ["one", "something that is told in many words, so that it takes lines", "three", "4"]
    {
        stage.send(Message::Notice(told.into()));
    }
}

/// The screen without what is told, and with it.
fn both(stage: &mut FakeServer) -> (Vec<String>, Vec<String>) {
    let lines = |stage: &FakeServer| screen(&stage.state).lines().map(str::to_owned).collect();
    stage.state.notices.dismiss(stage.state.clock.moment);
    let without = lines(stage);
    tell(stage);
    (without, lines(stage))
}

#[test]
fn the_row_under_the_cursor_of_the_queue_is_left_free() {
    for (width, height) in [(160, 44), (120, 40), (100, 30), (80, 24), (80, 18)] {
        for at in 0..6 {
            let mut stage = inbox(width, height, InboxSide::Queue);
            stage.state.inbox.as_mut().unwrap().at = at;
            let (without, with) = both(&mut stage);
            let row = without.iter().position(|line| line.contains('▌')).unwrap();
            assert_eq!(with[row], without[row], "{width}x{height} {at}");
            assert!(with != without && with.join("\n").contains("! 4"), "{width}x{height} {at}");
            assert_eq!(with[1], without[1], "how far one is, {width}x{height}");
        }
    }
}

#[test]
fn where_there_is_little_room_the_keys_of_the_inbox_stay() {
    for side in [InboxSide::Queue, InboxSide::Card] {
        let (without, with) = both(&mut inbox(40, 10, side));
        assert_eq!(with[1..], without[1..]);
        assert!(with[0].contains('4'), "{}", with[0]);
    }
}

#[test]
fn a_small_question_and_the_cursor_of_a_list_are_left_free() {
    for (width, height) in [(120, 40), (100, 30), (80, 24)] {
        let mut stage = inbox(width, height, InboxSide::Queue);
        let asking = Prompt::new(PromptKind::Note, PromptSubject::default());
        stage.state.over = Some(Dialog::Asking(Box::new(asking)));
        let area = stage.state.over.as_ref().unwrap().area(&stage.state.layout);
        let (without, with) = both(&mut stage);
        for y in area.top()..area.bottom() {
            assert_eq!(with[usize::from(y)], without[usize::from(y)], "{width}x{height} {y}");
        }
        assert!(with != without, "{width}x{height}");
        for moves in 0..6 {
            let mut stage = FakeServer::settled(width, height);
            stage.act(&[Action::Palette]);
            stage.act(&vec![Action::Edit(TextEdit::Next); moves]);
            let (without, with) = both(&mut stage);
            let row = without.iter().position(|line| line.contains('▌')).unwrap();
            assert_eq!(with[row], without[row], "{width}x{height} {moves}");
        }
    }
}
