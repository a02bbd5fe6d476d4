//! Maps keys to actions. `tui` calls this for every key.
//!
//! The table (`keymap/table`) lists every action with its default keys; the config can rebind any
//! of them. A key has a meaning only in the active contexts, which the state provides. A wrong line
//! of the config is reported and ignored.

pub mod action;
pub(crate) mod group;
pub mod key;
mod read;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use read::key_from_event;
pub(crate) use table::{ENTRIES, KeymapEntry, PREFIXES};

use crate::recruiting::query::nearest;
use action::{Action, KeyContext};
use group::ActionInfo;
use key::{Chord, Key};

/// The sets of contexts that can be active together.
pub(crate) const CONTEXT_SETS: &[&[KeyContext]] = &[
    &[
        KeyContext::Anywhere,
        KeyContext::Moving,
        KeyContext::Browsing,
        KeyContext::Rows,
        KeyContext::Jobs,
        KeyContext::JobPanes,
    ],
    &[
        KeyContext::Anywhere,
        KeyContext::Moving,
        KeyContext::Browsing,
        KeyContext::Rows,
        KeyContext::Candidates,
        KeyContext::People,
    ],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Browsing, KeyContext::JobPanes],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Browsing, KeyContext::People],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Dialog],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Dialog, KeyContext::Requests],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Dialog, KeyContext::Help],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Dialog, KeyContext::Drafts],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Dialog, KeyContext::Notes],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Dialog, KeyContext::JobDialog],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::SaveFlow],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Dialog, KeyContext::Attach],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::People, KeyContext::Inbox],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Dialog, KeyContext::Document],
    &[
        KeyContext::Anywhere,
        KeyContext::Moving,
        KeyContext::Dialog,
        KeyContext::Document,
        KeyContext::Todo,
    ],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Dialog, KeyContext::Apply],
    &[
        KeyContext::Anywhere,
        KeyContext::Moving,
        KeyContext::Dialog,
        KeyContext::Document,
        KeyContext::Compare,
    ],
    &[KeyContext::Anywhere, KeyContext::Moving, KeyContext::Dialog, KeyContext::Mail],
    &[
        KeyContext::Anywhere,
        KeyContext::Moving,
        KeyContext::Dialog,
        KeyContext::Document,
        KeyContext::Duplicates,
    ],
    &[
        KeyContext::Anywhere,
        KeyContext::Moving,
        KeyContext::Dialog,
        KeyContext::Document,
        KeyContext::Changes,
    ],
    &[
        KeyContext::Anywhere,
        KeyContext::Moving,
        KeyContext::Dialog,
        KeyContext::Document,
        KeyContext::Today,
    ],
    &[KeyContext::Anywhere, KeyContext::Typing],
    &[KeyContext::Anywhere, KeyContext::Typing, KeyContext::Form],
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum KeyMatch {
    Action(Action),
    Prefix,
    Char(char),
    Unbound,
}

/// New keys for an action, from the config. Not validated yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebinding {
    pub(crate) action: String,
    /// Empty unbinds the action.
    pub(crate) keys: Vec<String>,
}

