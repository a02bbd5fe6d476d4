//! The session's log of saved edits: `update` undoes and redoes, `view` lists edits and drafts. The
//! editor and the attach dialog add to it.

#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
