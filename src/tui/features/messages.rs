//! Messages to the user: shown as toasts for some seconds, and kept in a log.

pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod toasts;
