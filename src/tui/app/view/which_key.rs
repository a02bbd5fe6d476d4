//! The popup of a chord that has begun: what can follow.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::keymap::PREFIXES;
use crate::keymap::key::Chord;
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::layout::Mode;
use crate::tui::app::state::State;
use crate::tui::widgets::frame::boxed;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::render_context::RenderContext;

/// No column is wider.
const WIDEST: usize = 56;

/// Draws what can follow, if something was begun.
pub(crate) fn popup(state: &State, look: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let Some((area, shape)) = shape(state, look) else { return };
    let begun = Chord(state.pending.clone()).to_string();
    let name = PREFIXES.iter().find(|(prefix, _)| *prefix == begun);
    let title = name.map_or_else(|| begun.clone(), |(_, name)| format!("{begun}: {name}"));
    let buf = frame.buffer_mut();
    let inner = boxed(&title, look, area, buf);
    for (at, (keys, told)) in shape.follows.iter().enumerate() {
        let (column, row) = (at / shape.rows, at % shape.rows);
        let x = u16::try_from(column * shape.width).unwrap_or(u16::MAX).min(inner.width);
        let width = u16::try_from(shape.width - 1).unwrap_or(u16::MAX).min(inner.width - x);
        let place = Rect { x: inner.x + x, width, ..line(inner, row) };
        let mut pen = LineWriter::new(look, place, buf);
        pen.cell(Role::Key, keys, shape.keys, Align::Left).write(Role::Hint, told);
    }
}

/// Where it lies: at the bottom of the panes. None while nothing was begun.
pub(crate) fn area(state: &State, look: &RenderContext<'_>) -> Option<Rect> {
    shape(state, look).map(|(area, _)| area)
}

struct Shape {
    follows: Vec<(String, &'static str)>,
    keys: usize,
    width: usize,
    rows: usize,
}

fn shape(state: &State, look: &RenderContext<'_>) -> Option<(Rect, Shape)> {
    let main = state.layout.main;
    if state.pending.is_empty() || state.layout.mode == Mode::Tiny {
        return None;
    }
    let follows = look.keymap.following(state.contexts(), &state.pending);
    let keys = follows.iter().map(|(keys, _)| text::width(keys)).max()?;
    let told = follows.iter().map(|(_, told)| text::width(told)).max()?;
    let room = usize::from(main.width.saturating_sub(2));
    let most = usize::from(main.height.saturating_sub(2)).max(1);
    // As wide as they want to be, unless there are too many then.
    let wanted = (keys + 1 + told + 2).min(WIDEST);
    let needed = follows.len().div_ceil(most);
    let columns = (room / wanted).max(needed).max(1);
    let width = wanted.min(room / columns).max(1);
    let rows = follows.len().div_ceil(columns).clamp(1, most);
    let height = u16::try_from(rows + 2).unwrap_or(u16::MAX).min(main.height);
    let area = Rect { y: main.bottom() - height, height, ..main };
    Some((area, Shape { follows, keys, width, rows }))
}
