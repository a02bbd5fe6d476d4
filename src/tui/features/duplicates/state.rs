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
pub(crate) struct Duplicates {
    /// The index of the selected pair.
    pub(crate) at: usize,
    /// The person of the selected pair that enter goes to: 0 or 1.
    pub(crate) side: usize,
    /// Strongest match first.
    pub(crate) pairs: Vec<DuplicatePair>,
    /// The number of pairs that are left out.
    pub(crate) omitted_pairs: usize,
    /// Whether the user moved the cursor. Until then it stays on the first pair, even when a
    /// stronger one appears above it.
    pub(crate) has_moved_cursor: bool,
    /// The number of jobs whose candidates were read, in part or whole; some have none.
    pub(crate) jobs: usize,
    pub(crate) people: usize,
    /// The number of people whose contacts are known.
    pub(crate) read: usize,
    /// The search for similar names, while it runs.
    pub(crate) name_search: Option<Ticket>,
    /// The pairs by name, as of when the screen was opened.
    pub(crate) name_pairs: Vec<(Subject, Subject, NameSimilarity)>,
    /// The number of pairs by name that the search left out.
    pub(crate) omitted_name_pairs: usize,
    /// The number of people that the search for names covers.
    pub(crate) indexed_people: usize,
    /// People whose contacts are not read yet, to read after those of `name_pairs`.
    pub(crate) queue: VecDeque<Subject>,
    /// Whether `queue` was cut at its limit.
    pub(crate) is_cut: bool,
    /// The number of people whose contacts were known when `pairs` was last built.
    pub(crate) built_from: usize,
    /// Background reads in a row that failed.
    pub(crate) failures: u32,
    /// People whose records are being fetched.
    pub(crate) in_flight: Vec<Subject>,
    /// The number of fetches since the screen was opened.
    pub(crate) fetch_count: usize,
}

/// Two people who may be the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DuplicatePair {
    /// The candidate id is empty where only the person is known.
    pub(crate) first: Subject,
    pub(crate) second: Subject,
    pub(crate) names: [String; 2],
    /// Title, company and job.
    pub(crate) details: [String; 2],
    /// Strongest first.
    pub(crate) reasons: Vec<MatchReason>,
}

/// The ids of both people in alphabetical order.
pub(crate) type PairKey = (String, String);

impl DuplicatePair {
    pub(crate) fn key(&self) -> PairKey {
        pair_key(&self.first, &self.second)
    }

    /// All reasons in one line.
    pub(crate) fn describe_reasons(&self) -> String {
        let reasons: Vec<&str> = self.reasons.iter().map(|reason| &*reason.text).collect();
        reasons.join("; ")
    }

    pub(crate) fn strongest(&self) -> Option<ReasonKind> {
        self.reasons.first().map(|reason| reason.kind)
    }
}

pub(crate) fn pair_key(first: &Subject, second: &Subject) -> PairKey {
    let id = |subject: &Subject| {
        let person = subject.person.as_str();
        if person.is_empty() { subject.candidate.to_string() } else { person.to_owned() }
    };
    let (first, second) = (id(first), id(second));
    if first <= second { (first, second) } else { (second, first) }
}
