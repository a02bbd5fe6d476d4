//! Sorts rows by a field.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::context::QueryContext;
use super::matches::Matches;
use crate::recruiting::stage::StageRef;
use crate::recruiting::table::{ListField, ListFieldInfo, Row, Table, column_index};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    #[default]
    Ascending,
    Descending,
}

impl Direction {
    pub(crate) const fn reversed(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
        }
    }
}

/// Parses the key of a field, with a minus sign if descending; `None` if there is no such field.
pub(crate) fn parse_sort(text: &str, fields: &[ListFieldInfo]) -> Option<(ListField, Direction)> {
    let (direction, key) = match text.strip_prefix('-') {
        Some(key) => (Direction::Descending, key),
        None => (Direction::Ascending, text),
    };
    let field = fields.iter().find(|field| field.key == key)?;
    Some((field.field, direction))
}

/// Orders rows by a field. Ties keep the order of the server, and rows without a value come last,
/// in either direction.
#[derive(Clone, Copy)]
pub struct RowOrder<'a, T, P> {
    /// Only live rows can be sorted.
    pub table: &'a T,
    pub context: QueryContext<'a>,
    pub by: ListField,
    pub direction: Direction,
    /// The position of a row on the server.
    pub position: P,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SortValue<'a> {
    Number(i64),
    Text(i64, Cow<'a, [u8]>),
}

/// An interned text: its rank, its fold and its key.
type Ranked<'a> = (i64, Cow<'a, [u8]>, usize);

/// A row with some bytes of its text, inverted for a descending sort.
struct TextPrefix {
    key: [u64; 3],
    row: Row,
}

