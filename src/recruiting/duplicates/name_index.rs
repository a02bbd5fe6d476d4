//! A snapshot of the names of everyone loaded, for a search on another thread.
//!
//! The duplicates screen builds it, the executor runs [`NameIndex::find_pairs`], and the result
//! refers to rows and records that may have changed meanwhile.

use hashbrown::HashSet;

use super::name_pairs::find_similar_pairs;
use super::names::NameSimilarity;
use crate::recruiting::table::{CandidateTable, Haystack, Row, Table as _, fold};
use crate::recruiting::triage::Subject;
use crate::wire::{JobId, Person};

/// Bounds the time and the memory of one search.
const MAX_PEOPLE: usize = 200_000;
/// More pairs than a recruiter will go through.
pub(crate) const MAX_PAIRS: usize = 500;

/// The names of everyone loaded, each person once.
#[derive(Debug, Clone, Default)]
pub struct NameIndex {
    /// The text of a list, and which of its rows count.
    lists: Vec<(JobId, Haystack, Vec<Row>)>,
    /// People in none of the lists, by their folded names.
    others: Vec<(Subject, Vec<u8>)>,
}

/// Compares which people are covered, not their names: cheap enough for a comparison of effects.
impl PartialEq for NameIndex {
    fn eq(&self, other: &Self) -> bool {
        let rows = self.lists.iter().map(|(job, _, rows)| (job, rows));
        rows.eq(other.lists.iter().map(|(job, _, rows)| (job, rows))) && self.others == other.others
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NameMatches {
    /// The most similar first, at most `MAX_PAIRS`.
    pub(crate) pairs: Vec<(PersonRef, PersonRef, NameSimilarity)>,
    /// The number of all pairs, including those left out.
    pub(crate) total: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PersonRef {
    Listed(JobId, Row),
    Known(Subject),
}

impl NameIndex {
    /// `lists` come in order of preference: a person in several lists counts in the first.
    /// `records` may repeat people of the lists.
    pub(crate) fn new<'a>(
        lists: impl Iterator<Item = (&'a JobId, &'a CandidateTable)>,
        records: impl Iterator<Item = (&'a Person, Subject)>,
    ) -> Self {
        let (mut index, mut seen, mut count) = (Self::default(), HashSet::new(), 0);
        for (job, rows) in lists {
            let is_new = |row: &Row| {
                let person = rows.person_id(*row);
                person.is_empty() || seen.insert(person)
            };
            let selected: Vec<Row> = rows.rows().filter(is_new).take(MAX_PEOPLE - count).collect();
            count += selected.len();
            index.lists.push((job.clone(), rows.lines().clone(), selected));
        }
        let others = records.filter(|(person, _)| !seen.contains(person.id.as_str()));
        index.others = others.map(|(person, subject)| (subject, fold(&person.name))).collect();
        index
    }

    pub(crate) fn len(&self) -> usize {
        self.lists.iter().map(|(_, _, rows)| rows.len()).sum::<usize>() + self.others.len()
    }

    /// The pairs with similar names. Slow: never call it on the UI thread.
    pub(crate) fn find_pairs(&self) -> NameMatches {
        let listed = self
            .lists
            .iter()
            .flat_map(|(_, lines, rows)| rows.iter().map(|row| lines.column(*row, 0)));
        let names: Vec<&[u8]> =
            listed.chain(self.others.iter().map(|(_, name)| name.as_slice())).collect();
        let matches = find_similar_pairs(&names);
        let total = matches.len();
        let pairs =
            matches.into_iter().take(MAX_PAIRS).filter_map(|(first, second, similarity)| {
                Some((self.person_at(first)?, self.person_at(second)?, similarity))
            });
        NameMatches { pairs: pairs.collect(), total }
    }

    fn person_at(&self, mut position: usize) -> Option<PersonRef> {
        for (job, _, rows) in &self.lists {
            match rows.get(position) {
                Some(row) => return Some(PersonRef::Listed(job.clone(), *row)),
                None => position -= rows.len(),
            }
        }
        self.others.get(position).map(|(subject, _)| PersonRef::Known(subject.clone()))
    }
}
