//! Saved views: a filter and a sort order under a name. `update` applies and saves them.

#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod update;
