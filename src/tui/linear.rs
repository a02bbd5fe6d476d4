//! The terminal UI read aloud: commands as lines, answers as appended lines. Nothing is redrawn, so a
//! screen reader, a braille display, a dumb terminal and a pipe can follow. `cli` starts it for
//! `--linear`.
//!
//! It is another front end to the same application: [`session`] feeds the controller the actions
//! (`perform`) and the text (`answer`) that the keys of the terminal would, waits until nothing
//! that they caused is pending (`waiting`), and appends what changed (`changes`). `command` maps a
//! line to an action through the keymap, `describe` says in words where the user is, and `reading`
//! turns what a view draws into lines, so that every dialog can be read.

pub(crate) mod answer;
pub(crate) mod changes;
pub(crate) mod command;
pub(crate) mod describe;
pub(crate) mod effects;
pub(crate) mod entry;
pub(crate) mod help;
pub(crate) mod input;
pub(crate) mod output;
pub(crate) mod perform;
pub(crate) mod reading;
pub mod session;
pub(crate) mod spoken_symbols;
pub(crate) mod waiting;
