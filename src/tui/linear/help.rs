//! The commands that work at the current place.

use super::command::{OWN_COMMANDS, is_for_screens, takes_text};
use crate::keymap::action::{Action, FormAction, KeyContext};
use crate::keymap::group::context_label;
use crate::keymap::{KeymapEntry, join_chords};
use crate::tui::runtime::controller::Controller;

/// The most useful commands of the place, all of them, or those that a word names.
pub(super) fn lines(controller: &Controller, word: &str) -> Vec<String> {
    match word {
        "" => commands(controller, |entry| !entry.hint.is_empty()),
        "all" => commands(controller, |_| true),
        word => explain(controller, word),
    }
}

fn commands(controller: &Controller, is_shown: impl Fn(&KeymapEntry) -> bool) -> Vec<String> {
    let own = OWN_COMMANDS.iter().map(|(name, _, text)| format!("{name}: {text}"));
    let mut lines = vec![
        "A command is a name or the keys of the terminal UI, such as advance or a. A number goes to that row; \
         after a name, as in open 3, the command works on that row. Text can follow, as in note Great call."
            .to_owned(),
    ];
    lines.extend(own);
    let state = &controller.state;
    let mut seen: Vec<Action> = Vec::new();
    for (entry, chords) in controller.keymap().in_contexts(state.contexts()) {
        if is_left_out(entry) || !state.can(entry.action) || seen.contains(&entry.action) {
            continue;
        }
        seen.push(entry.action);
        if is_shown(entry) {
            lines.push(line(entry, &join_chords(chords)));
        }
    }
    let total = seen.len() + OWN_COMMANDS.len();
    if lines.len() <= total {
        lines.push(format!("help all lists all {total} commands"));
    }
    lines
}

fn line(entry: &KeymapEntry, keys: &str) -> String {
    let keys = if keys.is_empty() { String::new() } else { format!(" ({keys})") };
    let text = if takes_text(entry.action) { " TEXT" } else { "" };
    format!("{}{text}{keys}: {}", entry.name, entry.description)
}

/// What a line cannot use: screens, single letters of an input.
const fn is_left_out(entry: &KeymapEntry) -> bool {
    is_for_screens(entry.action)
        || matches!(entry.context, KeyContext::Typing | KeyContext::Anywhere)
        || matches!(entry.action, Action::Help | Action::Quit)
        || matches!(
            entry.action,
            Action::Form(
                FormAction::Select(_)
                    | FormAction::SelectAll
                    | FormAction::CopyText
                    | FormAction::CutText
                    | FormAction::NewLine
                    | FormAction::PreviousPart
            )
        )
}

fn explain(controller: &Controller, word: &str) -> Vec<String> {
    let lower = word.to_lowercase();
    if let Some((name, _, text)) = OWN_COMMANDS.iter().find(|(name, ..)| *name == lower) {
        return vec![format!("{name}: {text}")];
    }
    let keymap = controller.keymap();
    let is_named = |found: &&(&KeymapEntry, String)| {
        found.0.name == lower || found.1.split(", ").any(|keys| keys == word)
    };
    let all: Vec<(&'static KeymapEntry, String)> =
        keymap.all().map(|(entry, chords)| (entry, join_chords(chords))).collect();
    let describe = |(entry, keys): &(&'static KeymapEntry, String)| {
        format!("{} Works in: {}", line(entry, keys) + ".", context_label(entry.context))
    };
    let mut lines: Vec<String> = all.iter().filter(is_named).map(describe).collect();
    if lines.is_empty() {
        let mentions = |found: &&(&KeymapEntry, String)| {
            found.0.name.contains(&lower) || found.0.description.to_lowercase().contains(&lower)
        };
        lines = all.iter().filter(mentions).map(describe).collect();
    }
    if lines.is_empty() {
        lines.push(format!("No command is called {word}, and none is about it"));
    }
    lines
}

/// What works where a text is expected.
pub(super) fn text_lines() -> Vec<String> {
    [
        "Type text. An empty line keeps the current one.",
        ".clear: empty the text",
        ".cancel: leave without it",
        ".list: read the next lines, such as suggestions",
        ".where: say where you are",
        ".quit: leave the program",
        "If your text begins with one of these words, type two dots.",
    ]
    .map(str::to_owned)
    .into()
}
