//! The pairs of all that is loaded.

use std::collections::BTreeMap;

use super::contacts::MOST;
use super::selectors::resolve;
use super::state::Duplicates;
use crate::recruiting::duplicates::name_index::{NameIndex, NameMatches, PAIRS, PersonRef};
use crate::recruiting::duplicates::names::{NameSimilarity, alike};
use crate::recruiting::person::career::joined;
use crate::recruiting::triage::Subject;
use crate::text::sanitize;
use crate::tui::app::request::Ticket;
use crate::tui::app::state::State;

/// After so many more the pairs are made anew, while others are being read.
const MORE: usize = 20;

/// Why two may be one; a smaller rank tells more.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MatchReason {
    /// How much it tells.
    pub rank: u8,
    /// In words.
    pub told: String,
}

/// Two who may be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicatePair {
    /// The one; nobody's candidate where only the person is known.
    pub one: Subject,
    /// The other.
    pub other: Subject,
    /// What they are called.
    pub names: [String; 2],
    /// What they do, where, and the job they stand in for.
    pub beside: [String; 2],
    /// Why, the best reason first.
    pub hints: Vec<MatchReason>,
}

type Both = (String, String);

impl Duplicates {
    /// Nothing is known yet of so many: their names are being held against each other.
    pub(crate) fn looking(state: &State, ticket: Ticket, crowd: &NameIndex) -> Self {
        let from = crowd.len();
        let jobs = state.open.values().filter(|open| open.list.roll.loaded() > 0).count();
        let mut duplicates = Self { looking: Some(ticket), from, jobs, ..Self::default() };
        duplicates.queue = Self::unknown(state);
        duplicates.is_cut = duplicates.queue.len() == MOST;
        duplicates.look_at_records(state);
        duplicates
    }

    /// Takes in whose names are alike, as far as they still are.
    pub(crate) fn take_names(&mut self, state: &State, found: &NameMatches) {
        self.looking = None;
        let pair = |(one, other, _): &(PersonRef, PersonRef, NameSimilarity)| {
            let ((one, name), (other, too)) = (resolve(state, one)?, resolve(state, other)?);
            let (_, _, likeness) = alike(&[&name, &too]).pop()?;
            Some((one, other, likeness))
        };
        self.named = found.pairs.iter().filter_map(pair).collect();
        self.unnamed = found.all - found.pairs.len();
        self.look_at_records(state);
    }

    /// Looks through the records anew, if that is worth it: while many are being
    /// read, not for each of them.
    pub(crate) fn follow(&mut self, state: &State) {
        self.read = state.contacts.len();
        if !state.reads_contacts() || self.read >= self.made_of + MORE {
            self.look_at_records(state);
        }
    }

    /// Looks through the records anew: more of them were read.
    pub(crate) fn look_at_records(&mut self, state: &State) {
        let selected = self.pairs.get(self.at).filter(|_| self.chosen).map(DuplicatePair::ids);
        let mut found: BTreeMap<Both, (Subject, Subject, Vec<MatchReason>)> = BTreeMap::new();
        for (one, other, likeness) in &self.named {
            let hint = MatchReason { rank: 3 + *likeness as u8, told: likeness.told().to_owned() };
            put(&mut found, one.clone(), other.clone(), hint);
        }
        let kinds = ["the same e-mail", "the same phone", "the same handle"];
        for (kind, (rank, what)) in (0..).zip(kinds).enumerate() {
            for (one, other, value) in state.contacts.shared(kind) {
                let hint = MatchReason { rank, told: format!("{what}: {value}") };
                put(&mut found, one.clone(), other.clone(), hint);
            }
        }
        (self.read, self.made_of) = (state.contacts.len(), state.contacts.len());
        self.people = self.from.max(self.read);
        let mut pairs: Vec<DuplicatePair> = found
            .into_values()
            .map(|(one, other, hints)| DuplicatePair::of(state, one, other, hints))
            .collect();
        pairs.sort_by(|a, b| a.strength().cmp(&b.strength()));
        self.more = self.unnamed + pairs.len().saturating_sub(PAIRS);
        pairs.truncate(PAIRS);
        let place = |ids: Both| pairs.iter().position(|pair| pair.ids() == ids);
        self.at = selected.and_then(place).unwrap_or(0);
        self.pairs = pairs;
    }
}

impl DuplicatePair {
    fn of(state: &State, one: Subject, other: Subject, mut hints: Vec<MatchReason>) -> Self {
        let beside = [&one, &other].map(|it| beside(state, it));
        let names = [&one, &other].map(|it| state.name_of(it));
        let [at, too] = [&one, &other].map(|it| company(state, it));
        if !at.is_empty() && at == too {
            hints.push(MatchReason { rank: 8, told: format!("both at {at}") });
        }
        hints.sort();
        Self { one, other, names, beside, hints }
    }

    fn ids(&self) -> Both {
        both(&self.one, &self.other)
    }

    /// All reasons in one line.
    #[must_use]
    pub fn why(&self) -> String {
        let told: Vec<&str> = self.hints.iter().map(|hint| &*hint.told).collect();
        told.join("; ")
    }

    fn strength(&self) -> (u8, usize, &[String; 2], Both) {
        let best = self.hints.first().map_or(u8::MAX, |hint| hint.rank);
        (best, usize::MAX - self.hints.len(), &self.names, self.ids())
    }
}

fn id(subject: &Subject) -> &str {
    let person = subject.person.as_str();
    if person.is_empty() { subject.candidate.as_str() } else { person }
}

fn both(one: &Subject, other: &Subject) -> Both {
    let (one, other) = (id(one).to_owned(), id(other).to_owned());
    if one <= other { (one, other) } else { (other, one) }
}

fn put(
    found: &mut BTreeMap<Both, (Subject, Subject, Vec<MatchReason>)>,
    one: Subject,
    other: Subject,
    hint: MatchReason,
) {
    let entry = found.entry(both(&one, &other)).or_insert((one, other, Vec::new()));
    if !entry.2.contains(&hint) {
        entry.2.push(hint);
    }
}

/// Title and company as the list has them, or the record.
fn face(state: &State, subject: &Subject) -> [String; 2] {
    let open = state.open.get(&subject.job);
    let row = open.and_then(|open| {
        let rows = &open.list.roll.rows;
        let row = rows.find(subject.candidate.as_str())?;
        Some([rows.title(row), rows.company(row)].map(str::to_owned))
    });
    let record = || state.people.get(&subject.person)?.record.as_ref();
    let read = || {
        let person = record()?;
        let face = [&person.current_job_title, &person.current_company_name];
        Some(face.map(|text| sanitize(text).into_owned()))
    };
    row.or_else(read).unwrap_or_default()
}

fn company(state: &State, subject: &Subject) -> String {
    let [_, company] = face(state, subject);
    company
}

fn beside(state: &State, subject: &Subject) -> String {
    let [title, company] = face(state, subject);
    let job = state.named_job(&subject.job);
    let job =
        if job.is_empty() { "in no job that is loaded".to_owned() } else { format!("in {job}") };
    joined([&title, &company, &job])
}
