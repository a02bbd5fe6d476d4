//! Reads the pages of a list, whole, in parts or around some positions.
//!
//! The storage thread and the commands call it.

use rusqlite::Connection;

use super::bodies::read_body;
use super::codec::MirrorItem;
use super::pages::unsigned;
use crate::recruiting::paging::restore::StoredRows;
use crate::recruiting::table::RowBuffer as _;
use crate::storage::open::timestamp;
use crate::storage::{Storage, StorageError};
use crate::wire::{CandidateItem, JobId};

/// Rows that are read together: the terminal UI takes them without missing a key.
const PART_ROWS: usize = 20_000;

/// Which pages of a list to read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PageChoice<'a> {
    All,
    /// Those with a row at one of these positions. All if the list has at most `small` rows.
    At {
        positions: &'a [u64],
        small: u64,
    },
}

impl PageChoice<'_> {
    fn wants(self, from: u64, rows: u64, total: u64) -> bool {
        match self {
            Self::All => true,
            Self::At { positions, small } => {
                total <= small || positions.iter().any(|at| (from..from + rows).contains(at))
            }
        }
    }
}

impl Storage {
    /// The list of jobs, or the candidates of a job; `None` if it was never read.
    pub(crate) fn mirrored_list<T: MirrorItem>(
        &self,
        server: &str,
        job: &JobId,
        choice: PageChoice<'_>,
    ) -> Result<Option<StoredRows<T>>, StorageError> {
        read_list(&self.connection, server, job, choice)
    }

    /// The candidates of a job, in parts: a reader on another thread need not wait for the last one.
    pub fn mirrored_candidates(
        &self,
        server: &str,
        job: &JobId,
        take: impl FnMut(StoredRows<CandidateItem>),
    ) -> Result<(), StorageError> {
        read_candidate_parts(&self.connection, server, job, take)
    }
}

/// Calls `take` with each part; never if the list was never read.
pub(in crate::storage) fn read_candidate_parts(
    connection: &Connection,
    server: &str,
    job: &JobId,
    take: impl FnMut(StoredRows<CandidateItem>),
) -> Result<(), StorageError> {
    read_parts(connection, (server, job), PageChoice::All, PART_ROWS, take)
}

pub(in crate::storage) fn read_list<T: MirrorItem>(
    connection: &Connection,
    server: &str,
    job: &JobId,
    choice: PageChoice<'_>,
) -> Result<Option<StoredRows<T>>, StorageError> {
    let mut list = None;
    read_parts(connection, (server, job), choice, usize::MAX, |rows| list = Some(rows))?;
    Ok(list)
}

/// Calls `take` with each part, of about `max` rows; never if the list was never read.
fn read_parts<T: MirrorItem>(
    connection: &Connection,
    (server, job): (&str, &JobId),
    choice: PageChoice<'_>,
    max: usize,
    mut take: impl FnMut(StoredRows<T>),
) -> Result<(), StorageError> {
    let mut query = connection.prepare_cached(
        "SELECT position, max(body), page.read_at, rows, total
         FROM mirror_list AS list JOIN mirror_page AS page ON page.list = list.id
         WHERE server = ?1 AND job = ?2 AND position >= 0 GROUP BY position ORDER BY position",
    )?;
    let stored: Vec<[Option<i64>; 5]> = query
        .query_map([server, job.as_str()], |row| {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?])
        })?
        .collect::<Result<_, _>>()?;
    let number = |value: Option<i64>| unsigned(value.unwrap_or(0));
    let count = stored.iter().map(|page| number(page[3])).sum();
    let Some(oldest) = stored.iter().filter_map(|page| page[2]).min() else { return Ok(()) };
    let total = stored.first().and_then(|page| page[4]).map(unsigned).or(Some(count));
    let part = |pages| StoredRows { pages, total, read_at: timestamp(oldest) };
    let (mut pages, mut size) = (Vec::new(), 0);
    for [position, body, _, rows, _] in &stored {
        let (from, rows) = (number(*position), number(*rows));
        if choice.wants(from, rows, count) {
            let rows = read_body::<T>(connection, body.unwrap_or(0))?;
            if size > 0 && size + rows.len() > max {
                take(part(std::mem::take(&mut pages)));
                size = 0;
            }
            size += rows.len();
            pages.push((from, rows));
        }
    }
    take(part(pages));
    Ok(())
}
