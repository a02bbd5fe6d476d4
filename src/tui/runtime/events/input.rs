//! What the terminal sends, as plain data.

use crossterm::event::{KeyEvent, MouseEvent};

use crate::theme::Rgb;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A key was pressed or repeats. A letter carries its case, not Shift.
    Key(KeyEvent),
    /// Pasted text. Lines end in LF, everything else is unchanged.
    Paste(String),
    Mouse(MouseEvent),
    /// The answer to the query for the background color.
    Background(Rgb),
}
