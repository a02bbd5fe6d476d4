//! Saved views: a filter and a sort order under a name. `state` is the view as configured, `update` applies it.

pub(crate) mod state;
pub(crate) mod update;
