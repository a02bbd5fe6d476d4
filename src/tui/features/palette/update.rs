//! Searches as the user types, and opens or runs the selected hit.

use super::state::{PaletteHit, PaletteTarget};
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::keymap::action_info::ActionInfo;
use crate::recruiting::query::{Filter, QueryContext, parse};
use crate::recruiting::table::{CANDIDATE_FIELDS, JOB_FIELDS, Table, fold};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::{PATIENCE, State};
use crate::tui::features::inbox::{queue, scope};
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::panes::here;
use crate::tui::features::navigation::places;
use crate::tui::features::navigation::state::Location;
use crate::tui::features::{help, saved_views};

/// Maximum hits of one kind.
const EACH: usize = 8;

pub(crate) fn open(state: &mut State) {
    state.over = Some(Dialog::Palette(Box::default()));
    look(state);
}

/// Searches for the input.
pub(crate) fn look(state: &mut State) {
    let Some(Dialog::Palette(palette)) = &state.over else { return };
    let text = palette.field.text().to_owned();
    let mut found = views(state, &text);
    let actions = actions(state, &text);
    let records: Vec<PaletteHit> = jobs(state, &text).chain(candidates(state, &text)).collect();
    // Without input, actions come first.
    if text.trim().is_empty() {
        found.extend(actions);
        found.extend(records);
    } else {
        found.extend(records);
        found.extend(actions);
    }
    if let Some(Dialog::Palette(palette)) = &mut state.over {
        palette.at = 0;
        palette.stale = None;
        palette.found = found;
    }
}

/// More records arrived. Searches again after a delay, to include those that arrive until then.
pub(crate) fn grow_stale(state: &mut State) {
    if let Some(Dialog::Palette(palette)) = &mut state.over {
        palette.stale.get_or_insert(state.clock.moment.after(PATIENCE));
    }
}

/// Searches again when due; the selection stays.
pub(crate) fn look_again(state: &mut State) {
    let Some(Dialog::Palette(before)) = &state.over else { return };
    if before.stale.is_none_or(|at| at > state.clock.moment) {
        return;
    }
    let selected = before.found.get(before.at).map(|found| found.target.clone());
    look(state);
    if let Some(Dialog::Palette(palette)) = &mut state.over {
        let place = palette.found.iter().position(|found| Some(&found.target) == selected.as_ref());
        palette.at = place.unwrap_or(0);
    }
}

fn views(state: &State, text: &str) -> Vec<PaletteHit> {
    let views = state.views.iter().filter(|view| holds(&view.name, text));
    let view = |view: &saved_views::state::SavedView| PaletteHit {
        target: PaletteTarget::View(view.name.clone()),
        name: view.name.clone(),
        beside: crate::text::sanitize(&view.filter).into_owned(),
    };
    views.map(view).collect()
}

fn actions(state: &State, text: &str) -> Vec<PaletteHit> {
    let most = if text.trim().is_empty() { usize::MAX } else { EACH };
    let mut doables: Vec<&ActionInfo> = state.actions.iter().collect();
    if state.inbox.is_some() {
        doables.sort_by_key(|doable| help::rich_text::rank_in_inbox(doable));
    }
    let doable = doables.into_iter().map(|doable| {
        let name = format!("{}: {}", doable.group().title(), doable.told);
        (doable, name)
    });
    // By description, or by the name in the config.
    let named = doable.filter(|(doable, name)| holds(&format!("{name} {}", doable.name), text));
    let found = named.map(|(doable, name)| PaletteHit {
        target: PaletteTarget::Action(doable.action),
        name,
        beside: doable.keys.clone(),
    });
    found.take(most).collect()
}

fn jobs(state: &State, text: &str) -> impl Iterator<Item = PaletteHit> {
    let rows = &state.jobs.roll.rows;
    matching(rows, &parse(text, JOB_FIELDS).filter, state).map(|row| PaletteHit {
        target: PaletteTarget::Job(rows.id(row).clone()),
        name: rows.name(row).to_owned(),
        beside: rows.client(row).to_owned(),
    })
}

