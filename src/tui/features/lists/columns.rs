//! The columns of the lists, and which of them fit.

use std::borrow::Cow;

use crate::recruiting::stage::StageRef;
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{CandidateTable, JobKind, JobTable, ListField, Row};
use crate::text::Align;
use crate::theme::{Role, Symbols};
use crate::tui::app::open_job::OpenJob;
use crate::tui::features::triage::selectors::overdue;
use crate::tui::widgets::format::{day, days, short_age, signed};
use crate::wire::Timestamp;

#[derive(Clone, Copy)]
pub(crate) struct CellContext<'a> {
    pub(crate) now: Timestamp,
    pub(crate) symbols: &'static Symbols,
    pub(crate) open: Option<&'a OpenJob>,
    /// Maximum days per stage.
    pub(crate) limits: &'a [(String, u32)],
}

/// Clean text, and signs after it that are never cut.
pub(crate) struct ListCell<'a> {
    pub(crate) role: Role,
    pub(crate) text: Cow<'a, str>,
    pub(crate) signs: Vec<(Role, &'static str)>,
}

impl<'a> ListCell<'a> {
    fn of(role: Role, text: impl Into<Cow<'a, str>>) -> Self {
        Self { role, text: text.into(), signs: Vec::new() }
    }
}

pub(crate) struct ListColumn<S: 'static> {
    pub(crate) field: ListField,
    pub(crate) heading: &'static str,
    /// Minimum width.
    least: u16,
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
        ListColumn { field: ListField::Archived, heading: "", least: 1, weight: 0, rank: 0, align: Align::Left, cell: sign },
        ListColumn { field: ListField::Name, heading: "name", least: 18, weight: 4, rank: 1, align: Align::Left,
            cell: |rows, row, _| ListCell::of(Role::Text, rows.name(row)) },
        ListColumn { field: ListField::Client, heading: "client", least: 8, weight: 2, rank: 3, align: Align::Left,
            cell: |rows, row, _| ListCell::of(Role::Text, rows.client(row)) },
        ListColumn { field: ListField::Status, heading: "status", least: 8, weight: 1, rank: 4, align: Align::Left,
            cell: |rows, row, _| ListCell::of(Role::Dim, rows.status(row)) },
        ListColumn { field: ListField::Count, heading: "count", least: 6, weight: 0, rank: 2, align: Align::Right,
            cell: |rows, row, _| ListCell::of(Role::Text, rows.candidate_count(row).map_or("?".to_owned(), signed)) },
        ListColumn { field: ListField::Age, heading: "age", least: 6, weight: 0, rank: 5, align: Align::Right,
            cell: |rows, row, facts| ListCell::of(Role::Dim, age(rows.created(row), facts.now)) },
    ];
}

#[rustfmt::skip]
impl ColumnSource for CandidateTable {
    const COLUMNS: &'static [ListColumn<Self>] = &[
        ListColumn { field: ListField::Name, heading: "name", least: 16, weight: 4, rank: 0, align: Align::Left,
            cell: |rows, row, _| ListCell::of(Role::Text, rows.name(row)) },
        ListColumn { field: ListField::Title, heading: "title", least: 14, weight: 3, rank: 3, align: Align::Left,
            cell: |rows, row, _| ListCell::of(Role::Text, rows.title(row)) },
        ListColumn { field: ListField::Company, heading: "company", least: 12, weight: 2, rank: 4, align: Align::Left,
            cell: |rows, row, _| ListCell::of(Role::Text, rows.company(row)) },
        ListColumn { field: ListField::Stage, heading: "stage", least: 10, weight: 2, rank: 1, align: Align::Left, cell: stage },
        ListColumn { field: ListField::Age, heading: "age", least: 6, weight: 0, rank: 2, align: Align::Right,
            cell: stayed },
        ListColumn { field: ListField::Added, heading: "added", least: 11, weight: 0, rank: 5, align: Align::Right,
            cell: |rows, row, _| ListCell::of(Role::Dim, rows.created(row).map_or("?".to_owned(), day)) },
    ];
}

