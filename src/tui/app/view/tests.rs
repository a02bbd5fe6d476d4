//! The screen as a reader sees it.

mod panes;
mod pictures;
mod rules;
mod triage_marks;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::*;
use crate::keymap::Keymap;
use crate::text::width;
use crate::theme::{Symbols, Theme, ThemeName};

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

/// What a drawing function leaves on an empty terminal of this size.
pub(crate) fn render_with(
    (width, height): (u16, u16),
    name: ThemeName,
    symbols: &'static Symbols,
    render: impl Fn(&RenderContext<'_>, &mut Frame<'_>),
) -> Buffer {
    let keymap = Keymap::default();
    let context = RenderContext { theme: Theme::new(name), symbols, keymap: &keymap };
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| render(&context, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The text of a screen, one line per row.
pub(crate) fn screen(state: &State) -> String {
    text(&cells(state, ThemeName::Dark, Symbols::unicode()))
}

/// Leaves out the cells that a wide character covers.
pub(crate) fn text(buf: &Buffer) -> String {
    let line = |y| {
        let mut line = String::new();
        let mut hidden = 0;
        for x in 0..buf.area.width {
            let symbol = buf[(x, y)].symbol();
            if hidden == 0 {
                line.push_str(symbol);
                hidden = width(symbol).max(1);
            }
            hidden -= 1;
        }
        line.trim_end().to_owned()
    };
    (0..buf.area.height).map(line).collect::<Vec<_>>().join("\n")
}
