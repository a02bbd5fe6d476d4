//! Toasts never cover the cursor row or the text being typed.

mod stack;

use crate::keymap::action::{Action, TextEdit};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::screen;
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::inbox::view::tests::server as inbox;
use crate::tui::features::prompt::state::{Prompt, PromptKind, PromptSubjects};

/// Sends several messages, one of them long.
fn send_notices(server: &mut FakeServer) {
    for text in
        ["one", "something that is told in many words, so that it takes lines", "three", "4"]
    {
        server.send(Message::Notice(text.into()));
    }
}

/// The screen without the messages, and with them.
fn screens(server: &mut FakeServer) -> (Vec<String>, Vec<String>) {
    let lines = |server: &FakeServer| screen(&server.state).lines().map(str::to_owned).collect();
    server.state.notices.dismiss(server.state.clock.moment);
    let without = lines(server);
    send_notices(server);
    (without, lines(server))
}

#[test]
fn the_row_under_the_cursor_of_the_queue_is_left_free() {
    for (width, height) in [(160, 44), (120, 40), (100, 30), (80, 24), (80, 18)] {
        for at in 0..6 {
            let mut server = inbox(width, height, InboxSide::Queue);
            server.state.inbox.as_mut().unwrap().at = at;
            let (without, with) = screens(&mut server);
            let row = without.iter().position(|line| line.contains('▌')).unwrap();
            assert_eq!(with[row], without[row], "{width}x{height} {at}");
            assert!(with != without && with.join("\n").contains("! 4"), "{width}x{height} {at}");
            assert_eq!(with[1], without[1], "the progress stays visible at {width}x{height}");
        }
    }
}

#[test]
fn on_small_screens_the_keys_of_the_inbox_stay_visible() {
    for side in [InboxSide::Queue, InboxSide::Card] {
        let (without, with) = screens(&mut inbox(40, 10, side));
        assert_eq!(with[1..], without[1..]);
        assert!(with[0].contains('4'), "{}", with[0]);
    }
}

#[test]
fn toasts_cover_neither_a_small_dialog_nor_the_cursor_of_a_list() {
    for (width, height) in [(120, 40), (100, 30), (80, 24)] {
        let mut server = inbox(width, height, InboxSide::Queue);
        let prompt = Prompt::new(PromptKind::Note, PromptSubjects::default());
        server.state.dialogs.open(Dialog::Prompt(Box::new(prompt)));
        let area = server.state.dialogs.top().unwrap().area(&server.state.layout);
        let (without, with) = screens(&mut server);
        for y in area.top()..area.bottom() {
            assert_eq!(with[usize::from(y)], without[usize::from(y)], "{width}x{height} {y}");
        }
        assert!(with != without, "{width}x{height}");
        for moves in 0..6 {
            let mut server = FakeServer::loaded(width, height);
            server.act(&[Action::Palette]);
            server.act(&vec![Action::Edit(TextEdit::Next); moves]);
            let (without, with) = screens(&mut server);
            let row = without.iter().position(|line| line.contains('▌')).unwrap();
            assert_eq!(with[row], without[row], "{width}x{height} {moves}");
        }
    }
}
