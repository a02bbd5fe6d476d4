//! Saved views: a filter and a sort order under a name. `update` applies, names and saves them;
//! `view` draws the prompt for the name; `shipped` lists those that every user has.

pub(crate) mod shipped;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod update;
pub(crate) mod view;
