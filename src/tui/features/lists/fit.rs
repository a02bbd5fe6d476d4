//! Gives the columns of a list their widths: what their content needs, and if there is too little
//! room, less for the less important ones. `view` draws with it; the dispatcher calls [`measure`].

use super::columns::{CUT_LAST, CellContext, ColumnSource, ListColumn, Room};
use super::state::{ColumnNeed, ColumnNeeds, ListNeeds, Measured, ShownRows};
use crate::keymap::action::Pane;
use crate::recruiting::table::{CandidateTable, JobTable, ListField, Row};
use crate::text::width;
use crate::theme::Symbols;
use crate::tui::app::list::List;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::cells_u16;

/// Cells before the first column: the cursor, the mark, a space.
pub(super) const LEAD: u16 = 3;
pub(super) const EDGES: u16 = LEAD + 1;
/// Cells for the verdict, the star and a space.
pub(super) const TRIAGE_WIDTH: u16 = 3;
const FRAME: u16 = 2;
/// Columns up to this rank are cut before one of them is dropped.
const CORE_RANK: u8 = 2;
/// Numbers up to this rank leave only [`SQUEEZED`] cells to each text before them.
const NUMBERS_RANK: u8 = 5;
const SQUEEZED: u16 = 28;
/// The cells that the first text beyond the core leaves to each text before it.
const READABLE: u16 = 16;
/// The sort arrow and a space.
const ARROW: u16 = 2;

/// A column with its position and width.
pub(super) type PlacedColumn<S> = (&'static ListColumn<S>, u16, u16);

/// The columns that are shown, of those that the user chose. The most important one is always there.
/// The column that the list is sorted by has room for the arrow.
pub(super) fn fit<S: ColumnSource>(
    contents: &[ColumnNeed],
    chosen: Option<&[ListField]>,
    sort: Option<ListField>,
    width: u16,
) -> Vec<PlacedColumn<S>> {
    let mut columns = visible::<S>(contents, chosen, sort, width);
    let gaps = cells_u16(columns.len()).saturating_sub(1);
    let used = |columns: &[FittedColumn<S>]| {
        columns.iter().map(|fitted| fitted.cells).sum::<u16>().saturating_add(gaps)
    };
    let mut lack = used(&columns).saturating_sub(width);
    columns.sort_by_key(|fitted| fitted.column.cut_order());
    for limit in [FittedColumn::typical, FittedColumn::least] {
        for fitted in &mut columns {
            let less = lack.min(fitted.cells.saturating_sub(limit(fitted)));
            fitted.cells -= less;
            lack -= less;
        }
    }
    columns.sort_by_key(|fitted| fitted.place);
    let gap = if used(&columns).saturating_add(gaps) <= width { 2 } else { 1 };
    let mut x = 0;
    let place = |FittedColumn { column, cells, .. }: FittedColumn<S>| {
        let cells = cells.min(width.saturating_sub(x));
        let placed = (column, x, cells);
        x += cells + if column.heading.is_empty() { 1 } else { gap };
        placed
    };
    columns.into_iter().map(place).collect()
}

struct FittedColumn<S: 'static> {
    /// Its place in the list.
    place: usize,
    column: &'static ListColumn<S>,
    cells: u16,
    need: ColumnNeed,
}

impl<S> FittedColumn<S> {
    /// A few long texts are cut before others get less.
    fn typical(&self) -> u16 {
        match self.column.room {
            Room::Text { min, cut, .. } if cut < CUT_LAST => self.need.typical.max(min),
            _ => self.cells,
        }
    }

    const fn least(&self) -> u16 {
        match self.column.room {
            Room::Full => self.cells,
            Room::Text { min, .. } => min,
        }
    }
}

