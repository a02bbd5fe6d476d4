//! Runs one task on the job list or the candidate list, sets its filter, and tracks cursor movement.
//!
//! The dispatcher, the responses and several features call it: the filter line, navigation, saved
//! views, the inbox.

use crate::keymap::action::Pane;
use crate::recruiting::query::QueryContext;
use crate::recruiting::table::store::RowStore;
use crate::tui::app::effect::{ComputeEffect, Effect};
use crate::tui::app::list::{List, SimilarSearch, Sort};
use crate::tui::app::request::Ticket;
use crate::tui::app::state::State;

/// How long the cursor rests before records are requested.
const SETTLE_DELAY: std::time::Duration = std::time::Duration::from_millis(90);

/// The cursor moved to another place: records are requested when it rests.
pub(crate) fn note_cursor_jump(state: &mut State) {
    state.fetching.rapid_steps = 0;
    schedule_settle(state);
}

/// The cursor moved by one step. Many steps without a rest count as scrolling.
pub(crate) fn note_cursor_step(state: &mut State) {
    state.fetching.rapid_steps = if state.fetching.cursor_rests_at.is_some() {
        state.fetching.rapid_steps.saturating_add(1)
    } else {
        1
    };
    schedule_settle(state);
}

fn schedule_settle(state: &mut State) {
    state.navigation.destination = None;
    state.fetching.cursor_rests_at = Some(state.clock.moment.after(SETTLE_DELAY));
}

/// A task that runs on either list.
pub(crate) trait Task {
    type Out: Default;
    fn run<S: RowStore>(self, list: &mut List<S>, context: &QueryContext<'_>) -> Self::Out;
}

pub(crate) fn with_list<T: Task>(state: &mut State, pane: Pane, task: T) -> T::Out {
    let now = state.clock.date;
    if pane == Pane::Jobs {
        return task.run(&mut state.jobs, &QueryContext::at(now));
    }
    match state.open_list_mut() {
        Some((open, data)) => open.with_list(now, data, |list, context| task.run(list, context)),
        None => T::Out::default(),
    }
}

pub(crate) const fn list_of(pane: Pane) -> Pane {
    match pane {
        Pane::Jobs | Pane::Job => Pane::Jobs,
        Pane::Candidates | Pane::Candidate => Pane::Candidates,
    }
}

/// A change of the marks.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Marking {
    /// Toggles the current row and moves down.
    Row,
    /// Begins or ends a range.
    Range,
    Invert,
}

impl Task for Marking {
    /// Whether there was a row to mark.
    type Out = bool;

    fn run<S: RowStore>(self, list: &mut List<S>, _: &QueryContext<'_>) -> bool {
        let is_any = match self {
            Self::Row => list.row().is_some(),
            Self::Range => list.row().is_some() || list.range.is_some(),
            Self::Invert => (0..list.len()).any(|index| list.at(index).is_some()),
        };
        match self {
            Self::Row => list.mark(),
            Self::Range => list.toggle_range(),
            Self::Invert => list.invert(),
        }
        is_any
    }
}

/// The IDs or names of the marked rows, or of the selected one.
pub(crate) struct SelectedTexts {
    pub(crate) is_name: bool,
}

impl Task for SelectedTexts {
    type Out = Vec<String>;

    fn run<S: RowStore>(self, list: &mut List<S>, _: &QueryContext<'_>) -> Vec<String> {
        let selected = list.row().filter(|_| list.marks.is_empty());
        let rows = list.marked_rows().into_iter().chain(selected);
        let store = &list.pages.rows;
        rows.map(|row| if self.is_name { store.name(row) } else { store.id(row) }.to_owned())
            .collect()
    }
}

struct Refilter(Ticket);

impl Task for Refilter {
    type Out = (Option<Ticket>, SimilarSearch);

    fn run<S: RowStore>(self, list: &mut List<S>, context: &QueryContext<'_>) -> Self::Out {
        (list.searching, list.refilter(context, self.0))
    }
}

pub(crate) fn refilter(state: &mut State, pane: Pane, effects: &mut Vec<Effect>) {
    let ticket = state.next_ticket();
    let (before, search) = with_list(state, pane, Refilter(ticket));
    replace_search(before, ticket, search, effects);
    note_cursor_jump(state);
}

/// Replaces the search of a list by another.
fn replace_search(
    before: Option<Ticket>,
    ticket: Ticket,
    search: SimilarSearch,
    effects: &mut Vec<Effect>,
) {
    if search != SimilarSearch::Unchanged {
        effects.extend(before.map(|ticket| Effect::Compute(ComputeEffect::CancelSearch(ticket))));
    }
    if let SimilarSearch::Started(search) = search {
        effects.push(Effect::Compute(ComputeEffect::FindSimilarRows(ticket, search)));
    }
}

pub(crate) fn set_filter(state: &mut State, pane: Pane, text: &str, effects: &mut Vec<Effect>) {
    if let Some(field) = state.filter_field_mut(pane) {
        field.set(text);
    }
    refilter(state, pane, effects);
}

/// The list is complete now, so search it again.
pub(crate) fn search_again(state: &mut State, pane: Pane, effects: &mut Vec<Effect>) {
    struct SearchAgain(Ticket);
    impl Task for SearchAgain {
        type Out = (Option<Ticket>, SimilarSearch);

        fn run<S: RowStore>(self, list: &mut List<S>, context: &QueryContext<'_>) -> Self::Out {
            (list.searching, list.search_again(context, self.0))
        }
    }
    let ticket = state.next_ticket();
    let (before, search) = with_list(state, pane, SearchAgain(ticket));
    replace_search(before, ticket, search, effects);
    if state.filter_prompt.pane.is_some() {
        state.update_completions();
    }
}

pub(crate) struct SortBy(pub(crate) Option<Sort>);

impl Task for SortBy {
    type Out = ();

    fn run<S: RowStore>(self, list: &mut List<S>, context: &QueryContext<'_>) {
        list.sort_by(self.0, context);
    }
}
