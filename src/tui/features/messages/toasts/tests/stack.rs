//! The stack of messages: its position, and the areas it leaves free.

use insta::assert_snapshot;

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::table::ListField;
use crate::theme::{Role, Symbols, Theme, ThemeName};
use crate::tui::app::fixture::{FakeServer, many_candidates};
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::{
    body, dark, is_blank, popup_cells, popups, screen, server, text, text_in,
};
use crate::tui::features::messages::tests::log::add_notices;

#[test]
fn the_newest_messages_are_a_stack_at_the_bottom() {
    // On the smallest screen a line replaces the footer instead.
    for (name, text) in popups("stack", add_notices).take(2) {
        assert_snapshot!(name, text);
    }
}

#[test]
fn on_a_small_screen_a_message_replaces_the_hints() {
    for (size, message) in [
        ((40, 10), " ✗ the view cannot be kept: no sp…"),
        ((79, 30), " ✗ the view cannot be kept: no space is left"),
        ((100, 12), " ✗ the view cannot be kept: no space is left"),
    ] {
        let mut server = server(size.0, size.1);
        add_notices(&mut server);
        let buffer = popup_cells(&server.state, size, ThemeName::Dark, Symbols::unicode());
        assert!((0..size.1 - 1).all(|y| is_blank(&buffer, y)), "only the footer is covered");
        let line = text_in(server.state.layout.footer, &buffer);
        let width = usize::from(size.0) - 5;
        assert_eq!(line, format!("{message:width$}(+2)"));
    }
}

#[test]
fn the_notice_box_has_a_complete_border() {
    let mut server = FakeServer::loaded(80, 24);
    server.send(Message::Notice("something".into()));
    let rendered = body(&server.state);
    let top = rendered.lines().rev().nth(3).unwrap();
    let (_, border) = top.rsplit_once('╭').unwrap();
    let (border, _) = border.split_once('╮').unwrap();
    assert!(border.chars().all(|sign| sign == '─'), "{rendered}");
}

#[test]
fn messages_cover_neither_the_selected_row_nor_the_position() {
    for size in [(80, 24), (120, 40), (110, 22), (80, 14)] {
        for pane in Pane::ALL {
            for board in [false, true] {
                let mut server = FakeServer::new(size.0, size.1);
                server.candidates = many_candidates(90);
                server.settle();
                server.act(&[Action::Go(pane)]);
                if board {
                    server.act(&[Action::Board]);
                }
                for (step, typed) in
                    [(Action::Top, ""), (Action::Bottom, ""), (Action::Bottom, "sta")]
                {
                    server.act(&[step]);
                    if !typed.is_empty() {
                        server.act(&[Action::Filter]).type_text(typed).settle();
                        server.act(&[Action::Edit(TextEdit::Next)]);
                    }
                    server.send(Message::Notice("something to be read".into()));
                    let with = dark(&server.state);
                    server.state.notices.dismiss(server.state.clock.moment);
                    let without = dark(&server.state);
                    assert!(text(&with).contains("something to be read"), "{}", text(&with));
                    let area = server.state.layout.pane(server.state.focus).unwrap();
                    let selected = Theme::new(ThemeName::Dark).style(Role::Selected).bg;
                    for at in without.area.positions() {
                        let is_protected = without[at].style().bg == selected
                            || area.filter.contains(at)
                            || area.outer.contains(at) && at.y == area.outer.bottom() - 1;
                        let description = || format!("{size:?} {pane:?} {at}: {}", text(&with));
                        assert!(!is_protected || with[at] == without[at], "{}", description());
                    }
                }
            }
        }
    }
}

#[test]
fn messages_do_not_cover_the_input_of_a_dialog() {
    for size in [(80, 24), (120, 40)] {
        for action in [Action::Palette, Action::SaveView] {
            let mut server = server(size.0, size.1);
            let sort = Action::Sort(ListField::Name);
            server.act(&[Action::Bottom, sort, action]).type_text("eng");
            server.send(Message::Notice("something to be read".into()));
            let rendered = screen(&server.state);
            assert!(
                rendered.contains("something to be read") && rendered.contains("eng"),
                "{rendered}"
            );
            assert!(rendered.contains("esc cancel"), "{rendered}");
        }
    }
}
