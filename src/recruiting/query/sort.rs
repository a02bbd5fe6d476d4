//! Sorts rows by a field. A list calls it when its sort or its rows change, the commands once.

mod sorted;
mod text_keys;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use self::sorted::SortedPart;
pub use self::sorted::SortedRows;
use self::text_keys::sort_by_texts;

use super::context::QueryContext;
use super::matches::Matches;
use crate::recruiting::parallel::{MIN_ROWS, map_parts, sort_in_parts};
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

/// Bits of a key for the place of its row.
const PLACE_BITS: u32 = u32::BITS;
/// Fewer binary searches are not worth a thread.
const MIN_SEARCHES: usize = 512;
/// Set if a row has no number: those come last.
const NO_NUMBER: u128 = 1 << 127;

impl<T: Table, P: Fn(Row) -> u64 + Sync> RowOrder<'_, T, P> {
    #[must_use]
    pub fn sort(&self, rows: &[Row]) -> SortedRows {
        let rows = self.by_position(rows);
        let sorted = match rows.first() {
            None => SortedRows::default(),
            Some(_) if is_number(self.by) => sort_by(&rows, |row| self.number(row).map(unsigned)),
            Some(first) if self.table.interned(*first, self.by).is_some() => {
                let ranks = self.ranks(&rows);
                let last = ranks.iter().flatten().max().map_or(0, |rank| rank + 1);
                let rank = |row| ranks[self.table.interned(row, self.by)?];
                SortedRows::by_rank(&rows, last, rank)
            }
            Some(_) => self.sort_by_text(&rows),
        };
        match self.direction {
            Direction::Ascending => sorted,
            Direction::Descending => sorted.reversed(),
        }
    }

    /// Merges new or changed rows into sorted rows, of which only the live ones stay.
    #[must_use]
    pub fn merge(
        &self,
        sorted: SortedRows,
        new: &[Row],
        is_live: impl Fn(Row) -> bool,
    ) -> SortedRows {
        let mut moved = Matches::default();
        for row in new {
            moved.set(*row, true);
        }
        let sorted = sorted.retain(|row| is_live(row) && !moved.contains(row));
        if new.is_empty() {
            return sorted;
        }
        let new = self.sort(new);
        let places = map_parts(new.rows.len(), MIN_SEARCHES, |part| {
            new.rows[part].iter().map(|row| self.place(&sorted, *row)).collect::<Vec<_>>()
        });
        sorted.insert(&new, &places.concat(), |before, row| {
            let value = self.value(row);
            value.is_some() && self.value(before) == value
        })
    }

    /// How many of the sorted rows come before another row.
    fn place(&self, sorted: &SortedRows, row: Row) -> usize {
        let position = |row: Row| ((self.position)(row), row);
        let (valued, blank) = sorted.rows.split_at(sorted.valued());
        let Some(value) = self.value(row) else {
            return valued.len() + blank.partition_point(|other| position(*other) < position(row));
        };
        valued.partition_point(|other| {
            let by_value = self.value(*other).map(|other| self.directed(other.cmp(&value)));
            by_value.is_some_and(|order| {
                order.then_with(|| position(*other).cmp(&position(row))).is_lt()
            })
        })
    }

    /// In the order of the server, which ties keep.
    fn by_position<'r>(&self, rows: &'r [Row]) -> Cow<'r, [Row]> {
        let place = |row: &Row| ((self.position)(*row), *row);
        if rows.is_sorted_by_key(place) {
            return Cow::Borrowed(rows);
        }
        let mut rows = rows.to_vec();
        rows.sort_by_cached_key(place);
        Cow::Owned(rows)
    }

    fn sort_by_text(&self, rows: &[Row]) -> SortedRows {
        let (table, by) = (self.table, self.by);
        let column = column_index(T::FIELDS, by);
        sort_by_texts(rows, &|row| match column {
            Some(column) => Cow::Borrowed(table.lines().column(row, column)),
            None => table.folded(row, by),
        })
    }

    /// The rank of each interned text among those of the rows; none for an empty one.
    fn ranks(&self, rows: &[Row]) -> Vec<Option<usize>> {
        let firsts = map_parts(rows.len(), MIN_ROWS, |part| {
            let mut seen = Matches::default();
            let keys = rows[part]
                .iter()
                .filter_map(|row| Some((self.table.interned(*row, self.by)?, *row)));
            keys.filter(|(key, _)| seen.add(*key)).collect::<Vec<_>>()
        });
        let mut firsts = firsts.concat();
        firsts.sort_unstable();
        firsts.dedup_by_key(|(key, _)| *key);
        let mut ranks = vec![None; firsts.last().map_or(0, |(key, _)| key + 1)];
        let text = |(key, row)| (self.rank(row), self.table.folded(row, self.by), key);
        let mut texts: Vec<Ranked<'_>> = firsts.into_iter().map(text).collect();
        texts.sort_unstable();
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

/// Sorts rows by a number. The order of the rows decides between equal ones.
fn sort_by(rows: &[Row], number: impl Fn(Row) -> Option<u64> + Sync) -> SortedRows {
    let make = |part: Range<usize>| {
        let key = |place: usize| {
            let number = number(rows[place]);
            number.map_or(NO_NUMBER, |number| u128::from(number) << PLACE_BITS) | place as u128
        };
        part.map(key).collect()
    };
    let parts = sort_in_parts(rows.len(), PLACE_BITS, make, |keys| {
        let valued = keys.partition_point(|key| *key < NO_NUMBER);
        let mut before = None;
        let is_same =
            |key: &u128| before.replace(key >> PLACE_BITS).is_some_and(|b| b == key >> PLACE_BITS);
        let same = keys[..valued].iter().map(is_same).collect();
        let place = |key: &u128| usize::try_from(key & u128::from(u32::MAX)).unwrap_or(0);
        SortedPart { rows: keys.iter().map(|key| rows[place(key)]).collect(), same }
    });
    SortedRows::concat(parts)
}
