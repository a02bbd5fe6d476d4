//! Parses field names and contact values from the command line, and validates the form they fill.
//!
//! The table of fields is in `recruiting::person`. A field has its name in the API and its
//! label on the screen.

use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::recruiting::person::{
    FIELDS, FieldKind, FieldSpec, Form, FormKind, PersonField, ValidationIssue, check,
    is_same_kind, normalize_contact,
};
use crate::recruiting::query::nearest;
use crate::wire::Contact;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnknownFieldName {
    pub(super) message: String,
    /// No known name is similar: print them all.
    pub(super) is_unknown: bool,
}

/// The field of a form by name, or a message that lists the known names.
pub(super) fn parse_field(word: &str, form: FormKind) -> Result<PersonField, String> {
    find_field(word, form).map_err(|UnknownFieldName { message, is_unknown }| {
        if is_unknown {
            format!("{message}; the fields are {}", field_names(form))
        } else {
            message
        }
    })
}

pub(super) fn field_names(form: FormKind) -> String {
    join_names(form.fields())
}

/// The fields that `--set` takes, and those that only `--clear` takes.
pub(super) fn updatable_fields() -> (String, String) {
    let lists = |spec: &&FieldSpec| matches!(spec.kind, FieldKind::Emails | FieldKind::Phones);
    let all = || FormKind::Update.fields();
    (join_names(all().filter(|spec| is_text(spec))), join_names(all().filter(lists)))
}

/// The fields that only version 0 or only version 1 of create has.
pub(super) fn version_differences() -> (String, String) {
    let only_in = |form: FormKind, other: FormKind| {
        join_names(form.fields().filter(move |spec| !spec.forms.contains(&other)))
    };
    (only_in(FormKind::CreateV0, FormKind::Create), only_in(FormKind::Create, FormKind::CreateV0))
}

fn join_names(specs: impl Iterator<Item = &'static FieldSpec>) -> String {
    specs.map(|spec| spec.wire).collect::<Vec<_>>().join(", ")
}

/// The field of a form by name.
pub(super) fn find_field(word: &str, form: FormKind) -> Result<PersonField, UnknownFieldName> {
    let normalized = normalize(word);
    let is_match =
        |spec: &&FieldSpec| spec.wire == normalized || normalize(spec.label) == normalized;
    if let Some(spec) = form.fields().find(is_match) {
        return Ok(spec.field);
    }
    if let Some(spec) = FIELDS.iter().find(is_match) {
        let message =
            format!("{} has no {}{}", request_name(form), spec.wire, replacement_hint(spec.field));
        return Err(UnknownFieldName { message, is_unknown: false });
    }
    let names = form.fields().flat_map(|spec| [spec.wire, spec.label]);
    let suggestion = nearest(word, names);
    let hint =
        suggestion.map(|suggestion| format!("; did you mean {suggestion:?}?")).unwrap_or_default();
    Err(UnknownFieldName {
        message: format!("unknown field {word:?}{hint}"),
        is_unknown: suggestion.is_none(),
    })
}

const fn request_name(form: FormKind) -> &'static str {
    match form {
        FormKind::Update => "an update",
        FormKind::Create => "a create of version 1",
        FormKind::CreateV0 => "a create of version 0",
    }
}

/// Names the replacement of a field that only another request has.
const fn replacement_hint(field: PersonField) -> &'static str {
    match field {
        PersonField::Email => "; emails and work_email take its place",
        PersonField::PhoneNumber => "; phone_numbers and mobile_phone take its place",
        PersonField::WorkEmail | PersonField::PersonalEmail => "; email and emails take its place",
        PersonField::MobilePhone | PersonField::WorkPhone => {
            "; phone_number and phone_numbers take its place"
        }
        PersonField::SocialHeadline | PersonField::Address => "; an update has",
        _ => "",
    }
}

fn normalize(word: &str) -> String {
    word.trim().to_ascii_lowercase().replace([' ', '-'], "_")
}

