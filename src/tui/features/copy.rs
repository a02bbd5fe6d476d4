//! Copies what other programs need: email addresses, phone numbers, profile links, names, IDs, or a
//! line about each person, of the selected row or of all marked rows. Missing records are read
//! first.

pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod text;
pub(crate) mod update;
