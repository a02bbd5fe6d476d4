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
use crate::theme::{Name, Symbols, Theme};

/// The cells of a state.
pub(crate) fn cells(state: &State, name: Name, symbols: &'static Symbols) -> Buffer {
    cells_of(state, state.size, name, symbols)
}

/// The same on a terminal of this size.
pub(crate) fn cells_of(
    state: &State,
    size: (u16, u16),
    name: Name,
    symbols: &'static Symbols,
) -> Buffer {
    drawn_by(size, name, symbols, |look, frame| draw(state, look, frame))
}

/// What something draws on an empty terminal of this size.
pub(crate) fn drawn_by(
    (width, height): (u16, u16),
    name: Name,
    symbols: &'static Symbols,
    draws: impl Fn(&RenderContext<'_>, &mut Frame<'_>),
) -> Buffer {
    let keymap = Keymap::default();
    let look = RenderContext { theme: Theme::new(name), symbols, keymap: &keymap };
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draws(&look, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The text of a state, a line a row.
pub(crate) fn screen(state: &State) -> String {
    text(&cells(state, Name::Dark, Symbols::unicode()))
}

/// The text of cells. What a wide letter hides is left out.
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
