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
    const COLON: &str = "!an e-mail address has no colon in it; leave out what stands before it";
    const HIDDEN: &str = "there are characters in it that cannot be seen";
    for (text, wanted) in [
        ("a@b.example", &[][..]),
        ("guðrún@dæmi.example", &[]),
        ("борис@почта.example", &[]),
        ("", &[]),
        ("ada", &["!an e-mail address has an @"]),
        ("a da@b.example", &["!an e-mail address has no spaces in it"]),
        ("ada@b.example ", &["!an e-mail address has no spaces in it"]),
        ("ada\u{7}@b.example", &["!an e-mail address has no spaces in it"]),
        ("@b.example", &["!something stands on both sides of the @ of an e-mail address"]),
        ("a@", &["!something stands on both sides of the @ of an e-mail address"]),
        ("work:a@b.example", &[COLON]),
        ("a@b.example:", &[COLON]),
        ("\"a:b\"@c.example", &[]),
        ("a@[IPv6:::1.2]", &[]),
        ("a@b@c.example", &["there are two @ in it"]),
        ("a@localhost", &["localhost is no whole domain, such as mail.example"]),
        ("a@.example", &[".example is no whole domain, such as mail.example"]),
        ("аda@b.example", &["а (U+0430) only looks like a plain letter"]),
        ("ａｄａ@b.example", &["ａ (U+FF41) only looks like a plain letter"]),
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
        ("unknown", &["!a phone number has digits"]),
        (
            "mobile:+44 20 7946 0001",
            &["!a phone number has no colon before it; leave out what stands there"],
        ),
        ("020 7946 0001 ext: 5", &["there are letters in this number"]),
        ("555 01", &["a whole number has 7 digits or more"]),
        ("555 0101 ext 7", &["there are letters in this number"]),
        (" 555 010 101", &["there are spaces before or behind it"]),
    ] {
        assert_eq!(typed(PersonField::MobilePhone, text), wanted, "{text:?}");
    }
}

#[test]
fn only_impossible_urls_block() {
    const NONE: &str = "!this is no address on the web, such as https://social.example/in/name";
    const HANDLE: &str = "this is only a handle: servers want the whole address, such as https://social.example/in/name";
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
        ("social.example/in/ada ", &["there are spaces before or behind it"]),
        (" ", &["this is only spaces"]),
    ] {
        assert_eq!(typed(PersonField::SocialUrl, text), wanted, "{text:?}");
    }
}

#[test]
fn unusual_texts_cause_warnings() {
    let long = "a".repeat(10_001);
    for (field, text, wanted) in [
        (PersonField::CurrentJobTitle, "Engineer", &[][..]),
        (PersonField::CurrentJobTitle, "Engineer ", &["there are spaces before or behind it"]),
        (
            PersonField::CurrentJobTitle,
            "En\u{ad}gineer",
            &["there are characters in it that cannot be seen"],
        ),
        (
            PersonField::CurrentJobTitle,
            "Eng\nineer",
            &["there are characters in it that cannot be seen"],
        ),
        (PersonField::Address, "12 Lane\nReykjavík", &[]),
        (PersonField::CompanyName, "佐藤\u{3000}工業", &[]),
        (
            PersonField::Address,
            &long,
            &["it is longer than 10000 characters: a server may refuse it"],
        ),
        (PersonField::LastName, "LOVELACE", &["the name is in capitals only"]),
        (PersonField::LastName, "KJ", &[]),
        (PersonField::LastName, "佐藤健太郎", &[]),
        (PersonField::Name, "Ada Augusta Lovelace", &[]),
        (
            PersonField::Name,
            "Ada King",
            &["the name is changed, the first and the last name are not"],
        ),
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
            "phone_numbers[1]: there are characters in it that cannot be seen",
            "phone_numbers[2]: this number is in the list twice",
        ]
    );
    let mut form = new();
    form.set(PersonField::Emails, texts(&["a@b.example", " ", "c"]));
    assert_eq!(
        messages(&form),
        [
            "emails[1]: !this entry is empty: fill it in or remove it",
            "emails[2]: !an e-mail address has an @",
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
            "emails[0]: !an e-mail address has no colon in it; the kind stands beside it",
            "phone_numbers[0]: !no kind stands before a phone number, but beside it",
        ]
    );
    let mut form = new();
    form.set(PersonField::Emails, texts(&["a@b.example", "work:ada@b.example"]));
    form.set(PersonField::PhoneNumbers, texts(&["mobile:+44 20 7946 0001"]));
    assert_eq!(
        messages(&form),
        [
            "emails[1]: !an e-mail address has no colon in it; the kind has a field of its own: work_email, personal_email",
            "phone_numbers[0]: !no kind stands before a phone number; it has a field of its own: mobile_phone, work_phone",
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
            "work_email: work e-mail and the list of e-mails are both changed: which one wins is the server's choice",
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
        [
            "job_name: a job is picked and another one named: which one counts is the server's choice",
        ]
    );
}

#[test]
fn an_update_must_leave_an_identity() {
    const NO_IDENTITY: &str = "name: !nothing is left by which they are known: a name, an e-mail address or a social page";
    let emptied = |fields: &[PersonField]| {
        let mut form = ada();
        for field in fields {
            form.clear(*field);
        }
        messages(&form).into_iter().filter(|message| message.contains("known")).collect::<Vec<_>>()
    };
    let names = [PersonField::Name, PersonField::FirstName, PersonField::LastName];
    assert_eq!(emptied(&names), [""; 0], "an e-mail address remains");
    assert_eq!(emptied(&[&names[..], &[PersonField::Emails]].concat()), [NO_IDENTITY]);
    assert_eq!(
        emptied(&[&names[..], &[PersonField::WorkEmail]].concat()),
        [NO_IDENTITY],
        "the work e-mail is the only other identity"
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
    let message =
        "name: !nobody can be made of this: give a name, an e-mail address or a social page";
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
