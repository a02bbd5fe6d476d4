//! People who may be the same as somebody who is about to be made.
//!
//! An e-mail address, a handle or a phone number tells most; a name only hints,
//! and is known of everybody who is loaded. A few lines of a hundred thousand
//! are looked at twice: [`MatchProfile`] passes over the rest by their folded names.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::match_profile::MatchProfile;
use crate::recruiting::person::form::Form;
use crate::text::sanitize;
use crate::wire::{Person, PersonId};

/// So many are shown; who is none of them is found in the lists.
const MOST: usize = 10;

/// Somebody who may be the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PossibleDuplicate {
    /// Who.
    pub person: PersonId,
    /// What they are called.
    pub name: String,
    /// Their title and company.
    pub beside: String,
    /// Where they stand in: the jobs they were seen in.
    pub jobs: Vec<String>,
    /// What is the same, in words: "the same e-mail: a@b.example".
    pub why: Vec<String>,
}

/// Somebody who is known, as far as a list or a record tells.
#[derive(Debug, Clone, Copy)]
pub struct KnownPerson<'a> {
    /// Who.
    pub person: &'a str,
    /// What they are called.
    pub name: &'a str,
    /// What they do.
    pub title: &'a str,
    /// Where.
    pub company: &'a str,
    /// What the job is called in whose list they stand; empty outside of one.
    pub job: &'a str,
    /// Their record, if it was read.
    pub record: Option<&'a Person>,
}

impl KnownPerson<'_> {
    /// Whether both are one person. Without an id, the name has to do.
    fn is(&self, other: &Self) -> bool {
        self.person == other.person && (!self.person.is_empty() || self.name == other.name)
    }
}

/// Who of the known may be the same as the one in the form, the likeliest first.
#[must_use]
pub fn twins<'a>(
    form: &Form,
    known: impl Iterator<Item = KnownPerson<'a>>,
) -> Vec<PossibleDuplicate> {
    let sought = MatchProfile::of(form);
    let own = form.person.as_ref().map_or("", PersonId::as_str);
    let others = known.filter(|known| own.is_empty() || known.person != own);
    let mut found: Vec<(Vec<DuplicateReason>, KnownPerson<'a>)> = others
        .map(|known| (sought.reasons(&known), known))
        .filter(|(reasons, _)| !reasons.is_empty())
        .collect();
    // The best reason of each is its first. Who has a record comes before the same from a list.
    found.sort_by(|(reasons, known), (others, other)| {
        let place = |reasons: &[DuplicateReason], known: &KnownPerson<'a>| {
            (reasons[0].rank, std::cmp::Reverse(reasons.len()), known.record.is_none())
        };
        let names = (known.name, known.person).cmp(&(other.name, other.person));
        place(reasons, known).cmp(&place(others, other)).then(names)
    });
    let mut persons: Vec<KnownPerson<'a>> = Vec::new();
    for (_, known) in &found {
        if persons.len() < MOST && !persons.iter().any(|person| person.is(known)) {
            persons.push(*known);
        }
    }
    persons.into_iter().map(|person| twin(&person, &found)).collect()
}

/// Why somebody may be the same; a smaller rank tells more.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DuplicateReason {
    pub(crate) rank: u8,
    pub(crate) told: String,
}

/// All that was found of one person, as one.
fn twin(
    person: &KnownPerson<'_>,
    found: &[(Vec<DuplicateReason>, KnownPerson<'_>)],
) -> PossibleDuplicate {
    let (mut jobs, mut why) = (BTreeSet::new(), Vec::new());
    for (reasons, known) in found.iter().filter(|(_, known)| person.is(known)) {
        let held = known.record.iter().flat_map(|record| &record.jobs);
        let named = held.map(|job| &*job.job_name).chain([known.job]);
        jobs.extend(named.filter(|job| !job.is_empty()).map(|job| sanitize(job).into_owned()));
        why.extend(reasons);
    }
    why.sort_by_key(|reason| reason.rank);
    let mut why: Vec<String> = why.into_iter().map(|reason| reason.told.clone()).collect();
    why.dedup();
    let beside = [person.title, person.company].map(sanitize);
    let beside: Vec<&str> =
        beside.iter().map(AsRef::as_ref).filter(|text: &&str| !text.is_empty()).collect();
    PossibleDuplicate {
        person: person.person.into(),
        name: sanitize(person.name).into_owned(),
        beside: beside.join(", "),
        jobs: jobs.into_iter().collect(),
        why,
    }
}
