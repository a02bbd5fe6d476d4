//! What every view is given beside the state.

use std::borrow::Cow;

use ratatui::style::Style;

use crate::keymap::Keymap;
use crate::keymap::action::{Action, KeyContext};
use crate::recruiting::query::Direction;
use crate::text;
use crate::theme::{Role, Symbols, Theme};
use crate::tui::app::clock::Moment;
use crate::tui::app::state::{SPINNER_INTERVAL, State};

/// How things look, and which keys there are.
#[derive(Debug, Clone, Copy)]
pub struct RenderContext<'a> {
    /// Styles by role.
    pub theme: Theme,
    /// Signs.
    pub symbols: &'static Symbols,
    /// Keys as they are now.
    pub keymap: &'a Keymap,
}

impl RenderContext<'_> {
    /// The sign of a direction.
    pub(crate) const fn arrow(&self, direction: Direction) -> &'static str {
        match direction {
            Direction::Ascending => self.symbols.ascending,
            Direction::Descending => self.symbols.descending,
        }
    }

    /// How a role looks.
    pub(crate) const fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// The text in at most so many cells, with our own sign for what is cut.
    pub(crate) fn cut<'t>(&self, text: &'t str, cells: usize) -> Cow<'t, str> {
        text::truncate_with(text, cells, self.symbols.ellipsis)
    }

    /// The picture of the spinner at a moment.
    pub(crate) fn spinner(&self, now: Moment) -> &'static str {
        let frames = self.symbols.spinner;
        let index =
            u128::from(now.0) / SPINNER_INTERVAL.as_millis().max(1) % frames.len().max(1) as u128;
        usize::try_from(index).ok().and_then(|index| frames.get(index)).copied().unwrap_or("")
    }

    /// The key of an action where the person is now, as it is written.
    pub(crate) fn key(&self, state: &State, action: Action) -> Option<String> {
        self.keymap.first_chord(state.contexts(), action)
    }

    /// What the keys do where these hold: the action, its first key, and its word.
    pub(crate) fn hints<'s>(
        &'s self,
        contexts: &'s [KeyContext],
    ) -> impl Iterator<Item = (Action, String, &'static str)> + use<'s> {
        let entries = self.keymap.in_contexts(contexts);
        entries
            .filter_map(|(entry, keys)| Some((entry.action, keys.first()?.to_string(), entry.hint)))
    }

    /// Facts with a dot between.
    pub(crate) fn join(&self, facts: &[String]) -> String {
        facts.join(&format!(" {} ", self.symbols.dot))
    }
}
