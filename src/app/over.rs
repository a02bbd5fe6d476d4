//! What can lie over the panes.

use ratatui::layout::Rect;
use serde_json::Value;

use super::clock::Moment;
use super::field::Field;
use super::layout::{Layout, Mode};
use super::palette::Palette;
use super::requests::RequestId;

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
    SaveView(Field),
}

impl Over {
    /// Whether a text is typed into it.
    #[must_use]
    pub const fn is_typing(&self) -> bool {
        matches!(self, Self::Palette(_) | Self::Key { .. } | Self::SaveView(_))
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
            Self::SaveView(_) => (64, 5),
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

    /// Its text, where one is typed.
    pub fn field(&mut self) -> Option<&mut Field> {
        match self {
            Self::Palette(palette) => Some(&mut palette.field),
            Self::Key { field, .. } | Self::SaveView(field) => Some(field),
            _ => None,
        }
    }
}
