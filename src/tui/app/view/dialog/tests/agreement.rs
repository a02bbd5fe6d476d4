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
    let words = |piece: &Span| match piece {
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
        let mut stage = stage(120, 40);
        stage.act(&[Action::Go(pane), Action::Help]);
        let text = help_text(&stage.state);
        for entry in ENTRIES {
            let same =
                ENTRIES.iter().filter(|other| other.told == entry.told && other.keys == entry.keys);
            let row = |line: &&str| {
                line.trim_end().ends_with(entry.told) && line.starts_with(&entry.keys.join(", "))
            };
            let found = text.lines().filter(row).count();
            assert_eq!(found, same.count(), "{} in {text}", entry.name);
        }
    }
    let mut stage = stage(120, 40);
    stage.act(&[Action::Palette]);
    let Some(Dialog::Palette(palette)) = &stage.state.over else { panic!("the palette") };
    for entry in ENTRIES {
        let is_it = |target: &PaletteTarget| *target == PaletteTarget::Action(entry.action);
        assert!(palette.found.iter().any(|found| is_it(&found.target)), "{}", entry.name);
    }
}

#[test]
fn what_help_says_of_the_filter_can_be_typed() {
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
fn what_is_possible_here_comes_first() {
    let mut stage = stage(120, 40);
    stage.act(&[Action::Go(Pane::Candidates), Action::Help]);
    let text = help_text(&stage.state);
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words} in {text}"));
    assert!(at("by age in stage") < at("by number of candidates"));
    assert!(at("by number of candidates") < at("the letter before goes"));
}

#[test]
fn help_shows_the_keys_as_they_are_now() {
    let line = Rebinding { action: "mouse".into(), keys: vec!["ctrl-t".into()], line: 1 };
    let mut stage = stage(120, 40);
    stage.state.actions = Keymap::with(&[line]).0.doables();
    let text = help_text(&stage.state);
    assert_eq!(text.matches("ctrl-t").count(), 2, "in its row, and where the mouse is told of");
    assert!(!text.contains("g m"));
}

#[test]
fn the_palette_finds_an_action_by_what_it_belongs_to() {
    let mut stage = stage(120, 40);
    stage.act(&[Action::Palette]).type_text("sort age");
    assert!(screen(&stage.state).contains("Sorting: by age in stage"));
    stage.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("refresh");
    assert!(screen(&stage.state).contains("Records: read it again"), "by its name in the config");
}

#[test]
fn on_a_narrow_screen_actions_are_still_told_apart() {
    let mut stage = stage(40, 10);
    stage.act(&[Action::Palette]);
    let Some(Dialog::Palette(palette)) = &stage.state.over else { panic!("the palette") };
    let all: BTreeSet<&str> = ENTRIES.iter().map(|entry| entry.told).collect();
    let (steps, mut seen) = (palette.found.len(), BTreeSet::new());
    for _ in 0..steps {
        let shown = screen(&stage.state);
        let row = shown.lines().find_map(|line| line.split_once('▌')).unwrap().1;
        // The kind, and then the words.
        seen.insert(row.chars().skip(6).take(21).collect::<String>().trim().to_owned());
        stage.act(&[Action::Edit(TextEdit::Next)]);
    }
    assert_eq!(seen.len(), all.len(), "{seen:#?}");
    stage.state.over = None;
    for pane in Pane::ALL {
        stage.act(&[Action::Go(pane)]).settle();
        for prefix in ['g', 's', 'e'] {
            stage.send(Message::Pending(vec![Key::char(prefix)]));
            let shown = screen(&stage.state);
            let follows = Keymap::default().following(stage.state.contexts(), &[Key::char(prefix)]);
            for (at, (keys, told)) in follows.iter().enumerate() {
                let begin: String = told.chars().take(14).collect();
                assert!(shown.contains(&format!("{keys} {begin}")), "{keys} {begin} in {shown}");
                let same = |(_, other): &(String, &str)| other.starts_with(&begin);
                assert!(!follows[at + 1..].iter().any(same), "{begin} twice in {shown}");
            }
        }
    }
}

#[test]
fn hints_and_popups_name_keys_of_the_table() {
    let keymap = Keymap::default();
    let look = RenderContext {
        theme: Theme::new(Name::Dark),
        symbols: Symbols::unicode(),
        keymap: &keymap,
    };
    for moment in CONTEXT_SETS {
        let table: Vec<(String, &str)> = keymap
            .at(moment)
            .flat_map(|(entry, chords)| chords.iter().map(|chord| (chord.to_string(), entry.hint)))
            .collect();
        for hint in crate::tui::widgets::popup_hints::hints(moment, |_| "", &look) {
            assert!(table.contains(&hint), "{hint:?}");
        }
    }
    let mut stage = stage(120, 40);
    let footer = |stage: &FakeServer| {
        let buffer = cells(&stage.state, Name::Dark, Symbols::unicode());
        text(&buffer).lines().last().unwrap().to_owned()
    };
    assert!(footer(&stage).contains("/ filter"), "{}", footer(&stage));
    for prefix in ['g', 's', 'e'] {
        stage.send(Message::Pending(vec![Key::char(prefix)]));
        assert_eq!(footer(&stage), " esc back", "nothing else acts beside what the popup has");
        let text = screen(&stage.state);
        for (keys, told) in keymap.following(stage.state.contexts(), &[Key::char(prefix)]) {
            assert!(text.contains(&format!("{keys} {told}")), "{keys} {told} in {text}");
        }
    }
}

#[test]
fn help_shows_every_sign_as_it_is_drawn() {
    for (symbols, size) in [(Symbols::unicode(), "≤11d"), (Symbols::ascii(), "<=11d")] {
        let mut stage = stage(120, 60);
        stage.act(&[Action::Help, Action::Bottom]);
        let shown = text(&drawn(&stage.state, (120, 60), Name::Plain, symbols));
        let at = shown.lines().position(|line| line.contains("Signs")).unwrap();
        let signs: Vec<&str> =
            shown.lines().skip(at + 1).map(|line| line.trim_matches(['│', '|', ' '])).collect();
        let told = [
            (symbols.open, "before a job: it is open"),
            (symbols.on_hold, "before a job: it is on hold"),
            (symbols.closed, "before a job: it is closed"),
            (symbols.archived, "before a job: it is archived"),
            (symbols.interview, "behind a stage: for interviews"),
            (symbols.rejection, "behind a stage: for those who are out"),
            (symbols.back, "in a history: back"),
            (size, "at most so long"),
            (symbols.at_least, "at least: not all"),
            (symbols.similar, "before a row: it matches"),
            (symbols.mark, "before a row: it is marked"),
        ];
        let mut columns = Vec::new();
        for (sign, words) in told {
            let line = signs.iter().find(|line| line.starts_with(sign) && line.contains(words));
            let line = line.unwrap_or_else(|| panic!("{sign} {words} in {shown}"));
            columns.extend(line.split(words).next().map(crate::text::width));
        }
        columns.dedup();
        assert_eq!(columns.len(), 1, "the words begin at one column: {shown}");
    }
}
