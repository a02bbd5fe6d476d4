//! Columns that stay straight whatever a terminal makes of a script.
//!
//! Terminals do not agree on how many cells a joined letter takes (Devanagari,
//! families of emoji). The cells after one are therefore not written where the
//! terminal happens to be, but where they belong.

use std::io;

use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

use crate::text;

/// A screen that says anew where it writes after every letter that is made of
/// several characters.
#[derive(Debug)]
pub(super) struct Steady<B>(B);

impl<B> Steady<B> {
    pub(super) const fn new(inner: B) -> Self {
        Self(inner)
    }
}

impl<B: Backend<Error = io::Error>> Backend for Steady<B> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut run = Vec::new();
        for (x, y, cell) in content {
            if cell.symbol().chars().nth(1).is_none() {
                run.push((x, y, cell));
                continue;
            }
            // A terminal that paints it narrower than we count would leave in
            // the rest what stood there before.
            self.0.draw(run.drain(..))?;
            let mut blank = Cell::EMPTY;
            blank.set_style(cell.style());
            let width = u16::try_from(text::width(cell.symbol())).unwrap_or(1);
            self.0.draw((x..x.saturating_add(width)).map(|x| (x, y, &blank)))?;
            // Whatever is drawn next begins with its place.
            self.0.draw(std::iter::once((x, y, cell)))?;
        }
        if run.is_empty() { Ok(()) } else { self.0.draw(run.into_iter()) }
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.0.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        self.0.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.0.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::CrosstermBackend;
    use ratatui::layout::Rect;
    use ratatui::{TerminalOptions, Viewport};

    use super::*;

    #[test]
    fn what_follows_a_joined_letter_is_written_where_it_belongs() {
        let mut written = Vec::new();
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, 12, 1)) };
        let backend = Steady::new(CrosstermBackend::new(&mut written));
        let mut terminal = Terminal::with_options(backend, options).unwrap();
        terminal
            .draw(|frame| {
                frame.buffer_mut().set_string(0, 0, "क्ष|ab", ratatui::style::Style::new());
            })
            .unwrap();
        let cell = terminal.current_buffer_mut().area;
        drop(terminal);
        let text = String::from_utf8(written).unwrap();
        let after = text.split("क्ष").nth(1).unwrap();
        let (moved, _) = after.split_once('|').unwrap();
        assert!(moved.contains("\u{1b}[1;"), "{text:?} in {cell:?}");
    }
}