/// A rebinding that was rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyMistake {
    /// As written in the config.
    pub(crate) action: String,
    /// The index of the wrong key; `None` if the action is wrong.
    pub(crate) key: Option<usize>,
    pub(crate) problem: KeyProblem,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyProblem {
    #[error("unknown action `{}`{}", .name.escape_debug(), .suggestion.map_or_else(|| "; `shortlist keys-table` lists them".to_owned(), |near| format!(", did you mean `{near}`?")))]
    Unknown { name: String, suggestion: Option<&'static str> },
    #[error("{0}")]
    Key(key::KeyParseError),
    /// Another action has the key in the same context.
    #[error("`{keys}` is already bound to `{other}`; rebind that action first")]
    Conflict { keys: String, other: &'static str },
}

#[derive(Debug, Clone)]
pub struct Keymap {
    /// Parallel to [`ENTRIES`].
    chords: Vec<Vec<Chord>>,
}

impl Default for Keymap {
    fn default() -> Self {
        let parse_chords =
            |entry: &KeymapEntry| entry.keys.iter().filter_map(|keys| keys.parse().ok()).collect();
        Self { chords: ENTRIES.iter().map(parse_chords).collect() }
    }
}

impl Keymap {
    /// The default keys with the rebindings applied, and the rebindings that were rejected.
    #[must_use]
    pub fn with_bindings(rebindings: &[Rebinding]) -> (Self, Vec<KeyMistake>) {
        let mut keymap = Self::default();
        let mut mistakes = Vec::new();
        let mut accepted = Vec::new();
        for rebinding in rebindings {
            match resolve_rebinding(rebinding) {
                Ok((index, chords)) => {
                    keymap.chords[index] = chords;
                    accepted.push(index);
                }
                Err(mistake) => mistakes.push(mistake),
            }
        }
        // Checked after all are applied, since two actions may swap keys; and again after each
        // rejection, since the restored keys may be taken by now.
        let table = Self::default();
        while let Some((position, key, other)) = keymap.first_conflict(&accepted) {
            let index = accepted.remove(position);
            let keys = keymap.chords[index][key].to_string();
            let problem = KeyProblem::Conflict { keys, other: ENTRIES[other].name };
            let action = ENTRIES[index].name.to_owned();
            mistakes.push(KeyMistake { action, key: Some(key), problem });
            keymap.chords[index].clone_from(&table.chords[index]);
        }
        (keymap, mistakes)
    }

    /// The first accepted rebinding that conflicts: its position, the index of its key, the other
    /// entry.
    fn first_conflict(&self, accepted: &[usize]) -> Option<(usize, usize, usize)> {
        accepted.iter().enumerate().find_map(|(position, index)| {
            let (key, other) = self.find_conflict(*index)?;
            Some((position, key, other))
        })
    }

    /// Another entry with one of these keys in a compatible context.
    fn find_conflict(&self, index: usize) -> Option<(usize, usize)> {
        let context = ENTRIES[index].context;
        self.chords[index].iter().enumerate().find_map(|(key, chord)| {
            let other = (0..ENTRIES.len()).find(|other| {
                *other != index
                    && are_active_together(context, ENTRIES[*other].context)
                    && self.chords[*other].iter().any(|used| overlaps(used, chord))
            });
            other.map(|other| (key, other))
        })
    }

    /// All pairs of entries that share a key in compatible contexts.
    #[cfg(test)]
    pub(crate) fn conflicts(&self) -> Vec<(String, &'static str, &'static str)> {
        let clashes = (0..ENTRIES.len()).filter_map(|index| {
            let (key, other) = self.find_conflict(index)?;
            let chord = &self.chords[index][key];
            Some((chord.to_string(), ENTRIES[index].name, ENTRIES[other].name))
        });
        clashes.collect()
    }

    /// The meaning of a key after the pending keys of a chord.
    pub(crate) fn lookup(&self, contexts: &[KeyContext], pending: &[Key], key: Key) -> KeyMatch {
        let mut is_prefix = false;
        for (entry, chords) in ENTRIES.iter().zip(&self.chords) {
            if !contexts.contains(&entry.context) {
                continue;
            }
            // Global keys also cancel a pending chord.
            let pending = if entry.context == KeyContext::Anywhere { &[] } else { pending };
            for Chord(keys) in chords {
                let Some(rest) = keys.strip_prefix(pending) else { continue };
                match rest {
                    [only] if *only == key => return KeyMatch::Action(entry.action),
                    [first, _, ..] if *first == key => is_prefix = true,
                    _ => {}
                }
            }
        }
        if is_prefix {
            return KeyMatch::Prefix;
        }
        match key.to_char() {
            Some(letter) if contexts.contains(&KeyContext::Typing) && pending.is_empty() => {
                KeyMatch::Char(letter)
            }
            _ => KeyMatch::Unbound,
        }
    }

    /// The possible continuations of a chord, for the which-key popup.
    pub(crate) fn continuations(
        &self,
        contexts: &[KeyContext],
        pending: &[Key],
    ) -> Vec<(String, &'static KeymapEntry)> {
        let mut result = Vec::new();
        for (entry, chords) in self.in_contexts(contexts) {
            for Chord(keys) in chords {
                if let Some(rest) = keys.strip_prefix(pending).filter(|rest| !rest.is_empty()) {
                    result.push((Chord(rest.to_vec()).to_string(), entry));
                }
            }
        }
        result
    }

    /// The entries of the active contexts, with their keys.
    pub(crate) fn in_contexts<'a>(
        &'a self,
        contexts: &'a [KeyContext],
    ) -> impl Iterator<Item = (&'static KeymapEntry, &'a [Chord])> {
        self.all().filter(|(entry, _)| contexts.contains(&entry.context))
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&'static KeymapEntry, &[Chord])> {
        ENTRIES.iter().zip(self.chords.iter().map(Vec::as_slice))
    }

    /// All actions with their current keys, for the help screen and the palette.
    pub(crate) fn action_infos(&self) -> Vec<ActionInfo> {
        let info = |(entry, chords): (&KeymapEntry, &[Chord])| ActionInfo {
            action: entry.action,
            name: entry.name,
            context: entry.context,
            description: entry.description.to_owned(),
            keys: join_chords(chords),
        };
        self.all().map(info).collect()
    }

    /// The first key of an action in these contexts.
    pub(crate) fn first_chord(&self, contexts: &[KeyContext], action: Action) -> Option<String> {
        let mut entries = self.in_contexts(contexts).filter(|(entry, _)| entry.action == action);
        entries.find_map(|(_, chords)| chords.first().map(ToString::to_string))
    }
}

pub(crate) fn join_chords(chords: &[Chord]) -> String {
    let texts: Vec<String> = chords.iter().map(ToString::to_string).collect();
    texts.join(", ")
}

fn resolve_rebinding(rebinding: &Rebinding) -> Result<(usize, Vec<Chord>), KeyMistake> {
    let Rebinding { action: name, keys } = rebinding;
    let mistake = |key, problem| KeyMistake { action: name.clone(), key, problem };
    let index = ENTRIES.iter().position(|entry| entry.name == name).ok_or_else(|| {
        let suggestion = nearest(name, ENTRIES.iter().map(|entry| entry.name));
        mistake(None, KeyProblem::Unknown { name: name.clone(), suggestion })
    })?;
    let chord = |(at, keys): (usize, &String)| {
        keys.parse().map_err(|error| mistake(Some(at), KeyProblem::Key(error)))
    };
    Ok((index, keys.iter().enumerate().map(chord).collect::<Result<_, _>>()?))
}

fn are_active_together(a: KeyContext, b: KeyContext) -> bool {
    CONTEXT_SETS.iter().any(|set| set.contains(&a) && set.contains(&b))
}

/// Whether one chord is a prefix of the other: the longer could never be typed.
fn overlaps(a: &Chord, b: &Chord) -> bool {
    a.0.starts_with(&b.0) || b.0.starts_with(&a.0)
}
