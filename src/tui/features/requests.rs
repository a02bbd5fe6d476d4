//! The request log: every request of this session, its attempts and its outcome. Requests in flight
//! can be cancelled here.

pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod update;
pub(crate) mod view;
