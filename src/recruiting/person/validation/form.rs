//! Checks that span several fields.

use super::issue::ValidationIssue;
use crate::recruiting::person::fields::{FormKind, PersonField};
use crate::recruiting::person::form::Form;
use crate::recruiting::person::name_parts::{NAME_FIELDS, suggest_names};
use crate::recruiting::person::value::{FieldValue, is_same_kind};

/// Shorter names in capitals may be initials.
const INITIALS: usize = 3;

pub(crate) fn check(form: &Form) -> Vec<ValidationIssue> {
    let mut findings: Vec<ValidationIssue> = check_identity(form).into_iter().collect();
    findings.extend(
        NAME_FIELDS
            .into_iter()
            .filter(|field| is_all_caps(form, *field))
            .map(|field| warning(field, "the name is in capitals")),
    );
    findings.extend(check_name_parts(form));
    findings.extend(check_contact_lists(form));
    let has_job = matches!(&*form.value(PersonField::JobId), FieldValue::Job(Some(_)));
    if has_job && !text(form, PersonField::JobName).trim().is_empty() {
        let message = "you picked one job and named another: the server decides which one applies";
        findings.push(warning(PersonField::JobName, message));
    }
    findings
}

fn warning(field: PersonField, message: impl Into<String>) -> ValidationIssue {
    ValidationIssue { field, entry: None, message: message.into(), is_blocking: false }
}

fn text(form: &Form, field: PersonField) -> String {
    match &*form.value(field) {
        FieldValue::Text(text) => text.clone(),
        _ => String::new(),
    }
}

/// A person without name, email address and profile link.
fn check_identity(form: &Form) -> Option<ValidationIssue> {
    let is_change = form.kind == FormKind::Update;
    let before = Form { typed: std::collections::BTreeMap::new(), ..form.clone() };
    if has_identity(form) || (is_change && form.typed.is_empty()) {
        return None;
    }
    let message = if is_change {
        "keep a name, an email or a profile link"
    } else {
        "enter a name, an email or a profile link"
    };
    // Blocks an update only if the person was identifiable before.
    let is_blocking = !is_change || has_identity(&before);
    Some(ValidationIssue { is_blocking, ..warning(PersonField::Name, message) })
}

fn has_identity(form: &Form) -> bool {
    let identity_fields =
        [PersonField::Name, PersonField::FirstName, PersonField::LastName, PersonField::SocialUrl];
    let has_text = |field: PersonField| !text(form, field).trim().is_empty();
    identity_fields.into_iter().any(has_text) || has_email(form)
}

fn has_email(form: &Form) -> bool {
    let emails = form.value(PersonField::Emails);
    let mut kinds: Vec<&str> = match &*emails {
        FieldValue::Contacts(entries) => {
            let filled = entries.iter().filter(|entry| !entry.value.trim().is_empty());
            filled.map(|entry| &*entry.contact_data_type).collect()
        }
        FieldValue::Texts(texts) => {
            texts.iter().map(|text| &**text).filter(|text| !text.trim().is_empty()).collect()
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
        if let Some(at) = kinds.iter().position(|other| is_same_kind(other, kind)) {
            kinds.remove(at);
        }
    }
    !kinds.is_empty()
}

fn is_all_caps(form: &Form, field: PersonField) -> bool {
    if !form.typed.contains_key(&field) {
        return false;
    }
    let name = text(form, field);
    let letters = name.chars().filter(|letter| letter.is_alphabetic());
    letters.take(INITIALS + 1).count() > INITIALS
        && name.chars().any(char::is_uppercase)
        && !name.chars().any(char::is_lowercase)
}

/// The full name was changed but not its parts, and nothing can be suggested for them.
fn check_name_parts(form: &Form) -> Option<ValidationIssue> {
    let is_typed = |field: &PersonField| form.typed.contains_key(field);
    let is_half = form.kind == FormKind::Update
        && is_typed(&PersonField::Name)
        && !is_typed(&PersonField::FirstName)
        && !is_typed(&PersonField::LastName);
    if !is_half {
        return None;
    }
    let name = text(form, PersonField::Name).to_lowercase();
    let fits = |field| name.contains(&text(form, field).trim().to_lowercase());
    let is_odd = !(fits(PersonField::FirstName) && fits(PersonField::LastName))
        && suggest_names(form).is_empty();
    let message = "first and last name stay as they are";
    is_odd.then(|| warning(PersonField::Name, message))
}

/// A contact was changed both on its own and in its list.
fn check_contact_lists(form: &Form) -> impl Iterator<Item = ValidationIssue> {
    let typed = form.typed.keys().filter(|_| form.kind == FormKind::Update);
    typed.filter_map(|field| {
        let (list, _) = field.entry_of().filter(|(list, _)| form.typed.contains_key(list))?;
        let (entry, list) = (field.spec().label, list.spec().label);
        let message = format!(
            "{entry} and the list of {list} are both changed: the server decides which one applies"
        );
        Some(warning(*field, message))
    })
}
