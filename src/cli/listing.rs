//! A list, walked to its end and written: what `jobs` and `candidates` share.

use std::io::IsTerminal;

use clap::Args;

use super::exit::Exit;
use super::out::{Out, terminal_width};
use super::patience::patiently;
use super::progress::Progress;
use super::show::{self, Format, FormatArguments, SortBy};
use crate::client::{Client, Completeness, FetchedRow, ListEndpoint, ListItem};

/// What the commands that list take.
#[derive(Debug, Args)]
pub(super) struct Listing {
    /// The first N only, after sorting and choosing
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Sort by a column of the table or a field of the JSON, `-FIELD` for the largest first
    /// [default: the server's order]
    #[arg(long, value_name = "FIELD", allow_hyphen_values = true)]
    sort: Option<String>,
    /// Only what this finds, in the filter language of the terminal: words,
    /// `FIELD:text`, `age>14d`, `-` for not
    #[arg(
        long,
        value_name = "FILTER",
        allow_hyphen_values = true,
        default_value = "",
        hide_default_value = true
    )]
    filter: String,
    /// Succeed even if only part of the list could be read
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    format: FormatArguments,
}

/// A list as one command asks for it.
pub(super) struct Asked<'a, T> {
    pub(super) list: ListEndpoint<T>,
    /// What one of its records is called, in the plural.
    pub(super) noun: &'static str,
    /// Which records are wanted; `None` for all.
    pub(super) wanted: Option<&'a (dyn Fn(&T) -> bool + Sync)>,
}

impl Listing {
    /// Whether none is what was asked for.
    pub(super) fn wants_none(&self) -> bool {
        self.limit == Some(0)
    }

    /// What `--filter` says.
    pub(super) fn filter(&self) -> &str {
        &self.filter
    }

    /// Walks the list and writes it. Tells how many records were written: who
    /// asked knows what none means.
    pub(super) async fn write<T>(
        &self,
        client: &Client,
        asked: &Asked<'_, T>,
        out: &Out,
    ) -> Result<u64, Exit>
    where
        T: ListItem + show::Listed + Sync,
    {
        let sort = self.sort.as_deref().map(SortBy::parse::<T>).transpose();
        let sort = sort.map_err(|error| Exit::usage(format!("--sort: {error}")))?;
        // Who sorts or chooses must see the whole list to know what comes first.
        let whole = sort.is_some() || asked.wanted.is_some();
        let enough = self.limit.filter(|_| !whole);
        let streams = self.format.format(None) == Format::Jsonl
            && sort.is_none()
            && (self.limit.is_none() || !whole);
        let (written, completeness) = if streams {
            self.stream(client, asked, enough, out).await?
        } else {
            self.gather(client, asked, (enough, sort), out).await?
        };
        out.flush()?;
        self.judge(&completeness, asked.noun, out)?;
        Ok(written)
    }

    /// Writes every page as it comes.
    async fn stream<T: ListItem + show::Listed + Sync>(
        &self,
        client: &Client,
        asked: &Asked<'_, T>,
        enough: Option<u64>,
        out: &Out,
    ) -> Result<(u64, Completeness), Exit> {
        let mut written = 0;
        let take = |rows: Vec<FetchedRow<T>>| {
            let room = self.limit.map_or(usize::MAX, |limit| size(limit - written));
            let records: Vec<T> = rows.into_iter().map(|row| row.record).take(room).collect();
            written += records.len() as u64;
            out.data(|to| show::list(&records, Format::Jsonl, None, to))?;
            out.flush()
        };
        // A bar between the lines of data would spoil both.
        let watched = terminal_width().is_none();
        let completeness = follow(client, asked, (enough, watched), out, take).await?;
        Ok((written, completeness))
    }

    /// Writes the list when it is whole.
    async fn gather<T: ListItem + show::Listed + Sync>(
        &self,
        client: &Client,
        asked: &Asked<'_, T>,
        (enough, sort): (Option<u64>, Option<SortBy>),
        out: &Out,
    ) -> Result<(u64, Completeness), Exit> {
        let mut kept: Vec<FetchedRow<T>> = Vec::new();
        let take = |rows: Vec<FetchedRow<T>>| {
            kept.extend(rows);
            Ok(())
        };
        let completeness = follow(client, asked, (enough, true), out, take).await?;
        kept.sort_by_key(|row| row.position);
        let mut records: Vec<T> = kept.into_iter().map(|row| row.record).collect();
        if let Some(by) = &sort {
            show::sort(&mut records, by);
        }
        records.truncate(self.limit.map_or(usize::MAX, size));
        let width = terminal_width();
        let format = self.format.format(width);
        let unread = completeness.read == 0 && !completeness.is_complete();
        // No heading over nothing, and no empty document that would be a lie.
        if !(records.is_empty() && (format == Format::Table || unread)) {
            out.data(|to| show::list(&records, format, width, to))?;
        }
        Ok((records.len() as u64, completeness))
    }

    /// Says what is missing, and whether that is a failure.
    fn judge(&self, completeness: &Completeness, noun: &str, out: &Out) -> Result<(), Exit> {
        if !completeness.unreadable.is_empty() {
            let count = completeness.unreadable.len();
            let rows: Vec<String> = completeness
                .unreadable
                .iter()
                .take(10)
                .map(|place| (place + 1).to_string())
                .collect();
            let more = if count > rows.len() { ", …" } else { "" };
            out.say(&format!(
                "{count} {noun} could not be read and are left out (rows {}{more})",
                rows.join(", ")
            ));
        }
        let Some(gap) = completeness.worst() else { return Ok(()) };
        let exit = match completeness.error() {
            Some(error) => Exit::from(error.clone()),
            None => Exit::failure(gap.reason.to_string()),
        };
        if completeness.read == 0 {
            return Err(exit);
        }
        let of = completeness.total.map_or_else(String::new, |total| format!(" of {total}"));
        let told = format!("incomplete: {}{of} {noun}", completeness.read);
        if self.partial {
            out.say(&format!("{told}: {}", exit.message()));
            return Ok(());
        }
        Err(exit.at(&told).and("--partial is content with that"))
    }
}

/// Walks to the end, with a bar where somebody watches.
async fn follow<T: ListItem>(
    client: &Client,
    asked: &Asked<'_, T>,
    (enough, watched): (Option<u64>, bool),
    out: &Out,
    mut take: impl FnMut(Vec<FetchedRow<T>>) -> Result<(), Exit>,
) -> Result<Completeness, Exit> {
    let mut walk = match enough {
        Some(enough) => client.paginate_up_to(&asked.list, enough),
        None => client.paginate(&asked.list),
    };
    let at_most = |total: Option<u64>| total.map(|total| enough.map_or(total, |e| total.min(e)));
    let bar = (watched && std::io::stderr().is_terminal()).then(|| Progress::new(None, asked.noun));
    let walking = async {
        while let Some(mut batch) = walk.next().await {
            if let Some(bar) = &bar {
                bar.set(batch.read);
                bar.set_total(at_most(batch.total));
            }
            batch.rows.retain(|row| asked.wanted.is_none_or(|is| is(&row.record)));
            take(batch.rows)?;
        }
        Ok::<(), Exit>(())
    };
    let walked = patiently(client, bar.as_ref(), out, walking).await;
    if let Some(bar) = &bar {
        bar.end();
    }
    walked?;
    let completeness = walk.completeness();
    Ok(Completeness { total: at_most(completeness.total), ..completeness })
}

fn size(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
