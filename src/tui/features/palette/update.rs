//! Searches as the user types, and returns the hit that is picked.

use super::hits::{describe_search, hits, views};
use super::people;
use super::state::{Palette, PaletteHit, PaletteTarget};
use crate::keymap::action::{Action, TextEdit};
use crate::tui::app::all_candidates;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::request::Ticket;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::pick_list;
use crate::wire::{Person, Timestamp};

pub(crate) fn open(state: &mut State) {
    all_candidates::prepare(state);
    state.dialogs.open(Dialog::Palette(Box::default()));
    search(state);
}

/// Opens the palette on the saved views.
pub(crate) fn open_views(state: &mut State) {
    if state.views.is_empty() {
        let message = format!("No saved views. {} saves one", state.key_of(Action::SaveView));
        return state.notify(Severity::Info, message);
    }
    let palette = Palette { is_for_views: true, ..Palette::default() };
    state.dialogs.open(Dialog::Palette(Box::new(palette)));
    search(state);
}

/// Searches for the input.
pub(crate) fn search(state: &mut State) {
    let Some(Dialog::Palette(palette)) = state.dialogs.top() else { return };
    let text = palette.field.text().to_owned();
    let mut hits =
        if palette.is_for_views { views(state, text.trim()).collect() } else { hits(state, &text) };
    let at = hits.iter().rposition(PaletteHit::is_record).map_or(0, |last| last + 1);
    let people = people::hits(state, palette, &hits);
    hits.splice(at..at, people);
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

/// Takes what the mirror found.
pub(crate) fn take_people(state: &mut State, ticket: Ticket, people: Vec<(Person, Timestamp)>) {
    if let Some(Dialog::Palette(palette)) = state.dialogs.top_mut()
        && people::take(palette, ticket, people)
    {
        search_again(state);
    }
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
        let message =
            format!("{}. Type fewer letters, or {leave} to cancel", describe_search(state));
        state.notify(Severity::Info, message);
        return None;
    };
    state.dialogs.close();
    Some(target)
}
