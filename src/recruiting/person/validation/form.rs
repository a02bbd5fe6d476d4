//! Checks that span several fields.

use super::issue::ValidationIssue;
use crate::recruiting::person::fields::{FormKind, PersonField};
use crate::recruiting::person::form::Form;
use crate::recruiting::person::value::{FieldValue, same_kind};

/// Shorter names in capitals may be initials.
const INITIALS: usize = 3;

const NAMES: [PersonField; 3] = [PersonField::Name, PersonField::FirstName, PersonField::LastName];

pub(crate) fn check(form: &Form) -> Vec<ValidationIssue> {
    let mut findings: Vec<ValidationIssue> = nobody(form).into_iter().collect();
    findings.extend(
        NAMES
            .into_iter()
            .filter(|field| is_loud(form, *field))
            .map(|field| warning(field, "the name is in capitals only")),
    );
    findings.extend(half_renamed(form));
    findings.extend(said_twice(form));
    let has_job = matches!(&*form.value(PersonField::JobId), FieldValue::Job(Some(_)));
    if has_job && !text(form, PersonField::JobName).trim().is_empty() {
        let told = "a job is picked and another one named: which one counts is the server's choice";
        findings.push(warning(PersonField::JobName, told));
    }
    findings
}

fn warning(field: PersonField, told: impl Into<String>) -> ValidationIssue {
    ValidationIssue { field, entry: None, told: told.into(), blocks: false }
}

fn text(form: &Form, field: PersonField) -> String {
    match &*form.value(field) {
        FieldValue::Text(text) => text.clone(),
        _ => String::new(),
    }
}

/// A person without name, e-mail address and profile.
fn nobody(form: &Form) -> Option<ValidationIssue> {
    let is_change = form.kind == FormKind::Update;
    let before = Form { typed: std::collections::BTreeMap::new(), ..form.clone() };
    if is_somebody(form) || (is_change && form.typed.is_empty()) {
        return None;
    }
    let told = if is_change {
        "nothing is left by which they are known: a name, an e-mail address or a social page"
    } else {
        "nobody can be made of this: give a name, an e-mail address or a social page"
    };
    // Blocks an update only if the person was identifiable before.
    let blocks = !is_change || is_somebody(&before);
    Some(ValidationIssue { blocks, ..warning(PersonField::Name, told) })
}

fn is_somebody(form: &Form) -> bool {
    let known =
        [PersonField::Name, PersonField::FirstName, PersonField::LastName, PersonField::SocialUrl];
    let is_given = |field: PersonField| !text(form, field).trim().is_empty();
    known.into_iter().any(is_given) || has_email(form)
}

fn has_email(form: &Form) -> bool {
    let mut kinds: Vec<String> = match &*form.value(PersonField::Emails) {
        FieldValue::Contacts(entries) => {
            let given = entries.iter().filter(|entry| !entry.value.trim().is_empty());
            given.map(|entry| entry.contact_data_type.clone()).collect()
        }
        FieldValue::Texts(texts) => {
            texts.iter().filter(|text| !text.trim().is_empty()).cloned().collect()
        }
        _ => Vec::new(),
    };
    for field in [PersonField::WorkEmail, PersonField::PersonalEmail, PersonField::Email] {
        let Some(FieldValue::Text(typed)) = form.typed.get(&field) else { continue };
        if !typed.trim().is_empty() {
            return true;
        }
        // An emptied field removes the entry of its kind from the list.
        let kind = field.entry_of().map_or("", |(_, kind)| kind);
        if let Some(at) = kinds.iter().position(|other| same_kind(other, kind)) {
            kinds.remove(at);
        }
    }
    !kinds.is_empty()
}

fn is_loud(form: &Form, field: PersonField) -> bool {
    let name = text(form, field);
    let letters = name.chars().filter(|letter| letter.is_alphabetic()).count();
    form.typed.contains_key(&field)
        && letters > INITIALS
        && name.chars().any(char::is_uppercase)
        && !name.chars().any(char::is_lowercase)
}

/// The full name was changed, but not its parts.
fn half_renamed(form: &Form) -> Option<ValidationIssue> {
    let typed = |field: &PersonField| form.typed.contains_key(field);
    let is_half = form.kind == FormKind::Update
        && typed(&PersonField::Name)
        && !typed(&PersonField::FirstName)
        && !typed(&PersonField::LastName);
    let name = text(form, PersonField::Name).to_lowercase();
    let fits = |field| name.contains(&text(form, field).trim().to_lowercase());
    let is_odd = is_half && !(fits(PersonField::FirstName) && fits(PersonField::LastName));
    let told = "the name is changed, the first and the last name are not";
    is_odd.then(|| warning(PersonField::Name, told))
}

/// A contact was changed both on its own and in its list.
fn said_twice(form: &Form) -> impl Iterator<Item = ValidationIssue> {
    let typed = form.typed.keys().filter(|_| form.kind == FormKind::Update);
    typed.filter_map(|field| {
        let (list, _) = field.entry_of().filter(|(list, _)| form.typed.contains_key(list))?;
        let (one, list) = (field.spec().label, list.spec().label);
        let told = format!(
            "{one} and the list of {list} are both changed: which one wins is the server's choice"
        );
        Some(warning(*field, told))
    })
}
