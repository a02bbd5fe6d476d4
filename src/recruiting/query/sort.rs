//! Sorts rows by a field. A list calls it when its sort or its rows change, the commands once.

mod sorted;
mod text_keys;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

pub use self::sorted::SortedRows;
use self::text_keys::{SortedTexts, sort_texts};

use super::context::QueryContext;
use super::matches::Matches;
use crate::recruiting::parallel::{cores, sort_keys};
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
        let mut merged = SortedRows::with_capacity(sorted.rows.len() + new.rows.len());
        let (mut from, mut blank) = (0, Vec::new());
        for (at, row) in new.rows.iter().copied().enumerate() {
            let rest = &sorted.rows[from..];
            let end = from + rest.partition_point(|other| self.compare(*other, row).is_lt());
            self.append(&mut merged, &mut blank, &sorted, from..end);
            from = end;
            if at < new.valued() {
                merged.push(row, self.repeats(merged.rows.last(), row));
            } else {
                blank.push(row);
            }
        }
        self.append(&mut merged, &mut blank, &sorted, from..sorted.rows.len());
        merged.extend_blank(blank);
        merged
    }

    /// Appends a part of sorted rows. Only the first may follow another row than before.
    fn append(
        &self,
        merged: &mut SortedRows,
        blank: &mut Vec<Row>,
        sorted: &SortedRows,
        part: Range<usize>,
    ) {
        let valued = part.start..part.end.min(sorted.valued()).max(part.start);
        for place in valued.clone() {
            let row = sorted.rows[place];
            let is_same = if place == part.start {
                self.repeats(merged.rows.last(), row)
            } else {
                sorted.is_same(place)
            };
            merged.push(row, is_same);
        }
        blank.extend_from_slice(&sorted.rows[valued.end..part.end]);
    }

    /// Whether a row has the value of the row before it.
    fn repeats(&self, before: Option<&Row>, row: Row) -> bool {
        before.is_some_and(|before| self.value(*before) == self.value(row))
    }

    pub(crate) fn compare(&self, a: Row, b: Row) -> Ordering {
        let by_value = match (self.value(a), self.value(b)) {
            (Some(a), Some(b)) => self.directed(a.cmp(&b)),
            (a, b) => a.is_none().cmp(&b.is_none()),
        };
        by_value.then_with(|| (self.position)(a).cmp(&(self.position)(b))).then(a.cmp(&b))
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
        let bytes = column.map_or([true; 256], |_| table.lines().own_bytes());
        let text = |place: usize| match column {
            Some(column) => Cow::Borrowed(table.lines().column(rows[place], column)),
            None => table.folded(rows[place], by),
        };
        let SortedTexts { places, blank } = sort_texts(rows.len(), &bytes, &text);
        let mut sorted = SortedRows::with_capacity(rows.len());
        for (place, is_same) in places {
            sorted.push(rows[place as usize], is_same);
        }
        sorted.extend_blank(blank.into_iter().map(|place| rows[place as usize]));
        sorted
    }

    /// The rank of each interned text among those of the rows; none for an empty one.
    fn ranks(&self, rows: &[Row]) -> Vec<Option<usize>> {
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
fn sort_by(rows: &[Row], key: impl Fn(Row) -> Option<u64>) -> SortedRows {
    let (mut keys, mut blank) = (Vec::with_capacity(rows.len()), Vec::new());
    for (place, row) in (0_u128..).zip(rows) {
        match key(*row) {
            Some(key) => keys.push(u128::from(key) << PLACE_BITS | place),
            None => blank.push(*row),
        }
    }
    sort_keys(&mut keys, cores());
    let mut sorted = SortedRows::with_capacity(rows.len());
    let mut before = None;
    for key in keys {
        let value = Some(key >> PLACE_BITS);
        let place = usize::try_from(key & u128::from(u32::MAX)).unwrap_or(0);
        sorted.push(rows[place], value == before);
        before = value;
    }
    sorted.extend_blank(blank);
    sorted
}
