//! Finds existing people who may be the person in a form.
//!
//! A shared contact is the strongest evidence; a similar name is only a hint, but every loaded row
//! has a name. [`MatchProfile::find_similar_names`] searches a list of a hundred thousand rows by
//! name. Only its results and the loaded records go through [`MatchProfile::find_duplicates`].

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::contact_key::{ContactKey, keys_of_form, keys_of_person};
use super::names::NamePattern;
use super::reason::MatchReason;
use crate::recruiting::person::JobChoice;
use crate::recruiting::person::form::Form;
use crate::recruiting::table::{CHUNK, CandidateTable, Row, Table as _, fold};
use crate::text::sanitize;
use crate::wire::{CandidateId, JobId, Person, PersonId};

/// More duplicates do not fit the form.
const MAX_DUPLICATES: usize = 10;

/// A known person who may be the person in the form. All texts are safe to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PossibleDuplicate {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    /// Title and company.
    pub(crate) headline: String,
    /// The names of the jobs in which the person is a candidate, as far as known.
    pub(crate) jobs: Vec<String>,
    /// The IDs of these jobs.
    pub(crate) job_ids: BTreeSet<JobId>,
    /// The reasons, the strongest first.
    pub(crate) reasons: Vec<String>,
    /// A job and the candidate in it, to open the person there.
    pub(crate) candidacy: Option<(JobId, CandidateId)>,
}

impl PossibleDuplicate {
    /// The job of the form, unless the person is a candidate for it already.
    pub(crate) fn addable_job<'f>(&self, form: &'f Form) -> Option<&'f JobChoice> {
        form.job().filter(|job| !self.job_ids.contains(&job.id))
    }
}

/// A person from a list or a record.
#[derive(Debug, Clone, Copy)]
pub struct KnownPerson<'a> {
    pub(crate) person: &'a str,
    pub(crate) name: &'a str,
    pub(crate) title: &'a str,
    pub(crate) company: &'a str,
    /// The name of the job whose list has this row; empty outside of a list.
    pub(crate) job: &'a str,
    /// The ids of a job and of the candidate in it.
    pub(crate) candidacy: Option<(&'a str, &'a str)>,
    pub(crate) record: Option<&'a Person>,
}

impl<'a> KnownPerson<'a> {
    pub(crate) fn from_record(record: &'a Person) -> Self {
        Self {
            person: record.id.as_str(),
            name: &record.name,
            title: &record.current_job_title,
            company: &record.current_company_name,
            job: "",
            candidacy: record
                .jobs
                .iter()
                .map(|job| (job.job_id.as_str(), job.candidate_id.as_str()))
                .find(|(job, candidate)| !job.is_empty() && !candidate.is_empty()),
            record: Some(record),
        }
    }

    /// Rows without a person id are the same person if they have the same name.
    fn is_same_person(&self, other: &Self) -> bool {
        self.person == other.person && (!self.person.is_empty() || self.name == other.name)
    }
}

/// What a form says about a person, prepared for comparison with many others.
#[derive(Debug)]
pub struct MatchProfile {
    /// Empty for a person who does not exist yet.
    person: PersonId,
    contacts: Vec<ContactKey>,
    name: NamePattern,
}

struct Match<'a> {
    reasons: Vec<MatchReason>,
    person: KnownPerson<'a>,
}

impl MatchProfile {
    #[must_use]
    pub fn from_form(form: &Form) -> Self {
        Self {
            person: form.person.clone().unwrap_or_default(),
            contacts: keys_of_form(form),
            name: NamePattern::new(&fold(&form.name)),
        }
    }

