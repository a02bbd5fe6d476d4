//! Keys to actions, from one table.
//!
//! The table (`keymap/table`) has every action; the user's config may give any
//! of them other keys. What a key means depends on the contexts that hold at
//! the moment, which the state tells. A mistake in the config is told with its
//! place, and that line is left out.

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

/// The sets of contexts that can hold together.
pub const MOMENTS: &[&[KeyContext]] = &[
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

/// What a key means at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// Do this.
    Act(Action),
    /// More keys must follow.
    Begins,
    /// A letter for the field.
    Typed(char),
    /// Nothing.
    Nothing,
}

/// A line of the config's keys: those that replace the keys of an action. Not
/// checked: both are as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebinding {
    /// The name of the action.
    pub action: String,
    /// Its new keys; none takes its keys away.
    pub keys: Vec<String>,
    /// Where it is written.
    pub line: usize,
}

/// Why a line of the config's keys cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyMistake {
    /// No action has this name.
    #[error("line {line}: no action is called {name:?}{}", .near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default())]
    Unknown {
        /// Where.
        line: usize,
        /// What was written.
        name: String,
        /// What may have been meant.
        near: Option<&'static str>,
    },
    /// No key is written so.
    #[error("line {line}: {wrong}")]
    Key {
        /// Where.
        line: usize,
        /// What is wrong.
        wrong: key::KeyParseError,
    },
    /// The key does something else in the same place.
    #[error("line {line}: {keys:?} is already {other:?}; give that one another key first")]
    Taken {
        /// Where.
        line: usize,
        /// The keys.
        keys: String,
        /// What they do.
        other: &'static str,
    },
}

/// The keys as they are now.
#[derive(Debug, Clone)]
pub struct Keymap {
    /// The keys of each entry of the table.
    chords: Vec<Vec<Chord>>,
}

impl Default for Keymap {
    fn default() -> Self {
        let read = |entry: &Entry| entry.keys.iter().filter_map(|keys| keys.parse().ok()).collect();
        Self { chords: ENTRIES.iter().map(read).collect() }
    }
}

impl Keymap {
    /// The table with the user's own keys over it, and what is wrong with
    /// those that were left out.
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
        // Looked at when all are there: two actions may have traded keys. And
        // again after each that is left out: its own keys may be taken by now.
        let table = Self::default();
        while let Some((place, keys, other)) = keymap.first_clash(&accepted) {
            let (at, line) = accepted.remove(place);
            let other = ENTRIES[other].name;
            wrong.push(KeyMistake::Taken { line, keys: keys.to_string(), other });
            keymap.chords[at].clone_from(&table.chords[at]);
        }
        (keymap, wrong)
    }

    /// The first of these lines that clashes: its place, the key, the other entry.
    fn first_clash(&self, lines: &[(usize, usize)]) -> Option<(usize, Chord, usize)> {
        lines.iter().enumerate().find_map(|(place, (at, _))| {
            let (keys, other) = self.clash(*at)?;
            Some((place, keys, other))
        })
    }

    /// Another entry that claims a key of this one at the same moment.
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

    /// All pairs of entries that claim one key at one moment.
    #[must_use]
    pub fn clashes(&self) -> Vec<(String, &'static str, &'static str)> {
        let found = (0..ENTRIES.len()).filter_map(|at| {
            let (chord, other) = self.clash(at)?;
            Some((chord.to_string(), ENTRIES[at].name, ENTRIES[other].name))
        });
        found.collect()
    }

    /// What a key means, after the keys that were pressed before it.
    #[must_use]
    pub fn meaning(&self, contexts: &[KeyContext], before: &[Key], key: Key) -> Meaning {
        let mut begins = false;
        for (entry, chords) in ENTRIES.iter().zip(&self.chords) {
            if !contexts.contains(&entry.context) {
                continue;
            }
            // What holds always also ends a chord that was begun.
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

    /// What can follow the keys pressed so far, for the popup.
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

    /// The entries that hold, with their keys.
    pub fn at<'a>(
        &'a self,
        contexts: &'a [KeyContext],
    ) -> impl Iterator<Item = (&'static Entry, &'a [Chord])> {
        self.all().filter(|(entry, _)| contexts.contains(&entry.context))
    }

    /// All entries with their keys.
    pub fn all(&self) -> impl Iterator<Item = (&'static Entry, &[Chord])> {
        ENTRIES.iter().zip(self.chords.iter().map(Vec::as_slice))
    }

    /// Everything that can be done, with its keys as they are now: for help and
    /// palette.
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

    /// The first key of an action at this moment, as it is written.
    #[must_use]
    pub fn first(&self, contexts: &[KeyContext], action: Action) -> Option<String> {
        let mut entries = self.at(contexts).filter(|(entry, _)| entry.action == action);
        entries.find_map(|(_, chords)| chords.first().map(ToString::to_string))
    }
}

/// All keys of an entry as they are written.
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

/// Whether two contexts can hold together.
fn meets(one: KeyContext, other: KeyContext) -> bool {
    MOMENTS.iter().any(|moment| moment.contains(&one) && moment.contains(&other))
}

/// Whether one is the beginning of the other: the longer could never be typed.
fn overlaps(one: &Chord, other: &Chord) -> bool {
    one.0.starts_with(&other.0) || other.0.starts_with(&one.0)
}
