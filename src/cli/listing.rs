//! A list, walked to its end and written: what `jobs` and `candidates` share.

use std::io::IsTerminal;
use std::time::Duration;

use clap::Args;

use super::exit::Exit;
use super::interrupt::Ending;
use super::out::Out;
use super::progress::Progress;
use super::show::{self, Format, FormatArguments, SortBy};
use crate::client::{Client, Leaf, List, Listed, Row, Statement, Walk};

/// How often a pause is counted down.
const TICK: Duration = Duration::from_millis(200);

/// What the commands that list take.
#[derive(Debug, Args)]
pub(super) struct Listing {
    /// The first N only, after sorting and choosing
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Sort by a field, `-FIELD` for the largest first [default: the server's order]
    #[arg(long, value_name = "FIELD", allow_hyphen_values = true)]
    sort: Option<String>,
    /// Succeed even if only part of the list could be read
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    format: FormatArguments,
}

/// A list as one command asks for it.
pub(super) struct Asked<'a, T> {
    pub(super) list: List<T>,
    /// What one of its records is called, in the plural.
    pub(super) noun: &'static str,
    /// Which records are wanted; `None` for all.
    pub(super) wanted: Option<&'a (dyn Fn(&T) -> bool + Sync)>,
}

impl Listing {
    /// Walks the list and writes it. Tells how many records were written: who
    /// asked knows what none means.
    pub(super) async fn write<T>(
        &self,
        client: &Client,
        asked: &Asked<'_, T>,
        out: &Out,
    ) -> Result<u64, Exit>
    where
        T: Listed + show::Listed + Sync,
    {
        let sort = self.sort.as_deref().map(SortBy::parse::<T>).transpose();
        let sort = sort.map_err(|error| Exit::usage(format!("--sort: {error}")))?;
        let whole_needed = sort.is_some() || asked.wanted.is_some();
        let walk = match self.limit.filter(|_| !whole_needed) {
            Some(limit) => client.walk_until(&asked.list, limit),
            None => client.walk(&asked.list),
        };
        let format = self.format.format();
        let streams =
            format == Format::Jsonl && sort.is_none() && (self.limit.is_none() || !whole_needed);
        let mut written = 0;
        let mut kept: Vec<Row<T>> = Vec::new();
        let take = |leaf: Leaf<T>| {
            let rows =
                leaf.rows.into_iter().filter(|row| asked.wanted.is_none_or(|is| is(&row.record)));
            if !streams {
                kept.extend(rows);
                return Ok(());
            }
            let records: Vec<T> = rows.map(|row| row.record).collect();
            written += records.len() as u64;
            out.data(|to| show::list(&records, format, None, to))?;
            out.flush()
        };
        let statement = follow(client, walk, asked.noun, take).await?;
        if !streams {
            kept.sort_by_key(|row| row.position);
            let mut records: Vec<T> = kept.into_iter().map(|row| row.record).collect();
            if let Some(by) = &sort {
                show::sort(&mut records, by);
            }
            if let Some(limit) = self.limit {
                records.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            }
            written = records.len() as u64;
            write_list(&records, format, &statement, out)?;
        }
        out.flush()?;
        self.judge(&statement, asked.noun, out)?;
        Ok(written)
    }

    /// Says what is missing, and whether that is a failure.
    fn judge(&self, statement: &Statement, noun: &str, out: &Out) -> Result<(), Exit> {
        if statement.unreadable > 0 {
            out.say(&format!("{} {noun} could not be read and are left out", statement.unreadable));
        }
        let Some(gap) = statement.worst() else { return Ok(()) };
        let exit = match statement.error() {
            Some(error) => Exit::from(error.clone()),
            None => Exit::failure(gap.reason.to_string()),
        };
        if statement.read == 0 {
            return Err(exit);
        }
        let of = statement.total.map_or_else(String::new, |total| format!(" of {total}"));
        let told = format!("incomplete: {}{of} {noun}", statement.read);
        if self.partial {
            out.say(&format!("{told}: {}", exit.message()));
            return Ok(());
        }
        Err(exit.at(&told))
    }
}

/// Writes a list that was read to its end.
fn write_list<T: show::Listed>(
    records: &[T],
    format: Format,
    statement: &Statement,
    out: &Out,
) -> Result<(), Exit> {
    if records.is_empty() && (format == Format::Table || statement.worst().is_some()) {
        // A heading over nothing; or an empty document that would be a lie.
        return Ok(());
    }
    out.data(|to| show::list(records, format, super::width(), to))
}

/// Walks to the end, with a bar where somebody watches.
async fn follow<T: Listed>(
    client: &Client,
    mut walk: Walk<T>,
    noun: &str,
    mut take: impl FnMut(Leaf<T>) -> Result<(), Exit>,
) -> Result<Statement, Exit> {
    let progress = Progress::new(None, noun);
    let watched = std::io::stderr().is_terminal();
    let mut tick = tokio::time::interval(TICK);
    let mut ending = Ending::listen()?;
    loop {
        let leaf = tokio::select! {
            leaf = walk.next() => leaf,
            () = ending.asked() => {
                progress.end();
                return Err(Exit::stopped());
            }
            _ = tick.tick(), if watched => {
                let paused = client.load().paused;
                progress.note(&paused.map_or_else(String::new, |left| {
                    format!("the server asks to wait: {} s", left.as_secs() + 1)
                }));
                continue;
            }
        };
        let Some(leaf) = leaf else { break };
        progress.set(leaf.read);
        progress.set_total(leaf.total);
        if let Err(exit) = take(leaf) {
            progress.end();
            return Err(exit);
        }
    }
    progress.end();
    Ok(walk.statement())
}
