//! Input that causes issues, and input that does not.

use serde_json::json;

use super::*;
use crate::recruiting::person::{FormKind, JobChoice};
use crate::wire::{Contact, Person, PersonId};

fn ada() -> Form {
    let person: Person = serde_json::from_value(json!({
        "id": "per_1", "name": "Ada Lovelace", "first_name": "Ada", "last_name": "Lovelace",
        "emails": [{"contact_data_type": "work", "value": "ada@engine.example"}],
        "phones": [{"contact_data_type": "mobile", "value": "none"}],
    }))
    .unwrap();
    Form::update(&person.id, &person)
}

fn new() -> Form {
    let mut form = Form::create(FormKind::Create, None, "uuid".to_owned());
    form.set(PersonField::Name, FieldValue::Text("Ada".to_owned()));
    form
}

fn contacts(entries: &[(&str, &str)]) -> FieldValue {
    let entry = |(kind, value): &(&str, &str)| Contact {
        contact_data_type: (*kind).to_owned(),
        value: (*value).to_owned(),
        ..Contact::default()
    };
    FieldValue::Contacts(entries.iter().map(entry).collect())
}

fn texts(texts: &[&str]) -> FieldValue {
    FieldValue::Texts(texts.iter().map(ToString::to_string).collect())
}

/// The issues of a form; `!` marks those that block it.
fn messages(form: &Form) -> Vec<String> {
    let format_issue = |finding: ValidationIssue| {
        let index = finding.entry.map_or_else(String::new, |at| format!("[{at}]"));
        let mark = if finding.is_blocking { "!" } else { "" };
        format!("{}{index}: {mark}{}", finding.field.spec().wire, finding.message)
    };
    check(form).into_iter().map(format_issue).collect()
}

/// Types a text into one field and returns the issues of that field.
fn typed(field: PersonField, text: &str) -> Vec<String> {
    let mut form = ada();
    form.set(field, FieldValue::Text(text.to_owned()));
    let prefix = format!("{}: ", field.spec().wire);
    messages(&form)
        .iter()
        .filter_map(|message| message.strip_prefix(&prefix))
        .map(str::to_owned)
        .collect()
}

#[test]
fn an_untouched_form_has_no_issues() {
    assert_eq!(
        messages(&ada()),
        [""; 0],
        "an untouched field is not checked, even if its value is invalid"
    );
}

#[test]
fn only_impossible_addresses_block() {
    const COLON: &str = "!an email address has no colon: remove the text before it";
    const HIDDEN: &str = "contains invisible characters";
    for (text, wanted) in [
        ("a@b.example", &[][..]),
        ("guðrún@dæmi.example", &[]),
        ("борис@почта.example", &[]),
        ("", &[]),
        ("ada", &["!an email address needs an @"]),
        ("a da@b.example", &["!an email address has no spaces"]),
        (" ada@b.example ", &[]),
        ("ada\u{7}@b.example", &["!an email address has no spaces"]),
        ("@b.example", &["!an email address needs text on both sides of the @"]),
        ("a@", &["!an email address needs text on both sides of the @"]),
        ("work:a@b.example", &[COLON]),
        ("a@b.example:", &[COLON]),
        ("\"a:b\"@c.example", &[]),
        ("a@[IPv6:::1.2]", &[]),
        ("a@b@c.example", &["!an email address has only one @"]),
        ("a@localhost", &["localhost is not a complete domain, such as mail.example"]),
        ("a@.example", &[".example is not a complete domain, such as mail.example"]),
        ("аda@b.example", &["а (U+0430) only looks like a Latin letter"]),
        ("ａｄａ@b.example", &["ａ (U+FF41) only looks like a Latin letter"]),
        ("a\u{200b}da@b.example", &[HIDDEN]),
    ] {
        assert_eq!(typed(PersonField::PersonalEmail, text), wanted, "{text:?}");
    }
}

