//! The raw view: the selected records as the server sent them, as indented JSON.

pub(crate) mod rich_text;
mod selectors;
#[cfg(test)]
pub(crate) mod tests;
