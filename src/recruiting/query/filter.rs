//! A parsed filter, as plain data.

use std::cmp::Ordering;

use crate::recruiting::table::ListField;

/// All words and conditions must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    pub(crate) words: Vec<Word>,
    pub(crate) conditions: Vec<Condition>,
}

impl Filter {
    /// The filter `is:word`.
    pub(crate) fn of_kind(word: &'static str) -> Self {
        let any = vec![Test::Word(word)];
        let condition = Condition { negated: false, field: ListField::Is, any };
        Self { words: Vec::new(), conditions: vec![condition] }
    }

    /// Whether a condition asks for rejected, withdrawn or archived rows, or for a stage or an id,
    /// so that it finds them though they are hidden.
    pub(crate) fn names_closed_rows(&self) -> bool {
        let fields = [ListField::Stage, ListField::StageId, ListField::Archived, ListField::Id];
        let names = |condition: &Condition| !condition.negated && fields.contains(&condition.field);
        self.conditions.iter().any(names) || self.has_kind(&["rejected", "withdrawn", "archived"])
    }

    /// An empty filter matches every row.
    pub(crate) const fn is_empty(&self) -> bool {
        self.words.is_empty() && self.conditions.is_empty()
    }

    /// Whether the result depends on how long candidates are in their stage.
    pub(crate) fn depends_on_age(&self) -> bool {
        self.has_condition_on(ListField::Age) || self.has_kind(&["overdue"])
    }

    /// The conditions that do not depend on how long candidates are in their stage.
    pub(crate) fn without_age(&self) -> Self {
        let is_kept = |condition: &&Condition| {
            let alone = Self { words: Vec::new(), conditions: vec![(*condition).clone()] };
            !alone.depends_on_age()
        };
        let conditions = self.conditions.iter().filter(is_kept).cloned().collect();
        Self { words: self.words.clone(), conditions }
    }

    /// Whether the result depends on what is usual in the job, not only on each candidate.
    pub(crate) fn depends_on_figures(&self) -> bool {
        self.has_kind(&["overdue"])
    }

    /// Whether the result depends on the recruiter's own data.
    pub(crate) fn depends_on_triage(&self) -> bool {
        let is_triage = |condition: &Condition| condition.field.is_triage();
        self.conditions.iter().any(is_triage) || self.has_kind(&["starred"])
    }

    /// Whether a condition tests the field.
    pub(crate) fn has_condition_on(&self, field: ListField) -> bool {
        self.conditions.iter().any(|condition| condition.field == field)
    }

    /// The texts that conditions look for in a field, folded.
    pub(crate) fn texts_of(&self, field: ListField) -> impl Iterator<Item = &str> {
        let conditions = self.conditions.iter().filter(move |condition| condition.field == field);
        let needles = conditions.flat_map(|condition| &condition.any).filter_map(Test::needle);
        needles.filter_map(|needle| std::str::from_utf8(needle).ok())
    }

    /// Whether a condition on `is` has one of the words.
    pub(crate) fn has_kind(&self, words: &[&str]) -> bool {
        let is_kind = |test: &Test| matches!(test, Test::Word(word) if words.contains(word));
        let conditions = self.conditions.iter().filter(|it| it.field == ListField::Is);
        conditions.flat_map(|condition| &condition.any).any(is_kind)
    }

    /// Whether a fuzzy search makes sense, that is, whether there are bare words.
    pub(crate) fn has_words(&self) -> bool {
        self.words.iter().any(|word| !word.negated)
    }

    /// The filter without its bare words, which a fuzzy search handles.
    pub(crate) fn without_words(&self) -> Self {
        Self { words: Vec::new(), conditions: self.conditions.clone() }
    }

    /// The filter without its conditions on a field.
    pub(crate) fn without(&self, field: ListField) -> Self {
        let others = self.conditions.iter().filter(|condition| condition.field != field);
        Self { words: self.words.clone(), conditions: others.cloned().collect() }
    }
}

/// A text that the line of a row must contain, or must not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) negated: bool,
    /// Folded, never empty.
    pub(crate) needle: Vec<u8>,
}

/// A condition on one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) negated: bool,
    pub(crate) field: ListField,
    /// At least one must hold.
    pub(crate) any: Vec<Test>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Test {
    /// The folded text contains these bytes.
    Contains(Vec<u8>),
    Empty,
    Number(CompareOp, i64),
    /// The age in whole units of time.
    Age(CompareOp, i64, Unit),
    /// Start and end of the day, month or year, in microseconds since 1970.
    Date(CompareOp, i64, i64),
    Flag(bool),
    Word(&'static str),
}

impl Test {
    pub(crate) fn needle(&self) -> Option<&[u8]> {
        match self {
            Self::Contains(needle) => Some(needle),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompareOp {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl CompareOp {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Hours,
    Days,
    Weeks,
    Months,
    Years,
}

impl Unit {
    pub(crate) const fn from_suffix(letter: &str) -> Option<Self> {
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
            // Thirty days, not a calendar month.
            Self::Months => 24 * 30,
            Self::Years => 24 * 365,
        };
        hours * 3_600_000_000
    }
}
