//! Forms written as TOML and parsed again.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::recruiting::person::{
    FieldKind, FieldValue, Form, FormKind, JobChoice, PersonField, Readback,
};
use crate::text::hostile;
use crate::wire::{Contact, Person};

fn ada() -> Form {
    let person: Person = serde_json::from_value(json!({
        "id": "per_1", "name": "Ada Lovelace", "first_name": "Ada", "last_name": "Lovelace",
        "current_job_title": "Countess\u{200b}", "social_public_id": "ada",
        "emails": [
            {"contact_data_type": "work", "value": "ada@engine.example", "verified": true},
            {"contact_data_type": "home \"1\"", "value": "a\\b@c.example"},
        ],
    }))
    .unwrap();
    Form::update(&person.id, &person)
}

fn text(text: &str) -> FieldValue {
    FieldValue::Text(text.to_owned())
}

#[test]
fn an_update_form_is_written_with_all_fields_and_comments() {
    let mut form = ada();
    form.set(PersonField::Address, text("12 Lane \n\"Reykjavík\"\u{a0}\tB"));
    insta::assert_snapshot!(to_toml(&form), @r##"
    # Ada Lovelace (per_1)
    #
    # Change the values, save, and quit the editor. You review the changes before
    # they are sent.
    #
    # - Unchanged values are not sent.
    # - Deleting a line leaves its field unchanged on the server.
    # - An empty string ("") or list ([]) clears its field.
    # - An empty file, or one with only comments, cancels the edit.

    name = "Ada Lovelace"
    first_name = "Ada"
    last_name = "Lovelace"
    current_job_title = "Countess\u200B"
    company_name = ""
    # work_email = "ada@engine.example"   # one of emails: uncomment to set only this one
    # personal_email = ""   # one of emails: uncomment to set only this one
    emails = [
      { kind = "work", value = "ada@engine.example" },
      { kind = "home \"1\"", value = "a\\b@c.example" },
    ]
    # mobile_phone = ""   # one of phone_numbers: uncomment to set only this one
    # work_phone = ""   # one of phone_numbers: uncomment to set only this one
    phone_numbers = []   # format of an entry: { kind = "mobile", value = "…" }
    social_url = "ada"   # shown as a handle: enter the full link to change it
    # social_location = ""   # write-only: uncomment to set it
    # social_headline = ""   # write-only: uncomment to set it
    # write-only
    address = """
    12 Lane\u0020
    \"Reykjavík\"\u00A0\tB"""
    # job_id = ""   # job ID: uncomment to add them to this job
    # enrich_record = true   # the server may overwrite fields, charge money and finish later
    "##);
}

#[test]
fn a_create_form_is_written_with_empty_fields() {
    let job = JobChoice { id: "job_1".into(), name: "Senior\nEngineer".to_owned() };
    let mut form = Form::create(FormKind::Create, Some(job), "uuid".to_owned());
    form.set(PersonField::Emails, FieldValue::Texts(vec!["a@b.example".to_owned()]));
    insta::assert_snapshot!(to_toml(&form), @r##"
    # New person
    #
    # Change the values, save, and quit the editor. You review the changes before
    # they are sent.
    #
    # - An empty string ("") or list ([]) is not sent.
    # - An empty file, or one with only comments, cancels the edit.

    name = ""
    first_name = ""
    last_name = ""
    current_job_title = ""
    company_name = ""
    work_email = ""
    personal_email = ""
    emails = [
      "a@b.example",
    ]
    mobile_phone = ""
    work_phone = ""
    phone_numbers = []
    social_url = ""
    social_location = ""
    notes = ""
    job_id = "job_1"   # job ID: Senior Engineer
    job_name = ""
    client_name = ""
    client_id = ""
    external_source_id = "uuid"
    # enrich_record = true   # the server may overwrite fields, charge money and finish later
    "##);
}

#[test]
fn only_changed_fields_are_read() {
    let form = ada();
    let written = to_toml(&form);
    let change = |from: &str, to: &str| {
        assert!(written.contains(from), "{from}");
        from_toml(&written.replacen(from, to, 1), &form).unwrap().unwrap().typed
    };
    assert_eq!(change("Ada Lovelace", "Ada Lovelace"), form.typed);
    assert_eq!(
        change("\nname = \"Ada Lovelace\"\n", "\n"),
        form.typed,
        "a deleted line changes nothing"
    );
    assert_eq!(
        change("name = \"Ada Lovelace\"", "name = 'Ada'"),
        [(PersonField::Name, text("Ada"))].into()
    );
    assert_eq!(
        change("name = \"Ada Lovelace\"", "name = ''"),
        [(PersonField::Name, text(""))].into()
    );
    assert_eq!(
        change("# address = \"\"", "address = '''\r\nOne\r\nTwo'''"),
        [(PersonField::Address, text("One\nTwo"))].into()
    );
    assert_eq!(
        change("# address", "address"),
        [(PersonField::Address, text(""))].into(),
        "an empty value clears the field"
    );
    assert_eq!(
        change("# enrich_record", "enrich_record"),
        [(PersonField::EnrichRecord, FieldValue::Switch(true))].into()
    );
    let job = JobChoice { id: "job_7".into(), name: "job_7".to_owned() };
    assert_eq!(
        change("# job_id = \"\"", "job_id = \"job_7\""),
        [(PersonField::JobId, FieldValue::Job(Some(job)))].into()
    );
    let FieldValue::Contacts(before) = form.value(PersonField::Emails).into_owned() else {
        panic!()
    };
    let swapped = change(
        "{ kind = \"work\", value = \"ada@engine.example\" },",
        "{ value = \"c@d.example\" }, { value = \"ada@engine.example\", kind = \"work\" },",
    );
    let new = Contact { value: "c@d.example".to_owned(), ..Contact::default() };
    let wanted = vec![new, before[0].clone(), before[1].clone()];
    assert_eq!(swapped, [(PersonField::Emails, FieldValue::Contacts(wanted))].into());
}

#[test]
fn a_removed_line_reverts_the_typed_value() {
    let mut form = ada();
    form.set(PersonField::Name, text("Ada King"));
    let written = to_toml(&form).replace("name = \"Ada King\"\n", "");
    assert_eq!(from_toml(&written, &form).unwrap().unwrap().typed, ada().typed);
}

#[test]
fn an_empty_text_abandons_the_edit() {
    for empty in ["", " \n\n", "# name = \"x\"\n", "\u{feff}\r\n"] {
        assert_eq!(from_toml(empty, &ada()), Ok(None), "{empty:?}");
    }
}

#[test]
fn mistakes_have_line_and_column() {
    for (written, wanted) in [
        (
            "name = \"a\"\nnmae = 1",
            &["line 2, column 1: unknown field `nmae`, did you mean `name`?"][..],
        ),
        (
            "name = 7\nemails = 'x'",
            &[
                "line 1, column 8: name: expected text in quotes, found an integer",
                "line 2, column 10: emails: expected a list in brackets, found a string",
            ],
        ),
        (
            "emails = [\n  \"a@b\",\n  { kind = 1, value = \"x\" },\n  { knd = \"a\" },\n  { kind = \"a\" },\n]",
            &[
                "line 2, column 3: emails: expected { kind = \"…\", value = \"…\" }, found a string",
                "line 3, column 12: emails: kind: expected text in quotes, found an integer",
                "line 4, column 5: unknown field `knd`, did you mean `kind`?",
                "line 5, column 3: emails: this entry has no value",
            ],
        ),
        (
            "enrich_record = \"yes\"",
            &["line 1, column 17: enrich_record: expected true or false, found a string"],
        ),
        (
            "# é\r\nname = \"é\" x",
            &["line 2, column 12: unexpected key or value, expected newline, `#`"],
        ),
        ("name = 'a'\nname = 'b'", &["line 2, column 1: duplicate key"]),
        ("name = \"a", &["line 1, column 10: invalid basic string, expected `\"`"]),
    ] {
        let mistakes = from_toml(written, &ada()).unwrap_err();
        let messages: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        assert_eq!(messages, wanted, "{written}");
    }
    let [mistake] = &from_toml("notes = ''", &ada()).unwrap_err()[..] else { panic!() };
    assert!(
        mistake.message.starts_with("unknown field `notes`; expected one of: name, "),
        "{mistake}"
    );
}

fn contacts() -> impl Strategy<Value = Vec<Contact>> {
    let entry =
        (hostile::text(), hostile::text(), any::<bool>()).prop_map(|(kind, value, more)| {
            let mut entry = Contact { contact_data_type: kind, value, ..Contact::default() };
            if more {
                entry.extra.insert("verified".to_owned(), json!(true));
            }
            entry
        });
    prop::collection::vec(entry, 0..4)
}

fn person() -> impl Strategy<Value = Person> {
    (hostile::text(), hostile::text(), contacts(), contacts()).prop_map(
        |(name, title, emails, phones)| Person {
            id: "per_1".into(),
            first_name: name.clone(),
            name,
            current_job_title: title,
            emails,
            phones,
            ..Person::default()
        },
    )
}

fn form() -> impl Strategy<Value = Form> {
    let kinds = prop::sample::select(vec![FormKind::Update, FormKind::Create, FormKind::CreateV0]);
    let typed = prop::collection::vec(
        (prop::sample::select(crate::recruiting::person::FIELDS), hostile::text(), contacts()),
        0..8,
    );
    (kinds, person(), typed).prop_map(|(kind, person, typed)| {
        let mut form = match kind {
            FormKind::Update => Form::update(&person.id, &person),
            kind => Form::create(kind, None, person.name),
        };
        for (spec, typed, entries) in typed {
            if !spec.forms.contains(&kind) {
                continue;
            }
            let job = JobChoice { id: format!("job{typed}").as_str().into(), name: typed.clone() };
            let value = match (spec.kind, kind) {
                (FieldKind::Emails | FieldKind::Phones, FormKind::Update) => {
                    FieldValue::Contacts(entries)
                }
                (FieldKind::Emails | FieldKind::Phones, _) => {
                    FieldValue::Texts(entries.into_iter().map(|entry| entry.value).collect())
                }
                (FieldKind::Job, _) => FieldValue::Job(Some(job)),
                (FieldKind::Switch, _) => FieldValue::Switch(true),
                _ => FieldValue::Text(typed),
            };
            let is_cleared = value == FieldValue::Text(String::new());
            if is_cleared && kind == FormKind::Update && spec.readback == Readback::Never {
                form.clear(spec.field);
            } else {
                form.set(spec.field, value);
            }
        }
        form
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_form_survives_a_round_trip(form in form()) {
        let written = to_toml(&form);
        let is_visible = |sign: char| sign == '\n' || !hostile::is_offending(sign);
        prop_assert!(written.chars().all(is_visible), "{}", written);
        prop_assert_eq!(from_toml(&written, &form), Ok(Some(form.clone())), "{}", written);
        let other = written.replace('\n', "\r\n");
        prop_assert_eq!(from_toml(&other, &form), Ok(Some(form)));
    }

    #[test]
    fn no_text_breaks_the_reader(text in hostile::text()) {
        let _ = from_toml(&text, &ada());
        let _ = from_toml(&format!("name = {text}"), &ada());
    }
}
