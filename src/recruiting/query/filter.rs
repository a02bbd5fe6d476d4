//! What a filter asks, as plain data.

use std::cmp::Ordering;

use crate::recruiting::table::ListField;

/// A filter: all of it must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Bare words and phrases.
    pub(crate) words: Vec<Word>,
    /// What is asked of single fields.
    pub(crate) conditions: Vec<Condition>,
}

impl Filter {
    /// Whether it asks nothing: every row matches.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty() && self.conditions.is_empty()
    }

    /// Whether anything is asked of a field.
    #[must_use]
    pub fn asks(&self, field: ListField) -> bool {
        self.conditions.iter().any(|condition| condition.field == field)
    }

    /// Whether bare words are asked for, which may be there nearly.
    #[must_use]
    pub fn has_words(&self) -> bool {
        self.words.iter().any(|word| !word.negated)
    }

    /// The same without the bare words that must be there, which may be there
    /// nearly.
    pub(crate) fn without_words(&self) -> Self {
        let words = self.words.iter().filter(|word| word.negated).cloned().collect();
        Self { words, conditions: self.conditions.clone() }
    }
}

/// A text that must be, or must not be, somewhere in the line of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) negated: bool,
    /// As it is looked for in folded text; never empty.
    pub(crate) needle: Vec<u8>,
}

/// Something that is asked of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) negated: bool,
    pub(crate) field: ListField,
    /// Any of them is enough.
    pub(crate) any: Vec<Test>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Test {
    /// The folded text holds this one.
    Holds(Vec<u8>),
    /// There is nothing in the field.
    Empty,
    /// The number compares so.
    Number(Compare, i64),
    /// The whole units of time since then compare so.
    Age(Compare, i64, Unit),
    /// The moment lies so to a span, in microseconds: its start and its end.
    Date(Compare, i64, i64),
    /// It is so.
    Flag(bool),
    /// It is this one of a few words.
    Word(&'static str),
}

impl Test {
    /// The text that is looked for, if it is a text.
    pub(crate) fn needle(&self) -> Option<&[u8]> {
        match self {
            Self::Holds(needle) => Some(needle),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compare {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl Compare {
    pub(crate) const fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::Less => ordering.is_lt(),
            Self::AtMost => ordering.is_le(),
            Self::Equal => ordering.is_eq(),
            Self::AtLeast => ordering.is_ge(),
            Self::More => ordering.is_gt(),
        }
    }
}

/// A span of time that people count in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Hours,
    Days,
    Weeks,
    Months,
    Years,
}

impl Unit {
    pub(crate) const fn of(letter: &str) -> Option<Self> {
        Some(match letter.as_bytes() {
            b"h" => Self::Hours,
            b"" | b"d" => Self::Days,
            b"w" => Self::Weeks,
            b"m" => Self::Months,
            b"y" => Self::Years,
            _ => return None,
        })
    }

    pub(crate) const fn micros(self) -> i64 {
        let hours = match self {
            Self::Hours => 1,
            Self::Days => 24,
            Self::Weeks => 24 * 7,
            // As people reckon, not as the calendar does.
            Self::Months => 24 * 30,
            Self::Years => 24 * 365,
        };
        hours * 3_600_000_000
    }
}
