//! People who may be the same as somebody who is about to be made.
//!
//! An e-mail address, a handle or a phone number tells most; a name only hints,
//! and is known of everybody who is loaded. A few lines of a hundred thousand
//! are looked at twice: [`MatchProfile`] passes over the rest by their folded names.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

pub use super::match_profile::KnownPerson;
use super::match_profile::{DuplicateReason, MatchProfile};
use crate::recruiting::person::form::Form;
use crate::text::sanitize;
use crate::wire::PersonId;

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
