//! How candidates move through the stages of a job.

pub(crate) mod count;
pub(crate) mod figures;
pub(crate) mod histories;
pub(crate) mod overdue;
