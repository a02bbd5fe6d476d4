//! Messages to the user: shown as toasts for some seconds, and kept in a log.

pub mod state;
#[cfg(test)]
mod tests;
pub mod toasts;
