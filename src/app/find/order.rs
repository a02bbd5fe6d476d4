//! Rows in the order of a field.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::super::rows::{Field, Row, Table};
use super::eval::Context;
use super::matches::Matches;
use crate::wire::Timestamp;

/// Which way a list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// The smallest first.
    #[default]
    Up,
    /// The largest first.
    Down,
}

impl Direction {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }
}

/// An order of rows: by a field, then by the place that the server gave them,
/// whichever the direction. Rows without a value come last in both.
#[derive(Clone, Copy)]
pub struct Order<'a, T, P> {
    /// The store; only its live rows can be ordered.
    pub table: &'a T,
    /// What ages are reckoned by.
    pub context: Context<'a>,
    /// The field.
    pub by: Field,
    /// Which way.
    pub direction: Direction,
    /// The place of a row in the server's own order.
    pub place: P,
}

/// What is compared.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value<'a> {
    Number(i64),
    Text(Cow<'a, [u8]>),
}

/// A row with what decides before the row itself must be asked: the beginning
/// of its value, in the wanted direction, and its place.
type Keyed<K> = (K, u64, Row);

impl<T: Table, P: Fn(Row) -> u64> Order<'_, T, P> {
    /// The rows in order.
    #[must_use]
    pub fn sort(&self, rows: &[Row]) -> Vec<Row> {
        let Some(first) = rows.first() else { return Vec::new() };
        if is_number(self.by) {
            let key = |row| self.number(row).map(|number| self.turned(unsigned(number)));
            return self.sort_by(rows, key, |_, _| Ordering::Equal);
        }
        if self.table.interned(*first, self.by).is_some() {
            let ranks = self.ranks(rows);
            let key = |row| ranks[self.table.interned(row, self.by)?].map(|rank| self.turned(rank));
            return self.sort_by(rows, key, |_, _| Ordering::Equal);
        }
        let key = |row| {
            let text = self.table.folded(row, self.by);
            let key = beginning(&text);
            let turned = if self.direction == Direction::Up { key } else { !key };
            (!text.is_empty()).then_some(turned)
        };
        self.sort_by(rows, key, |a, b| {
            self.directed(self.table.folded(a, self.by).cmp(&self.table.folded(b, self.by)))
        })
    }

    /// Puts rows that are new or changed into rows that are in order.
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

    /// Which of two rows comes first.
    pub fn compare(&self, a: Row, b: Row) -> Ordering {
        let by_value = match (self.value(a), self.value(b)) {
            (Some(a), Some(b)) => self.directed(a.cmp(&b)),
            (a, b) => a.is_none().cmp(&b.is_none()),
        };
        by_value.then_with(|| (self.place)(a).cmp(&(self.place)(b))).then(a.cmp(&b))
    }

    fn sort_by<K: Ord + Copy>(
        &self,
        rows: &[Row],
        key: impl Fn(Row) -> Option<K>,
        beyond: impl Fn(Row, Row) -> Ordering,
    ) -> Vec<Row> {
        let mut valued: Vec<Keyed<K>> = Vec::with_capacity(rows.len());
        let mut blank: Vec<(u64, Row)> = Vec::new();
        for row in rows.iter().copied() {
            let place = (self.place)(row);
            match key(row) {
                Some(key) => valued.push((key, place, row)),
                None => blank.push((place, row)),
            }
        }
        valued.sort_unstable_by(|a, b| {
            let by_value = a.0.cmp(&b.0).then_with(|| beyond(a.2, b.2));
            by_value.then_with(|| (a.1, a.2).cmp(&(b.1, b.2)))
        });
        blank.sort_unstable();
        valued
            .into_iter()
            .map(|keyed| keyed.2)
            .chain(blank.into_iter().map(|(_, row)| row))
            .collect()
    }

    /// For each shared text its rank among those of the rows; none for an empty one.
    fn ranks(&self, rows: &[Row]) -> Vec<Option<u64>> {
        let mut seen: Vec<bool> = Vec::new();
        let mut texts = Vec::new();
        for row in rows.iter().copied() {
            let Some(key) = self.table.interned(row, self.by) else { continue };
            if seen.len() <= key {
                seen.resize(key + 1, false);
            }
            if !std::mem::replace(&mut seen[key], true) {
                texts.push((self.table.folded(row, self.by), key));
            }
        }
        texts.sort_unstable();
        let mut ranks = vec![None; seen.len()];
        let same = |a: &(Cow<'_, [u8]>, usize), b: &(Cow<'_, [u8]>, usize)| a.0 == b.0;
        for (rank, equal) in (0..).zip(texts.chunk_by(same)) {
            for (text, key) in equal {
                ranks[*key] = (!text.is_empty()).then_some(rank);
            }
        }
        ranks
    }

    fn value(&self, row: Row) -> Option<Value<'_>> {
        if is_number(self.by) {
            return self.number(row).map(Value::Number);
        }
        let text = self.table.folded(row, self.by);
        (!text.is_empty()).then_some(Value::Text(text))
    }

    fn number(&self, row: Row) -> Option<i64> {
        match self.by {
            Field::Added => self.table.created(row).map(Timestamp::micros),
            // The older, the larger.
            Field::Age | Field::New => {
                let start = self.context.start(self.table, row, self.by)?;
                Some(start.micros().saturating_neg())
            }
            Field::Archived => self.table.flag(row, self.by).map(i64::from),
            _ => self.table.number(row, self.by),
        }
    }

    const fn turned(&self, key: u64) -> u64 {
        match self.direction {
            Direction::Up => key,
            Direction::Down => !key,
        }
    }

    const fn directed(&self, ordering: Ordering) -> Ordering {
        match self.direction {
            Direction::Up => ordering,
            Direction::Down => ordering.reverse(),
        }
    }
}

const fn is_number(field: Field) -> bool {
    matches!(field, Field::Added | Field::Age | Field::New | Field::Archived | Field::Count)
}

/// The same order without a sign.
const fn unsigned(number: i64) -> u64 {
    number.cast_unsigned() ^ (1 << 63)
}

/// The first bytes of a text as one number, in the order of the text.
fn beginning(text: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    let length = text.len().min(16);
    bytes[..length].copy_from_slice(&text[..length]);
    u128::from_be_bytes(bytes)
}
