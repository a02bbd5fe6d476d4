//! Filter, sort and naming of saved views for the focused list.

use crate::config::{SavedView, ViewPane};
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::query::{Direction, NearMatch, QueryContext, filter_like};
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{CANDIDATE_FIELDS, JOB_FIELDS, ListField, Row};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{ComputeEffect, Effect, StorageEffect};
use crate::tui::app::list::{List, SimilarSearch, Sort};
use crate::tui::app::request::Ticket;
use crate::tui::app::state::{NEWEST_FIRST, State};
use crate::tui::app::update::lists::{Task, cursor_jumped, list_of, with_list};
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::pick_list;
use crate::tui::widgets::text_input::TextInput;

pub(crate) fn begin(state: &mut State) {
    let pane = list_of(state.focus);
    state.filter_prompt.focus = state.focus;
    state.focus = pane;
    let text = match pane {
        Pane::Jobs => state.jobs.field.text(),
        _ => state.open_job().map_or("", |open| open.list.field.text()),
    };
    state.filter_prompt.previous_text = text.to_owned();
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
    let field = match pane {
        Pane::Jobs => Some(&mut state.jobs.field),
        _ => state.open_job_mut().map(|open| &mut open.list.field),
    };
    if let Some(field) = field {
        change(field);
        state.filter_prompt.completion_index = 0;
        apply(state, pane, effects);
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
            set_in_pane(state, pane, &before, effects);
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
    state.notify(Severity::Info, "nothing completes this; fields are offered as you type");
}

struct Select(Row);

impl Task for Select {
    type Out = ();

    fn run<S: RowStore>(self, list: &mut List<S>, _: &QueryContext<'_>) {
        list.select(self.0);
    }
}

struct Refilter(Ticket);

impl Task for Refilter {
    type Out = (Option<Ticket>, SimilarSearch);

    fn run<S: RowStore>(self, list: &mut List<S>, context: &QueryContext<'_>) -> Self::Out {
        (list.searching, list.refilter(context, self.0))
    }
}

fn apply(state: &mut State, pane: Pane, effects: &mut Vec<Effect>) {
    let ticket = state.next_ticket();
    let (before, search) = with_list(state, pane, Refilter(ticket));
    replace_search(before, ticket, search, effects);
    cursor_jumped(state);
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

pub(crate) fn set_in_pane(state: &mut State, pane: Pane, text: &str, effects: &mut Vec<Effect>) {
    match pane {
        Pane::Jobs => state.jobs.field.set(text),
        _ => {
            if let Some(open) = state.open_job_mut() {
                open.list.field.set(text);
            }
        }
    }
    apply(state, pane, effects);
}

pub(crate) fn set(state: &mut State, text: &str, effects: &mut Vec<Effect>) {
    set_in_pane(state, Pane::Candidates, text, effects);
}

pub(crate) fn clear_jobs(state: &mut State, effects: &mut Vec<Effect>) {
    set_in_pane(state, Pane::Jobs, "", effects);
}

pub(crate) fn clear(state: &mut State, effects: &mut Vec<Effect>) {
    let pane = list_of(state.focus);
    if state.shows_filter(pane) {
        set_in_pane(state, pane, "", effects);
    } else {
        let message =
            format!("there is no filter to clear; {} filters", state.key_of(Action::Filter));
        state.notify(Severity::Info, message);
    }
}

/// Hands near matches to the list that waits for them.
pub(crate) fn take_matches(state: &mut State, ticket: Ticket, rows: &[NearMatch], is_done: bool) {
    if state.jobs.searching == Some(ticket) {
        state.jobs.add_near_matches(rows, is_done);
    }
    // The user may have opened another job since.
    if let Some(open) = state.open.values_mut().find(|open| open.list.searching == Some(ticket)) {
        open.list.add_near_matches(rows, is_done);
    }
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

/// A second press reverses the order.
pub(crate) fn sort(state: &mut State, field: ListField) {
    let pane = list_of(state.focus);
    let direction = match state.sort_of(pane) {
        Some(sort) if sort.field == field => sort.direction.reversed(),
        _ => Direction::Ascending,
    };
    with_list(state, pane, SortBy(Some(Sort { field, direction })));
    cursor_jumped(state);
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
    cursor_jumped(state);
}

pub(crate) fn unsort(state: &mut State) {
    with_list(state, list_of(state.focus), SortBy(None));
    cursor_jumped(state);
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
        Pane::Jobs => Like(ListField::Status, Some(NEWEST_FIRST)),
        _ => Like(ListField::Stage, None),
    };
    match with_list(state, pane, like) {
        Some(text) => set_in_pane(state, pane, &text, effects),
        None => state.notify(Severity::Info, "nothing is selected that others could be like"),
    }
}

fn mistake(state: &State, pane: Pane) -> Option<String> {
    let mistakes = match pane {
        Pane::Jobs => &state.jobs.mistakes,
        _ => &state.open_job()?.list.mistakes,
    };
    mistakes.first().map(ToString::to_string)
}

pub(crate) fn name_view(state: &mut State) {
    let pane = list_of(state.focus);
    let sort = state.sort_of(pane).filter(|sort| *sort != NEWEST_FIRST || pane != Pane::Jobs);
    if !state.shows_filter(pane) && sort.is_none() {
        let (filter, sort) =
            (state.key_of(Action::Filter), state.key_of(Action::Sort(ListField::Name)));
        let message = format!(
            "there is nothing to keep: no filter, and the usual order; {filter} filters, {sort} sorts by name"
        );
        state.notify(Severity::Info, message);
    } else if let Some(mistake) = mistake(state, pane) {
        let message =
            format!("this filter cannot be kept while a part of it is not understood: {mistake}");
        state.notify(Severity::Warning, message);
    } else {
        state.dialog = Some(Dialog::SaveView { field: TextInput::default(), taken_name: None });
    }
}

pub(crate) fn save_view(state: &mut State, name: String, effects: &mut Vec<Effect>) {
    let pane = list_of(state.focus);
    let (view_pane, filter, columns) = if pane == Pane::Jobs {
        (ViewPane::Jobs, state.jobs.field.text(), JOB_FIELDS)
    } else {
        let filter = state.open_job().map_or("", |open| open.list.field.text());
        (ViewPane::Candidates, filter, CANDIDATE_FIELDS)
    };
    let sort = state.sort_of(pane).and_then(|sort| {
        let column = columns.iter().find(|column| column.field == sort.field)?;
        let sign = if sort.direction == Direction::Ascending { "" } else { "-" };
        Some(format!("{sign}{}", column.key))
    });
    let sort = sort.unwrap_or_default();
    let view = SavedView { name, job: None, pane: view_pane, filter: filter.to_owned(), sort };
    state.views.retain(|other| other.name != view.name);
    state.views.push(view.clone());
    effects.push(Effect::Storage(StorageEffect::SaveView(view)));
}
