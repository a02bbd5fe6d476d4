//! The last line: what the keys do here, as many as fit.

use ratatui::buffer::Buffer;

use super::look::Look;
use super::pen::Pen;
use crate::app::State;
use crate::app::action::{Action, BatchStep, Edit, Pane};
use crate::app::batch::Course;
use crate::app::key::{Code, Key, Named};
use crate::app::over::Over;
use crate::text::width;
use crate::theme::Role;

/// What matters most comes first; whatever is not here comes after.
const FIRST: &[Action] = &[
    Action::Edit(Edit::Accept),
    Action::Edit(Edit::Leave),
    Action::Open,
    Action::Filter,
    Action::Help,
    Action::Quit,
    Action::Palette,
    Action::Back,
    Action::NextPane,
    Action::Board,
    Action::Zoom,
];

pub(super) fn footer(state: &State, look: &Look<'_>, buf: &mut Buffer) {
    let mut pen = Pen::new(look, state.layout.footer, buf);
    pen.skip(1);
    attaching(state, look, &mut pen);
    for (key, word) in hints(state, look) {
        // A hint that is cut says nothing.
        if width(&key) + 1 + width(word) > pen.room() {
            continue;
        }
        pen.write(Role::Key, &key).skip(1).write(Role::Hint, word).skip(2);
    }
}

/// How far attaching is while one looks at something else, and how one sees it.
fn attaching(state: &State, look: &Look<'_>, pen: &mut Pen<'_>) {
    let is_seen = matches!(state.over, Some(Over::Batch { .. })) || !state.pending.is_empty();
    let Some(batch) = state.batch.as_ref().filter(|batch| batch.is_under_way() && !is_seen) else {
        return;
    };
    let is_paused = matches!(batch.course, Course::Paused(_));
    let role = if is_paused { Role::Warning } else { Role::Notice };
    pen.write(role, &batch.progress()).skip(1);
    if let Some(key) = look.key(state, Action::Batch(BatchStep::Show))
        && width(&key) + 6 <= pen.room()
    {
        pen.write(Role::Key, &key).skip(1).write(Role::Hint, "shows").skip(2);
    }
}

fn hints(state: &State, look: &Look<'_>) -> Vec<(String, &'static str)> {
    if !state.pending.is_empty() {
        // The popup of the chord has all that acts now, but for what ends it.
        return vec![(Key::plain(Code::Named(Named::Esc)).to_string(), "back")];
    }
    if state.over.is_none() && state.editor.is_some() {
        // The edge of the editor has them.
        return Vec::new();
    }
    let completes = state.over.is_none() && !state.offers.is_empty();
    let is_of_use = |(action, _, word): &(Action, String, &str)| match action {
        Action::Edit(Edit::Complete) => completes,
        Action::Zoom => state.can_zoom(),
        _ => !word.is_empty(),
    };
    let hints = look.hints(state.contexts()).filter(is_of_use);
    let mut hints: Vec<_> = hints.collect();
    hints.sort_by_key(|(action, ..)| rank(*action));
    let is_top = state.focus == Pane::Jobs && !(state.zoom && state.can_zoom());
    let word_of = |action, word| match action {
        Action::Quit if state.over.is_none() && !is_top => "up",
        _ => word,
    };
    hints.into_iter().map(|(action, key, word)| (key, word_of(action, word))).collect()
}

fn rank(action: Action) -> usize {
    FIRST.iter().position(|other| *other == action).unwrap_or(FIRST.len())
}
