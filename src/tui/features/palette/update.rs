//! Searches as the user types, and returns the hit that is picked.

use super::state::{PaletteHit, PaletteTarget};
use crate::config::SavedView;
use crate::keymap::action::{Action, TextEdit};
use crate::keymap::group::ActionInfo;
use crate::recruiting::query::{Filter, QueryContext, parse};
use crate::recruiting::table::{CANDIDATE_FIELDS, JOB_FIELDS, Table, fold};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::features::help;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::pick_list;

/// Maximum hits of one kind.
const MAX_PER_KIND: usize = 8;

pub(crate) fn open(state: &mut State) {
    state.dialogs.open(Dialog::Palette(Box::default()));
    search(state);
}

/// Searches for the input.
pub(crate) fn search(state: &mut State) {
    let Some(Dialog::Palette(palette)) = state.dialogs.top() else { return };
    let text = palette.field.text().to_owned();
    let mut hits = views(state, &text);
    let actions = actions(state, &text);
    let records: Vec<PaletteHit> = jobs(state, &text).chain(candidates(state, &text)).collect();
    // Without input, actions come first.
    if text.trim().is_empty() {
        hits.extend(actions);
        hits.extend(records);
    } else {
        hits.extend(records);
        hits.extend(actions);
    }
    if let Some(Dialog::Palette(palette)) = state.dialogs.top_mut() {
        palette.at = 0;
        palette.search_at = None;
        palette.hits = hits;
    }
}

/// Searches again; the selection stays.
pub(crate) fn search_again(state: &mut State) {
    let Some(Dialog::Palette(before)) = state.dialogs.top() else { return };
    let selected = before.hits.get(before.at).map(|hit| hit.target.clone());
    search(state);
    if let Some(Dialog::Palette(palette)) = state.dialogs.top_mut() {
        let index = palette.hits.iter().position(|hit| Some(&hit.target) == selected.as_ref());
        palette.at = index.unwrap_or(0);
    }
}

fn views(state: &State, text: &str) -> Vec<PaletteHit> {
    let views = state.views.iter().filter(|view| contains_words(&view.name, text));
    let view = |view: &SavedView| PaletteHit {
        target: PaletteTarget::View(view.name.clone()),
        name: view.name.clone(),
        detail: crate::text::sanitize(&view.filter).into_owned(),
    };
    views.map(view).collect()
}

fn actions(state: &State, text: &str) -> Vec<PaletteHit> {
    let limit = if text.trim().is_empty() { usize::MAX } else { MAX_PER_KIND };
    let mut infos: Vec<&ActionInfo> = state.actions.iter().collect();
    if state.inbox.is_some() {
        infos.sort_by_key(|info| help::rich_text::rank_in_inbox(info));
    }
    let named = infos.into_iter().map(|info| {
        let name = format!("{}: {}", info.group().title(), info.description);
        (info, name)
    });
    // By description, or by the name in the config.
    let matches =
        named.filter(|(info, name)| contains_words(&format!("{name} {}", info.name), text));
    let hits = matches.map(|(info, name)| PaletteHit {
        target: PaletteTarget::Action(info.action),
        name,
        detail: info.keys.clone(),
    });
    hits.take(limit).collect()
}

fn jobs(state: &State, text: &str) -> impl Iterator<Item = PaletteHit> {
    let rows = &state.jobs.pages.rows;
    matching(rows, &parse(text, JOB_FIELDS).filter, state).map(|row| PaletteHit {
        target: PaletteTarget::Job(rows.id(row).clone()),
        name: rows.name(row).to_owned(),
        detail: rows.client(row).to_owned(),
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
            let rows = &open.list.pages.rows;
            matching(rows, &filter, state).map(move |row| PaletteHit {
                target: PaletteTarget::Candidate(open.id.clone(), rows.id(row).into()),
                name: rows.name(row).to_owned(),
                detail: format!("{} at {}", rows.title(row), rows.company(row)),
            })
        })
        .take(MAX_PER_KIND * 2)
}

fn matching<T: Table>(
    table: &T,
    filter: &Filter,
    state: &State,
) -> impl Iterator<Item = crate::recruiting::table::Row> + use<T> {
    let context =
        QueryContext { triage: Some(&state.triage), ..QueryContext::at(state.clock.date) };
    let matches = if filter.is_empty() {
        Vec::new()
    } else {
        let matches = filter.matches(table, &context);
        matches.iter().take(MAX_PER_KIND).collect()
    };
    matches.into_iter()
}

/// Whether the text contains every word, ignoring accents and case.
fn contains_words(text: &str, words: &str) -> bool {
    let text = fold(text);
    words.split_whitespace().all(|word| {
        let word = fold(word);
        memchr::memmem::find(&text, &word).is_some()
    })
}

/// An editing key. Returns what was picked, if anything; the dispatcher opens or runs it.
pub(crate) fn edit(state: &mut State, edit: TextEdit) -> Option<PaletteTarget> {
    let Some(Dialog::Palette(palette)) = state.dialogs.top_mut() else { return None };
    match edit {
        _ if pick_list::step_while_typing(&mut palette.at, palette.hits.len(), edit) => {}
        TextEdit::Cancel => state.dialogs.close(),
        TextEdit::Accept => return pick(state),
        _ => {
            palette.field.edit(edit);
            search(state);
        }
    }
    None
}

fn pick(state: &mut State) -> Option<PaletteTarget> {
    let Some(Dialog::Palette(palette)) = state.dialogs.top() else { return None };
    let Some(target) = palette.hits.get(palette.at).map(|hit| hit.target.clone()) else {
        let leave = state.key_of(Action::Edit(TextEdit::Cancel));
        let message = format!("nothing is called so: fewer letters find more, {leave} leaves");
        state.notify(Severity::Info, message);
        return None;
    };
    state.dialogs.close();
    Some(target)
}
