//! Help, palette, hints and popups show what the one table has.

use std::collections::BTreeSet;

use super::*;
use crate::keymap::{CONTEXT_SETS, ENTRIES, Rebinding};
use crate::theme::Theme;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::view::tests::cells;
use crate::tui::features::help::rich_text::help;
use crate::tui::features::palette::state::PaletteTarget;
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text::Span;

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
fn every_action_is_in_the_help_once_and_in_the_palette() {
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
    let mut server = server(120, 40);
    server.act(&[Action::Palette]);
    let Some(Dialog::Palette(palette)) = &server.state.dialog else { panic!("the palette") };
    for entry in ENTRIES {
        let is_it = |target: &PaletteTarget| *target == PaletteTarget::Action(entry.action);
        assert!(palette.hits.iter().any(|item| is_it(&item.target)), "{}", entry.name);
    }
}

#[test]
fn filter_examples_in_help_are_valid() {
    use crate::recruiting::query::parse;
    use crate::recruiting::table::{CANDIDATE_FIELDS, JOB_FIELDS};
    for (text, _) in crate::tui::features::help::rich_text::FILTER {
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
    assert!(at("by age in stage") < at("by number of candidates"));
    assert!(at("by number of candidates") < at("the letter before goes"));
}

#[test]
fn help_shows_the_keys_as_they_are_now() {
    let line = Rebinding { action: "mouse".into(), keys: vec!["ctrl-t".into()], line: 1 };
    let mut server = server(120, 40);
    server.state.actions = Keymap::with_bindings(&[line]).0.action_infos();
    let text = help_text(&server.state);
    assert_eq!(text.matches("ctrl-t").count(), 2, "in its row, and where the mouse is told of");
    assert!(!text.contains("g m"));
}

#[test]
fn the_palette_finds_an_action_by_its_group() {
    let mut server = server(120, 40);
    server.act(&[Action::Palette]).type_text("sort age");
    assert!(screen(&server.state).contains("Sorting: by age in stage"));
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("refresh");
    assert!(screen(&server.state).contains("Records: read it again"), "by its name in the config");
}

#[test]
fn on_a_narrow_screen_actions_are_still_distinguishable() {
    let mut server = server(40, 10);
    server.act(&[Action::Palette]);
    let Some(Dialog::Palette(palette)) = &server.state.dialog else { panic!("the palette") };
    let all: BTreeSet<&str> = ENTRIES.iter().map(|entry| entry.description).collect();
    let (steps, mut seen) = (palette.hits.len(), BTreeSet::new());
    for _ in 0..steps {
        let rendered = screen(&server.state);
        let row = rendered.lines().find_map(|line| line.split_once('▌')).unwrap().1;
        // The kind, and then the words.
        seen.insert(row.chars().skip(6).take(21).collect::<String>().trim().to_owned());
        server.act(&[Action::Edit(TextEdit::Next)]);
    }
    assert_eq!(seen.len(), all.len(), "{seen:#?}");
    server.state.dialog = None;
    for pane in Pane::ALL {
        server.act(&[Action::Go(pane)]).settle();
        for prefix in ['g', 's', 'e'] {
            server.send(Message::Pending(vec![Key::char(prefix)]));
            let rendered = screen(&server.state);
            let bindings =
                Keymap::default().continuations(server.state.contexts(), &[Key::char(prefix)]);
            for (at, (keys, description)) in bindings.iter().enumerate() {
                let begin: String = description.chars().take(14).collect();
                assert!(
                    rendered.contains(&format!("{keys} {begin}")),
                    "{keys} {begin} in {rendered}"
                );
                let same = |(_, other): &(String, &str)| other.starts_with(&begin);
                assert!(!bindings[at + 1..].iter().any(same), "{begin} twice in {rendered}");
            }
        }
    }
}

#[test]
fn hints_and_popups_name_keys_of_the_table() {
    let keymap = Keymap::default();
    let context = RenderContext {
        theme: Theme::new(ThemeName::Dark),
        symbols: Symbols::unicode(),
        keymap: &keymap,
    };
    for contexts in CONTEXT_SETS {
        let table: Vec<(String, &str)> = keymap
            .in_contexts(contexts)
            .flat_map(|(entry, chords)| chords.iter().map(|chord| (chord.to_string(), entry.hint)))
            .collect();
        for hint in crate::tui::widgets::popup_hints::hints(contexts, |_| "", &context) {
            assert!(table.contains(&hint), "{hint:?}");
        }
    }
    let mut server = server(120, 40);
    let footer = |server: &FakeServer| {
        let buffer = cells(&server.state, ThemeName::Dark, Symbols::unicode());
        text(&buffer).lines().last().unwrap().to_owned()
    };
    assert!(footer(&server).contains("/ filter"), "{}", footer(&server));
    for prefix in ['g', 's', 'e'] {
        server.send(Message::Pending(vec![Key::char(prefix)]));
        assert_eq!(footer(&server), " esc back", "nothing else acts beside what the popup has");
        let text = screen(&server.state);
        for (keys, description) in
            keymap.continuations(server.state.contexts(), &[Key::char(prefix)])
        {
            assert!(
                text.contains(&format!("{keys} {description}")),
                "{keys} {description} in {text}"
            );
        }
    }
}

#[test]
fn help_shows_every_sign_as_it_is_drawn() {
    for (symbols, size) in [(Symbols::unicode(), "≤11d"), (Symbols::ascii(), "<=11d")] {
        let mut server = server(120, 60);
        server.act(&[Action::Help, Action::Bottom]);
        let rendered = text(&render(&server.state, (120, 60), ThemeName::Plain, symbols));
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
