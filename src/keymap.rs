//! Maps keys to actions. `tui` calls this for every key.
//!
//! The table (`keymap/table`) lists every action with its default keys; the config can rebind any of
//! them. A key has a meaning only in the active contexts, which the state provides. A wrong line of
//! the config is reported and ignored.

pub mod action;
pub mod action_info;
pub mod group;
pub mod key;
mod read;
mod table;
#[cfg(test)]
mod tests;

pub use read::key;
pub use table::{ENTRIES, Entry, PREFIXES};

use crate::recruiting::query::nearest;
use action::{Action, KeyContext};
use action_info::ActionInfo;
use key::{Chord, Key};

/// The sets of contexts that can be active together.
pub const CONTEXT_SETS: &[&[KeyContext]] = &[
    &[
        KeyContext::Anywhere,
        KeyContext::Moving,
        KeyContext::Browsing,
        KeyContext::Rows,
        KeyContext::Jobs,
    ],
    &[
        KeyContext::Anywhere,
        KeyContext::Moving,
        KeyContext::Browsing,
        KeyContext::Rows,
        KeyContext::Candidates,
        KeyContext::People,
    ],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Browsing],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Browsing, KeyContext::People],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Over],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Over, KeyContext::Requests],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Over, KeyContext::Drafts],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Story],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Over, KeyContext::Batch],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::People, KeyContext::Inbox],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Over, KeyContext::Paper],
    &[
        KeyContext::Anywhere,
        KeyContext::Moving,
        KeyContext::Over,
        KeyContext::Paper,
        KeyContext::Todo,
    ],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Over, KeyContext::Apply],
    &[
        KeyContext::Anywhere,
        KeyContext::Moving,
        KeyContext::Over,
        KeyContext::Paper,
        KeyContext::Compare,
    ],
    &[KeyContext::Anywhere, KeyContext::Typing],
    &[KeyContext::Anywhere, KeyContext::Typing, KeyContext::Form],
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    Act(Action),
    Begins,
    Typed(char),
    Nothing,
}

/// New keys for an action, from the config. Not validated yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebinding {
    pub action: String,
    /// Empty unbinds the action.
    pub keys: Vec<String>,
    pub line: usize,
}

