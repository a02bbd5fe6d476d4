//! What the state looks like: functions from what is shown to cells.
//!
//! One file a pane. Nothing here changes anything: scroll offsets and areas
//! are the state's. Colours are the theme's, signs the symbols', keys the
//! keymap's. The loop calls [`draw`] when something changed.

mod look;

use ratatui::Frame;

use crate::app::State;
pub use look::Look;

/// Draws everything.
pub fn draw(state: &State, look: &Look<'_>, frame: &mut Frame<'_>) {
    let _ = (state, look, frame);
}
