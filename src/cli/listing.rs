//! Reads a list to its end and writes it: shared by `jobs` and `candidates`.

use std::io::IsTerminal;

use clap::Args;
use clap_complete::ArgValueCompleter;

use super::exit::Exit;
use super::offline;
use super::output::{Output, terminal_width};
use super::progress::Progress;
use super::show::{self, ListFormatArgs, ListLayout, OutputFormat, SortArg, TableRow};
use super::wait_notice::with_wait_notice;
use super::workspace::OpenWorkspace;
use crate::client::{Completeness, FetchedRow, ListEndpoint, ListItem};
use crate::recruiting::table::JobKind;
use crate::recruiting::table::RowBuffer as _;
use crate::storage::mirror::codec::MirrorItem;
use crate::text::group_digits;
use crate::usecases::aligned_pages::AlignedPages;
use crate::usecases::recorder::Recorded;
use crate::wire::JobId;

/// What the commands that list take.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// Print only the first N, after sorting and filtering
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Sort by a column of the table, a field of the JSON, or age; `-FIELD` reverses the order
    /// [default: the server's order]
    #[arg(long, value_name = "FIELD", allow_hyphen_values = true, add = ArgValueCompleter::new(show::sort_fields))]
    sort: Option<String>,
    /// Print only what matches, in the filter language of the terminal UI: words,
    /// `FIELD:text`, `is:active`, `age>14d`; `-` negates a term
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
    format: ListFormatArgs,
}

/// Whether the job of a record is open, on hold, closed or archived.
pub(super) type JobKindOf<T> = fn(&T) -> JobKind;

pub(super) struct ListRequest<'a, T> {
    pub(super) list: ListEndpoint<T>,
    /// Empty for the list of jobs.
    pub(super) job: &'a JobId,
    /// The plural noun for its records.
    pub(super) noun: &'static str,
    /// Selects the wanted records; `None` for all.
    pub(super) predicate: Option<&'a (dyn Fn(&T) -> bool + Sync)>,
    /// Groups the rows of a table that is not sorted otherwise, smaller values first.
    pub(super) group: Option<JobKindOf<T>>,
}

impl ListArgs {
    /// `--limit 0`.
    pub(super) fn is_limit_zero(&self) -> bool {
        self.limit == Some(0)
    }

    pub(super) fn filter(&self) -> &str {
        &self.filter
    }

    pub(super) fn layout<T: TableRow>(&self) -> Result<ListLayout<T>, Exit> {
        self.format.layout()
    }

    pub(super) const fn allows_pager(&self) -> bool {
        self.format.format.allows_pager()
    }

    /// Whether the output needs the time in a stage.
    pub(super) fn uses_age(&self) -> bool {
        self.sort.as_deref().is_some_and(SortArg::is_age) || self.format.has_column("age")
    }

    pub(super) const fn accepts_partial(&self) -> bool {
        self.partial
    }

    pub(super) fn max_rows(&self) -> usize {
        self.limit.map_or(usize::MAX, to_usize)
    }

    pub(super) fn sort_arg<T: TableRow>(&self) -> Result<Option<SortArg>, Exit> {
        let sort = self.sort.as_deref().map(SortArg::parse::<T>).transpose();
        sort.map_err(|error| Exit::usage(format!("--sort: {error}")))
    }

    /// Reads the list and writes it. Returns the number of records written.
    pub(super) async fn write<T>(
        &self,
        workspace: &OpenWorkspace,
        request: &ListRequest<'_, T>,
        out: &Output,
    ) -> Result<u64, Exit>
    where
        T: ListItem + Recorded + MirrorItem + TableRow + Sync,
    {
        let (sort, layout) = (self.sort_arg::<T>()?, self.layout::<T>()?);
        let is_table = layout.format == OutputFormat::Table;
        let group = request.group.filter(|_| is_table && sort.is_none());
        // Sorting and filtering need the whole list.
        let reads_all = sort.is_some() || group.is_some() || request.predicate.is_some();
        let max_rows = self.limit.filter(|_| !reads_all);
        // Pages arrive in any order, and the first rows are those of the list.
        let is_streaming =
            layout.format == OutputFormat::Jsonl && sort.is_none() && self.limit.is_none();
        let (written, completeness) = if is_streaming {
            stream(workspace, request, &layout, out).await?
        } else {
            let (mut rows, completeness) = self.read(workspace, request, max_rows, out).await?;
            if let Some(group) = group {
                rows.sort_by_key(group);
            }
            (self.write_rows(rows, &completeness, (&layout, sort), out)?, completeness)
        };
        out.flush()?;
        self.check_completeness(&completeness, request.noun, out)?;
        Ok(written)
    }

