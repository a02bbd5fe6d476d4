//! The filter being typed. One filter is open at a time, whatever the pane.

use crate::keymap::action::Pane;
use crate::recruiting::query::Completion;
use crate::recruiting::table::Row;

#[derive(Debug)]
pub(crate) struct FilterPrompt {
    /// The pane whose filter is being typed; `None` while the prompt is closed.
    pub(crate) pane: Option<Pane>,
    /// The filter before typing began.
    pub(crate) previous_text: String,
    /// The selected row when typing began.
    pub(crate) origin: Option<Row>,
    /// The focused pane at that time.
    pub(crate) focus: Pane,
    pub(crate) completions: Vec<Completion>,
    pub(crate) completion_index: usize,
}

impl Default for FilterPrompt {
    fn default() -> Self {
        Self {
            pane: None,
            previous_text: String::new(),
            origin: None,
            focus: Pane::Jobs,
            completions: Vec::new(),
            completion_index: 0,
        }
    }
}
