//! Reads a list to its end and writes it: shared by `jobs` and `candidates`.

use std::io::IsTerminal;

use clap::Args;

use super::exit::Exit;
use super::output::{Output, terminal_width};
use super::progress::Progress;
use super::show::{self, Format, FormatArgs, SortBy};
use super::wait_notice::with_wait_notice;
use crate::client::{Client, Completeness, FetchedRow, ListEndpoint, ListItem};

/// What the commands that list take.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
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
    format: FormatArgs,
}

pub(super) struct ListRequest<'a, T> {
    pub(super) list: ListEndpoint<T>,
    /// What its records are called, in the plural.
    pub(super) noun: &'static str,
    /// Which records are wanted; `None` for all.
    pub(super) wanted: Option<&'a (dyn Fn(&T) -> bool + Sync)>,
}

impl ListArgs {
    /// `--limit 0`.
    pub(super) fn wants_none(&self) -> bool {
        self.limit == Some(0)
    }

    pub(super) fn filter(&self) -> &str {
        &self.filter
    }

    /// Reads the list and writes it; the number of records written.
    pub(super) async fn write<T>(
        &self,
        client: &Client,
        request: &ListRequest<'_, T>,
        out: &Output,
    ) -> Result<u64, Exit>
    where
        T: ListItem + show::TableRow + Sync,
    {
        let sort = self.sort.as_deref().map(SortBy::parse::<T>).transpose();
        let sort = sort.map_err(|error| Exit::usage(format!("--sort: {error}")))?;
        // Sorting and filtering need the whole list.
        let whole = sort.is_some() || request.wanted.is_some();
        let enough = self.limit.filter(|_| !whole);
        let streams = self.format.format(None) == Format::Jsonl
            && sort.is_none()
            && (self.limit.is_none() || !whole);
        let (written, completeness) = if streams {
            self.stream(client, request, enough, out).await?
        } else {
            self.gather(client, request, (enough, sort), out).await?
        };
        out.flush()?;
        self.judge(&completeness, request.noun, out)?;
        Ok(written)
    }

    async fn stream<T: ListItem + show::TableRow + Sync>(
        &self,
        client: &Client,
        request: &ListRequest<'_, T>,
        enough: Option<u64>,
        out: &Output,
    ) -> Result<(u64, Completeness), Exit> {
        let mut written = 0;
        let take = |rows: Vec<FetchedRow<T>>| {
            let room = self.limit.map_or(usize::MAX, |limit| size(limit - written));
            let records: Vec<T> = rows.into_iter().map(|row| row.record).take(room).collect();
            written += records.len() as u64;
            out.data(|to| show::write_list(&records, Format::Jsonl, None, to))?;
            out.flush()
        };
        // A progress bar would mix with the lines of data.
        let watched = terminal_width().is_none();
        let completeness = follow(client, request, (enough, watched), out, take).await?;
        Ok((written, completeness))
    }

    /// Collects the whole list, then writes it.
    async fn gather<T: ListItem + show::TableRow + Sync>(
        &self,
        client: &Client,
        request: &ListRequest<'_, T>,
        (enough, sort): (Option<u64>, Option<SortBy>),
        out: &Output,
    ) -> Result<(u64, Completeness), Exit> {
        let mut collected: Vec<FetchedRow<T>> = Vec::new();
        let take = |rows: Vec<FetchedRow<T>>| {
            collected.extend(rows);
            Ok(())
        };
        let completeness = follow(client, request, (enough, true), out, take).await?;
        collected.sort_by_key(|row| row.position);
        let mut records: Vec<T> = collected.into_iter().map(|row| row.record).collect();
        if let Some(by) = &sort {
            show::sort(&mut records, by);
        }
        records.truncate(self.limit.map_or(usize::MAX, size));
        let width = terminal_width();
        let format = self.format.format(width);
        let unread = completeness.read == 0 && !completeness.is_complete();
        // No heading without rows, and no empty document when nothing could be read.
        if !(records.is_empty() && (format == Format::Table || unread)) {
            out.data(|to| show::write_list(&records, format, width, to))?;
        }
        Ok((records.len() as u64, completeness))
    }

    /// Reports what is missing; an error unless `--partial` allows it.
    fn judge(&self, completeness: &Completeness, noun: &str, out: &Output) -> Result<(), Exit> {
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
        let message = format!("incomplete: {}{of} {noun}", completeness.read);
        if self.partial {
            out.say(&format!("{message}: {}", exit.message()));
            return Ok(());
        }
        Err(exit.at(&message).and("--partial is content with that"))
    }
}

/// Reads all pages, with a progress bar if stderr is a terminal.
async fn follow<T: ListItem>(
    client: &Client,
    request: &ListRequest<'_, T>,
    (enough, watched): (Option<u64>, bool),
    out: &Output,
    mut take: impl FnMut(Vec<FetchedRow<T>>) -> Result<(), Exit>,
) -> Result<Completeness, Exit> {
    let mut walk = match enough {
        Some(enough) => client.paginate_up_to(&request.list, enough),
        None => client.paginate(&request.list),
    };
    let at_most = |total: Option<u64>| total.map(|total| enough.map_or(total, |e| total.min(e)));
    let bar =
        (watched && std::io::stderr().is_terminal()).then(|| Progress::new(None, request.noun));
    let walking = async {
        while let Some(mut batch) = walk.next().await {
            if let Some(bar) = &bar {
                bar.set(batch.read);
                bar.set_total(at_most(batch.total));
            }
            batch.rows.retain(|row| request.wanted.is_none_or(|is| is(&row.record)));
            take(batch.rows)?;
        }
        Ok::<(), Exit>(())
    };
    let walked = with_wait_notice(client, bar.as_ref(), out, walking).await;
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
