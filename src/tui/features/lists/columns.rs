//! The columns of the lists. `fit` says which of them are shown, and how wide.

use std::borrow::Cow;

use crate::recruiting::stage::StageRef;
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{CandidateTable, JobKind, JobTable, ListField, Row};
use crate::text::{Align, width};
use crate::theme::{Role, Symbols};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::selectors::job_counts::{JobCounts, job_counts};
use crate::tui::app::state::State;
use crate::tui::features::triage::selectors::overdue;
use crate::tui::widgets::format::{day, days, short_age, short_count};
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
        Self::with_symbols(state, context.symbols, open)
    }

    pub(super) fn with_symbols(
        state: &'a State,
        symbols: &'static Symbols,
        open: Option<&'a OpenJob>,
    ) -> Self {
        let (now, limits) = (state.clock.date, &*state.rules.limits);
        Self { state, now, symbols, open, limits }
    }
}

/// Clean text, and signs after it that are never cut.
pub(crate) struct ListCell<'a> {
    pub(crate) role: Role,
    pub(crate) text: Cow<'a, str>,
    pub(crate) signs: Vec<(Role, &'static str)>,
}

impl<'a> ListCell<'a> {
    pub(super) fn width(&self) -> usize {
        width(&self.text) + self.signs_width()
    }

    pub(super) fn signs_width(&self) -> usize {
        self.signs.iter().map(|(_, sign)| width(sign) + 1).sum()
    }

    fn new(role: Role, text: impl Into<Cow<'a, str>>) -> Self {
        Self { role, text: text.into(), signs: Vec::new() }
    }
}

/// How a column gives way when there is too little room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// Numbers and signs are shown in full or not at all.
    Full,
    /// Texts are cut down to `min` cells, those with the lowest `cut` first.
    Text {
        min: u16,
        /// Cells that less important columns leave to it.
        ample: u16,
        cut: u8,
    },
}

/// The `cut` of a text that stays whole until all others are cut.
pub(super) const CUT_LAST: u8 = 3;

pub(crate) struct ListColumn<S: 'static> {
    pub(crate) field: ListField,
    pub(crate) heading: &'static str,
    pub(super) room: Room,
    /// Higher ranks are dropped first.
    pub(super) rank: u8,
    pub(crate) align: Align,
    pub(crate) cell: for<'a> fn(&'a S, Row, &CellContext<'a>) -> ListCell<'a>,
}

impl<S> ListColumn<S> {
    pub(super) const fn cut_order(&self) -> u8 {
        match self.room {
            Room::Full => u8::MAX,
            Room::Text { cut, .. } => cut,
        }
    }
}

pub(crate) trait ColumnSource: RowStore + 'static {
    const COLUMNS: &'static [ListColumn<Self>];
}

#[rustfmt::skip]
impl ColumnSource for JobTable {
    const COLUMNS: &'static [ListColumn<Self>] = &[
        ListColumn { field: ListField::Archived, heading: "", room: Room::Full, rank: 0, align: Align::Left, cell: kind_cell },
        ListColumn { field: ListField::Name, heading: "name", room: Room::Text { min: 18, ample: 40, cut: 2 }, rank: 1, align: Align::Left,
            cell: |rows, row, _| ListCell::new(role(rows, row), rows.name(row)) },
        ListColumn { field: ListField::Client, heading: "client", room: Room::Text { min: 12, ample: 20, cut: 0 }, rank: 6, align: Align::Left,
            cell: |rows, row, _| ListCell::new(role(rows, row), rows.client(row)) },
        ListColumn { field: ListField::Status, heading: "status", room: Room::Text { min: 8, ample: 12, cut: 1 }, rank: 8, align: Align::Left,
            cell: |rows, row, _| ListCell::new(Role::Dim, rows.status(row)) },
        ListColumn { field: ListField::Count, heading: "count", room: Room::Full, rank: 2, align: Align::Right,
            cell: |rows, row, _| ListCell::new(role(rows, row), rows.candidate_count(row).map_or("?".to_owned(), short_count)) },
        ListColumn { field: ListField::New, heading: "new", room: Room::Full, rank: 5, align: Align::Right,
            cell: |rows, row, context| count_cell(rows, row, context, |counts| counts.new, Role::Text) },
        ListColumn { field: ListField::Verdict, heading: "to do", room: Room::Full, rank: 4, align: Align::Right,
            cell: |rows, row, context| ListCell::new(Role::Text, number(Some(job_counts(context.state, rows.id(row)).todo))) },
        ListColumn { field: ListField::Is, heading: "overdue", room: Room::Full, rank: 3, align: Align::Right,
            cell: |rows, row, context| count_cell(rows, row, context, |counts| counts.overdue, Role::Overdue) },
        ListColumn { field: ListField::Age, heading: "age", room: Room::Full, rank: 7, align: Align::Right,
            cell: |rows, row, context| ListCell::new(Role::Dim, age(rows.created(row), context.now)) },
    ];
}

