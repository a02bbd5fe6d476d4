//! Builds the pairs from similar names and shared contacts.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::contacts::{MAX_READS, is_reading_contacts, unread_contacts};
use super::selectors::resolve;
use super::state::{DuplicatePair, Duplicates, PairKey, pair_key};
use crate::recruiting::duplicates::name_index::{MAX_PAIRS, NameIndex, NameMatches, PersonRef};
use crate::recruiting::duplicates::names::{NamePattern, NameSimilarity};
use crate::recruiting::duplicates::reason::MatchReason;
use crate::recruiting::person::career::join_non_empty;
use crate::recruiting::triage::Subject;
use crate::text::sanitize;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::request::Ticket;
use crate::tui::app::state::State;

/// While records arrive, the pairs are rebuilt after this many.
const REBUILD_AFTER: usize = 20;

impl Duplicates {
    /// The screen as it opens: with the pairs by contact, and the search for names started.
    pub(crate) fn open(state: &State, ticket: Ticket, names: &NameIndex) -> Self {
        let has_rows = |open: &&OpenJob| open.is_read() || open.list.pages.loaded() > 0;
        let jobs = state.open.values().filter(has_rows).count();
        let queue = unread_contacts(state);
        let mut duplicates = Self {
            name_search: Some(ticket),
            indexed_people: names.len(),
            jobs,
            is_cut: queue.len() == MAX_READS,
            queue,
            ..Self::default()
        };
        duplicates.rebuild(state);
        duplicates
    }

    /// Takes the pairs by name, except those whose rows were removed or no longer match.
    pub(crate) fn take_names(&mut self, state: &State, matches: &NameMatches) {
        self.name_search = None;
        let pair = |(first, second, _): &(PersonRef, PersonRef, NameSimilarity)| {
            let ((first, name), (second, second_name)) =
                (resolve(state, first)?, resolve(state, second)?);
            let similarity = NamePattern::new(&name).similarity(&second_name)?;
            Some((first, second, similarity))
        };
        self.name_pairs = matches.pairs.iter().filter_map(pair).collect();
        self.omitted_name_pairs = matches.total - matches.pairs.len();
        self.rebuild(state);
    }

    /// Rebuilds the pairs after a record arrived; during a long read, once per `REBUILD_AFTER`.
    pub(crate) fn refresh(&mut self, state: &State) {
        self.read = state.contacts.len();
        if !is_reading_contacts(state) || self.read >= self.built_from + REBUILD_AFTER {
            self.rebuild(state);
        }
    }

    /// Rebuilds the pairs from all loaded data. The cursor stays on its pair.
    pub(crate) fn rebuild(&mut self, state: &State) {
        let selected =
            self.pairs.get(self.at).filter(|_| self.has_moved_cursor).map(DuplicatePair::key);
        let mut merged: BTreeMap<PairKey, (Subject, Subject, Vec<MatchReason>)> = BTreeMap::new();
        let by_name = self
            .name_pairs
            .iter()
            .map(|(first, second, similarity)| (first, second, MatchReason::name(*similarity)));
        for (first, second, reason) in by_name.chain(state.contacts.pairs()) {
            let new = || (first.clone(), second.clone(), Vec::new());
            let (_, _, reasons) = merged.entry(pair_key(first, second)).or_insert_with(new);
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        (self.read, self.built_from) = (state.contacts.len(), state.contacts.len());
        self.people = self.indexed_people.max(self.read);
        let mut pairs: Vec<DuplicatePair> = merged
            .into_values()
            .map(|(first, second, reasons)| build_pair(state, first, second, reasons))
            .collect();
        pairs.sort_by_cached_key(|pair| {
            (pair.strongest(), Reverse(pair.reasons.len()), pair.names.clone(), pair.key())
        });
        self.omitted_pairs = self.omitted_name_pairs + pairs.len().saturating_sub(MAX_PAIRS);
        pairs.truncate(MAX_PAIRS);
        let position = |key: PairKey| pairs.iter().position(|pair| pair.key() == key);
        self.at = selected.and_then(position).unwrap_or(0);
        self.pairs = pairs;
    }
}

fn build_pair(
    state: &State,
    first: Subject,
    second: Subject,
    mut reasons: Vec<MatchReason>,
) -> DuplicatePair {
    let both = [&first, &second];
    let names = both.map(|subject| state.name_of(subject));
    let positions = both.map(|subject| title_and_company(state, subject));
    let [[_, company], [_, second_company]] = &positions;
    if !company.is_empty() && company == second_company {
        reasons.push(MatchReason::company(company));
    }
    reasons.sort();
    let [position, second_position] = &positions;
    let details = [
        describe_position(state, &first, position),
        describe_position(state, &second, second_position),
    ];
    DuplicatePair { first, second, names, details, reasons }
}

/// From the list, or else from the record.
fn title_and_company(state: &State, subject: &Subject) -> [String; 2] {
    let row = state.row_of(subject).map(|(open, row)| {
        let rows = &open.list.pages.rows;
        [rows.title(row), rows.company(row)].map(str::to_owned)
    });
    let record = || {
        let person = state.people.get(&subject.person)?.display()?;
        let texts = [&person.current_job_title, &person.current_company_name];
        Some(texts.map(|text| sanitize(text).into_owned()))
    };
    row.or_else(record).unwrap_or_default()
}

fn describe_position(state: &State, subject: &Subject, [title, company]: &[String; 2]) -> String {
    let job = state.job_display_name(&subject.job);
    let job = if job.is_empty() { "not in a loaded job".to_owned() } else { format!("in {job}") };
    join_non_empty([title, company, &job])
}
