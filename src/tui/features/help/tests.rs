//! The help lists every action with its current keys.

use insta::assert_snapshot;

use super::rich_text::{FILTER, help};
use crate::keymap::action::{Action, Pane};
use crate::keymap::{ENTRIES, Keymap, Rebinding};
use crate::recruiting::query::parse;
use crate::recruiting::table::{CANDIDATE_FIELDS, JOB_FIELDS};
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::state::State;
use crate::tui::app::view::tests::{popup_cells, popup_text, popups, server, text};
use crate::tui::widgets::rich_text::Span;

pub(crate) fn open(server: &mut FakeServer) {
    server.act(&[Action::Help]);
}

fn help_text(state: &State) -> String {
    let words = |span: &Span| match span {
        Span::Text(_, words) => words.clone(),
        Span::Until(_) => "  ".to_owned(),
        _ => String::new(),
    };
    let lines = help(state, 200);
    lines.iter().map(|line| line.0.iter().map(words).collect::<String>() + "\n").collect()
}

#[test]
fn it_lists_the_keys() {
    for (name, text) in popups("help", open) {
        assert_snapshot!(name, text);
    }
}

#[test]
fn every_action_is_in_the_help_once() {
    for pane in Pane::ALL {
        let mut server = server(120, 40);
        server.act(&[Action::Go(pane), Action::Help]);
        let text = help_text(&server.state);
        for entry in ENTRIES {
            let same = ENTRIES
                .iter()
                .filter(|other| other.description == entry.description && other.keys == entry.keys);
            let row = |line: &&str| {
                line.trim_end().ends_with(entry.description)
                    && line.starts_with(&entry.keys.join(", "))
            };
            let count = text.lines().filter(row).count();
            assert_eq!(count, same.count(), "{} in {text}", entry.name);
        }
    }
}

#[test]
fn filter_examples_in_help_are_valid() {
    for (text, _) in FILTER {
        let reads = |fields| {
            let parsed = parse(text, fields);
            parsed.mistakes.is_empty() && !parsed.filter.is_empty()
        };
        assert!(reads(CANDIDATE_FIELDS) || reads(JOB_FIELDS), "{text}");
    }
}

#[test]
fn available_actions_come_first() {
    let mut server = server(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Help]);
    let text = help_text(&server.state);
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words} in {text}"));
    assert!(at("By time in stage") < at("By number of candidates"));
    assert!(at("By number of candidates") < at("Delete the previous character"));
}

#[test]
fn help_shows_the_keys_as_they_are_now() {
    let line = Rebinding { action: "mouse".into(), keys: vec!["ctrl-t".into()], line: 1 };
    let mut server = server(120, 40);
    server.state.actions = Keymap::with_bindings(&[line]).0.action_infos();
    let text = help_text(&server.state);
    assert_eq!(text.matches("ctrl-t").count(), 2, "in its row, and in the section about the mouse");
    assert!(!text.contains("g m"));
}

#[test]
fn help_scrolls_no_further_than_its_last_line() {
    let mut server = server(80, 24);
    server.act(&[Action::Help]);
    assert!(popup_text(&server.state).contains('↓'), "more lines follow");
    server.act(&[Action::Bottom, Action::Down, Action::PageDown]);
    let end = popup_text(&server.state);
    let edge = end.lines().find(|line| line.starts_with('╰')).unwrap();
    assert!(end.contains("mistakes in that file") && !edge.contains('↓'), "{end}");
    server.act(&[Action::Up]);
    assert!(popup_text(&server.state).contains("↓1 "), "up scrolls by one line");
}

#[test]
fn help_shows_every_sign_as_it_is_drawn() {
    for (symbols, size) in [(Symbols::unicode(), "≤11d"), (Symbols::ascii(), "<=11d")] {
        let mut server = server(120, 60);
        server.act(&[Action::Help, Action::Bottom]);
        let rendered = text(&popup_cells(&server.state, (120, 60), ThemeName::Plain, symbols));
        let at = rendered.lines().position(|line| line.contains("Signs")).unwrap();
        let signs: Vec<&str> =
            rendered.lines().skip(at + 1).map(|line| line.trim_matches(['│', '|', ' '])).collect();
        let expected = [
            (symbols.open, "before a job: it is open"),
            (symbols.on_hold, "before a job: it is on hold"),
            (symbols.closed, "before a job: it is closed"),
            (symbols.archived, "before a job: it is archived"),
            (symbols.interview, "behind a stage: for interviews"),
            (symbols.rejection, "behind a stage: for those who are out"),
            (symbols.moved_back, "in a history: back"),
            (size, "at most so long"),
            (symbols.at_least, "at least: not all"),
            (symbols.similar, "before a row: it matches"),
            (symbols.mark, "before a row: it is marked"),
        ];
        let mut columns = Vec::new();
        for (sign, words) in expected {
            let line = signs.iter().find(|line| line.starts_with(sign) && line.contains(words));
            let line = line.unwrap_or_else(|| panic!("{sign} {words} in {rendered}"));
            columns.extend(line.split(words).next().map(crate::text::width));
        }
        columns.dedup();
        assert_eq!(columns.len(), 1, "the words begin at one column: {rendered}");
    }
}