/// Why a rebinding is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyMistake {
    #[error("line {line}: no action is called {name:?}{}", .near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default())]
    Unknown { line: usize, name: String, near: Option<&'static str> },
    #[error("line {line}: {wrong}")]
    Key { line: usize, wrong: key::KeyParseError },
    /// Another action has the key in the same context.
    #[error("line {line}: {keys:?} is already {other:?}; give that one another key first")]
    Taken { line: usize, keys: String, other: &'static str },
}

#[derive(Debug, Clone)]
pub struct Keymap {
    /// Parallel to [`ENTRIES`].
    chords: Vec<Vec<Chord>>,
}

impl Default for Keymap {
    fn default() -> Self {
        let read = |entry: &Entry| entry.keys.iter().filter_map(|keys| keys.parse().ok()).collect();
        Self { chords: ENTRIES.iter().map(read).collect() }
    }
}

impl Keymap {
    /// The default keys with the rebindings applied, and the rebindings that were rejected.
    #[must_use]
    pub fn with(lines: &[Rebinding]) -> (Self, Vec<KeyMistake>) {
        let mut keymap = Self::default();
        let mut wrong = Vec::new();
        let mut accepted = Vec::new();
        for line in lines {
            match read_line(line) {
                Ok((at, chords)) => {
                    keymap.chords[at] = chords;
                    accepted.push((at, line.line));
                }
                Err(mistake) => wrong.push(mistake),
            }
        }
        // Checked after all are applied, since two actions may swap keys; and again after each
        // rejection, since the restored keys may be taken by now.
        let table = Self::default();
        while let Some((place, keys, other)) = keymap.first_clash(&accepted) {
            let (at, line) = accepted.remove(place);
            let other = ENTRIES[other].name;
            wrong.push(KeyMistake::Taken { line, keys: keys.to_string(), other });
            keymap.chords[at].clone_from(&table.chords[at]);
        }
        (keymap, wrong)
    }

    /// The first line that clashes: its index, the key, the other entry.
    fn first_clash(&self, lines: &[(usize, usize)]) -> Option<(usize, Chord, usize)> {
        lines.iter().enumerate().find_map(|(place, (at, _))| {
            let (keys, other) = self.clash(*at)?;
            Some((place, keys, other))
        })
    }

    /// Another entry with one of these keys in a compatible context.
    fn clash(&self, at: usize) -> Option<(Chord, usize)> {
        let context = ENTRIES[at].context;
        self.chords[at].iter().find_map(|chord| {
            let other = (0..ENTRIES.len()).find(|other| {
                *other != at
                    && meets(context, ENTRIES[*other].context)
                    && self.chords[*other].iter().any(|taken| overlaps(taken, chord))
            });
            other.map(|other| (chord.clone(), other))
        })
    }

    /// All pairs of entries that share a key in compatible contexts.
    #[must_use]
    pub fn clashes(&self) -> Vec<(String, &'static str, &'static str)> {
        let found = (0..ENTRIES.len()).filter_map(|at| {
            let (chord, other) = self.clash(at)?;
            Some((chord.to_string(), ENTRIES[at].name, ENTRIES[other].name))
        });
        found.collect()
    }

    /// The meaning of a key after the pending keys of a chord.
    #[must_use]
    pub fn meaning(&self, contexts: &[KeyContext], before: &[Key], key: Key) -> Meaning {
        let mut begins = false;
        for (entry, chords) in ENTRIES.iter().zip(&self.chords) {
            if !contexts.contains(&entry.context) {
                continue;
            }
            // Global keys also cancel a pending chord.
            let before = if entry.context == KeyContext::Anywhere { &[] } else { before };
            for Chord(keys) in chords {
                let Some(rest) = keys.strip_prefix(before) else { continue };
                match rest {
                    [only] if *only == key => return Meaning::Act(entry.action),
                    [first, _, ..] if *first == key => begins = true,
                    _ => {}
                }
            }
        }
        if begins {
            return Meaning::Begins;
        }
        match key.typed() {
            Some(letter) if contexts.contains(&KeyContext::Typing) && before.is_empty() => {
                Meaning::Typed(letter)
            }
            _ => Meaning::Nothing,
        }
    }

    /// The possible continuations of a chord, for the which-key popup.
    #[must_use]
    pub fn following(
        &self,
        contexts: &[KeyContext],
        before: &[Key],
    ) -> Vec<(String, &'static str)> {
        let mut found = Vec::new();
        for (entry, chords) in self.at(contexts) {
            for Chord(keys) in chords {
                if let Some(rest) = keys.strip_prefix(before).filter(|rest| !rest.is_empty()) {
                    found.push((Chord(rest.to_vec()).to_string(), entry.told));
                }
            }
        }
        found
    }

    /// The entries of the active contexts, with their keys.
    pub fn at<'a>(
        &'a self,
        contexts: &'a [KeyContext],
    ) -> impl Iterator<Item = (&'static Entry, &'a [Chord])> {
        self.all().filter(|(entry, _)| contexts.contains(&entry.context))
    }

    pub fn all(&self) -> impl Iterator<Item = (&'static Entry, &[Chord])> {
        ENTRIES.iter().zip(self.chords.iter().map(Vec::as_slice))
    }

    /// All actions with their current keys, for the help screen and the palette.
    #[must_use]
    pub fn doables(&self) -> Vec<ActionInfo> {
        let doable = |(entry, chords): (&Entry, &[Chord])| ActionInfo {
            action: entry.action,
            name: entry.name,
            context: entry.context,
            told: entry.told.to_owned(),
            keys: written(chords),
        };
        self.all().map(doable).collect()
    }

    /// The first key of an action in these contexts.
    #[must_use]
    pub fn first(&self, contexts: &[KeyContext], action: Action) -> Option<String> {
        let mut entries = self.at(contexts).filter(|(entry, _)| entry.action == action);
        entries.find_map(|(_, chords)| chords.first().map(ToString::to_string))
    }
}

#[must_use]
pub fn written(chords: &[Chord]) -> String {
    let texts: Vec<String> = chords.iter().map(ToString::to_string).collect();
    texts.join(", ")
}

fn read_line(line: &Rebinding) -> Result<(usize, Vec<Chord>), KeyMistake> {
    let at = ENTRIES.iter().position(|entry| entry.name == line.action).ok_or_else(|| {
        KeyMistake::Unknown {
            line: line.line,
            name: line.action.clone(),
            near: nearest(&line.action, ENTRIES.iter().map(|entry| entry.name)),
        }
    })?;
    let chords: Result<Vec<Chord>, _> = line.keys.iter().map(|keys| keys.parse()).collect();
    Ok((at, chords.map_err(|wrong| KeyMistake::Key { line: line.line, wrong })?))
}

fn meets(one: KeyContext, other: KeyContext) -> bool {
    CONTEXT_SETS.iter().any(|moment| moment.contains(&one) && moment.contains(&other))
}

/// Whether one chord is a prefix of the other: the longer could never be typed.
fn overlaps(one: &Chord, other: &Chord) -> bool {
    one.0.starts_with(&other.0) || other.0.starts_with(&one.0)
}
