//! The session's log of saved edits: `record` adds to it, `update` undoes and redoes, `view` lists edits and drafts.

pub(crate) mod record;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
