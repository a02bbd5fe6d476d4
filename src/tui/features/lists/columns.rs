//! The columns of the lists, and which of them fit.

use std::borrow::Cow;

use crate::recruiting::stage::StageRef;
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{CandidateTable, JobKind, JobTable, ListField, Row};
use crate::text::Align;
use crate::theme::{Role, Symbols};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::selectors::job_counts::job_counts;
use crate::tui::app::state::State;
use crate::tui::features::triage::selectors::overdue;
use crate::tui::widgets::format::{count, day, days, short_age, signed};
use crate::tui::widgets::render_context::RenderContext;
use crate::wire::Timestamp;

#[derive(Clone, Copy)]
pub(crate) struct CellContext<'a> {
    pub(crate) state: &'a State,
    pub(crate) now: Timestamp,
    pub(crate) symbols: &'static Symbols,
    pub(crate) open: Option<&'a OpenJob>,
    /// Maximum days per stage.
    pub(crate) limits: &'a [(String, u32)],
}

impl<'a> CellContext<'a> {
    pub(crate) fn new(
        state: &'a State,
        context: &RenderContext<'_>,
        open: Option<&'a OpenJob>,
    ) -> Self {
        let (now, limits) = (state.clock.date, &*state.rules.limits);
        Self { state, now, symbols: context.symbols, open, limits }
    }
}

/// Clean text, and signs after it that are never cut.
pub(crate) struct ListCell<'a> {
    pub(crate) role: Role,
    pub(crate) text: Cow<'a, str>,
    pub(crate) signs: Vec<(Role, &'static str)>,
}

impl<'a> ListCell<'a> {
    fn new(role: Role, text: impl Into<Cow<'a, str>>) -> Self {
        Self { role, text: text.into(), signs: Vec::new() }
    }
}

pub(crate) struct ListColumn<S: 'static> {
    pub(crate) field: ListField,
    pub(crate) heading: &'static str,
    /// Minimum width.
    min_width: u16,
    /// Share of the remaining width.
    weight: u16,
    /// Higher ranks are dropped first.
    rank: u8,
    pub(crate) align: Align,
    pub(crate) cell: for<'a> fn(&'a S, Row, &CellContext<'a>) -> ListCell<'a>,
}

pub(crate) trait ColumnSource: RowStore + 'static {
    const COLUMNS: &'static [ListColumn<Self>];
}

#[rustfmt::skip]
impl ColumnSource for JobTable {
    const COLUMNS: &'static [ListColumn<Self>] = &[
        ListColumn { field: ListField::Archived, heading: "", min_width: 1, weight: 0, rank: 0, align: Align::Left, cell: kind_cell },
        ListColumn { field: ListField::Name, heading: "name", min_width: 18, weight: 4, rank: 1, align: Align::Left,
            cell: |rows, row, _| ListCell::new(Role::Text, rows.name(row)) },
        ListColumn { field: ListField::Client, heading: "client", min_width: 8, weight: 2, rank: 3, align: Align::Left,
            cell: |rows, row, _| ListCell::new(Role::Text, rows.client(row)) },
        ListColumn { field: ListField::Status, heading: "status", min_width: 8, weight: 1, rank: 4, align: Align::Left,
            cell: |rows, row, _| ListCell::new(Role::Dim, rows.status(row)) },
        ListColumn { field: ListField::Count, heading: "count", min_width: 6, weight: 0, rank: 2, align: Align::Right,
            cell: |rows, row, _| ListCell::new(Role::Text, rows.candidate_count(row).map_or("?".to_owned(), signed)) },
        ListColumn { field: ListField::New, heading: "new", min_width: 4, weight: 0, rank: 5, align: Align::Right,
            cell: |rows, row, context| ListCell::new(Role::Text, number(job_counts(context.state, rows.id(row)).new)) },
        ListColumn { field: ListField::Verdict, heading: "to do", min_width: 5, weight: 0, rank: 6, align: Align::Right,
            cell: |rows, row, context| ListCell::new(Role::Text, number(Some(job_counts(context.state, rows.id(row)).todo))) },
        ListColumn { field: ListField::Is, heading: "overdue", min_width: 7, weight: 0, rank: 7, align: Align::Right, cell: overdue_count_cell },
        ListColumn { field: ListField::Age, heading: "age", min_width: 6, weight: 0, rank: 8, align: Align::Right,
            cell: |rows, row, context| ListCell::new(Role::Dim, age(rows.created(row), context.now)) },
    ];
}