    /// Reads the whole list, in its order.
    pub(super) async fn read<T: ListItem + Recorded + MirrorItem>(
        &self,
        workspace: &OpenWorkspace,
        request: &ListRequest<'_, T>,
        max_rows: Option<u64>,
        out: &Output,
    ) -> Result<(Vec<T>, Completeness), Exit> {
        let mut collected: Vec<FetchedRow<T>> = Vec::new();
        let on_rows = |rows: Vec<FetchedRow<T>>| {
            collected.extend(rows);
            Ok(())
        };
        let completeness = read_pages(workspace, request, (max_rows, true), out, on_rows).await?;
        collected.sort_by_key(|row| row.position);
        Ok((collected.into_iter().map(|row| row.record).collect(), completeness))
    }

    /// Sorts the rows and writes them. Returns their number.
    pub(super) fn write_rows<T: TableRow>(
        &self,
        mut rows: Vec<T>,
        completeness: &Completeness,
        (layout, sort): (&ListLayout<T>, Option<SortArg>),
        out: &Output,
    ) -> Result<u64, Exit> {
        if let Some(sort) = &sort {
            show::sort(&mut rows, sort);
        }
        rows.truncate(self.max_rows());
        let is_unread = completeness.read == 0 && !completeness.is_complete();
        // No heading without rows, and no empty document when nothing could be read.
        if !(rows.is_empty() && (layout.format == OutputFormat::Table || is_unread)) {
            out.write_page(self.allows_pager(), |to| show::write_list(&rows, layout, to))?;
        }
        Ok(rows.len() as u64)
    }

    /// Reports what is missing; an error unless `--partial` allows it.
    pub(super) fn check_completeness(
        &self,
        completeness: &Completeness,
        noun: &str,
        out: &Output,
    ) -> Result<(), Exit> {
        for (positions, reason, reason_of_one) in [
            (&completeness.unreadable, "could not be read", "could not be read"),
            (&completeness.foreign, "belong to another job", "belongs to another job"),
        ] {
            if positions.is_empty() {
                continue;
            }
            let count = positions.len();
            let (noun, reason, is, row) = match count {
                1 => (noun.trim_end_matches('s'), reason_of_one, "is", "row"),
                _ => (noun, reason, "are", "rows"),
            };
            let rows: Vec<String> =
                positions.iter().take(10).map(|index| (index + 1).to_string()).collect();
            let more = if count > rows.len() { ", …" } else { "" };
            out.print_message(&format!(
                "{count} {noun} {reason} and {is} left out ({row} {}{more})",
                rows.join(", ")
            ));
        }
        let Some(exit) = gap_error(completeness) else { return Ok(()) };
        if completeness.read == 0 {
            return Err(exit);
        }
        let total = completeness.total.map_or_else(String::new, |total| format!(" of {total}"));
        let message = format!("incomplete: {}{total} {noun}", completeness.read);
        if self.partial {
            out.print_message(&format!("{message}: {}", exit.message()));
            return Ok(());
        }
        Err(exit.with_prefix(&message).with_advice("--partial accepts that"))
    }
}

/// Writes the rows of a list as they arrive.
async fn stream<T: ListItem + Recorded + MirrorItem + TableRow + Sync>(
    workspace: &OpenWorkspace,
    request: &ListRequest<'_, T>,
    layout: &ListLayout<T>,
    out: &Output,
) -> Result<(u64, Completeness), Exit> {
    let mut written = 0;
    let on_rows = |rows: Vec<FetchedRow<T>>| {
        let records: Vec<T> = rows.into_iter().map(|row| row.record).collect();
        written += records.len() as u64;
        out.write_data(|to| show::write_list(&records, layout, to))?;
        out.flush()
    };
    // A progress bar would mix with the lines of data.
    let show_progress = terminal_width().is_none();
    let completeness = read_pages(workspace, request, (None, show_progress), out, on_rows).await?;
    Ok((written, completeness))
}

