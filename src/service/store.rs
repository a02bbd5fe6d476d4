//! All that the service keeps.

pub mod record;
