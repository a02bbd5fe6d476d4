//! The result of a create: the person, and what differs from the request.

use super::field_report::is_stored_as;
use super::fields::{PersonField, Readback};
use super::form::Form;
use super::outcome::CreatedPerson;
use super::value::{FieldValue, JobChoice, normalize_contact, read_field};
use crate::wire::{CandidateItem, Person};

impl Form {
    pub(crate) fn job(&self) -> Option<&JobChoice> {
        match self.typed.get(&PersonField::JobId) {
            Some(FieldValue::Job(job)) => job.as_ref(),
            _ => None,
        }
    }

    /// Job and external ID, to find the person after a lost response.
    pub(crate) fn lookup_key(&self) -> (Option<crate::wire::JobId>, String) {
        (self.job().map(|job| job.id.clone()), self.external_id().to_owned())
    }

    /// The external ID; empty without one.
    pub(crate) fn external_id(&self) -> &str {
        match self.typed.get(&PersonField::ExternalSourceId) {
            Some(FieldValue::Text(text)) => text,
            _ => "",
        }
    }
}

impl CreatedPerson {
    /// A person found by external ID after a lost response.
    pub(crate) fn from_lookup(form: &Form, item: &CandidateItem, person: Person) -> Self {
        let mut created = Self {
            id: item.person_id.clone(),
            name: item.name.clone(),
            candidate: Some(item.id.clone()),
            job: form.job().cloned(),
            was_recovered: true,
            warnings: Vec::new(),
            person: None,
        };
        created.apply_record(form, person);
        created
    }

    /// Applies the record that was read after the create.
    pub(crate) fn apply_record(&mut self, form: &Form, person: Person) {
        if let Some(job) = form.job()
            && self.candidate.is_none()
        {
            let association = person.jobs.iter().find(|association| association.job_id == job.id);
            self.candidate = association.map(|association| association.candidate_id.clone());
        }
        self.name.clone_from(&person.name);
        self.warnings.extend(describe_differences(form, self, Some(&person)));
        self.person = Some(Box::new(person));
    }
}

/// What differs from the request, in sentences. Not sanitized.
pub(crate) fn describe_differences(
    form: &Form,
    created: &CreatedPerson,
    person: Option<&Person>,
) -> Vec<String> {
    let mut differences = Vec::new();
    let job_name = form.value(PersonField::JobName);
    let job = form.job().map(|job| &job.name).or(match &*job_name {
        FieldValue::Text(name) if !name.is_empty() => Some(name),
        _ => None,
    });
    if let Some(job) = job.filter(|_| created.candidate.is_none()) {
        differences.push(format!("the server did not confirm a candidacy for {job}"));
    }
    let Some(person) = person else { return differences };
    let requested = form.changed().map(|spec| (spec, &form.typed[&spec.field]));
    for (spec, wanted) in requested.filter(|(_, wanted)| !wanted.is_empty()) {
        let stored = read_field(person, spec.field);
        match (spec.field, wanted, stored) {
            (PersonField::Emails | PersonField::PhoneNumbers, FieldValue::Texts(texts), _) => {
                differences.extend(
                    texts.iter().filter_map(|text| describe_missing(spec.field, text, person)),
                );
            }
            (PersonField::Email | PersonField::PhoneNumber, FieldValue::Text(text), _) => {
                differences.extend(describe_missing(spec.field, text, person));
            }
            (field, wanted, Some(stored))
                if spec.readback != Readback::AsJob && !is_stored_as(field, wanted, &stored) =>
            {
                let stored = stored.describe();
                let label = spec.label;
                differences.push(if stored.is_empty() {
                    format!("the server did not keep the {label}")
                } else {
                    format!("the server keeps another {label}: {stored}")
                });
            }
            _ => {}
        }
    }
    differences
}

/// An address or number that the record lacks.
fn describe_missing(field: PersonField, wanted: &str, person: &Person) -> Option<String> {
    let is_phone = matches!(field, PersonField::PhoneNumbers | PersonField::PhoneNumber);
    let entries = if is_phone { &person.phones } else { &person.emails };
    // A server may reformat numbers.
    let key = normalize_contact(wanted);
    let is_stored = entries.iter().any(|entry| normalize_contact(&entry.value) == key);
    let noun = if is_phone { "number" } else { "address" };
    (!is_stored).then(|| format!("the server did not keep the {noun} {wanted}"))
}
