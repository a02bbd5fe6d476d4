//! Tests of forms, conflicts and request bodies.

mod properties;
mod reports;

use std::collections::BTreeSet;

use serde_json::json;

use super::*;
use crate::wire::{
    Contact, CreatePerson, CreatePersonV0, JobAssociation, Person, Timestamp, UpdatePerson,
};

/// What the server or another user does to a record.
pub(crate) type Mutation = fn(&mut Person);

pub(crate) fn text(text: &str) -> FieldValue {
    FieldValue::Text(text.to_owned())
}

pub(crate) fn contact((kind, value): (&str, &str)) -> Contact {
    Contact { contact_data_type: kind.to_owned(), value: value.to_owned(), ..Contact::default() }
}

pub(crate) fn contacts(entries: &[(&str, &str)]) -> FieldValue {
    FieldValue::Contacts(entries.iter().copied().map(contact).collect())
}

pub(crate) fn job(id: &str) -> FieldValue {
    FieldValue::Job(Some(JobChoice { id: id.into(), name: id.to_owned() }))
}

pub(crate) fn ada() -> Person {
    Person {
        id: "per_1".into(),
        name: "Ada Lovelace".to_owned(),
        first_name: "Ada".to_owned(),
        current_job_title: "Engineer".to_owned(),
        current_company_name: "Kestrel".to_owned(),
        social_public_id: "ada".to_owned(),
        emails: [("work", "a@k.example"), ("personal", "a@h.example")].map(contact).to_vec(),
        phones: vec![contact(("mobile", "123"))],
        jobs: vec![JobAssociation {
            job_id: "job_1".into(),
            candidate_id: "can_1".into(),
            ..JobAssociation::default()
        }],
        ..Person::default()
    }
}

/// A plan over Ada's record.
pub(crate) fn plan(typed: &[(PersonField, FieldValue)]) -> Plan {
    let mut form = Form::update(&ada().id, &ada());
    for (field, value) in typed {
        form.set(*field, value.clone());
    }
    form.plan().unwrap()
}

#[test]
fn each_form_has_exactly_the_fields_of_its_request() {
    for (kind, fields) in [
        (FormKind::Update, UpdatePerson::FIELDS),
        (FormKind::Create, CreatePerson::FIELDS),
        (FormKind::CreateV0, CreatePersonV0::FIELDS),
    ] {
        let ours: BTreeSet<&str> = kind.fields().map(|spec| spec.wire).collect();
        let theirs: BTreeSet<&str> = fields.iter().copied().collect();
        assert_eq!(ours, theirs, "{kind:?}");
        assert_eq!(ours.len(), kind.fields().count(), "{kind:?} has a duplicate field");
    }
}

#[test]
fn every_field_has_one_row_and_its_interface_name() {
    for spec in FIELDS {
        assert_eq!(spec.field.spec(), spec);
        assert_eq!(PersonField::from_wire(spec.wire), Some(spec.field));
        assert_eq!(json!(spec.field), spec.wire);
        assert_eq!(FIELDS.iter().filter(|other| other.label == spec.label).count(), 1);
    }
    let initials: Vec<char> = FIELDS.iter().filter_map(|spec| spec.initial).collect();
    assert_eq!(initials.iter().collect::<BTreeSet<_>>().len(), initials.len(), "{initials:?}");
}

#[test]
fn a_form_holds_only_what_differs_from_the_record() {
    let mut form = Form::update(&ada().id, &ada());
    assert!(form.is_untouched());
    form.set(PersonField::CurrentJobTitle, text("Countess"));
    form.set(PersonField::Address, text("Ockham"));
    assert_eq!(
        form.changed().map(|spec| spec.field).collect::<Vec<_>>(),
        [PersonField::CurrentJobTitle, PersonField::Address]
    );
    form.set(PersonField::CurrentJobTitle, text("Engineer"));
    form.set(PersonField::Address, text(""));
    assert!(form.is_untouched(), "{form:?}");
    form.clear(PersonField::Address);
    assert_eq!(form.plan().unwrap().wanted, [(PersonField::Address, text(""))].into());
}

