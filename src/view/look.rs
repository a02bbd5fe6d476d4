//! What every view is given beside the state.

use ratatui::style::Style;

use crate::keymap::Keymap;
use crate::theme::{Role, Symbols, Theme};

/// How things look, and which keys there are.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a> {
    /// Styles by role.
    pub theme: Theme,
    /// Signs.
    pub symbols: &'static Symbols,
    /// Keys as they are now.
    pub keymap: &'a Keymap,
}

impl Look<'_> {
    /// How a role looks.
    #[must_use]
    pub const fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }
}
