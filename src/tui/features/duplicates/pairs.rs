//! Builds the pairs from similar names and shared contacts.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::contacts::{MAX_READS, unread_contacts};
use super::selectors::resolve;
use super::state::{DuplicatePair, Duplicates, PairKey, pair_key};
use crate::recruiting::duplicates::name_index::{MAX_PAIRS, NameIndex, NameMatches, PersonRef};
use crate::recruiting::duplicates::names::{NamePattern, NameSimilarity};
use crate::recruiting::duplicates::reason::MatchReason;
use crate::recruiting::person::career::joined;
use crate::recruiting::triage::Subject;
use crate::text::sanitize;
use crate::tui::app::request::Ticket;
use crate::tui::app::state::State;

/// While records come in, the pairs are rebuilt after this many.
const REBUILD_AFTER: usize = 20;

impl Duplicates {
    /// The screen as it opens: with the pairs by contact, and the search for names started.
    pub(crate) fn open(state: &State, ticket: Ticket, names: &NameIndex) -> Self {
        let jobs = state.open.values().filter(|open| open.list.roll.loaded() > 0).count();
        let queue = unread_contacts(state);
        let mut duplicates = Self {
            looking: Some(ticket),
            from: names.len(),
            jobs,
            is_cut: queue.len() == MAX_READS,
            queue,
            ..Self::default()
        };
        duplicates.rebuild(state);
        duplicates
    }

    /// Takes the pairs by name, except those whose rows are gone or have another name by now.
    pub(crate) fn take_names(&mut self, state: &State, found: &NameMatches) {
        self.looking = None;
        let pair = |(one, other, _): &(PersonRef, PersonRef, NameSimilarity)| {
            let ((one, name), (other, other_name)) = (resolve(state, one)?, resolve(state, other)?);
            let similarity = NamePattern::new(&name).similarity(&other_name)?;
            Some((one, other, similarity))
        };
        self.named = found.pairs.iter().filter_map(pair).collect();
        self.unnamed = found.all - found.pairs.len();
        self.rebuild(state);
    }

    /// Rebuilds the pairs after a record came, but not for each of many.
    pub(crate) fn follow(&mut self, state: &State) {
        self.read = state.contacts.len();
        if !state.reads_contacts() || self.read >= self.made_of + REBUILD_AFTER {
            self.rebuild(state);
        }
    }

    /// Builds the pairs anew from all that is known; the cursor stays on its pair.
    pub(crate) fn rebuild(&mut self, state: &State) {
        let selected = self.pairs.get(self.at).filter(|_| self.chosen).map(DuplicatePair::key);
        let mut found: BTreeMap<PairKey, (Subject, Subject, Vec<MatchReason>)> = BTreeMap::new();
        let named = self
            .named
            .iter()
            .map(|(one, other, similarity)| (one, other, MatchReason::name(*similarity)));
        for (one, other, reason) in named.chain(state.contacts.pairs()) {
            let new = || (one.clone(), other.clone(), Vec::new());
            let (_, _, reasons) = found.entry(pair_key(one, other)).or_insert_with(new);
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        (self.read, self.made_of) = (state.contacts.len(), state.contacts.len());
        self.people = self.from.max(self.read);
        let mut pairs: Vec<DuplicatePair> = found
            .into_values()
            .map(|(one, other, reasons)| describe(state, one, other, reasons))
            .collect();
        pairs.sort_by_cached_key(|pair| {
            (pair.best(), Reverse(pair.reasons.len()), pair.names.clone(), pair.key())
        });
        self.more = self.unnamed + pairs.len().saturating_sub(MAX_PAIRS);
        pairs.truncate(MAX_PAIRS);
        let position = |key: PairKey| pairs.iter().position(|pair| pair.key() == key);
        self.at = selected.and_then(position).unwrap_or(0);
        self.pairs = pairs;
    }
}

fn describe(
    state: &State,
    one: Subject,
    other: Subject,
    mut reasons: Vec<MatchReason>,
) -> DuplicatePair {
    let both = [&one, &other];
    let names = both.map(|subject| state.name_of(subject));
    let positions = both.map(|subject| title_and_company(state, subject));
    let [[_, company], [_, other_company]] = &positions;
    if !company.is_empty() && company == other_company {
        reasons.push(MatchReason::company(company));
    }
    reasons.sort();
    let [position, other_position] = &positions;
    let beside = [beside(state, &one, position), beside(state, &other, other_position)];
    DuplicatePair { one, other, names, beside, reasons }
}

/// As the list has them, or else the record.
fn title_and_company(state: &State, subject: &Subject) -> [String; 2] {
    let row = state.open.get(&subject.job).and_then(|open| {
        let rows = &open.list.roll.rows;
        let row = rows.find(subject.candidate.as_str())?;
        Some([rows.title(row), rows.company(row)].map(str::to_owned))
    });
    let record = || {
        let person = state.people.get(&subject.person)?.record.as_ref()?;
        let texts = [&person.current_job_title, &person.current_company_name];
        Some(texts.map(|text| sanitize(text).into_owned()))
    };
    row.or_else(record).unwrap_or_default()
}

fn beside(state: &State, subject: &Subject, [title, company]: &[String; 2]) -> String {
    let job = state.named_job(&subject.job);
    let job =
        if job.is_empty() { "in no job that is loaded".to_owned() } else { format!("in {job}") };
    joined([title, company, &job])
}
