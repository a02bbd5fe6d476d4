//! What can lie over the panes.

use ratatui::layout::Rect;
use serde_json::Value;

use super::clock::Moment;
use super::field::Field;
use super::layout::{Layout, Mode};
use super::palette::Palette;
use super::requests::RequestId;

/// Lines above what the palette found: what is typed, and a rule.
pub const PALETTE_HEAD: u16 = 2;

/// The first row on a screen of so many lines: the selected one is about in the
/// middle of it.
#[must_use]
pub fn first_row(selected: usize, rows: usize, height: usize) -> usize {
    selected.saturating_sub(height / 2).min(rows.saturating_sub(height))
}

/// What lies over the panes.
#[derive(Debug)]
pub enum Over {
    /// What the keys do.
    Help {
        /// The first line on the screen.
        scroll: usize,
    },
    /// The requests.
    Requests {
        /// The selected one; none while there are none.
        selected: Option<RequestId>,
    },
    /// What was told.
    Notices {
        /// The first line on the screen.
        scroll: usize,
    },
    /// The selected records as JSON.
    Raw {
        /// The first line on the screen.
        scroll: usize,
        /// The records, each under its title; made when one of them is read on its own.
        parts: Vec<(&'static str, Value)>,
    },
    /// The places where one was.
    History {
        /// The selected one, counted from the newest.
        at: usize,
    },
    /// Finds anything.
    Palette(Box<Palette>),
    /// Asks for the key of the server.
    Key {
        /// What was typed.
        field: Field,
        /// Why it is asked for.
        why: String,
    },
    /// Asks what a view shall be called.
    SaveView {
        /// What was typed.
        field: Field,
        /// A name that is taken, once that was told: again, it replaces that view.
        taken: Option<String>,
    },
}

impl Over {
    /// Whether a text is typed into it.
    #[must_use]
    pub const fn is_typing(&self) -> bool {
        matches!(self, Self::Palette(_) | Self::Key { .. } | Self::SaveView { .. })
    }

    /// When it looks through what came since.
    #[must_use]
    pub const fn looks_again_at(&self) -> Option<Moment> {
        match self {
            Self::Palette(palette) => palette.stale,
            _ => None,
        }
    }

    /// Where it lies, with its frame: in the middle of the panes, or over all
    /// of them where there is little room.
    #[must_use]
    pub fn area(&self, layout: &Layout) -> Rect {
        let main = layout.main;
        let (width, height) = match self {
            _ if layout.mode == Mode::Narrow => (main.width, main.height),
            Self::Help { .. } => (100, main.height),
            Self::Requests { .. } | Self::Notices { .. } | Self::Raw { .. } => {
                (main.width, main.height)
            }
            Self::History { .. } | Self::Palette(_) => (90, 24),
            Self::Key { .. } => (64, 8),
            Self::SaveView { .. } => (64, 5),
        };
        let (width, height) = (width.min(main.width), height.min(main.height));
        Rect {
            x: main.x + (main.width - width) / 2,
            y: main.y + (main.height - height) / 2,
            width,
            height,
        }
    }

    /// The same without its frame.
    #[must_use]
    pub fn inner(&self, layout: &Layout) -> Rect {
        let area = self.area(layout);
        Rect {
            x: area.x + area.width.min(1),
            y: area.y + area.height.min(1),
            width: area.width.saturating_sub(2),
            height: area.height.saturating_sub(2),
        }
    }

    /// Which of its rows is at a place of the screen, where one picks from rows.
    #[must_use]
    pub fn row_at(&self, layout: &Layout, rows: usize, (x, y): (u16, u16)) -> Option<usize> {
        let inner = self.inner(layout);
        let (above, selected) = match self {
            Self::Palette(palette) => (PALETTE_HEAD, palette.at),
            Self::History { at } => (0, *at),
            _ => return None,
        };
        let height = inner.height.saturating_sub(above);
        let list = Rect { y: inner.y + above.min(inner.height), height, ..inner };
        let line = list.contains((x, y).into()).then(|| usize::from(y - list.y))?;
        let row = first_row(selected, rows, usize::from(height)) + line;
        (row < rows).then_some(row)
    }

    /// Its text, where one is typed.
    pub fn field(&mut self) -> Option<&mut Field> {
        match self {
            Self::Palette(palette) => Some(&mut palette.field),
            Self::Key { field, .. } | Self::SaveView { field, .. } => Some(field),
            _ => None,
        }
    }
}