pub(super) const fn is_text(spec: &FieldSpec) -> bool {
    matches!(
        spec.kind,
        FieldKind::Text | FieldKind::Prose | FieldKind::Email | FieldKind::Phone | FieldKind::Url
    )
}

/// An email or phone with an optional kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ContactArg {
    pub(super) kind: Option<String>,
    pub(super) value: String,
}

/// Parses `[KIND:]ADDRESS`.
pub(super) fn parse_email(text: &str) -> Result<ContactArg, String> {
    parse_contact(text, |kind| !kind.contains(['@', '"']))
}

/// Parses `[KIND:]NUMBER`.
pub(super) fn parse_phone(text: &str) -> Result<ContactArg, String> {
    parse_contact(text, |kind| !kind.chars().any(|letter| letter.is_ascii_digit()))
}

fn parse_contact(text: &str, may_be_kind: impl Fn(&str) -> bool) -> Result<ContactArg, String> {
    let split = text.split_once(':').filter(|(kind, _)| may_be_kind(kind));
    let (kind, value) = split.map_or((None, text), |(kind, value)| (Some(kind.trim()), value));
    match (kind, value.trim()) {
        (Some(""), _) => Err("has no kind before the colon".to_owned()),
        (_, "") => Err("is empty".to_owned()),
        (kind, value) => Ok(ContactArg { kind: kind.map(str::to_owned), value: value.to_owned() }),
    }
}

fn is_same_value(a: &str, b: &str) -> bool {
    normalize_contact(a) == normalize_contact(b)
}

/// Changes to a list of emails or phones.
#[derive(Debug, Clone, Default)]
pub(super) struct ContactListChange {
    pub(super) add: Vec<ContactArg>,
    pub(super) remove: Vec<String>,
}

impl ContactListChange {
    /// The changed list, and the values to remove that it does not contain.
    pub(super) fn apply(&self, before: &[Contact]) -> (Vec<Contact>, Vec<&str>) {
        let is_missing =
            |value: &&String| !before.iter().any(|entry| is_same_value(&entry.value, value));
        let missing = self.remove.iter().filter(is_missing).map(String::as_str).collect();
        let is_removed =
            |entry: &Contact| self.remove.iter().any(|value| is_same_value(&entry.value, value));
        let mut after: Vec<Contact> =
            before.iter().filter(|entry| !is_removed(entry)).cloned().collect();
        for contact in &self.add {
            let is_match = |entry: &Contact| {
                let kind = &entry.contact_data_type;
                is_same_value(&entry.value, &contact.value)
                    && contact.kind.as_ref().is_none_or(|added| is_same_kind(added, kind))
            };
            if !after.iter().any(is_match) {
                after.push(Contact {
                    contact_data_type: contact.kind.clone().unwrap_or_else(|| "other".to_owned()),
                    value: contact.value.clone(),
                    ..Contact::default()
                });
            }
        }
        (after, missing)
    }
}

