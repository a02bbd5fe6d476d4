//! Something done to either list, jobs or candidates, in the same way.

use crate::keymap::action::Pane;
use crate::recruiting::query::QueryContext;
use crate::recruiting::table::store::RowStore;
use crate::tui::app::list::List;
use crate::tui::app::state::State;

/// Details are asked for when the selection has rested so long.
const REST: std::time::Duration = std::time::Duration::from_millis(90);

/// The selection went elsewhere: what it needs is asked for when it rests.
pub(crate) fn moved(state: &mut State) {
    state.strides = 0;
    rest_later(state);
}

/// The selection went by a step: many of them without a rest are a run.
pub(crate) fn stepped(state: &mut State) {
    state.strides = if state.rests_at.is_some() { state.strides.saturating_add(1) } else { 1 };
    rest_later(state);
}

fn rest_later(state: &mut State) {
    state.heading_for = None;
    state.rests_at = Some(state.clock.moment.after(REST));
}

/// Something that is done to either list in the same way.
pub(crate) trait Task {
    type Out: Default;
    fn on<S: RowStore>(self, list: &mut List<S>, context: &QueryContext<'_>) -> Self::Out;
}

pub(crate) fn with<T: Task>(state: &mut State, pane: Pane, task: T) -> T::Out {
    let now = state.clock.date;
    if pane == Pane::Jobs {
        return task.on(&mut state.jobs, &QueryContext::at(now));
    }
    let State { open, job, book, .. } = state;
    match job.as_ref().and_then(|job| open.get_mut(job)) {
        Some(open) => open.with_list(now, book, |list, context| task.on(list, context)),
        None => T::Out::default(),
    }
}

/// The list that the focused pane belongs to.
pub(crate) const fn list_of(pane: Pane) -> Pane {
    match pane {
        Pane::Jobs | Pane::Job => Pane::Jobs,
        Pane::Candidates | Pane::Candidate => Pane::Candidates,
    }
}

/// What is done to marks.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Marking {
    /// One row, and on.
    One,
    /// A range begins or ends.
    Range,
    /// The others.
    Invert,
}

impl Task for Marking {
    /// Whether there was anything to do it to.
    type Out = bool;

    fn on<S: RowStore>(self, list: &mut List<S>, _: &QueryContext<'_>) -> bool {
        let is_any = match self {
            Self::One => list.row().is_some(),
            Self::Range => list.row().is_some() || list.range.is_some(),
            Self::Invert => (0..list.len()).any(|index| list.at(index).is_some()),
        };
        match self {
            Self::One => list.mark(),
            Self::Range => list.toggle_range(),
            Self::Invert => list.invert(),
        }
        is_any
    }
}

/// The ids of what is marked, or of what is selected.
pub(crate) struct Ids;

impl Task for Ids {
    type Out = Vec<String>;

    fn on<S: RowStore>(self, list: &mut List<S>, _: &QueryContext<'_>) -> Vec<String> {
        let marked = list.marks.iter().copied();
        let selected = list.row().filter(|_| list.marks.is_empty());
        marked.chain(selected).map(|row| list.roll.rows.id(row).to_owned()).collect()
    }
}