/// Each column with its position and width. The most important column is always there.
pub(crate) fn fit<S: ColumnSource>(width: u16) -> Vec<(&'static ListColumn<S>, u16, u16)> {
    let mut ranked: Vec<&ListColumn<S>> = S::COLUMNS.iter().collect();
    ranked.sort_by_key(|column| column.rank);
    let mut used = 0;
    let mut last = 0;
    for (at, column) in ranked.iter().enumerate() {
        let more = column.least + u16::from(at > 0);
        if at > 0 && used + more > width {
            break;
        }
        used += more;
        last = column.rank;
    }
    let kept = || S::COLUMNS.iter().filter(|column| column.rank <= last);
    let shares = kept().map(|column| column.weight).sum::<u16>().max(1);
    let spare = u32::from(width.saturating_sub(used));
    let (mut x, mut given, mut weight) = (0, 0, 0);
    let mut placed = Vec::new();
    for column in kept() {
        // Cumulative, so that rounding loses no cell.
        weight += u32::from(column.weight);
        let until = u16::try_from(spare * weight / u32::from(shares)).unwrap_or(u16::MAX);
        let wide = (column.least + until - given).min(width.saturating_sub(x));
        given = until;
        placed.push((column, x, wide));
        x += wide + 1;
    }
    placed
}

fn sign<'a>(rows: &'a JobTable, row: Row, facts: &CellContext<'a>) -> ListCell<'a> {
    let (role, sign) = kind_sign(rows.kind(row), facts.symbols);
    ListCell::of(role, sign)
}

pub(crate) const fn kind_sign(kind: JobKind, symbols: &Symbols) -> (Role, &'static str) {
    match kind {
        JobKind::Open => (Role::Open, symbols.open),
        JobKind::OnHold => (Role::OnHold, symbols.on_hold),
        JobKind::Closed => (Role::Closed, symbols.closed),
        JobKind::Archived => (Role::Archived, symbols.archived),
    }
}

fn stage<'a>(rows: &'a CandidateTable, row: Row, facts: &CellContext<'a>) -> ListCell<'a> {
    let meant = StageRef::new(rows.stage_id(row), rows.stage_name(row));
    let job = facts.open.and_then(|open| open.job.record.as_ref());
    let known = job.and_then(|job| meant.find(&job.pipeline_stages));
    let signs = signs(
        known.is_some_and(|stage| stage.is_interviewing_stage),
        known.is_some_and(|stage| stage.is_rejection_stage),
        facts.symbols,
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
    all.into_iter().filter_map(|(is_so, sign)| is_so.then_some(sign)).collect()
}

fn age(since: Option<Timestamp>, now: Timestamp) -> String {
    since.and_then(|since| days(since, now)).map_or("?".to_owned(), short_age)
}

fn stayed<'a>(rows: &'a CandidateTable, row: Row, facts: &CellContext<'a>) -> ListCell<'a> {
    let message = stay(rows, row, facts);
    if is_overdue(row, facts) {
        return ListCell::of(Role::Warning, format!("{}{message}", facts.symbols.warning));
    }
    ListCell::of(Role::Dim, message)
}

/// Unknown durations are not overdue.
pub(crate) fn is_overdue(row: Row, facts: &CellContext<'_>) -> bool {
    facts.open.is_some_and(|open| overdue(facts.limits, open, row, facts.now).is_some())
}

/// An upper bound while the history is not loaded.
pub(crate) fn stay(rows: &CandidateTable, row: Row, facts: &CellContext<'_>) -> String {
    match facts.open.and_then(|open| open.since(row)) {
        Some(since) => age(Some(since), facts.now),
        None => match rows.created(row).and_then(|created| days(created, facts.now)) {
            Some(days) => format!("{}{}", facts.symbols.at_most, short_age(days)),
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
    fn what_matters_least_gives_way_first() {
        assert_eq!(names::<CandidateTable>(34), ["name", "stage", "age"]);
        assert_eq!(names::<CandidateTable>(60), ["name", "title", "stage", "age"]);
        assert_eq!(names::<CandidateTable>(62), ["name", "title", "company", "stage", "age"]);
        assert_eq!(
            names::<CandidateTable>(80),
            ["name", "title", "company", "stage", "age", "added"]
        );
        assert_eq!(names::<JobTable>(34), ["", "name", "count"]);
        assert_eq!(names::<JobTable>(60), ["", "name", "client", "status", "count", "age"]);
    }

    fn fills<S: ColumnSource>() {
        for width in 0..300 {
            let columns = fit::<S>(width);
            let ends = columns.iter().map(|(_, x, wide)| x + wide);
            for (end, (_, next, _)) in ends.clone().zip(columns.iter().skip(1)) {
                assert_eq!(end + 1, *next, "one cell between, at {width}");
            }
            assert!(ends.clone().all(|end| end <= width));
            if width > 40 {
                assert_eq!(ends.max(), Some(width), "nothing is left over");
            }
        }
    }

    #[test]
    fn the_columns_fill_their_room_and_never_overlap() {
        fills::<JobTable>();
        fills::<CandidateTable>();
    }
}