#[test]
fn a_new_base_keeps_typed_values_that_still_differ() {
    let mut form = Form::update(&ada().id, &ada());
    form.set(PersonField::CurrentJobTitle, text("Countess"));
    form.set(PersonField::LastName, text("King"));
    form.set(PersonField::Address, text("Ockham"));
    let mut now = ada();
    now.current_job_title = "Poet".to_owned();
    now.last_name = "King".to_owned();
    now.name = "Ada King".to_owned();
    form.rebase(&now);
    assert_eq!(form.name, "Ada King");
    assert_eq!(form.base_value(PersonField::CurrentJobTitle).describe(), "Poet");
    let typed =
        [(PersonField::CurrentJobTitle, text("Countess")), (PersonField::Address, text("Ockham"))];
    assert_eq!(form.typed, typed.into());
    assert_eq!(find_conflicts(&form.plan().unwrap(), &now), []);
}

/// Whether an edit of Ada's record conflicts with another user's change.
fn has_conflict(field: PersonField, mine: FieldValue, theirs: Mutation) -> bool {
    let mut now = ada();
    theirs(&mut now);
    !find_conflicts(&plan(&[(field, mine)]), &now).is_empty()
}

#[test]
fn a_conflict_is_a_different_change_by_another_user() {
    let table: [(&str, Mutation, bool); 4] = [
        ("nobody did anything", |_| {}, false),
        ("the same", |p| p.current_job_title = "Countess".to_owned(), false),
        ("something else", |p| p.current_job_title = "Poet".to_owned(), true),
        ("another field", |p| p.last_name = "King".to_owned(), false),
    ];
    for (what, theirs, expected) in table {
        let actual = has_conflict(PersonField::CurrentJobTitle, text("Countess"), theirs);
        assert_eq!(actual, expected, "{what}");
    }
    let write_only =
        plan(&[(PersonField::Address, text("Ockham")), (PersonField::JobId, job("job_2"))]);
    assert_eq!(find_conflicts(&write_only, &ada()), [], "write-only fields cannot be compared");
}

#[test]
fn entries_and_handles_conflict_by_meaning() {
    let mine = || contacts(&[("work", "a@k.example"), ("personal", "new@h.example")]);
    let renamed: Mutation = |p| p.emails[0].contact_data_type = "work_email".to_owned();
    assert!(!has_conflict(PersonField::Emails, mine(), renamed), "a kind has several names");
    assert!(has_conflict(PersonField::Emails, mine(), |p| p.emails.truncate(1)));
    let changed: Mutation = |p| p.emails[0].value = "c@k.example".to_owned();
    assert!(has_conflict(PersonField::WorkEmail, text("b@k.example"), changed));
    let url = text("https://s.example/in/king");
    assert!(!has_conflict(PersonField::SocialUrl, url, |p| p.social_public_id = "king".to_owned()));
}

#[test]
fn values_the_server_already_has_are_not_remaining() {
    let typed = [
        (PersonField::CurrentJobTitle, text("Countess")),
        (PersonField::JobId, job("job_1")),
        (PersonField::Address, text("Ockham")),
        (
            PersonField::Emails,
            contacts(&[("work_email", "a@k.example"), ("personal", "a@h.example")]),
        ),
    ];
    let remaining = plan(&typed).remaining(&ada());
    let fields: Vec<PersonField> = remaining.into_keys().collect();
    assert_eq!(fields, [PersonField::CurrentJobTitle, PersonField::Address]);
    assert!(
        plan(&[(PersonField::JobId, job("job_2"))])
            .remaining(&ada())
            .contains_key(&PersonField::JobId)
    );
}

