//! What a typed line means: a command of the linear mode, or an action of the keymap by its name or
//! its keys.

use crate::keymap::action::{Action, KeyContext, OverviewAction, TriageAction};
use crate::keymap::group::context_label;
use crate::keymap::key::Key;
use crate::keymap::{KeyMatch, Keymap, KeymapEntry};
use crate::recruiting::query::nearest;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OwnCommand {
    Help,
    List,
    Read,
    Where,
    Cancel,
    Quit,
}

/// Name, command and description.
pub(crate) const OWN_COMMANDS: &[(&str, OwnCommand, &str)] = &[
    (
        "list",
        OwnCommand::List,
        "Print the next ten rows, or the next lines; `list 41` begins at row 41",
    ),
    (
        "read",
        OwnCommand::Read,
        "Print everything about the current row, or all lines again; an empty line does nearly the same",
    ),
    ("where", OwnCommand::Where, "Say where you are, and what is loaded"),
    ("cancel", OwnCommand::Cancel, "Close what is open without doing it, or go up one level"),
    (
        "help",
        OwnCommand::Help,
        "List the most useful commands here; `help all` lists every command, `help WORD` explains one",
    ),
    ("quit", OwnCommand::Quit, "Leave the program"),
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command<'a> {
    Empty,
    /// A row, counted from 1.
    Row(usize),
    Own(OwnCommand, &'a str),
    /// An action, and what follows it.
    Act(Action, &'a str),
}

/// What can be typed at the current place.
pub(crate) struct Vocabulary<'a> {
    pub(crate) keymap: &'a Keymap,
    pub(crate) contexts: &'static [KeyContext],
    /// The words for what an action does here, as the terminal shows them.
    pub(crate) words: Vec<(&'static str, Action)>,
}

impl Vocabulary<'_> {
    /// The error says what to do.
    pub(crate) fn parse<'t>(&self, line: &'t str) -> Result<Command<'t>, String> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(Command::Empty);
        }
        if let Ok(row) = line.parse() {
            return Ok(Command::Row(row));
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (name, rest) = (first.to_lowercase(), rest.trim());
        // With a dot, as where a text is expected.
        let bare = name.strip_prefix('.').unwrap_or(&name);
        if let Some((_, own, _)) = OWN_COMMANDS.iter().find(|(own, ..)| *own == bare) {
            return Ok(Command::Own(*own, rest));
        }
        let spoken = self.words.iter().find_map(|(word, action)| {
            let rest = line.strip_prefix(*word)?;
            let is_whole = rest.is_empty() || rest.starts_with(char::is_whitespace);
            is_whole.then(|| Command::Act(*action, rest.trim()))
        });
        if let Some(command) = spoken {
            return Ok(command);
        }
        if let Some(entry) = entry(&name) {
            return self.act(entry, rest);
        }
        // `/screen` is `/ screen`.
        if let Some(text) = line.strip_prefix(['/', ':']).filter(|text| !text.starts_with(' ')) {
            return self
                .chord(line.get(..1).unwrap_or(line), text.trim())
                .or_else(|_unbound| self.chord(line, ""));
        }
        self.chord(line, "")
    }

    /// An action by its name. Another entry with the same action may be active here.
    fn act<'t>(&self, named: &KeymapEntry, rest: &'t str) -> Result<Command<'t>, String> {
        let mut active = self.keymap.in_contexts(self.contexts);
        if active.any(|(entry, _)| entry.action == named.action) {
            return Ok(Command::Act(named.action, rest));
        }
        let place = context_label(named.context);
        Err(format!("{} does not work here; it works in: {place}. Type help", named.name))
    }

    /// Keys with spaces between them, and a text after them.
    fn chord<'t>(&self, keys: &'t str, text: &'t str) -> Result<Command<'t>, String> {
        let mut pending: Vec<Key> = Vec::new();
        let mut rest = keys;
        while !rest.is_empty() {
            let (token, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let key: Key = token.parse().map_err(|_unread| self.unknown(keys))?;
            match self.keymap.lookup(self.contexts, &pending, key) {
                KeyMatch::Action(action) => {
                    let rest = if text.is_empty() { after.trim() } else { text };
                    return Ok(Command::Act(action, rest));
                }
                KeyMatch::Prefix => pending.push(key),
                KeyMatch::Char(_) | KeyMatch::Unbound => return Err(self.unknown(keys)),
            }
            rest = after.trim_start();
        }
        let next = self.keymap.continuations(self.contexts, &pending);
        let next: Vec<String> = next
            .iter()
            .map(|(key, entry)| format!("{keys} {key}: {}", entry.description))
            .collect();
        Err(format!("{keys} is the beginning of: {}", next.join("; ")))
    }

    fn unknown(&self, line: &str) -> String {
        let word = line.split_whitespace().next().unwrap_or_default();
        let names = self.keymap.in_contexts(self.contexts).map(|(entry, _)| entry.name);
        let own = OWN_COMMANDS.iter().map(|(name, ..)| *name);
        let near = if word.len() > 2 { nearest(word, names.chain(own)) } else { None };
        let near = near.map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
        format!("{word} is not a command here.{near} Type help for the commands")
    }
}

