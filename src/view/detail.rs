//! What the two detail panes share: what of them is on its way or failed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::look::Look;
use super::pen::{Pen, line};
use super::picture::loading;
use crate::app::State;
use crate::app::loaded::Loaded;
use crate::app::message::Slot;
use crate::app::picture::Picture;
use crate::text::{one_line, wrap};
use crate::theme::Role;

/// What is to be said of a record that is not there, or not as new as it could be.
pub(super) fn told<T>(
    state: &State,
    look: &Look<'_>,
    what: &str,
    slot: &Slot,
    loaded: Option<&Loaded<T>>,
) -> Option<(Role, String)> {
    if let Some(failure) = loaded.and_then(|loaded| loaded.failure.as_ref()) {
        let old = if loaded.is_some_and(|loaded| loaded.record.is_some()) { "again " } else { "" };
        let head = format!("{} {what} could not be read {old}", look.symbols.error);
        let facts = [head.trim_end().to_owned() + ": " + &failure.told, state.hint(failure)];
        return Some((Role::Error, look.joined(&facts)));
    }
    match state.patience(|other| other == slot) {
        Picture::Loading(time) => Some((Role::Spinner, loading(state, look, what, time))),
        _ => None,
    }
}

/// Tells it below so many lines, as far as there is room. What found none.
pub(super) fn below(
    look: &Look<'_>,
    told: Vec<(Role, String)>,
    lines: usize,
    area: Rect,
    buf: &mut Buffer,
) -> Vec<(Role, String)> {
    let height = usize::from(area.height);
    // A line between, where there is one to spare.
    let mut at = lines + usize::from(lines > 0 && lines + 1 < height);
    let mut left = Vec::new();
    for (role, text) in told {
        let text = one_line(&text).into_owned();
        let words = wrap(&text, usize::from(area.width).max(1));
        if height < at + words.len() {
            left.push((role, text));
            continue;
        }
        for words in words {
            Pen::new(look, line(area, at), buf).write(role, words);
            at += 1;
        }
    }
    left
}
