//! Every hint on every screen names a key that does what its word says.

use ratatui::layout::Rect;

use super::{cells, render_with, server, text_in};
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::keymap::{KeyMatch, Keymap, PREFIXES, Rebinding};
use crate::recruiting::triage::Verdict;
use crate::theme::{ColorOverrides, Symbols, Theme, ThemeName};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::tests::keys::DIALOGS;
use crate::tui::app::view::dialog::tests::ALL;
use crate::tui::app::view::draw;
use crate::tui::app::view::hints::hints;
use crate::tui::features::editor::view::hints as editor;
use crate::tui::features::editor::view::tests::{editor_with_changes, server_with_editor};
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::inbox::view::tests::server as inbox;
use crate::tui::features::triage::tests::marks::server_with_verdicts;
use crate::tui::widgets::hints::Hint;
use crate::tui::widgets::hit_map::{Hit, HitMap};
use crate::tui::widgets::render_context::RenderContext;

const SIZE: (u16, u16) = (120, 40);

/// Every pane, dialog and overlay, with a name.
fn screens() -> Vec<(String, FakeServer)> {
    let mut screens = Vec::new();
    for (name, open) in ALL {
        let mut server = server(SIZE.0, SIZE.1);
        open(&mut server);
        screens.push((name.to_owned(), server));
    }
    for dialog in DIALOGS {
        let mut server = server(SIZE.0, SIZE.1);
        server.state.dialogs.open(dialog());
        screens.push((format!("{:?}", dialog()), server));
    }
    for pane in Pane::ALL {
        let mut server = server(SIZE.0, SIZE.1);
        server.act(&[Action::Go(pane)]).settle();
        screens.push((format!("{pane:?}"), server));
    }
    for action in [
        Action::EditLog,
        Action::Triage(TriageAction::Todo),
        Action::Triage(TriageAction::Funnel),
        Action::Triage(TriageAction::Duplicates),
        Action::Triage(TriageAction::Note),
        Action::Triage(TriageAction::Tags),
        Action::Triage(TriageAction::Snooze),
        Action::Triage(TriageAction::ShortlistFile),
        Action::Filter,
        Action::Board,
    ] {
        let mut server = server_with_verdicts(SIZE.0, SIZE.1);
        server.state.actions = Keymap::default().action_infos();
        server.act(&[Action::Go(Pane::Candidates), action]).settle();
        screens.push((format!("{action:?}"), server));
    }
    for side in [InboxSide::Queue, InboxSide::Card] {
        screens.push((format!("inbox {side:?}"), inbox(SIZE.0, SIZE.1, side)));
    }
    screens.push(("form".to_owned(), server_with_editor(SIZE, editor_with_changes)));
    screens
}

fn with_context<T>(keymap: &Keymap, run: impl FnOnce(&RenderContext<'_>) -> T) -> T {
    run(&RenderContext {
        theme: Theme::new(ThemeName::Dark),
        colors: &ColorOverrides::default(),
        symbols: Symbols::unicode(),
        keymap,
        hits: &HitMap::default(),
        cursor: &std::cell::Cell::default(),
    })
}

/// The hints of a screen, in the footer or in a frame.
fn hints_of(server: &FakeServer, keymap: &Keymap) -> Vec<Hint> {
    let state = &server.state;
    with_context(keymap, |context| match state.editor.as_deref() {
        Some(form) if state.dialogs.is_empty() => editor::hints(state, form, context),
        _ => hints(state, context),
    })
}

#[test]
fn every_hint_names_a_key_that_does_it_there() {
    let keymap = Keymap::default();
    for (name, server) in screens() {
        let hints = hints_of(&server, &keymap);
        assert!(!hints.is_empty(), "{name}");
        for hint in &hints {
            match keymap.lookup(server.state.contexts(), &[], hint.key) {
                KeyMatch::Action(action) => assert_eq!(action, hint.action, "{name}: {hint:?}"),
                KeyMatch::Prefix => {
                    let title = |(prefix, title): &(&str, &str)| {
                        *prefix == hint.key.to_string() && title.to_lowercase() == hint.word
                    };
                    assert!(PREFIXES.iter().any(title), "{name}: {hint:?}");
                }
                other => panic!("{name}: {hint:?} is {other:?}"),
            }
        }
        let mut words: Vec<&str> = hints.iter().map(|hint| hint.word).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), hints.len(), "{name}: one word, one key: {hints:?}");
    }
}

#[test]
fn a_click_on_a_hint_does_what_its_key_does() {
    let keymap = Keymap::default();
    for (name, server) in screens() {
        let state = &server.state;
        let hints = hints_of(&server, &keymap);
        let buf = cells(state, ThemeName::Dark, Symbols::unicode());
        let areas = with_context(&keymap, |context| {
            render_with(state.size, ThemeName::Dark, Symbols::unicode(), |_, frame| {
                draw(state, context, frame);
            });
            context.hits.all()
        });
        let at = |area: Rect| areas.iter().rev().find(|(other, _)| other.contains(area.into()));
        let on_top: Vec<_> =
            areas.iter().filter(|(area, hit)| at(*area) == Some(&(*area, *hit))).collect();
        for (area, hit) in on_top {
            let text = text_in(*area, &buf);
            let is_hint = |hint: &&Hint| text == format!("{} {}", hint.key, hint.word);
            let expected = match hints.iter().find(is_hint) {
                Some(hint) if hint.is_prefix => Hit::Prefix(hint.key),
                Some(hint) => Hit::Action(hint.action),
                None => continue,
            };
            assert_eq!(*hit, expected, "{name}: {text}");
        }
    }
}

#[test]
fn the_verdicts_are_shown_together_or_not_at_all() {
    for width in 40..130 {
        let mut server = server_with_verdicts(width, 24);
        server.act(&[Action::Go(Pane::Candidates)]).settle().wait(20_000);
        let footer = super::footer_text(&server.state);
        let shown = ["a advance", "w wait", "d decline"].map(|hint| footer.contains(hint));
        assert!(shown.iter().all(|is_shown| *is_shown == shown[0]), "{width}: {footer}");
        assert!(shown[0] || width < 44, "they come first: {footer}");
    }
}

#[test]
fn a_dialog_shows_its_keys_in_its_frame_alone() {
    for (name, open) in ALL {
        let mut server = server(SIZE.0, SIZE.1);
        open(&mut server);
        if !server.state.dialogs.is_empty() {
            assert_eq!(super::footer_text(&server.state), "", "{name}");
        }
    }
}

#[test]
fn hints_show_the_keys_as_bound() {
    let line = Rebinding { action: "advance".into(), keys: vec!["f9".into()] };
    let (keymap, _) = Keymap::with_bindings(&[line]);
    let mut server = server(SIZE.0, SIZE.1);
    server.act(&[Action::Go(Pane::Candidates)]).settle();
    let advance = Action::Triage(TriageAction::Give(Verdict::Advance));
    let hints = hints_of(&server, &keymap);
    let hint = hints.iter().find(|hint| hint.action == advance).unwrap();
    assert_eq!(hint.key, "f9".parse().unwrap());
}
