//! The session's log of saved edits: `update` undoes and redoes, `view` lists the edits. The
//! dispatcher adds what the editor and the attach dialog queue for it.

pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