impl<T: Table, P: Fn(Row) -> u64> RowOrder<'_, T, P> {
    #[must_use]
    pub fn sort(&self, rows: &[Row]) -> Vec<Row> {
        let Some(first) = rows.first() else { return Vec::new() };
        if is_number(self.by) {
            let key = |row| self.number(row).map(|number| self.directed_key(unsigned(number)));
            return self.sort_by(rows, key);
        }
        if self.table.interned(*first, self.by).is_some() {
            let ranks = self.ranks(rows);
            let key =
                |row| ranks[self.table.interned(row, self.by)?].map(|rank| self.directed_key(rank));
            return self.sort_by(rows, key);
        }
        self.sort_texts(rows)
    }

    /// Merges new or changed rows into sorted rows.
    #[must_use]
    pub fn merge(&self, mut sorted: Vec<Row>, new: &[Row]) -> Vec<Row> {
        let mut moved = Matches::default();
        for row in new {
            moved.set(*row, true);
        }
        sorted.retain(|row| !moved.contains(*row));
        let mut merged = Vec::with_capacity(sorted.len() + new.len());
        let mut rest = sorted.as_slice();
        for row in self.sort(new) {
            let (before, after) =
                rest.split_at(rest.partition_point(|other| self.compare(*other, row).is_lt()));
            merged.extend_from_slice(before);
            merged.push(row);
            rest = after;
        }
        merged.extend_from_slice(rest);
        merged
    }

    pub(crate) fn compare(&self, a: Row, b: Row) -> Ordering {
        let by_value = match (self.value(a), self.value(b)) {
            (Some(a), Some(b)) => self.directed(a.cmp(&b)),
            (a, b) => a.is_none().cmp(&b.is_none()),
        };
        by_value.then_with(|| (self.position)(a).cmp(&(self.position)(b))).then(a.cmp(&b))
    }

    fn sort_by(&self, rows: &[Row], key: impl Fn(Row) -> Option<u64>) -> Vec<Row> {
        let keyed = |row: Row| {
            let key = key(row);
            (key.is_none(), key.unwrap_or(0), (self.position)(row), row)
        };
        let mut keyed: Vec<(bool, u64, u64, Row)> = rows.iter().copied().map(keyed).collect();
        keyed.sort_unstable();
        keyed.into_iter().map(|(.., row)| row).collect()
    }

    fn sort_texts(&self, rows: &[Row]) -> Vec<Row> {
        let column = column_index(T::FIELDS, self.by);
        let text = |row: Row| match column {
            Some(column) => Cow::Borrowed(self.table.lines().column(row, column)),
            None => self.table.folded(row, self.by),
        };
        let (mut blank, mut texts) = (Vec::new(), Vec::with_capacity(rows.len()));
        for row in rows.iter().copied() {
            if text(row).is_empty() {
                blank.push(row);
            } else {
                texts.push(TextPrefix { key: [0; 3], row });
            }
        }
        self.sort_by_prefix(&mut texts, 0, &text);
        blank.sort_unstable_by_key(|row| ((self.position)(*row), *row));
        texts.into_iter().map(|entry| entry.row).chain(blank).collect()
    }

    /// Sorts by the first bytes of the texts, then equal rows by the bytes that follow. No
    /// comparison has to load a text.
    fn sort_by_prefix<'t>(
        &self,
        texts: &mut [TextPrefix],
        depth: usize,
        text: &impl Fn(Row) -> Cow<'t, [u8]>,
    ) {
        for entry in texts.iter_mut() {
            let bytes = key_at(&text(entry.row), depth);
            entry.key = bytes.map(|bytes| self.directed_key(bytes));
        }
        texts.sort_unstable_by_key(|entry| entry.key);
        for equal in texts.chunk_by_mut(|a, b| a.key == b.key) {
            if equal.len() == 1 {
                continue;
            }
            // A text has no zero bytes: zero marks its end.
            if self.directed_key(equal[0].key[2]).trailing_zeros() >= u8::BITS {
                equal.sort_unstable_by_key(|entry| ((self.position)(entry.row), entry.row));
            } else {
                self.sort_by_prefix(equal, depth + 1, text);
            }
        }
    }

    /// The rank of each interned text among those of the rows; none for an empty one.
    fn ranks(&self, rows: &[Row]) -> Vec<Option<u64>> {
        let mut seen: Vec<bool> = Vec::new();
        let mut texts = Vec::new();
        for row in rows.iter().copied() {
            let Some(key) = self.table.interned(row, self.by) else { continue };
            if seen.len() <= key {
                seen.resize(key + 1, false);
            }
            if !std::mem::replace(&mut seen[key], true) {
                texts.push((self.rank(row), self.table.folded(row, self.by), key));
            }
        }
        texts.sort_unstable();
        let mut ranks = vec![None; seen.len()];
        let same = |a: &Ranked<'_>, b: &Ranked<'_>| (a.0, &a.1) == (b.0, &b.1);
        for (rank, equal) in (0..).zip(texts.chunk_by(same)) {
            for (_, text, key) in equal {
                ranks[*key] = (!text.is_empty()).then_some(rank);
            }
        }
        ranks
    }

    fn value(&self, row: Row) -> Option<SortValue<'_>> {
        if is_number(self.by) {
            return self.number(row).map(SortValue::Number);
        }
        let text = self.table.folded(row, self.by);
        (!text.is_empty()).then(|| SortValue::Text(self.rank(row), text))
    }

    /// Takes precedence over the text: stages in pipeline order, unknown stages last.
    fn rank(&self, row: Row) -> i64 {
        match self.by {
            ListField::Stage => {
                let text = |field| self.table.text(row, field);
                let stage = StageRef::new(text(ListField::StageId), text(ListField::Stage));
                let stage = stage.find(self.context.stages_of(self.table, row));
                stage.and_then(|stage| stage.stage_order).unwrap_or(i64::MAX)
            }
            _ => 0,
        }
    }

    fn number(&self, row: Row) -> Option<i64> {
        match self.by {
            ListField::Added => self.table.created_micros(row),
            // An older row has a larger age.
            ListField::Age | ListField::New => {
                let start = self.context.start(self.table, row, self.by)?;
                Some(start.saturating_neg())
            }
            ListField::Verdict | ListField::Star => self.triage_value(row),
            ListField::Archived => self.table.flag(row, self.by).map(i64::from),
            _ => self.table.number(row, self.by),
        }
    }

    /// Verdicts and stars as numbers.
    fn triage_value(&self, row: Row) -> Option<i64> {
        let [candidate, person] =
            [ListField::Id, ListField::PersonId].map(|field| self.table.text(row, field));
        let candidate = self.context.triage?.candidacy(candidate, person)?;
        match self.by {
            ListField::Star => candidate.starred.then_some(0),
            _ => candidate.verdict.as_ref().map(|verdict| verdict.verdict as i64),
        }
    }

    const fn directed_key(&self, key: u64) -> u64 {
        match self.direction {
            Direction::Ascending => key,
            Direction::Descending => !key,
        }
    }

    const fn directed(&self, ordering: Ordering) -> Ordering {
        match self.direction {
            Direction::Ascending => ordering,
            Direction::Descending => ordering.reverse(),
        }
    }
}

const fn is_number(field: ListField) -> bool {
    matches!(
        field,
        ListField::Added
            | ListField::Age
            | ListField::New
            | ListField::Archived
            | ListField::Count
            | ListField::Verdict
            | ListField::Star
    )
}

/// Maps to unsigned, preserving the order.
const fn unsigned(number: i64) -> u64 {
    number.cast_unsigned() ^ (1 << 63)
}

/// Some bytes of a text as numbers that sort like the text.
fn key_at(text: &[u8], depth: usize) -> [u64; 3] {
    let rest = text.get(depth * 24..).unwrap_or_default();
    let part = |at: usize| {
        let part = rest.get(at * 8..).unwrap_or_default();
        if let Some(chunk) = part.first_chunk() {
            return u64::from_be_bytes(*chunk);
        }
        part.iter().enumerate().fold(0, |key, (at, byte)| key | u64::from(*byte) << (56 - 8 * at))
    };
    [part(0), part(1), part(2)]
}
