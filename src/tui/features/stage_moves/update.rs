//! The updates of the stage moves. The dispatcher calls this.

pub(crate) mod moves;
