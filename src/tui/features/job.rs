//! The job pane: `rich_text` lays the job and its pipeline out, `view` draws it.

pub(crate) mod rich_text;
pub(crate) mod selectors;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