#[rustfmt::skip]
impl ColumnSource for CandidateTable {
    const COLUMNS: &'static [ListColumn<Self>] = &[
        ListColumn { field: ListField::Name, heading: "name", min_width: 16, weight: 4, rank: 0, align: Align::Left,
            cell: |rows, row, _| ListCell::new(Role::Text, rows.name(row)) },
        ListColumn { field: ListField::Title, heading: "title", min_width: 14, weight: 3, rank: 3, align: Align::Left,
            cell: |rows, row, _| ListCell::new(Role::Text, rows.title(row)) },
        ListColumn { field: ListField::Company, heading: "company", min_width: 12, weight: 2, rank: 4, align: Align::Left,
            cell: |rows, row, _| ListCell::new(Role::Text, rows.company(row)) },
        ListColumn { field: ListField::Stage, heading: "stage", min_width: 10, weight: 2, rank: 1, align: Align::Left, cell: stage_cell },
        ListColumn { field: ListField::Age, heading: "age", min_width: 6, weight: 0, rank: 2, align: Align::Right,
            cell: time_in_stage_cell },
        ListColumn { field: ListField::Added, heading: "added", min_width: 11, weight: 0, rank: 5, align: Align::Right,
            cell: |rows, row, _| ListCell::new(Role::Dim, rows.created(row).map_or("?".to_owned(), day)) },
    ];
}

/// Each column with its position and width. The most important column is always there.
pub(crate) fn fit<S: ColumnSource>(width: u16) -> Vec<(&'static ListColumn<S>, u16, u16)> {
    let mut ranked: Vec<&ListColumn<S>> = S::COLUMNS.iter().collect();
    ranked.sort_by_key(|column| column.rank);
    let mut used = 0;
    let mut last = 0;
    for (at, column) in ranked.iter().enumerate() {
        let more = column.min_width + u16::from(at > 0);
        if at > 0 && used + more > width {
            break;
        }
        used += more;
        last = column.rank;
    }
    let visible = || S::COLUMNS.iter().filter(|column| column.rank <= last);
    let shares = visible().map(|column| column.weight).sum::<u16>().max(1);
    let spare = u32::from(width.saturating_sub(used));
    let (mut x, mut allotted, mut weight) = (0, 0, 0);
    let mut placed = Vec::new();
    for column in visible() {
        // Cumulative, so that rounding loses no cell.
        weight += u32::from(column.weight);
        let until = u16::try_from(spare * weight / u32::from(shares)).unwrap_or(u16::MAX);
        let column_width = (column.min_width + until - allotted).min(width.saturating_sub(x));
        allotted = until;
        placed.push((column, x, column_width));
        x += column_width + 1;
    }
    placed
}

/// Empty for nothing and for what is not known.
fn number(number: Option<usize>) -> String {
    number.filter(|number| *number > 0).map(|number| count(number as u64)).unwrap_or_default()
}

fn overdue_count_cell<'a>(rows: &'a JobTable, row: Row, context: &CellContext<'a>) -> ListCell<'a> {
    let counts = job_counts(context.state, rows.id(row));
    let text = number(counts.overdue);
    let is_minimum = counts.is_partial && !text.is_empty();
    let least = if is_minimum { context.symbols.at_least } else { "" };
    ListCell::new(Role::Warning, format!("{least}{text}"))
}

fn kind_cell<'a>(rows: &'a JobTable, row: Row, context: &CellContext<'a>) -> ListCell<'a> {
    let (role, sign) = kind_sign(rows.kind(row), context.symbols);
    ListCell::new(role, sign)
}

pub(crate) const fn kind_sign(kind: JobKind, symbols: &Symbols) -> (Role, &'static str) {
    match kind {
        JobKind::Open => (Role::Open, symbols.open),
        JobKind::OnHold => (Role::OnHold, symbols.on_hold),
        JobKind::Closed => (Role::Closed, symbols.closed),
        JobKind::Archived => (Role::Archived, symbols.archived),
    }
}