/// The entry of an action by its name, whatever its context.
pub(crate) fn entry(name: &str) -> Option<&'static KeymapEntry> {
    crate::keymap::ENTRIES.iter().find(|entry| entry.name == name)
}

/// Whether what follows the action is the text that it asks for.
pub(crate) const fn takes_text(action: Action) -> bool {
    use TriageAction::{
        DeclineWithReason, Export, Forget, MoveStage, Note, ShortlistFile, Snooze, Tags,
    };
    matches!(
        action,
        Action::Filter
            | Action::Palette
            | Action::Views
            | Action::SaveView
            | Action::EditField(_)
            | Action::AttachJob
            | Action::Overview(OverviewAction::Since)
            | Action::Triage(
                DeclineWithReason
                    | Export
                    | Forget
                    | MoveStage
                    | Note
                    | ShortlistFile
                    | Snooze
                    | Tags
            )
    )
}

/// Why an action does nothing here: it changes only how a screen looks.
pub(crate) const fn is_for_screens(action: Action) -> bool {
    matches!(
        action,
        Action::Zoom
            | Action::MoveBorder(_)
            | Action::Mouse
            | Action::Board
            | Action::HalfDown
            | Action::HalfUp
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::action::Pane;
    use crate::recruiting::person::PersonField;
    use crate::recruiting::triage::Verdict;
    use crate::tui::app::state::State;

    fn parse(line: &str, focus: Pane) -> Result<Command<'_>, String> {
        let mut state = State::new((120, 40));
        state.focus = focus;
        let keymap = Keymap::default();
        let words = vec![("back to the form", Action::Back)];
        Vocabulary { keymap: &keymap, contexts: state.contexts(), words }.parse(line)
    }

    #[test]
    fn names_and_keys_mean_the_same_action_and_a_text_may_follow() {
        let advance = Action::Triage(TriageAction::Give(Verdict::Advance));
        let title = Action::EditField(PersonField::CurrentJobTitle);
        let note = Action::Triage(TriageAction::Note);
        for (line, expected) in [
            ("", Command::Empty),
            ("  ", Command::Empty),
            ("12", Command::Row(12)),
            ("help advance", Command::Own(OwnCommand::Help, "advance")),
            ("QUIT", Command::Own(OwnCommand::Quit, "")),
            (".cancel", Command::Own(OwnCommand::Cancel, "")),
            ("a", Command::Act(advance, "")),
            ("advance", Command::Act(advance, "")),
            ("Advance 3", Command::Act(advance, "3")),
            ("e t", Command::Act(title, "")),
            ("e t Staff  Engineer", Command::Act(title, "Staff  Engineer")),
            ("edit-title Staff Engineer", Command::Act(title, "Staff Engineer")),
            ("note Speaks e t and a", Command::Act(note, "Speaks e t and a")),
            ("/ stage:screen", Command::Act(Action::Filter, "stage:screen")),
            ("/stage:screen", Command::Act(Action::Filter, "stage:screen")),
            ("/", Command::Act(Action::Filter, "")),
            ("enter", Command::Act(Action::Open, "")),
            // The name of the same action in the inbox.
            ("inbox-undo", Command::Act(Action::Undo, "")),
            ("back to the form", Command::Act(Action::Back, "")),
        ] {
            assert_eq!(parse(line, Pane::Candidates).as_ref(), Ok(&expected), "{line:?}");
        }
    }

    #[test]
    fn a_line_that_means_nothing_here_says_what_to_do() {
        for (line, expected) in [
            (
                "advanse",
                "advanse is not a command here. Did you mean advance? Type help for the commands",
            ),
            ("%", "% is not a command here. Type help for the commands"),
            ("stage-add", "stage-add does not work here; it works in: editing a job. Type help"),
        ] {
            assert_eq!(parse(line, Pane::Candidates).unwrap_err(), expected);
        }
        let message = parse("s", Pane::Jobs).unwrap_err();
        assert!(message.starts_with("s is the beginning of: s n: Sort by name; "), "{message}");
        assert!(parse("a", Pane::Jobs).is_err(), "a verdict needs a candidate");
    }

    #[test]
    fn every_action_has_a_name_that_no_command_of_this_mode_takes() {
        for (own, ..) in OWN_COMMANDS {
            let shared = entry(own).map(|entry| entry.name);
            // `q` still goes up one level.
            assert!(matches!(shared, None | Some("help" | "quit")), "{own}");
        }
    }
}
