//! The terminal's own world: what can happen, what is seen, and what follows.
//!
//! A message goes into [`update()`], which changes the [`State`] and tells which
//! effects are to be carried out. Pure throughout: no IO, no clock, no
//! randomness, so that a whole session can be replayed in a test. `worker`
//! carries effects out, `view` draws the state, `tui` drives both.

pub mod action;
pub mod batch;
pub mod board;
pub mod clock;
mod contexts;
mod drafting;
pub mod edit;
pub mod editor;
pub mod edits;
pub mod effect;
pub mod failure;
pub mod field;
pub mod find;
#[cfg(test)]
pub(crate) mod fixture;
pub mod group;
pub mod help;
pub mod history;
pub mod key;
pub mod layout;
pub mod list;
pub mod loaded;
pub mod message;
pub mod notice;
pub mod opened;
pub mod over;
pub mod palette;
pub mod picker;
pub mod picture;
pub mod requests;
pub mod roll;
pub mod rows;
pub mod sheet;
mod shown;
pub mod similarity;
pub mod stage;
pub mod state;
pub mod store;
pub mod textbox;
pub mod update;
pub mod views;

pub use effect::Effect;
pub use message::Message;
pub use state::State;
pub use update::update;
