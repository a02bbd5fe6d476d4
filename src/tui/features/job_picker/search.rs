//! Looks up jobs by the typed text.

use super::state::{JobPicker, PickPurpose};
use crate::recruiting::query::{QueryContext, parse};
use crate::recruiting::table::{JOB_FIELDS, Row};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;

pub(crate) fn open(state: &mut State, purpose: PickPurpose) {
    state.dialog = Some(Dialog::PickJob(Box::new(JobPicker::new(purpose))));
    run(state);
}

/// All jobs while nothing is typed.
pub(crate) fn run(state: &mut State) {
    let Some(Dialog::PickJob(picker)) = &mut state.dialog else { return };
    let rows = &state.jobs.pages.rows;
    let text = picker.field.text();
    let mut jobs: Vec<Row> = if text.trim().is_empty() {
        rows.rows().collect()
    } else {
        let filter = parse(text, JOB_FIELDS).filter;
        // A filter that does not parse matches nothing rather than everything.
        let matches = filter.matches(rows, &QueryContext::at(state.clock.date));
        let is_match = |row: &Row| !filter.is_empty() && rows.is_live(*row);
        matches.iter().filter(is_match).collect()
    };
    jobs.sort_by_cached_key(|row| (rows.kind(*row), std::cmp::Reverse(rows.created(*row))));
    (picker.at, picker.search_at, picker.matches) = (0, None, jobs);
}
