//! Parses field names and contact values from the command line.
//!
//! The table of fields is in `recruiting::person`. A field has its name in the interface and its
//! label on the screen.

use crate::recruiting::person::{FIELDS, FieldKind, FieldSpec, FormKind, PersonField};
use crate::recruiting::query::nearest;
use crate::wire::Contact;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnknownFieldName {
    pub(super) message: String,
    /// No known name is similar: print them all.
    pub(super) is_unknown: bool,
}

/// The field of a form by name, or a message that lists the known names.
pub(super) fn named(word: &str, form: FormKind) -> Result<PersonField, String> {
    find_field(word, form).map_err(|UnknownFieldName { message, is_unknown }| {
        if is_unknown { format!("{message}; there are {}", names(form)) } else { message }
    })
}

pub(super) fn names(form: FormKind) -> String {
    joined(form.fields())
}

/// The fields that `--set` takes, and those that only `--clear` takes.
pub(super) fn changeable() -> (String, String) {
    let lists = |spec: &&FieldSpec| matches!(spec.kind, FieldKind::Emails | FieldKind::Phones);
    let all = || FormKind::Update.fields();
    (joined(all().filter(|spec| is_text(spec))), joined(all().filter(lists)))
}

/// The fields that only version 0 or only version 1 of create has.
pub(super) fn differing() -> (String, String) {
    let only = |this: FormKind, other: FormKind| {
        joined(this.fields().filter(move |spec| !spec.forms.contains(&other)))
    };
    (only(FormKind::CreateV0, FormKind::Create), only(FormKind::Create, FormKind::CreateV0))
}

fn joined(specs: impl Iterator<Item = &'static FieldSpec>) -> String {
    specs.map(|spec| spec.wire).collect::<Vec<_>>().join(", ")
}

