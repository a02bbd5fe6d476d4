//! The state of a comparison.

use crate::recruiting::triage::Subject;

/// Width of the labels beside the facts.
pub const LABEL_WIDTH: usize = 16;
/// Lines above the facts: names and rule.
pub const HEADER_HEIGHT: u16 = 2;
/// Maximum number of candidates.
pub const MAX_CANDIDATES: usize = 4;

#[derive(Debug, Default)]
pub struct Compare {
    /// The candidate id is empty where only the person is known.
    pub subjects: Vec<Subject>,
    /// First visible line.
    pub scroll: usize,
    /// First visible column.
    pub first: usize,
    /// Compares possible duplicates: then different contact data is a difference.
    pub is_duplicate_check: bool,
}
