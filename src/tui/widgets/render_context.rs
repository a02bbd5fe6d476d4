//! Theme, symbols, keys and the map of what can be clicked: what every view needs besides the state.
//! The runtime creates it for each frame.

use std::borrow::Cow;
use std::cell::Cell;

use ratatui::layout::Position;
use ratatui::style::Style;

use super::hit_map::HitMap;
use crate::keymap::Keymap;
use crate::keymap::action::Action;
use crate::recruiting::query::Direction;
use crate::text;
use crate::theme::{ColorOverrides, Role, Symbols, Theme};
use crate::tui::app::clock::Moment;
use crate::tui::app::state::{SPINNER_INTERVAL, State};

/// What a view needs besides the state.
#[derive(Debug, Clone, Copy)]
pub struct RenderContext<'a> {
    /// The styles.
    pub theme: Theme,
    /// The user's colours, over those of the theme.
    pub colors: &'a ColorOverrides,
    /// The symbols, in Unicode or in ASCII.
    pub symbols: &'static Symbols,
    /// The keys as bound.
    pub keymap: &'a Keymap,
    /// Filled while drawing.
    pub hits: &'a HitMap,
    /// Where the text input that takes the keys was drawn: `draw` puts the cursor of the terminal
    /// there. What covers an input clears it.
    pub cursor: &'a Cell<Option<Position>>,
}

impl RenderContext<'_> {
    pub(crate) const fn arrow(&self, direction: Direction) -> &'static str {
        match direction {
            Direction::Ascending => self.symbols.ascending,
            Direction::Descending => self.symbols.descending,
        }
    }

    pub(crate) fn style(&self, role: Role) -> Style {
        self.colors.apply(role, self.theme.style(role))
    }

    /// Cuts a text to a width, with the ellipsis of the theme.
    pub(crate) fn cut<'t>(&self, text: &'t str, cells: usize) -> Cow<'t, str> {
        text::truncate_with(text, cells, self.symbols.ellipsis)
    }

    pub(crate) fn spinner(&self, now: Moment) -> &'static str {
        let frames = self.symbols.spinner;
        let index =
            u128::from(now.0) / SPINNER_INTERVAL.as_millis().max(1) % frames.len().max(1) as u128;
        usize::try_from(index).ok().and_then(|index| frames.get(index)).copied().unwrap_or("")
    }

    /// The first key of an action in the current context.
    pub(crate) fn key(&self, state: &State, action: Action) -> Option<String> {
        self.keymap.first_chord(state.contexts(), action)
    }

    /// Joins facts with dots.
    pub(crate) fn join(&self, facts: &[String]) -> String {
        facts.join(&format!(" {} ", self.symbols.dot))
    }
}
