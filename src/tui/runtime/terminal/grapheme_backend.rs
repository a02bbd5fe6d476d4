//! Keeps columns straight on terminals that measure scripts differently.
//!
//! Terminals disagree on the width of joined characters such as Devanagari and emoji families.
//! After such a character, the cursor is placed explicitly before the next cell.
//!
//! Also writes the links of a frame as hyperlinks (OSC 8), which ratatui does not know. A terminal
//! without them ignores the sequence.

use std::collections::{HashMap, HashSet};
use std::io;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

use crate::text;
use crate::tui::app::view::hyperlinks::Hyperlink;

/// The links of the frame that is drawn next.
pub(crate) type FrameLinks = Arc<Mutex<Vec<Hyperlink>>>;

/// A backend that moves the cursor after every cell of several characters. It remembers those
/// and wide cells, to clear all their cells when one is overwritten.
#[derive(Debug)]
pub(crate) struct GraphemeBackend<B> {
    inner: B,
    wide_cells: HashMap<(u16, u16), Cell>,
    links: FrameLinks,
    /// The links on the screen.
    visible_links: Vec<Hyperlink>,
}

impl<B> GraphemeBackend<B> {
    pub(crate) fn new(inner: B) -> Self {
        let (links, visible_links) = (FrameLinks::default(), Vec::new());
        Self { inner, wide_cells: HashMap::new(), links, visible_links }
    }

    pub(crate) fn links(&self) -> FrameLinks {
        Arc::clone(&self.links)
    }
}

impl<B: Backend<Error = io::Error> + Write> GraphemeBackend<B> {
    /// Clears the cells of a character. A terminal that draws it narrower or wider would keep
    /// old content there.
    fn blank(&mut self, x: u16, y: u16, letter: &Cell) -> io::Result<()> {
        let mut blank = Cell::EMPTY;
        blank.set_style(letter.style());
        let columns = x..x.saturating_add(width(letter));
        self.inner.draw(columns.map(|x| (x, y, &blank)))
    }

    /// Draws the links again that are new, or whose cells were drawn without them.
    fn draw_links(&mut self, drawn: &HashSet<(u16, u16)>) -> io::Result<()> {
        let links = self.links.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for link in &links {
            let is_drawn = link.cells().any(|(x, y, _)| drawn.contains(&(x, y)));
            if is_drawn || !self.visible_links.contains(link) {
                write!(self.inner, "\x1b]8;;{}\x1b\\", link.url())?;
                self.inner.draw(link.cells())?;
                self.inner.write_all(b"\x1b]8;;\x1b\\")?;
            }
        }
        self.visible_links = links;
        Ok(())
    }
}

impl<B: Backend<Error = io::Error> + Write> Backend for GraphemeBackend<B> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut run = Vec::new();
        let mut drawn = HashSet::new();
        for (x, y, cell) in content {
            drawn.insert((x, y));
            let is_joined = cell.symbol().chars().nth(1).is_some();
            let width = width(cell);
            let under = (x..x.saturating_add(width)).map(|x| (x, self.wide_cells.remove(&(x, y))));
            let under: Vec<(u16, Cell)> = under.filter_map(|(x, cell)| Some((x, cell?))).collect();
            if is_joined || width > 1 {
                self.wide_cells.insert((x, y), cell.clone());
            }
            if under.is_empty() && !is_joined {
                run.push((x, y, cell));
                continue;
            }
            self.inner.draw(run.drain(..))?;
            for (x, before) in under {
                self.blank(x, y, &before)?;
            }
            if is_joined {
                self.blank(x, y, cell)?;
            }
            // A draw call begins with a cursor position.
            self.inner.draw(std::iter::once((x, y, cell)))?;
        }
        if !run.is_empty() {
            self.inner.draw(run.into_iter())?;
        }
        self.draw_links(&drawn)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.inner.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.inner.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.inner.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.inner.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.wide_cells.clear();
        self.visible_links.clear();
        self.inner.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        if clear_type == ClearType::All {
            self.wide_cells.clear();
            self.visible_links.clear();
        }
        self.inner.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        self.inner.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.inner.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.inner)
    }
}

fn width(cell: &Cell) -> u16 {
    u16::try_from(text::width(cell.symbol())).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::CrosstermBackend;
    use ratatui::layout::Rect;
    use ratatui::{TerminalOptions, Viewport};

    use super::*;

    /// What the terminal receives when it draws these texts one after the other.
    fn draw(texts: &[&str]) -> String {
        let mut written = Vec::new();
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, 12, 1)) };
        let backend = GraphemeBackend::new(CrosstermBackend::new(&mut written));
        let mut terminal = Terminal::with_options(backend, options).unwrap();
        for text in texts {
            let style = ratatui::style::Style::new();
            terminal.draw(|frame| frame.buffer_mut().set_string(0, 0, text, style)).unwrap();
        }
        drop(terminal);
        String::from_utf8(written).unwrap()
    }

    #[test]
    fn text_after_a_joined_letter_is_written_in_its_column() {
        let text = draw(&["क्ष|ab"]);
        let after = text.split("क्ष").nth(1).unwrap();
        let (moved, _) = after.split_once('|').unwrap();
        assert!(moved.contains("\u{1b}[1;"), "{text:?}");
    }

    #[test]
    fn replacing_a_joined_letter_clears_all_its_cells() {
        let text = draw(&["|क्ष", "|"]);
        let after = text.rsplit("क्ष").next().unwrap();
        assert!(after.contains("\u{1b}[1;2H  "), "{after:?}");
    }

    #[test]
    fn a_letter_clears_all_cells_of_a_letter_it_overlaps() {
        let text = draw(&["|आक्ष", "|佐"]);
        let after = text.rsplit("क्ष").next().unwrap();
        assert!(after.contains("\u{1b}[1;3H  "), "both cells are cleared: {after:?}");
    }
}
