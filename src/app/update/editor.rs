//! The editor: a person is changed or made, from the first key to what the
//! server did.
//!
//! `open` brings it up, `fill` takes what is typed, `story` goes from what will
//! be sent to what was done, `saved` takes the answers, `drafts` keeps what is
//! typed, `journal` takes saved edits back. What is sent is carried out by
//! `worker`.

mod drafts;
mod fill;
mod journal;
mod open;
mod outside;
mod saved;
mod story;

pub(super) use drafts::{
    discard_at, ending, keep_in_time, kept, open_at, remembered, show as show_drafts,
};
pub(super) use fill::{edit, pasted, picked, typed};
pub(super) use journal::{redo, show as show_edits, tell_of, undo};
pub(super) use open::{
    also_edited, create, edit_field, edit_outside, edit_person, follow, fresh_id,
};
pub(super) use outside::edited;
pub(super) use saved::{born, learn, recount, saved, step, take_record, tell};

use crate::app::action::{Action, Edit, Fill};
use crate::app::editor::{Editor, Stage};
use crate::app::effect::Effect;
use crate::app::notice::Weight;
use crate::app::state::State;

/// What a key does in the editor.
pub(super) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(editor) = &state.editor else { return };
    match (action, &editor.stage) {
        (Action::Fill(fill), Stage::Filling) => fill::fill(state, fill, effects),
        (Action::Fill(Fill::Outside), _) => outside::open(state, effects),
        (_, Stage::Filling) => {}
        (action, _) => story::act(state, action, effects),
    }
}

/// Whether keys and letters go to the form.
pub(super) fn is_filled(state: &State) -> bool {
    state.over.is_none() && state.editor.as_ref().is_some_and(|editor| editor.is_typing())
}

/// The line where one types is on the screen.
pub(super) fn reveal(state: &mut State) {
    let is_typing = state.editor.as_deref().is_some_and(Editor::is_typing);
    let Some(inner) = state.editor_inner().filter(|_| is_typing) else { return };
    let clock = state.clock;
    with(state, |editor| editor.first = editor.first_line(&clock, (inner.width, inner.height)));
}

/// Goes to the line of the form at a place of the screen.
pub(super) fn point(state: &mut State, x: u16, y: u16) {
    let clock = state.clock;
    let Some(inner) = state.editor_inner().filter(|inner| inner.contains((x, y).into())) else {
        return;
    };
    with(state, |editor| {
        let sheet = editor.sheet(&clock, (inner.width, inner.height));
        if let Some(line) = sheet.line_at(usize::from(y - inner.y)) {
            editor.run = None;
            editor.go(line, editor.cell);
        }
    });
}

/// The editor goes away; what becomes of its draft was decided before.
fn close(state: &mut State) {
    state.editor = None;
    state.over = None;
}

/// Tells what cannot be done in the form, and how one gets on.
fn cannot(state: &mut State, told: &str) {
    state.tell(Weight::Info, told);
}

/// How one leaves, for a sentence.
fn leave_key(state: &State) -> String {
    state.key_of(Action::Edit(Edit::Leave)).into_owned()
}

fn with<T>(state: &mut State, change: impl FnOnce(&mut Editor) -> T) -> Option<T> {
    state.editor.as_deref_mut().map(change)
}
