//! The request log: every request of this session, its attempts and its outcome. Requests in flight can be
//! cancelled here.

pub mod state;
pub mod view;