/// Candidates of all opened jobs, most recent job first.
fn candidates(state: &State, text: &str) -> impl Iterator<Item = PaletteHit> {
    let filter = parse(text, CANDIDATE_FIELDS).filter;
    // Blind mode hides names.
    let hidden = state.is_blind();
    let recent = state.recent.iter().rev().filter(move |_| !hidden);
    let recent = recent.filter_map(|id| state.open.get(id));
    recent
        .flat_map(move |open| {
            let rows = &open.list.roll.rows;
            matching(rows, &filter, state).map(move |row| PaletteHit {
                target: PaletteTarget::Candidate(open.id.clone(), rows.id(row).into()),
                name: rows.name(row).to_owned(),
                beside: format!("{} at {}", rows.title(row), rows.company(row)),
            })
        })
        .take(EACH * 2)
}

fn matching<T: Table>(
    table: &T,
    filter: &Filter,
    state: &State,
) -> impl Iterator<Item = crate::recruiting::table::Row> + use<T> {
    let context = QueryContext { book: Some(&state.book), ..QueryContext::at(state.clock.date) };
    let matches = if filter.is_empty() {
        Vec::new()
    } else {
        let matches = filter.matches(table, &context);
        matches.iter().take(EACH).collect()
    };
    matches.into_iter()
}

/// Whether the text contains every word, ignoring accents and case.
fn holds(text: &str, words: &str) -> bool {
    let text = fold(text);
    words.split_whitespace().all(|word| {
        let word = fold(word);
        memchr::memmem::find(&text, &word).is_some()
    })
}

/// Picks the hit at an index. Returns the action to run, if it is one.
pub(crate) fn pick_at(state: &mut State, at: usize, effects: &mut Vec<Effect>) -> Option<Action> {
    if let Some(Dialog::Palette(palette)) = &mut state.over {
        palette.at = at;
    }
    pick(state, effects)
}

/// An editing key. Returns the action to run, if one was picked.
pub(crate) fn edit(state: &mut State, edit: TextEdit, effects: &mut Vec<Effect>) -> Option<Action> {
    let Some(Dialog::Palette(palette)) = &mut state.over else { return None };
    let last = palette.found.len().saturating_sub(1);
    match edit {
        TextEdit::Leave => state.over = None,
        TextEdit::Next | TextEdit::Complete => palette.at = (palette.at + 1).min(last),
        TextEdit::Before => palette.at = palette.at.saturating_sub(1),
        TextEdit::Accept => return pick(state, effects),
        _ => {
            palette.field.edit(edit);
            look(state);
        }
    }
    None
}

fn pick(state: &mut State, effects: &mut Vec<Effect>) -> Option<Action> {
    let Some(Dialog::Palette(palette)) = &state.over else { return None };
    let Some(target) = palette.found.get(palette.at).map(|found| found.target.clone()) else {
        let leave = state.key_of(Action::Edit(TextEdit::Leave));
        let told = format!("nothing is called so: fewer letters find more, {leave} leaves");
        state.tell(Severity::Info, told);
        return None;
    };
    state.over = None;
    match target {
        PaletteTarget::Action(action) => return Some(action),
        PaletteTarget::View(name) => {
            let view = state.views.iter().find(|view| view.name == name).cloned();
            match view {
                Some(view) if state.inbox.is_some() => scope::use_view(state, &view),
                Some(view) => saved_views::update::use_view(state, &view, effects),
                None => {}
            }
        }
        PaletteTarget::Job(job) => {
            scope::close(state, effects);
            travel(state, Pane::Candidates, job, None, effects);
        }
        PaletteTarget::Candidate(job, candidate) => {
            if !queue::open_card(state, &candidate) {
                scope::close(state, effects);
                travel(state, Pane::Candidate, job, Some(candidate), effects);
            }
        }
    }
    None
}

/// Goes to a job or a candidate, and adds the current location to the history.
pub(crate) fn travel(
    state: &mut State,
    pane: Pane,
    job: crate::wire::JobId,
    candidate: Option<crate::wire::CandidateId>,
    effects: &mut Vec<Effect>,
) {
    let here = here(state);
    state.history.leave(here);
    let (filter, told) = (String::new(), String::new());
    let place = Location { pane, job: Some(job), candidate, filter, board: false, told };
    places::go_to(state, place, effects);
}