fn stage_cell<'a>(rows: &'a CandidateTable, row: Row, context: &CellContext<'a>) -> ListCell<'a> {
    let stage_ref = StageRef::new(rows.stage_id(row), rows.stage_name(row));
    let job = context.open.and_then(|open| open.job.display());
    let stage = job.and_then(|job| stage_ref.find(&job.pipeline_stages));
    let signs = signs(
        stage.is_some_and(|stage| stage.is_interviewing_stage),
        stage.is_some_and(|stage| stage.is_rejection_stage),
        context.symbols,
    );
    let role = signs.last().map_or(Role::Text, |(role, _)| *role);
    ListCell { role, text: rows.stage_name(row).into(), signs }
}

pub(crate) fn signs(
    is_interview: bool,
    is_rejection: bool,
    symbols: &Symbols,
) -> Vec<(Role, &'static str)> {
    let all = [
        (is_interview, (Role::StageInterview, symbols.interview)),
        (is_rejection, (Role::StageRejection, symbols.rejection)),
    ];
    all.into_iter().filter_map(|(is_set, sign)| is_set.then_some(sign)).collect()
}

fn age(since: Option<Timestamp>, now: Timestamp) -> String {
    since.and_then(|since| days(since, now)).map_or("?".to_owned(), short_age)
}

fn time_in_stage_cell<'a>(
    rows: &'a CandidateTable,
    row: Row,
    context: &CellContext<'a>,
) -> ListCell<'a> {
    let message = time_in_stage(rows, row, context);
    if is_overdue(row, context) {
        return ListCell::new(Role::Warning, format!("{}{message}", context.symbols.warning));
    }
    ListCell::new(Role::Dim, message)
}

/// Unknown durations are not overdue.
pub(crate) fn is_overdue(row: Row, context: &CellContext<'_>) -> bool {
    context.open.is_some_and(|open| overdue(context.limits, open, row, context.now).is_some())
}

/// An upper bound while the history is not loaded.
pub(crate) fn time_in_stage(rows: &CandidateTable, row: Row, context: &CellContext<'_>) -> String {
    match context.open.and_then(|open| open.since(row)) {
        Some(since) => age(Some(since), context.now),
        None => match rows.created(row).and_then(|created| days(created, context.now)) {
            Some(days) => format!("{}{}", context.symbols.at_most, short_age(days)),
            None => "?".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names<S: ColumnSource>(width: u16) -> Vec<&'static str> {
        fit::<S>(width).iter().map(|(column, ..)| column.heading).collect()
    }

    #[test]
    fn less_important_columns_are_dropped_first() {
        assert_eq!(names::<CandidateTable>(34), ["name", "stage", "age"]);
        assert_eq!(names::<CandidateTable>(60), ["name", "title", "stage", "age"]);
        assert_eq!(names::<CandidateTable>(62), ["name", "title", "company", "stage", "age"]);
        assert_eq!(
            names::<CandidateTable>(80),
            ["name", "title", "company", "stage", "age", "added"]
        );
        assert_eq!(names::<JobTable>(34), ["", "name", "count"]);
        assert_eq!(
            names::<JobTable>(60),
            ["", "name", "client", "status", "count", "new", "to do"]
        );
    }

    fn check_fill<S: ColumnSource>() {
        for width in 0..300 {
            let columns = fit::<S>(width);
            let ends = columns.iter().map(|(_, x, column_width)| x + column_width);
            for (end, (_, next, _)) in ends.clone().zip(columns.iter().skip(1)) {
                assert_eq!(end + 1, *next, "one cell separates columns, at width {width}");
            }
            assert!(ends.clone().all(|end| end <= width));
            if width > 40 {
                assert_eq!(ends.max(), Some(width), "the columns fill the width");
            }
        }
    }

    #[test]
    fn the_columns_fill_the_width_and_never_overlap() {
        check_fill::<JobTable>();
        check_fill::<CandidateTable>();
    }
}
