//! The board: a job's candidates as columns, one per stage. `state` lays it out, `update` moves the cursor, `view` draws it.

pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