#[test]
fn only_impossible_numbers_block() {
    for (text, wanted) in [
        ("+354 555 0101", &[][..]),
        ("٠١٢٣٤٥٦٧", &[]),
        ("", &[]),
        ("unknown", &["!a phone number needs digits"]),
        ("mobile:+44 20 7946 0001", &["!a phone number has no colon: remove the text before it"]),
        ("020 7946 0001 ext: 5", &["this number contains letters"]),
        ("555 01", &["a complete number has at least 7 digits"]),
        ("555 0101 ext 7", &["this number contains letters"]),
        (" 555 010 101", &[]),
    ] {
        assert_eq!(typed(PersonField::MobilePhone, text), wanted, "{text:?}");
    }
}

#[test]
fn only_impossible_urls_block() {
    const NONE: &str = "!enter a web address, such as https://social.example/in/name";
    const HANDLE: &str =
        "this is only a handle: enter the full link, such as https://social.example/in/name";
    for (text, wanted) in [
        ("https://social.example/in/ada", &[][..]),
        ("social.example/in/ada?x=1", &[]),
        ("https://dæmi.example/í", &[]),
        ("ada-lovelace", &[HANDLE]),
        ("@ada", &[HANDLE]),
        ("https://social.example/in/ada lovelace", &[NONE]),
        ("ftp://social.example/ada", &[NONE]),
        ("https://localhost/ada", &[NONE]),
        ("in/ada", &[NONE]),
        ("javascript:alert(1)", &[NONE]),
        ("https://", &[NONE]),
        ("social.example/in/ada ", &[]),
        (" ", &[]),
    ] {
        assert_eq!(typed(PersonField::SocialUrl, text), wanted, "{text:?}");
    }
}

#[test]
fn unusual_texts_cause_warnings() {
    let long = "a".repeat(10_001);
    for (field, text, wanted) in [
        (PersonField::CurrentJobTitle, "Engineer", &[][..]),
        (PersonField::CurrentJobTitle, "Engineer ", &[]),
        (PersonField::CurrentJobTitle, "En\u{ad}gineer", &["contains invisible characters"]),
        (PersonField::CurrentJobTitle, "Eng\nineer", &["contains invisible characters"]),
        (PersonField::Address, "12 Lane\nReykjavík", &[]),
        (PersonField::CompanyName, "佐藤\u{3000}工業", &[]),
        (PersonField::Address, &long, &["longer than 10000 characters: the server may refuse it"]),
        (PersonField::LastName, "LOVELACE", &["the name is in capitals"]),
        (PersonField::LastName, "KJ", &[]),
        (PersonField::LastName, "佐藤健太郎", &[]),
        (PersonField::Name, "Ada Augusta Lovelace", &[]),
        (PersonField::Name, "Ada King", &[]),
        (PersonField::Name, "Countess Ada King", &["first and last name stay as they are"]),
    ] {
        assert_eq!(typed(field, text), wanted, "{text:?}");
    }
}

#[test]
fn only_new_entries_are_checked() {
    let mut form = ada();
    form.set(
        PersonField::Emails,
        contacts(&[("work", "ada@engine.example"), ("home", ""), ("other", "ADA@engine.example")]),
    );
    form.set(
        PersonField::PhoneNumbers,
        contacts(&[
            ("mobile", "none"),
            ("wo\u{200b}rk", "+1 555 010 0101"),
            ("work", "(1) 5550100101"),
        ]),
    );
    assert_eq!(
        messages(&form),
        [
            "emails[1]: !this entry is empty: fill it in or remove it",
            "emails[2]: this address is in the list twice",
            "phone_numbers[1]: contains invisible characters",
            "phone_numbers[2]: this number is in the list twice",
        ]
    );
    let mut form = new();
    form.set(PersonField::Emails, texts(&["a@b.example", " ", "c"]));
    assert_eq!(
        messages(&form),
        [
            "emails[1]: !this entry is empty: fill it in or remove it",
            "emails[2]: !an email address needs an @",
        ]
    );
}

