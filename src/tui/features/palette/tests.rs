//! Snapshots of the palette, and what it finds.

use std::collections::BTreeSet;

use insta::assert_snapshot;

use super::state::{Palette, PaletteTarget};
use crate::keymap::action::{Action, TextEdit};
use crate::keymap::{ENTRIES, KeymapEntry};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::view::tests::{popup_text, popups, server};

pub(crate) fn open(server: &mut FakeServer) {
    server.act(&[Action::Palette]).type_text("eng");
}

fn palette(server: &FakeServer) -> &Palette {
    let Some(Dialog::Palette(palette)) = server.state.dialogs.top() else {
        panic!("the palette is closed")
    };
    palette
}

#[test]
fn it_lists_what_it_found() {
    for (name, text) in popups("palette", open) {
        assert_snapshot!(name, text);
    }
}

#[test]
fn every_action_is_in_the_palette() {
    let mut server = server(120, 40);
    server.act(&[Action::Palette]);
    for entry in ENTRIES {
        let is_it = |target: &PaletteTarget| *target == PaletteTarget::Action(entry.action);
        let hits = &palette(&server).hits;
        assert!(hits.iter().any(|item| is_it(&item.target)), "{}", entry.name);
    }
}

#[test]
fn the_palette_finds_an_action_by_its_group() {
    let mut server = server(120, 40);
    server.act(&[Action::Palette]).type_text("sort age");
    assert!(popup_text(&server.state).contains("Sorting: By time in stage"));
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("refresh");
    assert!(
        popup_text(&server.state).contains("Records: Read again"),
        "an action is found by its name in the config"
    );
}

#[test]
fn an_empty_result_says_so() {
    let mut server = server(80, 24);
    server.act(&[Action::Palette]).type_text("zzzz");
    assert!(popup_text(&server.state).contains("nothing is called so"));
}

#[test]
fn on_a_narrow_screen_actions_are_still_distinguishable() {
    let mut server = server(40, 10);
    server.act(&[Action::Palette]);
    let begin = |entry: &KeymapEntry| entry.description.chars().take(20).collect::<String>();
    let all: BTreeSet<String> = ENTRIES.iter().map(begin).collect();
    let (steps, mut seen) = (palette(&server).hits.len(), BTreeSet::new());
    for _ in 0..steps {
        let rendered = popup_text(&server.state);
        let row = rendered.lines().find_map(|line| line.split_once('▌')).unwrap().1;
        // Skip the kind of the hit; keep its text.
        seen.insert(row.chars().skip(6).take(21).collect::<String>().trim().to_owned());
        server.act(&[Action::Edit(TextEdit::Next)]);
    }
    assert_eq!(seen.len(), all.len(), "{seen:#?}");
}
