//! The board: a job's candidates as columns, one per stage. `state` lays it out, `update` moves the cursor, `view` draws it.

pub mod state;
pub mod update;
pub mod view;
