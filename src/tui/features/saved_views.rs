//! Saved views: a filter and a sort order under a name. `state` is the view as configured, `update` applies it.

pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod update;
