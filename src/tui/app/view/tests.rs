//! The whole frame, and the helpers with which features render their tests.

mod banner;
mod footer;
mod header;
mod hints;
mod panes;
mod rules;
pub(crate) mod which_key;

use std::cell::Cell;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::*;
use crate::keymap::Keymap;
use crate::text::width;
use crate::theme::{ColorOverrides, Symbols, Theme, ThemeName};
use crate::tui::app::fixture::FakeServer;
use crate::tui::widgets::hit_map::HitMap;

/// The widths at which header and footer differ.
const FRAME_SIZES: [(u16, u16); 5] = [(120, 40), (100, 30), (80, 24), (60, 12), (40, 10)];

/// A wide, a medium and a small screen.
pub(crate) const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (40, 10)];

/// Everything is loaded, with the default keymap.
pub(crate) fn server(width: u16, height: u16) -> FakeServer {
    let mut server = FakeServer::loaded(width, height);
    server.state.actions = Keymap::default().action_infos();
    server
}

pub(crate) fn cells(state: &State, name: ThemeName, symbols: &'static Symbols) -> Buffer {
    cells_at(state, state.size, name, symbols)
}

pub(crate) fn cells_at(
    state: &State,
    size: (u16, u16),
    name: ThemeName,
    symbols: &'static Symbols,
) -> Buffer {
    render_with(size, name, symbols, |context, frame| draw(state, context, frame))
}

/// The popups without the panes below them.
pub(crate) fn popup_cells(
    state: &State,
    size: (u16, u16),
    theme: ThemeName,
    symbols: &'static Symbols,
) -> Buffer {
    render_with(size, theme, symbols, |context, frame| {
        completions::popup(state, context, frame);
        dialog::draw(state, context, frame);
        super::which_key::popup(state, context, frame);
        toasts::stack(state, context, frame);
    })
}

/// The cells that `render` draws on an empty terminal of this size.
pub(crate) fn render_with(
    (width, height): (u16, u16),
    name: ThemeName,
    symbols: &'static Symbols,
    render: impl Fn(&RenderContext<'_>, &mut Frame<'_>),
) -> Buffer {
    let keymap = Keymap::default();
    let (hits, cursor) = (HitMap::default(), Cell::default());
    let theme = Theme::new(name);
    let colors = &ColorOverrides::default();
    let context =
        RenderContext { theme, colors, symbols, keymap: &keymap, hits: &hits, cursor: &cursor };
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| render(&context, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The text of a screen, one line per row.
pub(crate) fn screen(state: &State) -> String {
    text(&dark(state))
}

/// The text between header and footer, so that a change of those leaves the snapshots of the
/// features alone.
pub(crate) fn body(state: &State) -> String {
    text_in(state.layout.main, &dark(state))
}

/// The same without Unicode and colours.
pub(crate) fn ascii_body(state: &State) -> String {
    text_in(state.layout.main, &cells(state, ThemeName::Plain, Symbols::ascii()))
}

/// The popups, without header and footer.
pub(crate) fn popup_text(state: &State) -> String {
    let buf = popup_cells(state, state.size, ThemeName::Dark, Symbols::unicode());
    text_in(state.layout.main, &buf)
}

/// The text of a popup on each of the [`SIZES`], after the name of its snapshot.
pub(crate) fn popups(
    name: &str,
    open: fn(&mut FakeServer),
) -> impl Iterator<Item = (String, String)> {
    SIZES.into_iter().map(move |(width, height)| {
        let mut server = server(width, height);
        open(&mut server);
        (format!("{name}_{width}x{height}"), popup_text(&server.state))
    })
}

pub(crate) fn header_text(state: &State) -> String {
    text_in(state.layout.header, &dark(state))
}

pub(crate) fn footer_text(state: &State) -> String {
    text_in(state.layout.footer, &dark(state))
}

/// Leaves out the cells that a wide character covers.
pub(crate) fn text(buf: &Buffer) -> String {
    text_in(buf.area, buf)
}

pub(crate) fn text_in(area: Rect, buf: &Buffer) -> String {
    let line = |y| {
        let mut line = String::new();
        let mut hidden = 0;
        for x in area.left()..area.right() {
            let symbol = buf[(x, y)].symbol();
            if hidden == 0 {
                line.push_str(symbol);
                hidden = width(symbol).max(1);
            }
            hidden -= 1;
        }
        line.trim_end().to_owned()
    };
    (area.top()..area.bottom()).map(line).collect::<Vec<_>>().join("\n")
}

pub(crate) fn dark(state: &State) -> Buffer {
    cells(state, ThemeName::Dark, Symbols::unicode())
}

pub(crate) fn is_blank(buffer: &Buffer, y: u16) -> bool {
    (0..buffer.area.width).all(|x| buffer[(x, y)].symbol() == " ")
}

/// Whether a cell has the style of a role, as far as the role sets it.
pub(crate) fn has_role(buf: &Buffer, at: (u16, u16), role: Role) -> bool {
    let (actual, expected) = (buf[at].style(), Theme::new(ThemeName::Dark).style(role));
    let fits = |actual: Option<_>, expected: Option<_>| expected.is_none() || actual == expected;
    let attributes = |style: Style| style.add_modifier;
    fits(actual.fg, expected.fg)
        && fits(actual.bg, expected.bg)
        && attributes(actual).contains(attributes(expected))
}
