//! The notes of a person, from all their jobs: to read, edit and delete. The dispatcher opens the
//! dialog; the texts themselves are typed in `prompt`.

pub(crate) mod selectors;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