#[test]
fn a_body_fits_the_quirks_of_the_server() {
    let extends = ServerQuirks { extends_lists: true, ..ServerQuirks::default() };
    let clears = ServerQuirks { clears_omitted: true, ..ServerQuirks::default() };
    let new = contacts(&[("work", "a@k.example"), ("club", "a@c.example")]);
    let fewer = contacts(&[("work", "a@k.example")]);
    let club = json!({"contact_data_type": "club", "value": "a@c.example"});
    let work = json!({"contact_data_type": "work", "value": "a@k.example"});
    let personal = json!({"contact_data_type": "personal", "value": "a@h.example"});
    let mobile = json!({"contact_data_type": "mobile", "value": "123"});
    let whole = json!({"name": "Ada Lovelace", "first_name": "Ada", "last_name": "King",
        "current_job_title": "Engineer", "company_name": "Kestrel", "emails": [work, personal],
        "phone_numbers": [mobile]});
    let table = [
        (
            PersonField::LastName,
            text("King"),
            ServerQuirks::default(),
            Some(json!({"last_name": "King"})),
        ),
        (
            PersonField::FirstName,
            text(""),
            ServerQuirks::default(),
            Some(json!({"first_name": null})),
        ),
        (
            PersonField::EnrichRecord,
            FieldValue::Switch(true),
            ServerQuirks::default(),
            Some(json!({"enrich_record": true})),
        ),
        (PersonField::JobId, job("job_2"), extends, Some(json!({"job_id": "job_2"}))),
        (
            PersonField::Emails,
            new.clone(),
            ServerQuirks::default(),
            Some(json!({"emails": [work, club]})),
        ),
        (PersonField::Emails, new, extends, Some(json!({"emails": [club]}))),
        (
            PersonField::Emails,
            fewer.clone(),
            ServerQuirks::default(),
            Some(json!({"emails": [work]})),
        ),
        (PersonField::Emails, fewer, extends, None),
        (PersonField::Emails, contacts(&[]), ServerQuirks::default(), Some(json!({"emails": []}))),
        (PersonField::LastName, text("King"), clears, Some(whole)),
    ];
    for (field, value, quirks, expected) in table {
        let body = body(&plan(&[(field, value.clone())]).wanted, &ada(), quirks);
        assert_eq!(body.map(|body| json!(body)), expected, "{field:?} {value:?} {quirks:?}");
    }
}

#[test]
fn a_server_error_is_assigned_to_its_field() {
    let (update, create, old) = (FormKind::Update, FormKind::Create, FormKind::CreateV0);
    for (kind, path, field, entry) in [
        (update, "emails[0].value", Some(PersonField::Emails), Some(0)),
        (update, "body.emails.2", Some(PersonField::Emails), Some(2)),
        (update, "/emails/1/value", Some(PersonField::Emails), Some(1)),
        (update, "phones[1]", Some(PersonField::PhoneNumbers), Some(1)),
        (update, "phone_numbers", Some(PersonField::PhoneNumbers), None),
        (update, "current_company_name", Some(PersonField::CompanyName), None),
        (update, "currentJobTitle", Some(PersonField::CurrentJobTitle), None),
        (update, "data.attributes.socialUrl", Some(PersonField::SocialUrl), None),
        (update, "email", Some(PersonField::Emails), None),
        (update, "work_email", Some(PersonField::WorkEmail), None),
        (update, "notes", None, None),
        (create, "notes", Some(PersonField::Notes), None),
        (old, "work_email", Some(PersonField::Emails), None),
        (old, "email", Some(PersonField::Email), None),
        (update, "stars", None, None),
        (update, "", None, None),
    ] {
        let error = FieldError::from_server(kind, path, "no\u{7}");
        assert_eq!(error.as_ref().map(|error| error.field), field, "{path}");
        assert_eq!(error.as_ref().and_then(|error| error.entry), entry, "{path}");
        assert!(error.is_none_or(|error| error.message == "no\\u{7}"));
    }
}

#[test]
fn spellings_of_one_contact_are_equal() {
    for (first, second, is_same) in [
        (" Ada@B.example", "ada@b.example", true),
        ("+44 (20) 7946-0001", "44.20.7946.0001", true),
        ("1-800-FLOWERS", "1 800 flowers", true),
        ("1-800-FLOWERS", "1-800-CONTACT", false),
        ("a.b@c.example", "ab@c.example", false),
        ("+44 20 7946 0001", "020 7946 0001", false),
    ] {
        let is_equal = normalize_contact(first) == normalize_contact(second);
        assert_eq!(is_equal, is_same, "{first} {second}");
    }
}
