//! Everybody who is loaded, ready to be held against each other on another thread.

use hashbrown::HashSet;

use super::names::{NameSimilarity, alike};
use crate::recruiting::table::{CandidateTable, Haystack, Row, Table as _, fold};
use crate::recruiting::triage::Subject;
use crate::wire::{JobId, Person};

/// More people than these are not held against each other.
const PEOPLE: usize = 200_000;
/// More pairs nobody goes through.
pub(crate) const PAIRS: usize = 500;

/// Everybody who is loaded, each once.
#[derive(Debug, Clone, Default)]
pub struct NameIndex {
    /// The names of each job as they were, and whose are looked at.
    lists: Vec<(JobId, Haystack, Vec<Row>)>,
    /// People whose records were read from elsewhere, by their folded names.
    others: Vec<(Subject, Vec<u8>)>,
}

/// Two crowds are the same when the same rows of the same jobs are in them.
impl PartialEq for NameIndex {
    fn eq(&self, other: &Self) -> bool {
        let mine = self.lists.iter().map(|(job, _, rows)| (job, rows));
        mine.eq(other.lists.iter().map(|(job, _, rows)| (job, rows))) && self.others == other.others
    }
}

/// The pairs that were found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NameMatches {
    /// Those that are held, the most alike first.
    pub pairs: Vec<(PersonRef, PersonRef, NameSimilarity)>,
    /// How many there are in all.
    pub all: usize,
}

/// One of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PersonRef {
    /// By their place in the list of a job.
    Listed(JobId, Row),
    /// By their record.
    Known(Subject),
}

impl NameIndex {
    /// `lists` come in order of preference: a person in several lists counts where they come
    /// first. `records` are people who may be in none of them, each with their subject.
    #[must_use]
    pub fn new<'a>(
        lists: impl Iterator<Item = (&'a JobId, &'a CandidateTable)>,
        records: impl Iterator<Item = (&'a Person, Subject)>,
    ) -> Self {
        let (mut known, mut names, mut count) = (HashSet::new(), Vec::new(), 0);
        for (job, rows) in lists {
            let is_new = |row: &Row| {
                let person = rows.person_id(*row);
                person.is_empty() || known.insert(person)
            };
            let taken: Vec<Row> = rows.rows().filter(is_new).take(PEOPLE - count).collect();
            count += taken.len();
            names.push((job.clone(), rows.lines().clone(), taken));
        }
        let others = records.filter(|(person, _)| !known.contains(person.id.as_str()));
        let others = others.map(|(person, subject)| (subject, fold(&person.name))).collect();
        Self { lists: names, others }
    }

    /// How many they are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lists.iter().map(|(_, _, rows)| rows.len()).sum::<usize>() + self.others.len()
    }

    /// Whether nobody is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Those whose names are alike. Takes long: not for the UI's thread.
    #[must_use]
    pub fn alike(&self) -> NameMatches {
        let listed = self
            .lists
            .iter()
            .flat_map(|(_, lines, rows)| rows.iter().map(|row| lines.column(*row, 0)));
        let names: Vec<&[u8]> =
            listed.chain(self.others.iter().map(|(_, name)| name.as_slice())).collect();
        let found = alike(&names);
        let all = found.len();
        let pairs = found.into_iter().take(PAIRS).filter_map(|(one, other, likeness)| {
            Some((self.who(one)?, self.who(other)?, likeness))
        });
        NameMatches { pairs: pairs.collect(), all }
    }

    fn who(&self, mut at: usize) -> Option<PersonRef> {
        for (job, _, rows) in &self.lists {
            match rows.get(at) {
                Some(row) => return Some(PersonRef::Listed(job.clone(), *row)),
                None => at -= rows.len(),
            }
        }
        self.others.get(at).map(|(subject, _)| PersonRef::Known(subject.clone()))
    }
}
