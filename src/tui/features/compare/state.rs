//! Candidates side by side.
//!
//! What is known of each is made into [`Fact`]s, the same ones for all, and
//! those into lines that go over as many columns as there is room for. A fact
//! that differs is marked as such only when it is known of all of them. Nobody
//! is counted or ranked. `update/compare` takes the keys; `view/over/compare`
//! draws it.

use crate::recruiting::triage::Subject;

/// Cells of the labels, where they stand beside the facts.
pub const LABEL: usize = 16;
/// Lines above the facts: the names, and a rule.
pub const HEAD: u16 = 2;
/// Nobody reads more of them side by side.
pub const MOST: usize = 4;

/// Two to four candidates side by side.
#[derive(Debug, Default)]
pub struct Compare {
    /// Who; nobody's candidate where only the person is known.
    pub whom: Vec<Subject>,
    /// The first line on the screen.
    pub scroll: usize,
    /// The first of them on the screen, where there is no room for all.
    pub first: usize,
    /// Whether it is asked if two people are one: then it tells something that
    /// their addresses and numbers differ.
    pub contacts: bool,
}