/// The field of a form by name.
pub(super) fn find_field(word: &str, form: FormKind) -> Result<PersonField, UnknownFieldName> {
    let plain = plain(word);
    let is_it = |spec: &&FieldSpec| spec.wire == plain || self::plain(spec.label) == plain;
    if let Some(spec) = form.fields().find(is_it) {
        return Ok(spec.field);
    }
    if let Some(spec) = FIELDS.iter().find(is_it) {
        let message =
            format!("{} has no {}{}", request_name(form), spec.wire, replacement_hint(spec.field));
        return Err(UnknownFieldName { message, is_unknown: false });
    }
    let names = form.fields().flat_map(|spec| [spec.wire, spec.label]);
    let near = nearest(word, names);
    let hint = near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
    Err(UnknownFieldName {
        message: format!("no field is called {word:?}{hint}"),
        is_unknown: near.is_none(),
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

fn plain(word: &str) -> String {
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
pub(super) struct Typed {
    pub(super) kind: Option<String>,
    pub(super) value: String,
}

/// Parses `[KIND:]ADDRESS`.
pub(super) fn address(text: &str) -> Result<Typed, String> {
    typed(text, |kind| !kind.contains(['@', '"']))
}

/// Parses `[KIND:]NUMBER`.
pub(super) fn number(text: &str) -> Result<Typed, String> {
    typed(text, |kind| !kind.chars().any(|letter| letter.is_ascii_digit()))
}

fn typed(text: &str, may_be_kind: impl Fn(&str) -> bool) -> Result<Typed, String> {
    let split = text.split_once(':').filter(|(kind, _)| may_be_kind(kind));
    let (kind, value) = split.map_or((None, text), |(kind, value)| (Some(kind.trim()), value));
    match (kind, value.trim()) {
        (Some(""), _) => Err("has no kind before the colon".to_owned()),
        (_, "") => Err("is empty".to_owned()),
        (kind, value) => Ok(Typed { kind: kind.map(str::to_owned), value: value.to_owned() }),
    }
}

/// Whether two spellings mean the same email or phone.
pub(super) fn is_same_value(one: &str, other: &str) -> bool {
    let letters = |text: &str| text.contains(|letter: char| letter.is_alphabetic());
    if letters(one) || letters(other) {
        return one.trim().to_lowercase() == other.trim().to_lowercase();
    }
    let digits = |text: &str| -> String {
        text.chars().filter(|letter| letter.is_ascii_digit() || *letter == '+').collect()
    };
    digits(one) == digits(other)
}

/// Changes to a list of emails or phones.
#[derive(Debug, Clone, Default)]
pub(super) struct ListChange {
    pub(super) add: Vec<Typed>,
    pub(super) remove: Vec<String>,
}

impl ListChange {
    /// The changed list, and the values to remove that it does not contain.
    pub(super) fn applied(&self, before: &[Contact]) -> (Vec<Contact>, Vec<&str>) {
        let missing =
            |value: &&String| !before.iter().any(|entry| is_same_value(&entry.value, value));
        let missing = self.remove.iter().filter(missing).map(String::as_str).collect();
        let is_removed =
            |entry: &Contact| self.remove.iter().any(|value| is_same_value(&entry.value, value));
        let mut after: Vec<Contact> =
            before.iter().filter(|entry| !is_removed(entry)).cloned().collect();
        for typed in &self.add {
            let is_it = |entry: &Contact| {
                let kind = &entry.contact_data_type;
                is_same_value(&entry.value, &typed.value)
                    && typed
                        .kind
                        .as_ref()
                        .is_none_or(|typed| crate::recruiting::person::same_kind(typed, kind))
            };
            if !after.iter().any(is_it) {
                after.push(Contact {
                    contact_data_type: typed.kind.clone().unwrap_or_else(|| "other".to_owned()),
                    value: typed.value.clone(),
                    ..Contact::default()
                });
            }
        }
        (after, missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_called_as_the_interface_or_people_call_it() {
        for (word, field) in [
            ("current_job_title", PersonField::CurrentJobTitle),
            ("Title", PersonField::CurrentJobTitle),
            ("first-name", PersonField::FirstName),
            ("first name", PersonField::FirstName),
            ("e-mails", PersonField::Emails),
            ("work e-mail", PersonField::WorkEmail),
        ] {
            assert_eq!(named(word, FormKind::Update), Ok(field), "{word}");
        }
        for spec in FIELDS {
            for form in spec.forms {
                assert_eq!(named(spec.wire, *form), Ok(spec.field));
                assert_eq!(named(spec.label, *form), Ok(spec.field));
            }
        }
    }

    #[test]
    fn a_field_that_is_not_there_is_told_with_the_nearest() {
        for (word, form, message) in [
            ("titel", FormKind::Update, "no field is called \"titel\"; did you mean \"title\"?"),
            (
                "adress",
                FormKind::Update,
                "no field is called \"adress\"; did you mean \"address\"?",
            ),
            ("notes", FormKind::Update, "an update has no notes"),
            (
                "email",
                FormKind::Create,
                "a create of version 1 has no email; emails and work_email take its place",
            ),
        ] {
            assert_eq!(named(word, form).unwrap_err(), message);
        }
        assert!(
            named("shoe size", FormKind::Update)
                .unwrap_err()
                .contains("there are name, first_name,")
        );
    }

    #[test]
    fn a_kind_stands_before_the_colon() {
        let is = |kind: Option<&str>, value: &str| {
            Ok(Typed { kind: kind.map(str::to_owned), value: value.to_owned() })
        };
        assert_eq!(address("work:a@b.example"), is(Some("work"), "a@b.example"));
        assert_eq!(address(" a@b.example "), is(None, "a@b.example"));
        assert_eq!(address("\"a:b\"@c.example"), is(None, "\"a:b\"@c.example"));
        assert_eq!(address("old work: a@b.example"), is(Some("old work"), "a@b.example"));
        assert_eq!(number("mobile:+44 20 1"), is(Some("mobile"), "+44 20 1"));
        assert_eq!(number("+44:20"), is(None, "+44:20"));
        assert!(address("work:").is_err() && address(":a@b").is_err() && number(" ").is_err());
    }

    #[test]
    fn a_list_is_changed_as_it_was_asked() {
        let entry = |kind: &str, value: &str| Contact {
            contact_data_type: kind.to_owned(),
            value: value.to_owned(),
            ..Contact::default()
        };
        let before = [entry("work", "a@b.example"), entry("other", "+44 (20) 7946")];
        let change = |add: &[&str], remove: &[&str]| ListChange {
            add: add.iter().map(|text| address(text).unwrap()).collect(),
            remove: remove.iter().map(|text| (*text).to_owned()).collect(),
        };
        let after = |change: &ListChange| {
            let (after, missing) = change.applied(&before);
            let message = |entry: &Contact| format!("{}:{}", entry.contact_data_type, entry.value);
            let message: Vec<String> = after.iter().map(message).collect();
            (message.join(" "), missing.join(" "))
        };
        let both = "work:a@b.example other:+44 (20) 7946";
        for (add, remove, message, missing) in [
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
            assert_eq!(after(&change(add, remove)), (message, missing.to_owned()));
        }
    }
}
