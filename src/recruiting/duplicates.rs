//! The one matcher for possible duplicates.
//!
//! The create form asks whether a new person already exists ([`check`]), the duplicates screen
//! looks for pairs among everyone loaded ([`name_index`], [`contact_index`]), `person create` looks
//! for them within a file, and a lost response to a create starts a search for the new person
//! ([`possible_matches`]). The rules for a match are defined once: [`contact_key`] for addresses,
//! phones and profiles, [`names`] for names, and [`reason`] for the order of the reasons. Nothing
//! here merges people.

pub mod check;
pub(crate) mod contact_index;
pub(crate) mod contact_key;
pub(crate) mod name_index;
pub mod name_pairs;
pub(crate) mod names;
pub(crate) mod possible_matches;
pub(crate) mod reason;