/// Reads a whole list without progress. A part of it is an error.
pub(super) async fn read_whole<T: ListItem>(
    workspace: &OpenWorkspace,
    list: &ListEndpoint<T>,
) -> Result<Vec<T>, Exit> {
    let (mut pages, mut rows) = (workspace.client.paginate(list), Vec::new());
    while let Some(batch) = pages.next().await {
        rows.extend(batch.rows.into_iter().map(|row| row.record));
    }
    gap_error(&pages.completeness()).map_or(Ok(rows), Err)
}

/// Why a part of the list could not be read, if one could not.
pub(super) fn gap_error(completeness: &Completeness) -> Option<Exit> {
    let gap = completeness.worst_gap()?;
    Some(match completeness.error() {
        Some(error) => Exit::from(error.clone()),
        None => Exit::failure(gap.reason.to_string()),
    })
}

/// Reads all pages, with a progress bar if stderr is a terminal.
async fn read_pages<T: ListItem + Recorded + MirrorItem>(
    workspace: &OpenWorkspace,
    request: &ListRequest<'_, T>,
    (max_rows, show_progress): (Option<u64>, bool),
    out: &Output,
    mut on_rows: impl FnMut(Vec<FetchedRow<T>>) -> Result<(), Exit>,
) -> Result<Completeness, Exit> {
    if workspace.is_offline() {
        return read_mirror(workspace, request, out, on_rows);
    }
    let client = &workspace.client;
    let mut pages = match max_rows {
        Some(max_rows) => client.paginate_up_to(&request.list, max_rows),
        None => client.paginate(&request.list),
    };
    let mut recorder = offline::recorder(workspace);
    let mut aligned = AlignedPages::<T>::default();
    let capped_total =
        |total: Option<u64>| total.map(|total| max_rows.map_or(total, |e| total.min(e)));
    let bar = (show_progress && std::io::stderr().is_terminal())
        .then(|| Progress::new(None, request.noun));
    let reading = async {
        while let Some(mut batch) = pages.next().await {
            if let Some(bar) = &bar {
                bar.set(batch.read);
                bar.set_total(capped_total(batch.total));
            }
            if let Some(recorder) = &mut recorder {
                aligned.add(&batch.rows, |page| recorder.page(request.job, page, batch.total));
            }
            batch
                .rows
                .retain(|row| request.predicate.is_none_or(|predicate| predicate(&row.record)));
            on_rows(batch.rows)?;
        }
        Ok::<(), Exit>(())
    };
    let result = with_wait_notice(client, bar.as_ref(), out, reading).await;
    if let Some(bar) = &bar {
        bar.finish();
    }
    let completeness = pages.completeness();
    if let Some(mut recorder) = recorder {
        // Cut by a limit, the last page would hide rows that are stored.
        if max_rows.is_none() {
            aligned.finish(|page| recorder.page(request.job, page, completeness.total));
            if result.is_ok() {
                recorder.end(request.job, &completeness);
            }
        }
        offline::finish(recorder, out).await;
    }
    result?;
    Ok(Completeness { total: capped_total(completeness.total), ..completeness })
}

/// The same from the copy on this machine.
fn read_mirror<T: MirrorItem>(
    workspace: &OpenWorkspace,
    request: &ListRequest<'_, T>,
    out: &Output,
    mut on_rows: impl FnMut(Vec<FetchedRow<T>>) -> Result<(), Exit>,
) -> Result<Completeness, Exit> {
    let stored = offline::list::<T>(workspace, request.job, out)?;
    let mut read = 0;
    for (from, rows) in stored.pages {
        let rows =
            (from..).zip(rows.items()).map(|(position, record)| FetchedRow { position, record });
        let mut rows: Vec<FetchedRow<T>> = rows.collect();
        read += rows.len() as u64;
        rows.retain(|row| request.predicate.is_none_or(|predicate| predicate(&row.record)));
        on_rows(rows)?;
    }
    let total = stored.total;
    if let Some(total) = total.filter(|total| read < *total) {
        let (read, total) = (group_digits(read), group_digits(total));
        out.print_message(&format!("offline: only {read} of {total} {} are stored", request.noun));
    }
    Ok(Completeness { read, total, unreadable: Vec::new(), foreign: Vec::new(), gaps: Vec::new() })
}

fn to_usize(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
