//! Draws the input of the palette and the hits below it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::hits::{coverage, describe_search};
use super::state::{Palette, PaletteHit, PaletteTarget};
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::pick_list_view::{draw_input, draw_rows};
use crate::tui::widgets::render_context::RenderContext;

/// Says how much is searched, once something is typed.
pub(crate) fn title(state: &State, palette: &Palette) -> String {
    if palette.is_for_views {
        return "Saved views".to_owned();
    }
    let is_typed = !palette.field.text().trim().is_empty();
    let coverage = coverage(state).filter(|_| is_typed);
    coverage.map_or("Find anything".to_owned(), |coverage| format!("Find anything: {coverage}"))
}

/// Returns the number of hidden rows above and below.
pub(crate) fn palette(
    state: &State,
    palette: &Palette,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let list = draw_input(&palette.field, context, area, buf);
    // The details are as wide as their text, but most of the row is for the names.
    let is_action = |hit: &&PaletteHit| matches!(hit.target, PaletteTarget::Action(_));
    let width = |hit: &PaletteHit| text::width(&hit.detail);
    let widest = palette.hits.iter().filter(|hit| !is_action(hit)).map(width).max().unwrap_or(0);
    let key_width = palette.hits.iter().filter(is_action).map(width).max().unwrap_or(0);
    let is_narrow = list.width < 60;
    let detail_width =
        widest.min(usize::from(if is_narrow { list.width / 3 } else { list.width / 2 }));
    let empty = describe_search(state);
    draw_rows(palette.hits.iter(), palette.at, &empty, context, list, buf, |hit, writer| {
        let name = if is_narrow {
            writer.cell(Role::Dim, hit.target.short_kind(), 4, Align::Left);
            without_group(hit)
        } else {
            writer.cell(Role::Dim, hit.target.kind(), 9, Align::Left);
            &hit.name
        };
        let detail_width = match hit.target {
            PaletteTarget::Action(_) => key_width,
            _ => detail_width,
        };
        let name_width = writer.remaining().saturating_sub(detail_width + 1);
        writer.cell(Role::Text, name, name_width, Align::Left).write(Role::Hint, &hit.detail);
    })
}

/// The name of a hit; of an action, without its group.
fn without_group(hit: &PaletteHit) -> &str {
    match (&hit.target, hit.name.split_once(": ")) {
        (PaletteTarget::Action(_), Some((_, name))) => name,
        _ => &hit.name,
    }
}
