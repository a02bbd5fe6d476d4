//! What the two detail panes share: what of them is on its way.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::look::Look;
use super::pen::{Pen, line};
use super::picture::loading;
use crate::app::State;
use crate::app::message::Slot;
use crate::app::picture::Picture;
use crate::text::{sanitize, wrap};
use crate::theme::Role;

/// What is to be said of a record that is waited for.
pub(super) fn told(
    state: &State,
    look: &Look<'_>,
    what: &str,
    slot: &Slot,
) -> Option<(Role, String)> {
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
        let text = sanitize(&text).into_owned();
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
