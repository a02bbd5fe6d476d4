//! The help dialog: all keys as currently bound, the filter syntax and the symbols.

pub(crate) mod rich_text;
#[cfg(test)]
pub(crate) mod tests;
