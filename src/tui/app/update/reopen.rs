//! Reopens the program where it was left, and stores where it is. The dispatcher calls this.

use crate::keymap::action::Pane;
use crate::recruiting::table::{CANDIDATE_FIELDS, JOB_FIELDS};
use crate::tui::app::all_candidates::is_all;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::last_screen::{Arrangement, SavedList, SavedPlace, SavedScreen};
use crate::tui::app::list::tasks::{SortBy, set_filter, with_list};
use crate::tui::app::list::{Sort, sort_from_text, sort_to_text};
use crate::tui::app::message::Message;
use crate::tui::app::open_jobs::open_job;
use crate::tui::app::state::State;
use crate::tui::features::navigation::locations;
use crate::tui::features::navigation::state::Location;
use crate::wire::PersonId;

/// A key of the user cancels the way back: the cursor must not jump under their hands.
pub(super) fn note_input(state: &mut State, message: &Message) {
    if matches!(
        message,
        Message::Act(_) | Message::Typed(_) | Message::Pasted(_) | Message::Mouse(_)
    ) {
        state.last_screen.has_input = true;
        state.last_screen.pending = None;
    }
}

pub(super) fn restore(state: &mut State, saved: SavedScreen, effects: &mut Vec<Effect>) {
    state.pane_sizes = saved.arrangement.sizes;
    if !state.last_screen.has_input
        && let Some(place) = saved.place.clone().filter(|place| place.job.is_some())
    {
        restore_list(state, Pane::Jobs, &place.jobs, effects);
        state.last_screen.pending = Some(place);
    }
    state.last_screen.stored = saved;
}

fn restore_list(state: &mut State, pane: Pane, saved: &SavedList, effects: &mut Vec<Effect>) {
    let fields = if pane == Pane::Jobs { JOB_FIELDS } else { CANDIDATE_FIELDS };
    let sort = sort_from_text(&saved.sort, fields);
    // A sort order in the config applies at each start.
    if !state.has_sort_setting(pane) && (sort.is_some() || saved.sort.is_empty()) {
        with_list(state, pane, SortBy(sort));
    }
    if pane == Pane::Jobs {
        state.jobs.hide_closed(saved.hides_closed);
    } else {
        state.last_screen.hides_rejected = saved.hides_closed;
        if let Some(open) = state.open_job_mut() {
            open.list.hide_closed(saved.hides_closed);
        }
    }
    if state.filter_text(pane) != saved.filter {
        set_filter(state, pane, &saved.filter, effects);
        state.fetching.cursor_rests_at = None;
    }
}

/// Goes to the job as soon as it is in the list. Without it, the list starts at its top.
pub(super) fn reopen(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(place) = state.last_screen.pending.take() else { return };
    let Some(job) = place.job.clone() else { return };
    let is_listed =
        is_all(&job) || state.jobs.pages.rows.find(&job).is_some_and(|row| state.jobs.select(row));
    if !is_listed {
        // A job that is not sorted in yet cannot be selected.
        if !(state.jobs.pages.is_complete() && state.jobs.is_settled()) {
            state.last_screen.pending = Some(place);
        }
        return;
    }
    let location = Location {
        pane: Pane::ALL.get(place.pane).copied().unwrap_or(Pane::Jobs),
        job: Some(job.clone()),
        candidate: place.candidate.clone(),
        filter: place.candidates.filter.clone(),
        board: state.last_screen.stored.arrangement.board,
        name: String::new(),
    };
    // Another order or filter begins at the top, so the candidate is selected after it.
    open_job(state, &job);
    restore_list(state, Pane::Candidates, &place.candidates, effects);
    locations::go_to(state, location, effects);
}

/// Stores the screen when it has changed and the cursor rests.
pub(super) fn store(state: &mut State, effects: &mut Vec<Effect>) {
    let is_ready = state.local_data.is_restored
        && state.last_screen.pending.is_none()
        && state.navigation.destination.is_none()
        && state.is_selection_at_rest()
        && state.job.is_some();
    if is_ready {
        store_now(state, effects);
    }
}

/// Stores the screen at the end of the program.
pub(super) fn store_at_end(state: &mut State, effects: &mut Vec<Effect>) {
    if state.local_data.is_restored && state.last_screen.pending.is_none() && state.job.is_some() {
        store_now(state, effects);
    }
}

fn store_now(state: &mut State, effects: &mut Vec<Effect>) {
    let screen = current(state);
    if screen != state.last_screen.stored {
        state.last_screen.stored = screen.clone();
        effects.push(Effect::Storage(StorageEffect::SaveScreen(Box::new(screen))));
    }
}

fn current(state: &State) -> SavedScreen {
    let open = state.open_job();
    let selected = open.and_then(|open| {
        let (rows, row) = (&open.list.pages.rows, open.list.row()?);
        let is_forgotten =
            state.last_screen.forgotten.contains(&PersonId::from(rows.person_id(row)));
        (!is_forgotten).then(|| rows.id(row).into())
    });
    let positions = open.map_or_else(Vec::new, |open| {
        let rows = open.list.window().filter_map(|index| open.list.at(index));
        let mut positions: Vec<u64> =
            rows.filter_map(|row| Some(open.list.pages.position_of(row)? as u64)).collect();
        positions.sort_unstable();
        positions
    });
    let place = SavedPlace {
        positions,
        pane: state.focus as usize,
        job: state.job.clone(),
        candidate: selected,
        jobs: saved_list(state, Pane::Jobs),
        candidates: saved_list(state, Pane::Candidates),
    };
    let arrangement = Arrangement { sizes: state.pane_sizes, board: state.board };
    SavedScreen { arrangement, place: Some(place) }
}

fn saved_list(state: &State, pane: Pane) -> SavedList {
    let fields = if pane == Pane::Jobs { JOB_FIELDS } else { CANDIDATE_FIELDS };
    let text = state.filter_text(pane);
    let filter = if state.last_screen.withheld.contains(text) { "" } else { text };
    let sort = state.sort_of(pane).and_then(|sort: Sort| sort_to_text(sort, fields));
    let hides_closed = if pane == Pane::Jobs {
        state.jobs.closed.is_hidden
    } else {
        state.last_screen.hides_rejected
    };
    SavedList { filter: filter.to_owned(), sort: sort.unwrap_or_default(), hides_closed }
}

/// The storage deleted the place, since it may name the person. What names them now is not stored
/// again.
pub(super) fn forget(state: &mut State, person: &PersonId) {
    let filters = [Pane::Jobs, Pane::Candidates].map(|pane| state.filter_text(pane).to_owned());
    state.last_screen.withheld.extend(filters.into_iter().filter(|text| !text.is_empty()));
    state.last_screen.forgotten.insert(person.clone());
    state.last_screen.stored.place = None;
}