#[rustfmt::skip]
impl ColumnSource for CandidateTable {
    const COLUMNS: &'static [ListColumn<Self>] = &[
        ListColumn { field: ListField::Name, heading: "name", room: Room::Text { min: 16, ample: 20, cut: 2 }, rank: 0, align: Align::Left,
            cell: |rows, row, _| ListCell::new(Role::Text, rows.name(row)) },
        ListColumn { field: ListField::Title, heading: "title", room: Room::Text { min: 14, ample: 24, cut: 1 }, rank: 3, align: Align::Left,
            cell: |rows, row, _| ListCell::new(Role::Text, rows.title(row)) },
        ListColumn { field: ListField::Company, heading: "company", room: Room::Text { min: 12, ample: 20, cut: 0 }, rank: 4, align: Align::Left,
            cell: |rows, row, _| ListCell::new(Role::Text, rows.company(row)) },
        ListColumn { field: ListField::Job, heading: "job", room: Room::Text { min: 9, ample: 24, cut: 2 }, rank: 2, align: Align::Left, cell: job_cell },
        ListColumn { field: ListField::Stage, heading: "stage", room: Room::Text { min: 10, ample: 32, cut: CUT_LAST }, rank: 1, align: Align::Left, cell: stage_cell },
        ListColumn { field: ListField::Age, heading: "age", room: Room::Full, rank: 2, align: Align::Right,
            cell: time_in_stage_cell },
        ListColumn { field: ListField::Added, heading: "added", room: Room::Full, rank: 5, align: Align::Right,
            cell: |rows, row, _| ListCell::new(Role::Dim, rows.created(row).map_or("?".to_owned(), day)) },
    ];
}

/// Empty for nothing.
fn number(number: Option<usize>) -> String {
    let number = number.filter(|number| *number > 0).and_then(|number| i64::try_from(number).ok());
    number.map(short_count).unwrap_or_default()
}

/// Closed jobs are dim.
fn role(rows: &JobTable, row: Row) -> Role {
    match rows.kind(row) {
        JobKind::Open | JobKind::OnHold => Role::Text,
        JobKind::Closed | JobKind::Archived => Role::Dim,
    }
}

/// A dot for what is not known yet. In closed jobs nothing is new or overdue.
fn count_cell<'a>(
    rows: &'a JobTable,
    row: Row,
    context: &CellContext<'a>,
    count: fn(&JobCounts) -> Option<usize>,
    role: Role,
) -> ListCell<'a> {
    if matches!(rows.kind(row), JobKind::Closed | JobKind::Archived) {
        return ListCell::new(Role::Dim, "");
    }
    let counts = job_counts(context.state, rows.id(row));
    let Some(known) = count(&counts) else {
        let is_empty = rows.candidate_count(row) == Some(0);
        return ListCell::new(Role::Dim, if is_empty { "" } else { context.symbols.dot });
    };
    let text = number(Some(known));
    let is_minimum = counts.is_partial && role == Role::Overdue && !text.is_empty();
    let least = if is_minimum { context.symbols.at_least } else { "" };
    ListCell::new(role, format!("{least}{text}"))
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

/// Empty in the list of one job. For a person with several candidacies: their number and stages.
fn job_cell<'a>(rows: &'a CandidateTable, row: Row, context: &CellContext<'a>) -> ListCell<'a> {
    let Some(open) = context.open.filter(|open| open.listed.is_some()) else {
        return ListCell::new(Role::Text, "");
    };
    match open.list.members(row).filter(|members| members.len() > 1) {
        Some(members) => {
            let stages: Vec<&str> = members.iter().map(|row| rows.stage_name(*row)).collect();
            let text = format!("{} jobs: {}", members.len(), stages.join(", "));
            ListCell::new(Role::Text, text)
        }
        None => ListCell::new(Role::Text, rows.job_name(row)),
    }
}

fn stage_cell<'a>(rows: &'a CandidateTable, row: Row, context: &CellContext<'a>) -> ListCell<'a> {
    let stage_ref = StageRef::new(rows.stage_id(row), rows.stage_name(row));
    let stage = context.open.and_then(|open| stage_ref.find(open.pipeline_of(row)));
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
        return ListCell::new(Role::Overdue, format!("{}{message}", context.symbols.warning));
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