/// The columns for which there is room, most important first, with the cells they need.
fn visible<S: ColumnSource>(
    contents: &[ColumnNeed],
    chosen: Option<&[ListField]>,
    sort: Option<ListField>,
    width: u16,
) -> Vec<FittedColumn<S>> {
    let placed = |(at, column)| Some((at, column, place_of::<S>(at, column, chosen)?));
    let mut ranked: Vec<_> = S::COLUMNS.iter().enumerate().filter_map(placed).collect();
    // A text that the list is sorted by stays on the screen.
    let rank = |column: &ListColumn<S>| match (column.room, sort) {
        (Room::Text { .. }, Some(field)) if field == column.field => column.rank.min(CORE_RANK),
        _ => column.rank,
    };
    // Of equally important columns, the one that the list is sorted by comes first.
    ranked.sort_by_key(|(_, column, _)| (rank(column), sort != Some(column.field)));
    let mut columns = Vec::new();
    // The room of the columns before: cut as far as possible, but not the stage; cut as far as
    // numbers may; cut as far as texts may.
    let (mut least_before, mut whole_before) = (0, 0);
    let (mut squeezed_before, mut fair_before) = (0, 0);
    for (at, column, place) in ranked {
        let need = contents.get(at).copied().unwrap_or_default();
        if need.most == 0 && !columns.is_empty() {
            continue;
        }
        let cells = cells_of(column, need.most, sort);
        let (least, fair) = match column.room {
            Room::Full => (cells, cells),
            Room::Text { min, ample, .. } => (cells.min(min), cells.min(ample)),
        };
        let is_core = rank(column) <= CORE_RANK;
        let before: u16 = match column.room {
            _ if is_core => least_before,
            Room::Full if column.rank <= NUMBERS_RANK => squeezed_before,
            Room::Text { .. } if column.rank == CORE_RANK + 1 => whole_before,
            _ => fair_before,
        };
        if !columns.is_empty() && before + least > width {
            // A number may fit where a text does not.
            if is_core && column.room != Room::Full {
                continue;
            }
            break;
        }
        least_before += least + 1;
        fair_before += fair + 1;
        let (whole, squeezed) = match column.room {
            Room::Full => (cells, cells),
            Room::Text { cut: CUT_LAST, .. } => (fair, fair),
            Room::Text { .. } => (fair.min(READABLE).max(least), fair.min(SQUEEZED)),
        };
        whole_before += whole + 1;
        squeezed_before += squeezed + 1;
        columns.push(FittedColumn { place, column, cells, need });
    }
    columns
}

/// The place of a column from the left; `None` if the user chose others. A sign without a heading
/// always stands before them.
fn place_of<S>(at: usize, column: &ListColumn<S>, chosen: Option<&[ListField]>) -> Option<usize> {
    let Some(chosen) = chosen else { return Some(at) };
    if column.heading.is_empty() {
        return Some(0);
    }
    chosen.iter().position(|field| *field == column.field).map(|place| place + 1)
}

fn cells_of<S>(column: &ListColumn<S>, content: u16, sort: Option<ListField>) -> u16 {
    let heading = cells_u16(width(column.heading));
    let arrow = if heading > 0 && sort == Some(column.field) { ARROW } else { 0 };
    content.max(heading + arrow)
}

/// Measures the rows that are on the screen. The layout follows from it. Many pages of the open list arrive
/// in a second: until it settles, what is on the screen need not be measured again.
pub(crate) fn measure(state: &mut State, is_page: bool) {
    let candidates = state.open_job().map(|open| shown_rows(&open.list)).unwrap_or_default();
    let shown = ShownRows { jobs: shown_rows(&state.jobs), candidates };
    if is_page && shown == state.column_needs.shown {
        return;
    }
    let mut needs = std::mem::take(&mut state.column_needs);
    measure_list::<JobTable>(state, &state.jobs, None, &mut needs.jobs);
    if let Some(open) = state.open_job() {
        measure_list::<CandidateTable>(state, &open.list, Some(open), &mut needs.candidates);
    }
    state.column_needs = ColumnNeeds { shown, ..needs };
}

fn shown_rows<S: ColumnSource>(list: &List<S>) -> (u64, Vec<Row>) {
    (list.version, list.window().filter_map(|index| list.at(index)).collect())
}

