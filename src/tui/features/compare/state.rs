//! The state of a comparison.

use crate::recruiting::triage::Subject;

/// Width of the labels beside the facts.
pub(crate) const LABEL_WIDTH: usize = 16;
/// Lines above the facts: names and rule.
pub(crate) const HEADER_HEIGHT: u16 = 2;
/// Maximum number of candidates.
pub(crate) const MAX_CANDIDATES: usize = 4;

#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// The candidate id is empty where only the person is known.
    pub(crate) subjects: Vec<Subject>,
    /// First visible line.
    pub(crate) scroll: usize,
    /// First visible column.
    pub(crate) first: usize,
    /// Compares possible duplicates: then different contact data is a difference.
    pub(crate) is_duplicate_check: bool,
}
