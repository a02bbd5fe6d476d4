//! A new person among the known ones.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::recruiting::person::{FieldValue, FormKind, PersonField};
use crate::recruiting::table::CandidateTable;
use crate::text::hostile;
use crate::wire::{CandidateItem, Person};

fn form(fields: &[(PersonField, &str)]) -> Form {
    let mut form = Form::create(FormKind::Create, None, "uuid".to_owned());
    for (field, text) in fields {
        form.set(*field, FieldValue::Text((*text).to_owned()));
    }
    form
}

fn find<'a>(
    form: &Form,
    known: impl IntoIterator<Item = KnownPerson<'a>>,
) -> Vec<PossibleDuplicate> {
    MatchProfile::of(form).find_duplicates(known.into_iter())
}

fn named<'a>(person: &'a str, name: &'a str, job: &'a str) -> KnownPerson<'a> {
    KnownPerson { person, name, title: "Engineer", company: "Kestrel", job, record: None }
}

/// The reason that two names give.
fn name_reason(mine: &str, theirs: &str) -> Option<String> {
    let form = form(&[(PersonField::Name, mine)]);
    let found = find(&form, [named("per_1", theirs, "")]);
    found.into_iter().next().map(|duplicate| duplicate.why.join("; "))
}

#[test]
fn similar_names_are_found() {
    const SAME: Option<&str> = Some("the same name");
    const REORDERED: Option<&str> = Some("the same name in another order");
    const ONE_LETTER: Option<&str> = Some("names differ by one letter");
    for (mine, theirs, why) in [
        ("Guðrún Þórðardóttir", "gudrun thordardottir", SAME),
        ("Ada  Lovelace ", "Ada Lovelace", SAME),
        ("O’Brien, Chloe", "Chloe O'Brien", REORDERED),
        ("佐藤 健太郎", "健太郎 佐藤", REORDERED),
        ("Jon Doe", "John Doe", ONE_LETTER),
        ("Łukasz Wisniewski", "Lukasz Wiśniewsky", ONE_LETTER),
        ("Łukasz Wisniewski", "Lukas Wiśniewsky", None),
        ("Chloe OBrien", "Chloe O’Brien", SAME),
        ("Ana Li", "Anna Lii", None),
        ("Ann", "Anne", None),
        ("Ada Lovelace", "Ida Loveless", None),
        ("Ada Lovelace", "", None),
        ("", "", None),
        ("-", "?", None),
    ] {
        assert_eq!(name_reason(mine, theirs).as_deref(), why, "{mine} {theirs}");
    }
}

fn ada() -> Person {
    serde_json::from_value(json!({
        "id": "per_1", "name": "Countess of Lovelace", "social_public_id": "Ada-L",
        "current_job_title": "Countess", "current_company_name": "",
        "emails": [{"contact_data_type": "work", "value": "Ada@Engine.example"}],
        "phones": [{"contact_data_type": "mobile", "value": "+44 (0)20 7946 0123"}],
        "jobs": [{"job_name": "Senior Rust Engineer"}],
    }))
    .unwrap()
}

