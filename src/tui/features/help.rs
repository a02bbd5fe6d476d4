//! The help dialog: all keys as currently bound, the filter syntax and the symbols, in columns and
//! searchable.

pub(crate) mod rich_text;
pub(crate) mod section;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod topics;
pub(crate) mod update;
pub(crate) mod view;
