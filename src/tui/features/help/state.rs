//! The scroll position of the help and the words that it is searched for.

use ratatui::layout::Rect;

use crate::tui::app::layout::split_top;
use crate::tui::widgets::pick_list::INPUT_HEIGHT;
use crate::tui::widgets::text_input::TextInput;

#[derive(Debug, Default)]
pub(crate) struct Help {
    pub(crate) scroll: usize,
    pub(crate) search: TextInput,
    /// Whether the search has the keys.
    pub(crate) is_searching: bool,
}

impl Help {
    /// The search and its rule, empty without a search; and the lines below.
    pub(crate) fn areas(&self, inner: Rect) -> (Rect, Rect) {
        let is_visible = self.is_searching || !self.search.text().is_empty();
        split_top(inner, if is_visible { INPUT_HEIGHT } else { 0 })
    }
}
