//! What makes records a table: the columns, and how `--sort` names the fields. `columns` and the
//! commands with tables of their own declare them.

use serde::Serialize;

use super::grid::ColumnSpec;
use crate::text::Align;
use crate::wire::{Record, Timestamp};

pub(crate) trait TableRow: Record + Serialize + 'static {
    const COLUMNS: &'static [TableColumn<Self>];
    /// Other names of fields, for `--sort`: those of the filter language.
    const SORT_NAMES: &'static [(&'static str, &'static str)] = &[];

    /// From when an age counts; `None` if the rows have none.
    const AGE_START: Option<fn(&Self) -> Option<Timestamp>> = None;
}

#[derive(Debug)]
pub(crate) struct TableColumn<T> {
    pub(super) spec: ColumnSpec,
    /// The JSON field it shows.
    pub(super) field: &'static str,
    pub(super) cell: fn(&T) -> String,
}

pub(crate) const fn column<T>(
    (heading, field): (&'static str, &'static str),
    align: Align,
    (min_width, weight): (usize, usize),
    rank: usize,
    cell: fn(&T) -> String,
) -> TableColumn<T> {
    TableColumn { spec: ColumnSpec { heading, align, min_width, weight, rank }, field, cell }
}

/// The date in UTC.
pub(crate) fn day(time: Option<Timestamp>) -> String {
    time.map_or_else(String::new, |time| time.to_utc().date_naive().to_string())
}
