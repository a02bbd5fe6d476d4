//! The one matcher for possible duplicates.
//!
//! The create form asks whether a new person exists already ([`check`]), the duplicates screen
//! looks for pairs among everyone loaded ([`name_index`], [`contact_index`]), and the search for a
//! person whose creation was not answered uses the same rules. What counts as the same is
//! defined once: [`contact_key`] for addresses, phones and profiles, [`names`] for names, and
//! [`reason`] for the order of the reasons. Nothing here merges people.

pub mod check;
pub mod contact_index;
pub mod contact_key;
pub mod name_index;
pub mod name_pairs;
pub mod names;
pub mod reason;
