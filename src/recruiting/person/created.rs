//! Somebody new: who in a list may be them, and what of them is not as it was
//! asked for.

use super::fields::{PersonField, Readback};
use super::form::Form;
use super::outcome::CreatedPerson;
use super::readable::shown;
use super::report::is_shown;
use super::value::{FieldValue, JobChoice};
use crate::recruiting::duplicates::names::{NamePattern, NameSimilarity};
use crate::recruiting::table::fold;
use crate::wire::{CandidateItem, Person};

/// So many of the newest are read, whatever they are called.
const NEWEST: usize = 20;

/// More than so many are not read.
const MOST: usize = 200;

/// Those in a list who may be somebody whose making was not answered.
#[derive(Debug, Clone, PartialEq)]
pub struct PossibleMatches<'a> {
    /// They, the likeliest first.
    pub rows: Vec<PossibleMatch<'a>>,
    /// Whether others may be them as well: the list does not tell who is new.
    pub is_partial: bool,
}

/// One who may be them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PossibleMatch<'a> {
    /// Their row.
    pub item: &'a CandidateItem,
    /// Whether they are called the same.
    pub is_namesake: bool,
}

/// Those in a list who may be whom the form is about: all of the same name, and
/// the newest, since a server may keep a name its own way.
#[must_use]
pub fn suspects<'a>(form: &Form, list: &'a [CandidateItem]) -> PossibleMatches<'a> {
    let name = NamePattern::new(&fold(&form.name));
    let is_namesake =
        |item: &CandidateItem| name.similarity(&fold(&item.name)) == Some(NameSimilarity::Same);
    let mut rows: Vec<PossibleMatch<'a>> = list
        .iter()
        .rev()
        .map(|item| PossibleMatch { item, is_namesake: is_namesake(item) })
        .collect();
    // Nothing is older than what has no date: it may be new. Among equals the
    // last of the list come first.
    let age =
        |row: &PossibleMatch<'_>| row.item.created_at.map(|at| std::cmp::Reverse(at.micros()));
    rows.sort_by_key(age);
    let (mut near, far): (Vec<_>, Vec<_>) =
        rows.into_iter().enumerate().partition(|(at, row)| row.is_namesake || *at < NEWEST);
    near.sort_by_key(|(at, row)| (!row.is_namesake, *at));
    let is_undated = |(_, row): &(usize, PossibleMatch<'_>)| row.item.created_at.is_none();
    let is_partial = near.len() > MOST || far.iter().any(is_undated);
    let rows = near.into_iter().take(MOST).map(|(_, row)| row).collect();
    PossibleMatches { rows, is_partial }
}

impl Form {
    /// The job that was picked.
    #[must_use]
    pub fn job(&self) -> Option<&JobChoice> {
        match self.typed.get(&PersonField::JobId) {
            Some(FieldValue::Job(job)) => job.as_ref(),
            _ => None,
        }
    }

    /// By what somebody is looked for whose answer was lost.
    #[must_use]
    pub fn trace(&self) -> (Option<crate::wire::JobId>, String) {
        (self.job().map(|job| job.id.clone()), self.outside().to_owned())
    }

    /// The outside id under which somebody is made.
    #[must_use]
    pub fn outside(&self) -> &str {
        match self.typed.get(&PersonField::ExternalSourceId) {
            Some(FieldValue::Text(text)) => text,
            _ => "",
        }
    }
}

impl CreatedPerson {
    /// Somebody who was found by their outside id.
    #[must_use]
    pub fn found(form: &Form, item: &CandidateItem, person: Person) -> Self {
        let mut birth = Self {
            id: item.person_id.clone(),
            name: item.name.clone(),
            candidate: Some(item.id.clone()),
            job: form.job().cloned(),
            found: true,
            warnings: Vec::new(),
            person: None,
        };
        birth.meet(form, person);
        birth
    }

    /// Takes the record in as a read shows it.
    pub fn meet(&mut self, form: &Form, person: Person) {
        if let Some(job) = form.job()
            && self.candidate.is_none()
        {
            let place = person.jobs.iter().find(|place| place.job_id == job.id);
            self.candidate = place.map(|place| place.candidate_id.clone());
        }
        self.name.clone_from(&person.name);
        self.warnings.extend(unlike(form, self, Some(&person)));
        self.person = Some(Box::new(person));
    }
}

/// What of somebody new is not as it was asked for, in words. Raw: to be made
/// safe where it is shown.
#[must_use]
pub fn unlike(form: &Form, birth: &CreatedPerson, person: Option<&Person>) -> Vec<String> {
    let mut told = Vec::new();
    let job_name = form.value(PersonField::JobName);
    let job = form.job().map(|job| &job.name).or(match &*job_name {
        FieldValue::Text(name) if !name.is_empty() => Some(name),
        _ => None,
    });
    if let Some(job) = job.filter(|_| birth.candidate.is_none()) {
        told.push(format!("the server did not say that they stand in for {job} now"));
    }
    let Some(person) = person else { return told };
    let asked = form.changed().map(|spec| (spec, &form.typed[&spec.field]));
    for (spec, wanted) in asked.filter(|(_, wanted)| !wanted.is_empty()) {
        let kept = shown(person, spec.field);
        match (spec.field, wanted, kept) {
            (PersonField::Emails | PersonField::PhoneNumbers, FieldValue::Texts(texts), _) => {
                told.extend(texts.iter().filter_map(|text| missing(spec.field, text, person)));
            }
            (PersonField::Email | PersonField::PhoneNumber, FieldValue::Text(text), _) => {
                told.extend(missing(spec.field, text, person));
            }
            (field, wanted, Some(kept))
                if spec.shown != Readback::AsJob && !is_shown(field, wanted, &kept) =>
            {
                let kept = kept.told();
                let label = spec.label;
                told.push(if kept.is_empty() {
                    format!("the server did not keep the {label}")
                } else {
                    format!("the server keeps another {label}: {kept}")
                });
            }
            _ => {}
        }
    }
    told
}

/// An address or a number that the server does not show.
fn missing(field: PersonField, wanted: &str, person: &Person) -> Option<String> {
    let is_phone = matches!(field, PersonField::PhoneNumbers | PersonField::PhoneNumber);
    let there = if is_phone { &person.phones } else { &person.emails };
    // A number may be spelled its own way.
    let plain = |text: &str| -> String {
        let text = text.trim().to_lowercase();
        if is_phone { text.chars().filter(char::is_ascii_digit).collect() } else { text }
    };
    let is_there = there.iter().any(|entry| plain(&entry.value) == plain(wanted));
    let what = if is_phone { "number" } else { "address" };
    (!is_there).then(|| format!("the server did not keep the {what} {wanted}"))
}
