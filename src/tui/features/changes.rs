//! The list of changes: what changed on the server since the last visit, yesterday, Monday or a
//! date.
//!
//! `storage` compares each reading with the one before and logs the differences;
//! `recruiting::changes` words and groups them.

pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
