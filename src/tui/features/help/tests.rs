//! The help lists every action with its current keys.

use insta::assert_snapshot;

use super::rich_text::help;
use super::topics::FILTER;
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::keymap::{ENTRIES, Keymap, KeymapEntry, Rebinding};
use crate::recruiting::query::parse;
use crate::recruiting::table::{CANDIDATE_FIELDS, JOB_FIELDS};
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::dialog::Dialog;
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
    let lines = help(state, 112);
    lines.iter().map(|line| line.0.iter().map(words).collect::<String>() + "\n").collect()
}

#[test]
fn it_lists_the_keys() {
    // A few of them, so that a new key leaves the snapshots alone.
    let open_with_few_keys = |server: &mut FakeServer| {
        let few = ["down", "up", "filter", "edit", "advance", "quit-now", "inbox-order", "accept"];
        server.state.actions.retain(|info| few.contains(&info.name));
        open(server);
    };
    for (name, text) in popups("help", open_with_few_keys) {
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
            let row = |line: &str, entry: &KeymapEntry| {
                line.starts_with(&entry.keys.join(", ")) && line.ends_with(entry.description)
            };
            let same =
                |other: &&KeymapEntry| (other.action, other.keys) == (entry.action, entry.keys);
            let is_listed = ENTRIES
                .iter()
                .filter(same)
                .any(|entry| text.lines().any(|line| row(line.trim_end(), entry)));
            assert!(is_listed, "{} in {text}", entry.name);
            let times = text.lines().filter(|line| row(line.trim_end(), entry)).count();
            let alike = ENTRIES
                .iter()
                .filter(|other| (other.keys, other.description) == (entry.keys, entry.description));
            assert!(times <= alike.count(), "{} in {text}", entry.name);
        }
    }
}

#[test]
fn a_search_shows_the_rows_that_contain_all_words() {
    let mut server = server(120, 40);
    server.act(&[Action::Help, Action::Filter]).type_text("shortlist copy");
    let rendered = popup_text(&server.state);
    assert!(rendered.contains("Copy the shortlist"), "{rendered}");
    assert!(!rendered.contains("Next row"), "{rendered}");
    server.type_text("zzz");
    assert!(popup_text(&server.state).contains("No match"));
    server.act(&[Action::Edit(TextEdit::Cancel)]);
    assert!(popup_text(&server.state).contains("Add a person"), "esc clears the search");
    server.act(&[Action::Back]);
    assert!(server.state.dialogs.is_empty(), "then it closes the help");
}

#[test]
fn a_search_that_was_accepted_can_be_scrolled_and_cleared() {
    let mut server = server(80, 24);
    server.act(&[Action::Help, Action::Filter]).type_text("the");
    server.act(&[Action::Edit(TextEdit::Accept), Action::Down]);
    assert!(popup_text(&server.state).contains("↑1 "), "it scrolls by one line");
    server.act(&[Action::Back]);
    let Some(Dialog::Help(help)) = server.state.dialogs.top() else { panic!("it is closed") };
    assert_eq!((help.search.text(), help.scroll), ("", 0));
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
    assert!(at("Sort by time in stage") < at("Sort by number of candidates"));
    assert!(at("Sort by number of candidates") < at("Delete the previous character"));
}

#[test]
fn help_shows_the_keys_as_they_are_now() {
    let line = Rebinding { action: "mouse".into(), keys: vec!["ctrl-t".into()] };
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
    assert!(end.contains("mistakes in the config") && !edge.contains('↓'), "{end}");
    server.act(&[Action::Up]);
    assert!(popup_text(&server.state).contains("↓1 "), "up scrolls by one line");
}

#[test]
fn help_shows_every_sign_as_it_is_drawn() {
    for (symbols, size) in [(Symbols::unicode(), "≤11d"), (Symbols::ascii(), "<=11d")] {
        let mut server = server(100, 60);
        server.act(&[Action::Help, Action::Bottom]);
        let rendered = text(&popup_cells(&server.state, (100, 60), ThemeName::Plain, symbols));
        let at = rendered.lines().position(|line| line.contains("Symbols")).unwrap();
        let signs: Vec<&str> =
            rendered.lines().skip(at + 1).map(|line| line.trim_matches(['│', '|', ' '])).collect();
        let expected = [
            (symbols.open, "Before a job: open"),
            (symbols.on_hold, "Before a job: on hold"),
            (symbols.closed, "Before a job: closed"),
            (symbols.archived, "Before a job: archived"),
            (symbols.interview, "After a stage: interviews"),
            (symbols.rejection, "After a stage: rejected"),
            (symbols.moved_back, "In a history: back"),
            (size, "At most this long"),
            (symbols.at_least, "At least this many"),
            (symbols.similar, "Before a row: similar"),
            (symbols.mark, "Before a row: marked"),
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
