//! Saved views: a filter and a sort order under a name. `update` applies one.

#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod update;
