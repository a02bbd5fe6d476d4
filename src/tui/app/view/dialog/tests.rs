//! The rules for all popups, and the dialog that prompts for the API key.

use std::cell::Cell;

use proptest::prelude::*;

use crate::keymap::Keymap;
use crate::keymap::action::{Action, TextEdit};
use crate::text::hostile;
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::layout::Mode;
use crate::tui::app::message::Message;
use crate::tui::app::view::draw as draw_screen;
use crate::tui::app::view::tests::{
    is_blank, popup_cells, popup_text, popups, render_with, server, text, which_key,
};
use crate::tui::features::attach::view::tests as attach;
use crate::tui::features::{
    filter, help, job_picker, json, messages, navigation, palette, requests, saved_views,
};

/// Opens a popup.
pub(crate) type OpenPopup = fn(&mut FakeServer);

/// Every popup that can cover the panes.
pub(crate) const ALL: [(&str, OpenPopup); 15] = [
    ("help", help::tests::open),
    ("requests", requests::tests::open),
    ("notices", messages::tests::log::open),
    ("raw", json::tests::open),
    ("history", navigation::tests::open_history),
    ("palette", palette::tests::open),
    ("pick_job", job_picker::tests::open),
    ("batch_confirm", attach::open_small_batch),
    ("batch", attach::open_running_batch),
    ("key", open_key_prompt),
    ("save_view", saved_views::tests::open),
    ("save_view_taken", saved_views::tests::open_with_taken_name),
    ("stack", messages::tests::log::add_notices),
    ("which_key", which_key::open),
    ("completions", filter::view::tests::open_completions),
];

const MOVES: [Action; 6] = [
    Action::Down,
    Action::Bottom,
    Action::PageUp,
    Action::Top,
    Action::Edit(TextEdit::Left),
    Action::Edit(TextEdit::Next),
];

fn open_key_prompt(server: &mut FakeServer) {
    server.send(Message::KeyNeeded("the server rejected the key (401)".into()));
    server.type_text("sl_secret");
}

#[test]
fn the_key_prompt_says_why_it_asks() {
    for (name, text) in popups("key", open_key_prompt) {
        insta::assert_snapshot!(name, text);
    }
}

#[test]
fn a_typed_key_is_never_on_the_screen() {
    let mut server = server(80, 24);
    server.send(Message::KeyNeeded("a key is needed".into())).type_text("sl_geheim");
    let text = popup_text(&server.state);
    assert!(!text.contains("sl_") && !text.contains("geheim"), "{text}");
    assert!(text.contains("•••••••••"), "{text}");
}

#[test]
fn in_ascii_mode_everything_but_names_is_ascii() {
    for (name, open) in ALL {
        for size in [(80, 24), (40, 10)] {
            let mut server = FakeServer::in_ascii(size.0, size.1);
            server.state.actions = Keymap::default().action_infos();
            open(server.settle());
            let rendered =
                text(&popup_cells(&server.state, size, ThemeName::Plain, Symbols::ascii()));
            // One notice contains a name.
            let ours = rendered.replace(['佐', '藤', '健', '太', '郎'], "");
            assert!(ours.is_ascii(), "{name}: {rendered}");
        }
    }
}

#[test]
fn the_cursor_of_the_terminal_is_in_the_input_that_takes_the_keys() {
    for (name, open) in ALL {
        for size in [(120, 40), (40, 10)] {
            let mut server = FakeServer::loaded(size.0, size.1);
            open(&mut server);
            let cursor = Cell::new(None);
            render_with(size, ThemeName::Plain, Symbols::unicode(), |context, frame| {
                draw_screen(&server.state, context, frame);
                cursor.set(context.cursor.get());
            });
            let area = server.state.dialogs.top().map(|dialog| server.state.dialog_inner(dialog));
            let is_inside = |cursor| area.is_none_or(|area| area.contains(cursor));
            assert_eq!(cursor.get().is_some(), server.state.is_typing(), "{name} {size:?}");
            assert!(cursor.get().is_none_or(is_inside), "{name} {size:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_size_can_be_drawn_and_keeps_header_and_footer(
        width in 1_u16..=120,
        height in 1_u16..=50,
        steps in prop::collection::vec(0..MOVES.len(), 0..6),
        smaller in 0_u16..5,
    ) {
        for (name, open) in ALL {
            let mut server = server(100, 30);
            open(&mut server);
            server.send(Message::Resized(width, height));
            for step in &steps {
                server.act(&[MOVES[*step]]);
            }
            let buffer = popup_cells(&server.state, (width, height), ThemeName::Plain, Symbols::ascii());
            prop_assert!(is_blank(&buffer, 0), "{name}");
            // On a small screen a message replaces the hints.
            let has_notice = server.state.notices.visible(server.state.clock.moment).next().is_some();
            prop_assert!(has_notice || is_blank(&buffer, height - 1), "{name}");
            if server.state.layout.mode == Mode::Tiny {
                prop_assert!((0..height).all(|y| is_blank(&buffer, y)), "{name}");
            }
            // The terminal may have shrunk before the state knows.
            let size = (width.saturating_sub(smaller).max(1), height.saturating_sub(smaller).max(1));
            popup_cells(&server.state, size, ThemeName::Dark, Symbols::unicode());
        }
    }

    #[test]
    fn hostile_text_that_is_pasted_stays_harmless(text in hostile::text(), width in 40_u16..100, lefts in 0_usize..5) {
        for action in [Action::Palette, Action::SaveView, Action::Filter] {
            let mut server = server(width, 12);
            server.act(&[action]).send(Message::Pasted(text.clone()));
            for _ in 0..lefts {
                server.act(&[Action::Edit(TextEdit::Left)]);
            }
            let rendered = popup_text(&server.state);
            prop_assert_eq!(rendered.chars().find(|letter| *letter != '\n' && hostile::is_offending(*letter)), None);
        }
    }
}