/// Validates a form before anything is sent: prints warnings; an invalid field is an error.
pub(super) fn check_form(form: &Form, out: &Output) -> Result<(), Exit> {
    let describe =
        |issue: &ValidationIssue| format!("{}: {}", issue.field.spec().wire, issue.message);
    let (errors, warnings): (Vec<ValidationIssue>, Vec<ValidationIssue>) =
        check(form).into_iter().partition(|issue| issue.is_blocking);
    for warning in &warnings {
        out.print_message(&describe(warning));
    }
    if errors.is_empty() {
        return Ok(());
    }
    let errors: Vec<String> = errors.iter().map(describe).collect();
    Err(Exit::usage(format!("nothing was sent; {}", errors.join("; "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_found_by_wire_name_and_label() {
        for (word, field) in [
            ("current_job_title", PersonField::CurrentJobTitle),
            ("Title", PersonField::CurrentJobTitle),
            ("first-name", PersonField::FirstName),
            ("first name", PersonField::FirstName),
            ("emails", PersonField::Emails),
            ("work email", PersonField::WorkEmail),
        ] {
            assert_eq!(parse_field(word, FormKind::Update), Ok(field), "{word}");
        }
        for spec in FIELDS {
            for form in spec.forms {
                assert_eq!(parse_field(spec.wire, *form), Ok(spec.field));
                assert_eq!(parse_field(spec.label, *form), Ok(spec.field));
            }
        }
    }

    #[test]
    fn an_unknown_field_suggests_the_nearest_name() {
        for (word, form, message) in [
            ("titel", FormKind::Update, "unknown field \"titel\"; did you mean \"title\"?"),
            ("adress", FormKind::Update, "unknown field \"adress\"; did you mean \"address\"?"),
            ("notes", FormKind::Update, "an update has no notes"),
            (
                "email",
                FormKind::Create,
                "a create of version 1 has no email; emails and work_email take its place",
            ),
        ] {
            assert_eq!(parse_field(word, form).unwrap_err(), message);
        }
        assert!(
            parse_field("shoe size", FormKind::Update)
                .unwrap_err()
                .contains("the fields are name, first_name,")
        );
    }

    #[test]
    fn a_kind_precedes_the_colon() {
        let arg = |kind: Option<&str>, value: &str| {
            Ok(ContactArg { kind: kind.map(str::to_owned), value: value.to_owned() })
        };
        assert_eq!(parse_email("work:a@b.example"), arg(Some("work"), "a@b.example"));
        assert_eq!(parse_email(" a@b.example "), arg(None, "a@b.example"));
        assert_eq!(parse_email("\"a:b\"@c.example"), arg(None, "\"a:b\"@c.example"));
        assert_eq!(parse_email("old work: a@b.example"), arg(Some("old work"), "a@b.example"));
        assert_eq!(parse_phone("mobile:+44 20 1"), arg(Some("mobile"), "+44 20 1"));
        assert_eq!(parse_phone("+44:20"), arg(None, "+44:20"));
        assert!(
            parse_email("work:").is_err()
                && parse_email(":a@b").is_err()
                && parse_phone(" ").is_err()
        );
    }

    #[test]
    fn a_list_change_adds_and_removes_contacts() {
        let entry = |kind: &str, value: &str| Contact {
            contact_data_type: kind.to_owned(),
            value: value.to_owned(),
            ..Contact::default()
        };
        let before = [entry("work", "a@b.example"), entry("other", "+44 (20) 7946")];
        let change = |add: &[&str], remove: &[&str]| ContactListChange {
            add: add.iter().map(|text| parse_email(text).unwrap()).collect(),
            remove: remove.iter().map(|text| (*text).to_owned()).collect(),
        };
        let after = |change: &ContactListChange| {
            let (after, missing) = change.apply(&before);
            let describe = |entry: &Contact| format!("{}:{}", entry.contact_data_type, entry.value);
            let contacts: Vec<String> = after.iter().map(describe).collect();
            (contacts.join(" "), missing.join(" "))
        };
        let both = "work:a@b.example other:+44 (20) 7946";
        for (add, remove, expected, missing) in [
            (&[][..], &[][..], both.to_owned(), ""),
            (&["work_email:A@b.example", "a@b.example"], &[], both.to_owned(), ""),
            (&["c@d.example"], &[], format!("{both} other:c@d.example"), ""),
            (&["personal:a@b.example"], &[], format!("{both} personal:a@b.example"), ""),
            (
                &["personal:a@b.example"],
                &["a@B.example", "+44207946"],
                "personal:a@b.example".to_owned(),
                "",
            ),
            (&[], &["x@y.example"], both.to_owned(), "x@y.example"),
        ] {
            assert_eq!(after(&change(add, remove)), (expected, missing.to_owned()));
        }
    }
}
