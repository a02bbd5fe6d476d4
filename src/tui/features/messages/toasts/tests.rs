//! Toasts never cover the cursor row or the text being typed.

mod stack;

use crate::keymap::action::{Action, Pane, TriageAction};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::{FakeServer, many_candidates};
use crate::tui::app::message::Message;
use crate::tui::app::tests::keys::DIALOGS;
use crate::tui::app::view::popup_placement::selected_area;
use crate::tui::app::view::tests::screen;
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::inbox::view::tests::server as inbox;

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
    server.wait(10);
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
fn toasts_never_cover_a_dialog() {
    for (width, height) in [(200, 60), (120, 40), (100, 30), (80, 24), (40, 10)] {
        // The log of messages shows the new ones itself.
        let is_log = |dialog: &&fn() -> Dialog| matches!(dialog(), Dialog::Notices { .. });
        for dialog in DIALOGS.iter().filter(|dialog| !is_log(dialog)) {
            let mut server = inbox(width, height, InboxSide::Queue);
            server.state.dialogs.open(dialog());
            let area = server.state.dialog_area(server.state.dialogs.top().unwrap());
            let (without, with) = screens(&mut server);
            let columns = |line: &str| -> String {
                let cells = line.chars().skip(area.left().into()).take(area.width.into());
                cells.collect()
            };
            for y in area.top()..area.bottom() {
                let [before, after] =
                    [&without, &with].map(|lines| columns(&lines[usize::from(y)]));
                assert_eq!(after, before, "{width}x{height} {y} {:?}", dialog());
            }
            assert!(with != without, "{width}x{height} {:?}", dialog());
        }
    }
}

#[test]
fn beside_a_dialog_the_row_under_the_cursor_stays_free() {
    for at in 0..20 {
        let mut server = FakeServer::new(80, 24);
        server.candidates = many_candidates(40);
        server.settle().send(Message::Restored(Box::default())).settle();
        server.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&vec![Action::Down; at]);
        server.act(&[Action::Triage(TriageAction::Note)]);
        assert!(matches!(server.state.dialogs.top(), Some(Dialog::Prompt(_))));
        let row = usize::from(selected_area(&server.state).unwrap().y);
        let (without, with) = screens(&mut server);
        assert_eq!(with[row], without[row], "row {at}");
    }
}
