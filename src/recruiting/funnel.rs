//! How candidates move through the stages of a job.

pub mod count;
pub mod figures;
pub mod histories;
