//! What the terminal sends, as plain data.

use terminput::MouseEvent;

use crate::keymap::key::Key;
use crate::theme::Rgb;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A key was pressed or repeats.
    Key(Key),
    /// Pasted text. Lines end in LF, everything else is unchanged.
    Paste(String),
    Mouse(MouseEvent),
    /// The answer to the query for the background color.
    Background(Rgb),
}