/// `open` is the job whose candidates are listed.
fn measure_list<S: ColumnSource>(
    state: &State,
    list: &List<S>,
    open: Option<&OpenJob>,
    needs: &mut ListNeeds,
) {
    let job = open.map(|open| &open.id);
    let is_same = needs.measured.as_ref().is_some_and(|before| {
        before.job.as_ref() == job
            && before.top.abs_diff(list.top) < list.height.max(1)
            && (&before.filter, before.sort) == (&list.filter, list.sort)
    });
    if needs.measured.as_ref().is_some_and(|before| before.size != state.size) {
        *needs = ListNeeds::default();
    }
    if !is_same || needs.measured.is_none() {
        needs.columns.clear();
        needs.measured = Some(Measured {
            size: state.size,
            job: job.cloned(),
            top: list.top,
            filter: list.filter.clone(),
            sort: list.sort,
        });
    }
    // The ASCII symbols are the widest.
    let context = CellContext::with_symbols(state, Symbols::ascii(), open);
    needs.columns.resize(S::COLUMNS.len(), ColumnNeed::default());
    let (_, rows) = shown_rows(list);
    for (column, need) in S::COLUMNS.iter().zip(&mut needs.columns) {
        let cells = |row: &Row| (column.cell)(&list.pages.rows, *row, &context).width();
        let mut cells: Vec<u16> = rows.iter().map(|row| cells_u16(cells(row))).collect();
        cells.sort_unstable();
        let Some(most) = cells.last() else { continue };
        need.most = need.most.max(*most);
        need.typical = need.typical.max(cells[(cells.len() - 1) * 9 / 10]);
    }
    let sort = list.sort.map(|sort| sort.field);
    let pane = if open.is_some() { Pane::Candidates } else { Pane::Jobs };
    let chosen = state.column_setting(pane);
    let columns = S::COLUMNS.iter().zip(&needs.columns).enumerate();
    let is_shown = |at, column| place_of(at, column, chosen).is_some();
    let columns = columns.filter(|(at, (column, need))| need.most > 0 && is_shown(*at, *column));
    let columns = columns.map(|(_, column)| column);
    let pane = columns.map(|(column, need)| cells_of(column, need.most, sort) + 1).sum::<u16>();
    let edges = FRAME + EDGES + if open.is_some() { TRIAGE_WIDTH } else { 0 };
    needs.pane = needs.pane.max(pane.saturating_add(edges));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recruiting::table::{CANDIDATE_COLUMNS, JOB_COLUMNS};
    use proptest::prelude::*;

    const CANDIDATES: [u16; 7] = [22, 26, 30, 0, 23, 4, 11];
    const JOBS: [u16; 9] = [1, 35, 24, 7, 3, 1, 0, 2, 4];

    fn needs(cells: &[u16]) -> Vec<ColumnNeed> {
        cells.iter().map(|cells| ColumnNeed { most: *cells, typical: *cells }).collect()
    }

    fn names(contents: &[u16], width: u16) -> Vec<&'static str> {
        let columns = fit::<CandidateTable>(&needs(contents), None, None, width);
        columns.iter().map(|(column, ..)| column.heading).collect()
    }

    fn widths<S: ColumnSource>(contents: &[ColumnNeed], width: u16) -> Vec<u16> {
        fit::<S>(contents, None, None, width).iter().map(|(.., cells)| *cells).collect()
    }

    #[test]
    fn less_important_columns_are_dropped_first() {
        assert_eq!(names(&CANDIDATES, 34), ["name", "stage", "age"]);
        assert_eq!(names(&CANDIDATES, 60), ["name", "title", "stage", "age"]);
        assert_eq!(names(&CANDIDATES, 87), ["name", "title", "company", "stage", "age"]);
        assert_eq!(names(&CANDIDATES, 107), ["name", "title", "company", "stage", "age", "added"]);
        let empty_titles = [22, 0, 30, 0, 23, 4, 11];
        assert_eq!(names(&empty_titles, 62), ["name", "company", "stage", "age"]);
        let all_jobs = [22, 26, 30, 20, 23, 4, 11];
        assert_eq!(names(&all_jobs, 36), ["name", "stage", "age"]);
        assert_eq!(names(&all_jobs, 38), ["name", "job", "stage"]);
        assert_eq!(names(&all_jobs, 60), ["name", "job", "stage", "age"]);
        let by_age = fit::<CandidateTable>(&needs(&all_jobs), None, Some(ListField::Age), 38);
        let by_age: Vec<&str> = by_age.iter().map(|(column, ..)| column.heading).collect();
        assert_eq!(by_age, ["name", "stage", "age"], "what the list is sorted by stays");
        assert_eq!(names(&all_jobs, 90), ["name", "title", "job", "stage", "age"]);
    }

    #[test]
    fn texts_are_cut_in_the_order_of_importance_and_numbers_never() {
        assert_eq!(widths::<JobTable>(&needs(&JOBS), 51), [1, 31, 5, 3, 7]);
        assert_eq!(widths::<JobTable>(&needs(&JOBS), 42), [1, 34, 5], "the name is cut last");
        let widths = |width| widths::<CandidateTable>(&needs(&CANDIDATES), width);
        assert_eq!(widths(121), [22, 26, 30, 23, 4, 11], "all fit");
        assert_eq!(widths(120), [22, 26, 29, 23, 4, 11], "the company is cut first");
        assert_eq!(widths(87), [22, 22, 12, 23, 4], "then the title");
        assert_eq!(widths(64), [20, 14, 23, 4], "then the name");
        assert_eq!(widths(40), [16, 18, 4], "the stage is cut last");
    }

    #[test]
    fn a_few_long_names_are_cut_before_most_titles() {
        let mut needs = needs(&[30, 26, 0, 0, 21, 4]);
        (needs[0].typical, needs[1].typical) = (18, 24);
        assert_eq!(widths::<CandidateTable>(&needs, 84), [30, 26, 21, 4]);
        assert_eq!(widths::<CandidateTable>(&needs, 70), [18, 24, 21, 4]);
        assert_eq!(widths::<CandidateTable>(&needs, 65), [18, 19, 21, 4]);
    }

    #[test]
    fn the_column_that_is_sorted_by_has_room_for_the_arrow() {
        let columns = fit::<CandidateTable>(&needs(&CANDIDATES), None, Some(ListField::Age), 200);
        let ages = columns.iter().find(|(column, ..)| column.field == ListField::Age);
        assert_eq!(ages.map(|(.., cells)| *cells), Some(5));
    }

    #[test]
    fn the_columns_that_the_user_chose_are_shown_in_their_order() {
        let shown = |chosen: &[ListField], width| {
            let columns = fit::<JobTable>(&needs(&JOBS), Some(chosen), None, width);
            columns.iter().map(|(column, ..)| column.heading).collect::<Vec<_>>()
        };
        let chosen = [ListField::Age, ListField::Status, ListField::Name];
        assert_eq!(shown(&chosen, 100), ["", "age", "status", "name"]);
        assert_eq!(shown(&chosen, 40), ["", "name"], "what has no room is left out");
    }

    /// The config names the columns of the table, but for the sign before each job.
    #[test]
    fn every_column_has_a_name_in_the_config() {
        fn fields<S: ColumnSource>() -> Vec<ListField> {
            let named = S::COLUMNS.iter().filter(|column| !column.heading.is_empty());
            named.map(|column| column.field).collect()
        }
        assert_eq!(fields::<JobTable>(), JOB_COLUMNS.map(|(_, field)| field));
        assert_eq!(fields::<CandidateTable>(), CANDIDATE_COLUMNS.map(|(_, field)| field));
    }

    fn check<S: ColumnSource>(contents: &[u16], width: u16) -> Result<(), TestCaseError> {
        let columns = fit::<S>(&needs(contents), None, Some(ListField::Count), width);
        for pair in columns.windows(2) {
            prop_assert!(pair[0].1 + pair[0].2 < pair[1].1, "columns overlap");
        }
        prop_assert!(columns.iter().all(|(_, x, cells)| x + cells <= width));
        for (column, _, cells) in &columns {
            let at = S::COLUMNS.iter().position(|other| other.heading == column.heading);
            let content = contents[at.unwrap()];
            if width > 36 && column.room == Room::Full && content < 12 {
                prop_assert!(*cells >= content, "a number is cut");
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn columns_never_overlap_and_numbers_are_never_cut(
            contents in proptest::array::uniform9(0..60_u16), width in 0..300_u16,
        ) {
            check::<JobTable>(&contents, width)?;
            check::<CandidateTable>(&contents, width)?;
        }
    }
}
