//! Gives the columns of a list their widths: what their content needs, and if there is too little
//! room, less for the less important ones. `view` draws with it; the dispatcher calls [`measure`].

use super::columns::{CellContext, ColumnSource, ListColumn, Room};
use super::state::{ListNeeds, Measured};
use crate::recruiting::table::{CandidateTable, JobTable};
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

/// A column with its position and width.
pub(super) type PlacedColumn<S> = (&'static ListColumn<S>, u16, u16);

/// The columns that are shown. The most important one is always there.
pub(super) fn fit<S: ColumnSource>(contents: &[u16], width: u16) -> Vec<PlacedColumn<S>> {
    let mut columns = visible::<S>(contents, width);
    let count = cells_u16(columns.len());
    let total = |columns: &[(usize, &ListColumn<S>, u16)]| {
        columns.iter().map(|(.., cells)| cells).sum::<u16>().saturating_add(count.saturating_sub(1))
    };
    let mut lack = total(&columns).saturating_sub(width);
    let mut cuttable: Vec<(u8, u16, &mut u16)> = columns
        .iter_mut()
        .filter_map(|(_, column, cells)| match column.room {
            Room::Full => None,
            Room::Text { min, cut, .. } => Some((cut, min, cells)),
        })
        .collect();
    cuttable.sort_by_key(|(cut, ..)| *cut);
    for (_, min, cells) in cuttable {
        let less = lack.min(cells.saturating_sub(min));
        *cells -= less;
        lack -= less;
    }
    columns.sort_by_key(|(at, ..)| *at);
    let gap = if total(&columns).saturating_add(count) <= width { 2 } else { 1 };
    let mut x = 0;
    let place = |(_, column, cells): (usize, &'static ListColumn<S>, u16)| {
        let cells = cells.min(width.saturating_sub(x));
        let placed = (column, x, cells);
        x += cells + if column.heading.is_empty() { 1 } else { gap };
        placed
    };
    columns.into_iter().map(place).collect()
}

/// The columns for which there is room, most important first, with their place in the table and
/// the cells they need.
fn visible<S: ColumnSource>(
    contents: &[u16],
    width: u16,
) -> Vec<(usize, &'static ListColumn<S>, u16)> {
    let mut ranked: Vec<_> = S::COLUMNS.iter().enumerate().collect();
    ranked.sort_by_key(|(_, column)| column.rank);
    let mut columns = Vec::new();
    let (mut least_before, mut fair_before) = (0, 0);
    for (at, column) in ranked {
        let content = contents.get(at).copied().unwrap_or(0);
        if content == 0 && !columns.is_empty() {
            continue;
        }
        let need = need(column, content);
        let (least, fair) = match column.room {
            Room::Full => (need, need),
            Room::Text { min, ample, .. } => (need.min(min), need.min(ample)),
        };
        let is_core = column.rank <= CORE_RANK;
        let before: u16 = if is_core { least_before } else { fair_before };
        if !columns.is_empty() && before + least > width {
            break;
        }
        least_before += least + 1;
        fair_before += fair + 1;
        columns.push((at, column, need));
    }
    columns
}

/// The heading has room for the sort arrow.
fn need<S>(column: &ListColumn<S>, content: u16) -> u16 {
    let heading = cells_u16(width(column.heading));
    content.max(if heading > 0 { heading + 2 } else { 0 })
}

/// Measures the rows that are on the screen. The layout follows from it.
pub(crate) fn measure(state: &mut State) {
    let mut needs = std::mem::take(&mut state.column_needs);
    measure_list::<JobTable>(state, &state.jobs, None, &mut needs.jobs);
    if let Some(open) = state.open_job() {
        measure_list::<CandidateTable>(state, &open.list, Some(open), &mut needs.candidates);
    }
    state.column_needs = needs;
}

/// `open` is the job whose candidates are listed.
fn measure_list<S: ColumnSource>(
    state: &State,
    list: &List<S>,
    open: Option<&OpenJob>,
    needs: &mut ListNeeds,
) {
    let measured = Measured { size: state.size, job: open.map(|open| open.id.clone()) };
    match &needs.measured {
        Some(before) if before.size != measured.size => *needs = ListNeeds::default(),
        Some(before) if before.job != measured.job => needs.columns.clear(),
        _ => {}
    }
    // The ASCII symbols are the widest.
    let context = CellContext::with_symbols(state, Symbols::ascii(), open);
    needs.columns.resize(S::COLUMNS.len(), 0);
    for row in list.window().filter_map(|index| list.at(index)) {
        for (column, cells) in S::COLUMNS.iter().zip(&mut needs.columns) {
            let cell = (column.cell)(&list.pages.rows, row, &context);
            *cells = (*cells).max(cells_u16(cell.width()));
        }
    }
    let columns = S::COLUMNS.iter().zip(&needs.columns).filter(|(_, content)| **content > 0);
    let pane = columns.map(|(column, content)| need(column, *content) + 1).sum::<u16>();
    let edges = FRAME + EDGES + if open.is_some() { TRIAGE_WIDTH } else { 0 };
    needs.pane = needs.pane.max(pane.saturating_add(edges));
    needs.measured = Some(measured);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CANDIDATES: [u16; 6] = [22, 26, 30, 23, 4, 11];
    const JOBS: [u16; 9] = [1, 35, 24, 7, 3, 1, 0, 2, 4];

    fn names<S: ColumnSource>(contents: &[u16], width: u16) -> Vec<&'static str> {
        fit::<S>(contents, width).iter().map(|(column, ..)| column.heading).collect()
    }

    fn widths<S: ColumnSource>(contents: &[u16], width: u16) -> Vec<u16> {
        fit::<S>(contents, width).iter().map(|(.., cells)| *cells).collect()
    }

    #[test]
    fn less_important_columns_are_dropped_first() {
        let names = names::<CandidateTable>;
        assert_eq!(names(&CANDIDATES, 34), ["name", "stage", "age"]);
        assert_eq!(names(&CANDIDATES, 60), ["name", "title", "stage", "age"]);
        assert_eq!(names(&CANDIDATES, 81), ["name", "title", "company", "stage", "age"]);
        assert_eq!(names(&CANDIDATES, 102), ["name", "title", "company", "stage", "age", "added"]);
        let empty_titles = [22, 0, 30, 23, 4, 11];
        assert_eq!(names(&empty_titles, 60), ["name", "company", "stage", "age"]);
    }

    #[test]
    fn texts_are_cut_in_the_order_of_importance_and_numbers_never() {
        assert_eq!(widths::<JobTable>(&JOBS, 54), [1, 34, 7, 9]);
        let widths = widths::<CandidateTable>;
        assert_eq!(widths(&CANDIDATES, 122), [22, 26, 30, 23, 5, 11], "all fit");
        assert_eq!(widths(&CANDIDATES, 121), [22, 26, 29, 23, 5, 11], "the company is cut first");
        assert_eq!(widths(&CANDIDATES, 103), [22, 25, 12, 23, 5, 11], "then the title");
        assert_eq!(widths(&CANDIDATES, 65), [20, 14, 23, 5], "then the name");
        assert_eq!(widths(&CANDIDATES, 41), [16, 18, 5], "the stage is cut last");
    }

    fn check<S: ColumnSource>(contents: &[u16], width: u16) -> Result<(), TestCaseError> {
        let columns = fit::<S>(contents, width);
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