    /// The rows of a job with a similar name. Reads only the folded names of the others.
    pub fn find_similar_names<'a>(
        &self,
        rows: &'a CandidateTable,
        (job_id, job): (&'a str, &'a str),
    ) -> impl Iterator<Item = KnownPerson<'a>> {
        let chunks = rows.lines().chunks().iter().enumerate();
        let names = chunks.flat_map(|(index, chunk)| {
            (0..chunk.lines.len()).map(move |at| (index * CHUNK + at, chunk.lines.line(at)))
        });
        let similar = names.filter(|(_, name)| self.name.similarity(name).is_some());
        similar.map(move |(at, _)| {
            let row = Row::at(at);
            KnownPerson {
                person: rows.person_id(row),
                name: rows.name(row),
                title: rows.title(row),
                company: rows.company(row),
                job,
                candidacy: Some((job_id, rows.id(row))),
                record: None,
            }
        })
    }

    /// The known people who may be the person in the form, likeliest first.
    #[must_use]
    pub fn find_duplicates<'a>(
        &self,
        known_people: impl Iterator<Item = KnownPerson<'a>>,
    ) -> Vec<PossibleDuplicate> {
        let own_id = self.person.as_str();
        let others = known_people.filter(|person| own_id.is_empty() || person.person != own_id);
        let mut matches: Vec<Match<'a>> = others
            .map(|person| Match { reasons: self.reasons(&person), person })
            .filter(|hit| !hit.reasons.is_empty())
            .collect();
        // A record comes before a row of the same person, since it has more data.
        matches.sort_by(|a, b| {
            let strength = |hit: &Match<'a>| {
                let best = hit.reasons.first().map(|reason| reason.kind);
                (best, Reverse(hit.reasons.len()), hit.person.record.is_none())
            };
            let name = |hit: &Match<'a>| (hit.person.name, hit.person.person);
            strength(a).cmp(&strength(b)).then_with(|| name(a).cmp(&name(b)))
        });
        let mut people: Vec<KnownPerson<'a>> = Vec::new();
        for Match { person, .. } in &matches {
            if people.len() < MAX_DUPLICATES && !people.iter().any(|it| it.is_same_person(person)) {
                people.push(*person);
            }
        }
        people.into_iter().map(|person| merge(&person, &matches)).collect()
    }

    /// Why a person may be the person in the form, the strongest reason first.
    fn reasons(&self, person: &KnownPerson<'_>) -> Vec<MatchReason> {
        let keys = person.record.map_or_else(Vec::new, keys_of_person);
        let shared =
            keys.iter().filter(|key| self.contacts.iter().any(|contact| contact.is_same(key)));
        let mut reasons: Vec<MatchReason> = shared.map(ContactKey::reason).collect();
        // One of each kind is enough.
        reasons.dedup_by_key(|reason| reason.kind);
        reasons.extend(self.name.similarity(&fold(person.name)).map(MatchReason::name));
        reasons
    }
}

/// Merges all matches of one person.
fn merge(person: &KnownPerson<'_>, matches: &[Match<'_>]) -> PossibleDuplicate {
    let (mut jobs, mut job_ids, mut reasons) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for hit in matches.iter().filter(|hit| person.is_same_person(&hit.person)) {
        let candidacies = hit.person.record.iter().flat_map(|record| &record.jobs);
        let names = candidacies.map(|job| &*job.job_name).chain([hit.person.job]);
        jobs.extend(names.filter(|job| !job.is_empty()).map(|job| sanitize(job).into_owned()));
        let candidacies = hit.person.record.iter().flat_map(|record| &record.jobs);
        job_ids.extend(candidacies.map(|job| job.job_id.clone()));
        job_ids.extend(hit.person.candidacy.map(|(job, _)| JobId::from(job)));
        reasons.extend(&hit.reasons);
    }
    let mut same = matches.iter().filter(|hit| person.is_same_person(&hit.person));
    let candidacy = same.find_map(|hit| hit.person.candidacy);
    reasons.sort_by_key(|reason| reason.kind);
    let mut texts: Vec<String> = reasons.into_iter().map(|reason| reason.text.clone()).collect();
    texts.dedup();
    let headline = [person.title, person.company].map(sanitize);
    let headline: Vec<&str> =
        headline.iter().map(AsRef::as_ref).filter(|text: &&str| !text.is_empty()).collect();
    PossibleDuplicate {
        person: person.person.into(),
        name: sanitize(person.name).into_owned(),
        headline: headline.join(", "),
        jobs: jobs.into_iter().collect(),
        job_ids,
        reasons: texts,
        candidacy: candidacy.map(|(job, candidate)| (job.into(), candidate.into())),
    }
}
