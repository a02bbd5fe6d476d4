//! The popup of an unfinished chord: the keys that can follow.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget as _};

use crate::keymap::key::Chord;
use crate::keymap::{KeymapEntry, PREFIXES};
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::layout::Mode;
use crate::tui::app::state::State;
use crate::tui::widgets::frame::draw_box;
use crate::tui::widgets::hit_map::Hit;
use crate::tui::widgets::line_writer::{LineWriter, cells_u16, line};
use crate::tui::widgets::render_context::RenderContext;

const MAX_COLUMN_WIDTH: usize = 56;
/// Narrower columns cut the labels too short to tell them apart.
const MIN_COLUMN_WIDTH: usize = 18;

pub(crate) fn popup(state: &State, context: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let Some((area, shape)) = shape(state, context) else { return };
    let chord = Chord(state.pending.clone()).to_string();
    let name = PREFIXES.iter().find(|(prefix, _)| *prefix == chord);
    let title = name.map_or_else(|| chord.clone(), |(_, name)| format!("{chord}: {name}"));
    let buf = frame.buffer_mut();
    let inner = if shape.is_framed {
        draw_box(&title, context, area, buf)
    } else {
        Clear.render(area, buf);
        area
    };
    for (at, (keys, entry)) in shape.bindings.iter().enumerate() {
        let (column, row) = (at / shape.rows, at % shape.rows);
        let x = cells_u16(column * shape.width).min(inner.width);
        let width = cells_u16(shape.width - 1).min(inner.width - x);
        let place = Rect { x: inner.x + x, width, ..line(inner, row) };
        let mut writer = LineWriter::new(context, place, buf);
        writer
            .cell(Role::Key, keys, shape.keys, Align::Left)
            .write(Role::Hint, &label(entry, &chord));
        context.hits.add(place, Hit::Action(entry.action));
    }
}

/// The description without the words of the title: `By name` for `Sort by name`.
pub(super) fn label(entry: &KeymapEntry, chord: &str) -> String {
    let title = PREFIXES.iter().find(|(prefix, _)| *prefix == chord).map_or("", |(_, title)| title);
    let rest = entry.description.strip_prefix(title).and_then(|rest| rest.strip_prefix(' '));
    let rest = rest.filter(|_| !title.is_empty()).unwrap_or(entry.description);
    text::capitalize(rest.strip_prefix("the ").unwrap_or(rest))
}

/// At the bottom of the panes. `None` without an unfinished chord.
pub(crate) fn area(state: &State, context: &RenderContext<'_>) -> Option<Rect> {
    shape(state, context).map(|(area, _)| area)
}

fn has_single_key(state: &State, entry: &KeymapEntry) -> bool {
    let mut infos = state.actions.iter().filter(|info| info.name == entry.name);
    infos.any(|info| info.each_key().any(|key| !key.contains(' ')))
}

struct BindingGrid {
    bindings: Vec<(String, &'static KeymapEntry)>,
    keys: usize,
    width: usize,
    rows: usize,
    is_framed: bool,
}

fn shape(state: &State, context: &RenderContext<'_>) -> Option<(Rect, BindingGrid)> {
    let main = state.layout.main;
    if state.pending.is_empty() || state.layout.mode == Mode::Tiny {
        return None;
    }
    let max_rows = usize::from(main.height.saturating_sub(2)).max(1);
    let available = usize::from(main.width.saturating_sub(2));
    let mut bindings = context.keymap.continuations(state.contexts(), &state.pending);
    bindings.retain(|(_, entry)| state.refusal(entry.action).is_none());
    if bindings.len().div_ceil(max_rows) * MIN_COLUMN_WIDTH > available {
        // What has a key of its own can be found without this popup.
        bindings.retain(|(_, entry)| !has_single_key(state, entry));
    }
    let keys = bindings.iter().map(|(keys, _)| text::width(keys)).max()?;
    let chord = Chord(state.pending.clone()).to_string();
    let labels = bindings.iter().map(|(_, entry)| label(entry, &chord));
    let description_width = labels.map(|label| text::width(&label)).max()?;
    // On a small screen the texts need the lines of the frame.
    let framed_rows = usize::from(main.height.saturating_sub(2)).max(1);
    let framed_columns = bindings.len().div_ceil(framed_rows);
    let is_framed = framed_columns * MIN_COLUMN_WIDTH <= usize::from(main.width);
    let frame = if is_framed { 2 } else { 0 };
    let available = usize::from(main.width.saturating_sub(frame));
    let max_rows = usize::from(main.height.saturating_sub(frame)).max(1);
    // As wide as the texts, unless too many columns would result.
    let wanted = (keys + 1 + description_width + 2).min(MAX_COLUMN_WIDTH);
    let needed = bindings.len().div_ceil(max_rows);
    let columns = (available / wanted).max(needed).max(1);
    let width = wanted.min(available / columns).max(1);
    let rows = bindings.len().div_ceil(columns).clamp(1, max_rows);
    let height = (cells_u16(rows) + frame).min(main.height);
    let area = Rect { y: main.bottom() - height, height, ..main };
    Some((area, BindingGrid { bindings, keys, width, rows, is_framed }))
}