#[test]
fn a_kind_inside_an_entry_blocks() {
    let mut form = ada();
    form.set(PersonField::Emails, contacts(&[("", "work:ada@b.example")]));
    form.set(PersonField::PhoneNumbers, contacts(&[("", "tel:+44 20 7946 0001")]));
    assert_eq!(
        messages(&form),
        [
            "emails[0]: !an email address has no colon; enter the kind next to it",
            "phone_numbers[0]: !a phone number has no colon; enter the kind next to it",
        ]
    );
    let mut form = new();
    form.set(PersonField::Emails, texts(&["a@b.example", "work:ada@b.example"]));
    form.set(PersonField::PhoneNumbers, texts(&["mobile:+44 20 7946 0001"]));
    assert_eq!(
        messages(&form),
        [
            "emails[1]: !an email address has no colon; use work_email or personal_email for its kind",
            "phone_numbers[0]: !a phone number has no colon; use mobile_phone or work_phone for its kind",
        ]
    );
}

#[test]
fn conflicting_changes_cause_warnings() {
    let mut form = ada();
    form.set(PersonField::Emails, contacts(&[("work", "countess@engine.example")]));
    form.set(PersonField::WorkEmail, FieldValue::Text("ada@b.example".to_owned()));
    assert_eq!(
        messages(&form),
        [
            "work_email: work email and the list of emails are both changed: the server decides which one applies",
        ]
    );
    let mut form = new();
    form.set(PersonField::Emails, texts(&["a@b.example"]));
    form.set(PersonField::WorkEmail, FieldValue::Text("c@d.example".to_owned()));
    assert_eq!(messages(&form), [""; 0], "a create sends both fields");
    let job = JobChoice { id: "job_1".into(), name: "Engineer".to_owned() };
    form.set(PersonField::JobId, FieldValue::Job(Some(job)));
    form.set(PersonField::JobName, FieldValue::Text("Analyst".to_owned()));
    assert_eq!(
        messages(&form),
        ["job_name: you picked one job and named another: the server decides which one applies",]
    );
}

#[test]
fn an_update_must_leave_an_identity() {
    const NO_IDENTITY: &str = "name: !keep a name, an email or a profile link";
    let emptied = |fields: &[PersonField]| {
        let mut form = ada();
        for field in fields {
            form.clear(*field);
        }
        messages(&form)
            .into_iter()
            .filter(|message| message.contains("keep a name"))
            .collect::<Vec<_>>()
    };
    let names = [PersonField::Name, PersonField::FirstName, PersonField::LastName];
    assert_eq!(emptied(&names), [""; 0], "an email address remains");
    assert_eq!(emptied(&[&names[..], &[PersonField::Emails]].concat()), [NO_IDENTITY]);
    assert_eq!(
        emptied(&[&names[..], &[PersonField::WorkEmail]].concat()),
        [NO_IDENTITY],
        "the work email is the only other identity"
    );
    assert_eq!(emptied(&[&names[..], &[PersonField::PersonalEmail]].concat()), [""; 0]);
    let mut anonymous = Form::update(&PersonId::default(), &Person::default());
    assert_eq!(messages(&anonymous), [""; 0]);
    anonymous.set(PersonField::CurrentJobTitle, FieldValue::Text("Engineer".to_owned()));
    assert_eq!(
        messages(&anonymous),
        [NO_IDENTITY.replace('!', "")],
        "the record had no name before"
    );
}

#[test]
fn a_new_person_needs_an_identity() {
    let message = "name: !enter a name, an email or a profile link";
    for kind in [FormKind::Create, FormKind::CreateV0] {
        let form = Form::create(kind, None, "uuid".to_owned());
        assert_eq!(messages(&form), [message]);
        for (field, value) in [
            (PersonField::FirstName, "Ada"),
            (PersonField::SocialUrl, "https://social.example/in/ada"),
            (
                if kind == FormKind::Create { PersonField::WorkEmail } else { PersonField::Email },
                "a@b.example",
            ),
        ] {
            let mut form = form.clone();
            form.set(field, FieldValue::Text(value.to_owned()));
            assert_eq!(messages(&form), [""; 0], "{value}");
        }
        let mut form = form.clone();
        form.set(PersonField::Emails, texts(&["a@b.example"]));
        assert_eq!(messages(&form), [""; 0]);
    }
}
