//! People who are probably there twice, over the jobs that were read.
//!
//! Names are known of everybody in a list; addresses, numbers and handles only of
//! those whose records were read, so it is always told how many those are. A
//! pair is a hint and no more: nothing is merged. `update/duplicates` takes the
//! keys; `view/over/duplicates` draws it.

use std::collections::VecDeque;

use super::pairs::DuplicatePair;
use crate::recruiting::duplicates::names::NameSimilarity;
use crate::recruiting::triage::Subject;
use crate::tui::app::request::Ticket;
use crate::tui::app::state::State;

/// The pairs on the screen.
#[derive(Debug, Clone, Default)]
pub struct Duplicates {
    /// The selected one.
    pub at: usize,
    /// The pairs, the strongest first.
    pub pairs: Vec<DuplicatePair>,
    /// How many more there are than are held.
    pub more: usize,
    /// Whether the selected one was chosen: else it is the first, whatever comes.
    pub chosen: bool,
    /// Over how many jobs: those whose candidates were read, all or some.
    pub jobs: usize,
    /// How many people were looked at.
    pub people: usize,
    /// Of how many of those the contacts were read.
    pub read: usize,
    /// The search for names that are alike, while it goes on.
    pub looking: Option<Ticket>,
    /// Those whose names are alike: found once.
    pub(crate) named: Vec<(Subject, Subject, NameSimilarity)>,
    /// How many more of those there are.
    pub(crate) unnamed: usize,
    /// How many people there were when they were found.
    pub(crate) from: usize,
    /// Whose contacts are to be read yet, beside those of the pairs.
    pub(crate) queue: VecDeque<Subject>,
    /// Whether there are more than that.
    pub(crate) is_cut: bool,
    /// Of how many the contacts were known when the pairs were made.
    pub(crate) made_of: usize,
    /// Those who are being asked for.
    pub(crate) out: Vec<Subject>,
    /// How many were.
    pub(crate) asked: usize,
}

impl Duplicates {
    /// The people of its pairs whose contacts were not read yet.
    pub(crate) fn unread<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a Subject> {
        let both = self.pairs.iter().take(FIRST).flat_map(|pair| [&pair.one, &pair.other]);
        let is_wanted =
            |it: &&Subject| state.contacts.wants(&it.person) && state.people.wants(&it.person);
        both.filter(is_wanted).take(AT_A_TIME)
    }
}

/// Of so many pairs the contacts are read: those that one looks at.
const FIRST: usize = 60;
/// So many of them are asked for at a time.
const AT_A_TIME: usize = 8;
