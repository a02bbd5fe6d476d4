//! What can lie over the panes.

use super::field::Field;
use super::palette::Palette;

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
        /// The selected one, counted from the newest.
        at: usize,
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

    /// Its text, where one is typed.
    pub fn field(&mut self) -> Option<&mut Field> {
        match self {
            Self::Palette(palette) => Some(&mut palette.field),
            Self::Key { field, .. } | Self::SaveView(field) => Some(field),
            _ => None,
        }
    }
}
