pub mod forget;
pub mod limits;
pub mod log;
pub mod marks;
pub mod missing;
pub mod seen_marks;
pub mod session;
pub mod stale_key_guard;
#[cfg(test)]
mod tests;
pub mod transaction;
pub mod undo;
pub mod update;
pub mod verdicts;
