//! The dialog that picks a job by a few letters, for the person form or for attaching people.

pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod update;
pub(crate) mod view;
