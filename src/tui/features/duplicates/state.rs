//! The state of the duplicates screen.
//!
//! Names are known of everyone in a list, contacts only of people whose record was read, so
//! the screen always says how many those are. A pair is a hint: nothing is merged.

use std::collections::VecDeque;

use crate::recruiting::duplicates::names::NameSimilarity;
use crate::recruiting::duplicates::reason::{MatchReason, ReasonKind};
use crate::recruiting::triage::Subject;
use crate::tui::app::request::Ticket;

#[derive(Debug, Clone, Default)]
pub struct Duplicates {
    /// The index of the selected pair.
    pub at: usize,
    /// The strongest first.
    pub pairs: Vec<DuplicatePair>,
    /// The number of pairs that are left out.
    pub more: usize,
    /// Whether the user moved the cursor. Until then it stays on the first pair, even when a
    /// stronger one comes in above.
    pub chosen: bool,
    /// The number of jobs with loaded candidates.
    pub jobs: usize,
    pub people: usize,
    /// The number of people whose contacts are known.
    pub read: usize,
    /// The search for similar names, while it runs.
    pub looking: Option<Ticket>,
    /// The pairs by name, as of when the screen was opened.
    pub(crate) named: Vec<(Subject, Subject, NameSimilarity)>,
    /// The number of pairs by name that the search left out.
    pub(crate) unnamed: usize,
    /// The number of people that the search for names covers.
    pub(crate) from: usize,
    /// People whose contacts are still to be read, after those of `named`.
    pub(crate) queue: VecDeque<Subject>,
    /// Whether `queue` was cut at its limit.
    pub(crate) is_cut: bool,
    /// The number of people whose contacts were known when `pairs` was last built.
    pub(crate) made_of: usize,
    /// People whose records are being fetched.
    pub(crate) out: Vec<Subject>,
    /// The number of fetches since the screen was opened.
    pub(crate) asked: usize,
}

/// Two people who may be the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicatePair {
    /// Without a candidate where only the person is known.
    pub one: Subject,
    pub other: Subject,
    pub names: [String; 2],
    /// Title, company and job.
    pub beside: [String; 2],
    /// The strongest first.
    pub reasons: Vec<MatchReason>,
}

/// The ids of both people in alphabetical order.
pub(crate) type PairKey = (String, String);

impl DuplicatePair {
    pub(crate) fn key(&self) -> PairKey {
        pair_key(&self.one, &self.other)
    }

    /// All reasons in one line.
    #[must_use]
    pub fn why(&self) -> String {
        let reasons: Vec<&str> = self.reasons.iter().map(|reason| &*reason.text).collect();
        reasons.join("; ")
    }

    pub(crate) fn best(&self) -> Option<ReasonKind> {
        self.reasons.first().map(|reason| reason.kind)
    }
}

pub(crate) fn pair_key(one: &Subject, other: &Subject) -> PairKey {
    let id = |subject: &Subject| {
        let person = subject.person.as_str();
        if person.is_empty() { subject.candidate.to_string() } else { person.to_owned() }
    };
    let (one, other) = (id(one), id(other));
    if one <= other { (one, other) } else { (other, one) }
}
