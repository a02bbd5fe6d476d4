//! How the records of two people, and of two candidacies for the same job, become one. The same
//! for every database engine.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use super::ids::name_key;
use super::record::PersonRecord;
use crate::wire::{Candidate, Certification, Contact, Date, Education, WorkExperience};

/// Completes a person by what another record of them has, and returns the names of the changed
/// fields. What both have stays as it is. External IDs are left to the caller.
pub(super) fn complete(into: &mut PersonRecord, from: &PersonRecord) -> Vec<&'static str> {
    let mut fields = Vec::new();
    // The handle belongs to the URL.
    if into.social_url.is_empty() && into.social_public_id.is_empty() {
        fill("social_url", &mut into.social_url, &from.social_url, &mut fields);
        into.social_public_id.clone_from(&from.social_public_id);
    }
    for (name, value, other) in [
        ("name", &mut into.name, &from.name),
        ("first_name", &mut into.first_name, &from.first_name),
        ("last_name", &mut into.last_name, &from.last_name),
        ("social_location", &mut into.social_location, &from.social_location),
        ("social_headline", &mut into.social_headline, &from.social_headline),
        ("current_job_title", &mut into.current_job_title, &from.current_job_title),
        ("company_name", &mut into.current_company_name, &from.current_company_name),
        ("address", &mut into.address, &from.address),
    ] {
        fill(name, value, other, &mut fields);
    }
    if join_notes(&mut into.notes, &from.notes) {
        fields.push("notes");
    }
    let lists = [
        ("emails", unite(&mut into.emails, &from.emails, is_same_email)),
        ("phones", unite(&mut into.phones, &from.phones, is_same_phone)),
        ("work_experience", unite_work(&mut into.work_experience, &from.work_experience)),
        (
            "education_experience",
            unite_education(&mut into.education_experience, &from.education_experience),
        ),
        ("certifications", unite_certifications(&mut into.certifications, &from.certifications)),
    ];
    fields.extend(lists.iter().filter(|(_, changed)| *changed).map(|(name, _)| *name));
    fields
}

fn fill(name: &'static str, value: &mut String, other: &str, fields: &mut Vec<&'static str>) {
    if value.trim().is_empty() && !other.trim().is_empty() {
        other.clone_into(value);
        fields.push(name);
    }
}

fn join_notes(notes: &mut String, other: &str) -> bool {
    let other = other.trim();
    if other.is_empty() || notes.contains(other) {
        return false;
    }
    *notes = [notes.trim_end(), other].join(if notes.is_empty() { "" } else { "\n\n" });
    true
}

/// Appends the entries that are not there yet, and returns whether there were any.
pub(super) fn unite<T: Clone>(
    into: &mut Vec<T>,
    from: &[T],
    is_same: impl Fn(&T, &T) -> bool,
) -> bool {
    let before = into.len();
    for entry in from {
        if !into.iter().any(|other| is_same(other, entry)) {
            into.push(entry.clone());
        }
    }
    into.len() > before
}

pub(super) fn is_same_email(one: &Contact, other: &Contact) -> bool {
    name_key(&one.value) == name_key(&other.value)
}

/// Spaces and punctuation do not count.
pub(super) fn is_same_phone(one: &Contact, other: &Contact) -> bool {
    let digits = |contact: &Contact| -> Vec<char> {
        contact.value.chars().filter(|letter| letter.is_numeric()).collect()
    };
    digits(one) == digits(other)
}

fn unite_work(into: &mut Vec<WorkExperience>, from: &[WorkExperience]) -> bool {
    let dates = |work: &WorkExperience| -> Vec<Date> {
        work.positions.iter().filter_map(|position| position.start_date).collect()
    };
    let is_same = |one: &WorkExperience, other: &WorkExperience| {
        name_key(&one.company_name) == name_key(&other.company_name)
            && dates(one).into_iter().min() == dates(other).into_iter().min()
    };
    let changed = unite(into, from, is_same);
    if changed {
        into.sort_by_key(|work| Reverse(dates(work).into_iter().max()));
    }
    changed
}

fn unite_education(into: &mut Vec<Education>, from: &[Education]) -> bool {
    let changed = unite(into, from, |one, other| {
        name_key(&one.company_name) == name_key(&other.company_name)
            && one.start_date == other.start_date
    });
    if changed {
        into.sort_by_key(|education| Reverse(education.start_date));
    }
    changed
}

/// One issuer may have issued several on the same day.
fn unite_certifications(into: &mut Vec<Certification>, from: &[Certification]) -> bool {
    let key = |entry: &Certification| {
        (name_key(&entry.name), name_key(&entry.company_name), entry.start_date)
    };
    let changed = unite(into, from, |one, other| key(one) == key(other));
    if changed {
        into.sort_by_key(|certification| Reverse(certification.start_date));
    }
    changed
}

/// Whether a candidacy is the one that stays of two for the same job: the older one.
pub(super) fn is_kept(one: &Candidate, other: &Candidate) -> bool {
    (one.created_at, &one.id) < (other.created_at, &other.id)
}

/// Adds the history of another candidacy for the same job. The current stage is the one of the
/// last entry: one of the two current stages, so it exists.
pub(super) fn unite_histories(kept: &mut Candidate, other: &Candidate) {
    unite(&mut kept.pipeline_stage_history, &other.pipeline_stage_history, |one, other| {
        (&one.stage_id, one.stage_date) == (&other.stage_id, other.stage_date)
    });
    kept.pipeline_stage_history.sort_by_key(|entry| entry.stage_date);
    if let Some(last) = kept.pipeline_stage_history.last()
        && last.stage_id != kept.current_pipeline_stage_id
    {
        kept.current_pipeline_stage_id = last.stage_id.clone();
        kept.current_pipeline_stage_name.clone_from(&other.current_pipeline_stage_name);
    }
    let last = kept.pipeline_stage_history.last();
    kept.current_pipeline_stage_date = last.and_then(|entry| entry.stage_date);
}