#[test]
fn shared_contacts_are_found_and_come_before_the_name() {
    let ada = ada();
    let known = KnownPerson::from_record(&ada);
    for (field, text, why) in [
        (
            PersonField::WorkEmail,
            " ada@engine.EXAMPLE",
            Some("the same e-mail: Ada@Engine.example"),
        ),
        (PersonField::WorkEmail, "ada@engine.example.org", None),
        (
            PersonField::SocialUrl,
            "https://social.example/in/ada%2Dl/?x=1",
            Some("the same social page: Ada-L"),
        ),
        (PersonField::SocialUrl, "@ada-l", Some("the same social page: Ada-L")),
        (PersonField::SocialUrl, "https://social.example/in/ada", None),
        (PersonField::MobilePhone, "020 7946 0123", Some("the same phone: +44 (0)20 7946 0123")),
        (PersonField::MobilePhone, "٠٢٠٧٩٤٦٠١٢٣", Some("the same phone: +44 (0)20 7946 0123")),
        (PersonField::MobilePhone, "946 0123", None),
        (PersonField::MobilePhone, "", None),
    ] {
        let found = find(&form(&[(field, text)]), [known]);
        let reasons = found.first().map(|duplicate| duplicate.why.join("; "));
        assert_eq!(reasons.as_deref(), why, "{text}");
    }
    let mut form = form(&[(PersonField::Name, "countess OF lovelace")]);
    form.set(PersonField::Emails, FieldValue::Texts(vec!["ada@engine.example".to_owned()]));
    let other = named("per_1", "Countess of Lovelace", "Data Analyst");
    let found = find(&form, [other, known]);
    assert_eq!(
        found,
        [PossibleDuplicate {
            person: "per_1".into(),
            name: "Countess of Lovelace".to_owned(),
            beside: "Countess".to_owned(),
            jobs: vec!["Data Analyst".to_owned(), "Senior Rust Engineer".to_owned()],
            why: vec!["the same e-mail: Ada@Engine.example".to_owned(), "the same name".to_owned()],
        }]
    );
}

#[test]
fn the_likeliest_come_first_and_the_number_is_limited() {
    let ids: Vec<String> = (0..20).map(|at| format!("per_{at:02}")).collect();
    let near = ids.iter().map(|id| named(id, "Ada Lovelase", "Data Analyst"));
    let same = named("per_99", "Ada Lovelace", "");
    let form = form(&[(PersonField::FirstName, "Ada"), (PersonField::LastName, "Lovelace")]);
    let found = find(&form, near.chain([same, named("", "Ada Lovelace", "")]));
    let persons: Vec<&str> = found.iter().map(|duplicate| duplicate.person.as_str()).collect();
    assert_eq!(persons[..3], ["", "per_99", "per_00"]);
    assert_eq!(found.len(), MAX_DUPLICATES);
}

#[test]
fn a_person_is_not_a_duplicate_of_themselves() {
    let ada = ada();
    let mut form = Form::update(&ada);
    form.set(PersonField::CurrentJobTitle, FieldValue::Text("Baroness".to_owned()));
    let list = [named("per_1", &ada.name, ""), named("per_2", &ada.name, "")];
    let found = find(&form, list);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].person.as_str(), "per_2");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_search_in_a_list_finds_the_same_people_as_a_check_of_each_row(
        names in prop::collection::vec("[Aé佐o ’]{0,7}", 0..12),
        mine in "[aé佐o ’]{0,7}",
    ) {
        let mut rows = CandidateTable::default();
        for (at, name) in names.iter().enumerate() {
            let id = format!("can_{at}");
            let item = CandidateItem { id: id.as_str().into(), person_id: id.as_str().into(), name: name.clone(), ..CandidateItem::default() };
            rows.put(&item);
        }
        let form = form(&[(PersonField::Name, &mine)]);
        let each = rows.rows().map(|row| named(rows.person_id(row), rows.name(row), ""));
        let quick: Vec<PersonId> = find(&form, MatchProfile::of(&form).find_similar_names(&rows, "")).into_iter().map(|it| it.person).collect();
        let slow: Vec<PersonId> = find(&form, each).into_iter().map(|it| it.person).collect();
        prop_assert_eq!(quick, slow);
    }

    #[test]
    fn no_name_breaks_the_search_and_all_texts_are_safe(mine in hostile::text(), theirs in hostile::text()) {
        let _ = name_reason(&mine, &theirs);
        let found = find(&form(&[(PersonField::Name, &mine)]), [named("per_1", &mine, &theirs)]);
        for duplicate in found {
            let texts = [&[duplicate.name, duplicate.beside][..], &duplicate.jobs, &duplicate.why].concat().concat();
            prop_assert_eq!(texts.chars().find(|sign| hostile::offends(*sign)), None);
        }
    }
}
