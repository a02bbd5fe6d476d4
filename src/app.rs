//! The terminal's own world: what can happen, what is seen, and what follows.
//!
//! A message goes into [`update()`], which changes the [`State`] and tells which
//! effects are to be carried out. Pure throughout: no IO, no clock, no
//! randomness, so that a whole session can be replayed in a test. `worker`
//! carries effects out, `view` draws the state, `tui` drives both.

pub mod action;
mod ageing;
pub mod asking;
pub mod batch;
pub mod board;
mod card;
pub mod clock;
pub mod compare;
mod contexts;
pub mod deciding;
mod drafting;
pub mod duplicates;
pub mod edit;
pub mod editor;
pub mod edits;
pub mod effect;
pub mod export;
pub mod failure;
pub mod field;
pub mod find;
#[cfg(test)]
pub(crate) mod fixture;
pub mod funnel;
pub mod group;
pub mod help;
pub mod histories;
pub mod history;
pub mod inbox;
pub mod key;
mod laying;
pub mod layout;
pub mod limits;
pub mod list;
pub mod loaded;
pub mod message;
pub mod notice;
pub mod opened;
pub mod over;
mod own;
pub mod palette;
pub mod paper;
pub mod picker;
pub mod picture;
pub mod profile;
pub mod requests;
pub mod roll;
pub mod rows;
pub mod rules;
pub mod sheet;
pub mod shortlist;
mod shown;
pub mod similarity;
pub mod stage;
pub mod state;
pub mod store;
pub mod textbox;
pub mod todo;
pub mod triage;
pub mod update;
pub mod views;
mod wanted;

pub use effect::Effect;
pub use message::Message;
pub use state::State;
pub use update::update;
