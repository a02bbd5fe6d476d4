//! Filter and sort of the focused list.

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::query::{Direction, NearMatch, QueryContext, filter_like};
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{ListField, Row};
use crate::tui::app::effect::Effect;
use crate::tui::app::list::tasks::{
    SortBy, Task, list_of, note_cursor_jump, refilter, set_filter, with_list,
};
use crate::tui::app::list::{List, Sort};
use crate::tui::app::request::Ticket;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::pick_list;
use crate::tui::widgets::text_input::TextInput;

pub(crate) fn begin(state: &mut State) {
    let pane = list_of(state.focus);
    state.filter_prompt.focus = state.focus;
    state.focus = pane;
    state.filter_prompt.previous_text = state.filter_text(pane).to_owned();
    state.filter_prompt.origin = match pane {
        Pane::Jobs => state.jobs.row(),
        _ => state.open_job().and_then(|open| open.list.row()),
    };
    state.filter_prompt.pane = Some(pane);
    state.filter_prompt.completion_index = 0;
    state.update_completions();
}

pub(crate) fn change_text(
    state: &mut State,
    effects: &mut Vec<Effect>,
    change: impl FnOnce(&mut TextInput),
) {
    let Some(pane) = state.filter_prompt.pane else { return };
    if let Some(field) = state.filter_field_mut(pane) {
        change(field);
        state.filter_prompt.completion_index = 0;
        refilter(state, pane, effects);
        state.update_completions();
    }
}

pub(crate) fn edit(state: &mut State, edit: TextEdit, effects: &mut Vec<Effect>) {
    let Some(pane) = state.filter_prompt.pane else { return };
    match edit {
        TextEdit::Accept => state.filter_prompt.pane = None,
        TextEdit::Cancel => {
            let before = std::mem::take(&mut state.filter_prompt.previous_text);
            state.filter_prompt.pane = None;
            state.focus = state.filter_prompt.focus;
            set_filter(state, pane, &before, effects);
            if let Some(row) = state.filter_prompt.origin {
                with_list(state, pane, Select(row));
            }
        }
        TextEdit::Complete => complete(state, effects),
        TextEdit::Next | TextEdit::Previous if state.filter_prompt.completions.is_empty() => {
            nothing_completes(state);
        }
        TextEdit::Next | TextEdit::Previous => {
            let (at, count) =
                (Some(state.filter_prompt.completion_index), state.filter_prompt.completions.len());
            state.filter_prompt.completion_index =
                pick_list::cycle(at, count, edit == TextEdit::Previous);
        }
        _ => change_text(state, effects, |field| field.edit(edit)),
    }
}

fn complete(state: &mut State, effects: &mut Vec<Effect>) {
    match state.filter_prompt.completions.get(state.filter_prompt.completion_index) {
        Some(offer) => {
            let (range, text) = (offer.range.clone(), offer.text.clone());
            change_text(state, effects, |field| field.replace(range, &text));
        }
        None => nothing_completes(state),
    }
}

fn nothing_completes(state: &mut State) {
    state.notify(Severity::Info, "No completion here. Fields are offered as you type");
}

struct Select(Row);

impl Task for Select {
    type Out = ();

    fn run<S: RowStore>(self, list: &mut List<S>, _: &QueryContext<'_>) {
        list.select(self.0);
    }
}

pub(crate) fn clear(state: &mut State, effects: &mut Vec<Effect>) {
    let pane = list_of(state.focus);
    if state.shows_filter(pane) {
        set_filter(state, pane, "", effects);
    } else {
        let message = format!("No filter to clear. {} filters", state.key_of(Action::Filter));
        state.notify(Severity::Info, message);
    }
}

/// Hands near matches to the list that waits for them.
pub(crate) fn take_matches(state: &mut State, ticket: Ticket, rows: &[NearMatch], is_done: bool) {
    if state.jobs.searching == Some(ticket) {
        state.jobs.add_near_matches(rows, is_done);
    }
    // The user may have opened another job since.
    if let Some(open) = state.candidate_lists_mut().find(|open| open.list.searching == Some(ticket))
    {
        open.list.add_near_matches(rows, is_done);
    }
}

/// A second press reverses the order.
pub(crate) fn sort(state: &mut State, field: ListField) {
    let pane = list_of(state.focus);
    let direction = match state.sort_of(pane) {
        Some(sort) if sort.field == field => sort.direction.reversed(),
        _ => Direction::Ascending,
    };
    with_list(state, pane, SortBy(Some(Sort { field, direction })));
    note_cursor_jump(state);
}

pub(crate) fn reverse(state: &mut State) {
    struct Reverse;
    impl Task for Reverse {
        type Out = ();

        fn run<S: RowStore>(self, list: &mut List<S>, context: &QueryContext<'_>) {
            list.reverse(context);
        }
    }
    with_list(state, list_of(state.focus), Reverse);
    note_cursor_jump(state);
}

pub(crate) fn unsort(state: &mut State) {
    with_list(state, list_of(state.focus), SortBy(None));
    note_cursor_jump(state);
}

/// Hides the rejected candidates or the archived jobs, or shows them again.
pub(crate) fn toggle_closed(state: &mut State) {
    struct ToggleClosed;
    impl Task for ToggleClosed {
        type Out = Option<String>;

        fn run<S: RowStore>(self, list: &mut List<S>, _: &QueryContext<'_>) -> Option<String> {
            let message = || format!("No {} {} in this list", S::CLOSED, S::PLURAL);
            (!list.toggle_closed()).then(message)
        }
    }
    match with_list(state, list_of(state.focus), ToggleClosed) {
        Some(message) => state.notify(Severity::Info, message),
        None => note_cursor_jump(state),
    }
    if list_of(state.focus) == Pane::Candidates
        && let Some(open) = state.open_job()
    {
        state.last_screen.hides_rejected = open.list.closed.is_hidden;
    }
}

pub(crate) fn like_this(state: &mut State, effects: &mut Vec<Effect>) {
    struct Like(ListField, Option<Sort>);
    impl Task for Like {
        type Out = Option<String>;

        fn run<S: RowStore>(self, list: &mut List<S>, context: &QueryContext<'_>) -> Self::Out {
            let sort = list.sort.filter(|sort| Some(*sort) != self.1);
            let field = sort.map_or(self.0, |sort| sort.field);
            let like = filter_like(&list.pages.rows, context, list.row()?, field);
            let before = list.field.text();
            Some(if before.is_empty() { like } else { format!("{before} {like}") })
        }
    }
    let pane = list_of(state.focus);
    // The default sort says nothing about the intent.
    let like = match pane {
        Pane::Jobs => Like(ListField::Status, state.default_sort(pane)),
        _ => Like(ListField::Stage, state.default_sort(pane)),
    };
    match with_list(state, pane, like) {
        Some(text) => set_filter(state, pane, &text, effects),
        None => state.notify(Severity::Info, "Select a row first"),
    }
}
