//! What the terminal knows and how it changes: pure, without IO or clock.

pub mod find;
pub mod rows;
pub mod sheet;
