//! The list of all candidates: going there and back to a job, one row for each person, and the row
//! above the job list. `app::all_candidates` holds the list and fills it.

pub(crate) mod selectors;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
