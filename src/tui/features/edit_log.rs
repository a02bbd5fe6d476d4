//! The session's log of saved edits: `record` adds to it, `update` undoes and redoes, `view` lists edits and drafts.

pub mod record;
pub mod update;
pub mod view;
