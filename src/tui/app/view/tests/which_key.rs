//! The popup of an unfinished chord.

use super::*;
use crate::keymap::KeymapEntry;
use crate::keymap::action::{Action, Pane};
use crate::keymap::key::Key;
use crate::tui::app::message::Message;
use crate::tui::app::view::which_key::label;

pub(crate) fn open(server: &mut FakeServer) {
    server.act(&[Action::Go(Pane::Candidates)]).wait(20_000);
    server.send(Message::Pending(vec![Key::char('s')]));
}

#[test]
fn it_lists_what_can_follow() {
    for (name, text) in popups("which_key", open) {
        insta::assert_snapshot!(name, text);
    }
}

#[test]
fn on_a_narrow_screen_actions_are_still_distinguishable() {
    let mut server = server(40, 10);
    for pane in Pane::ALL {
        server.act(&[Action::Go(pane)]).settle();
        for prefix in ['g', 's', 'e'] {
            server.send(Message::Pending(vec![Key::char(prefix)]));
            let rendered = popup_text(&server.state);
            let bindings =
                Keymap::default().continuations(server.state.contexts(), &[Key::char(prefix)]);
            for (at, (keys, entry)) in bindings.iter().enumerate() {
                let description = |entry: &KeymapEntry| label(entry, &prefix.to_string());
                let begin: String = description(entry).chars().take(14).collect();
                // With too little room, what has a key of its own is left out.
                let has_own_key = entry.keys.iter().any(|key| !key.contains(' '));
                assert!(
                    has_own_key || rendered.contains(&format!("{keys} {begin}")),
                    "{keys} {begin} in {rendered}"
                );
                let same =
                    |(_, other): &(String, &KeymapEntry)| description(other).starts_with(&begin);
                assert!(!bindings[at + 1..].iter().any(same), "{begin} twice in {rendered}");
            }
        }
    }
}

#[test]
fn it_names_keys_of_the_table_and_the_footer_only_how_to_leave() {
    let mut server = server(120, 40);
    let hints = footer_text(&server.state);
    assert!(hints.contains("/ filter"), "{hints}");
    for prefix in ['g', 's', 'e'] {
        server.send(Message::Pending(vec![Key::char(prefix)]));
        let hints = footer_text(&server.state);
        assert_eq!(hints, " esc cancel", "the popup lists all other keys");
        let text = popup_text(&server.state);
        let continuations =
            Keymap::default().continuations(server.state.contexts(), &[Key::char(prefix)]);
        for (keys, entry) in continuations {
            let description = label(entry, &prefix.to_string());
            assert!(
                text.contains(&format!("{keys} {description}")),
                "{keys} {description} in {text}"
            );
        }
    }
}
