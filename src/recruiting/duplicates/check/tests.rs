//! Somebody new among those who are there.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::recruiting::person::{FieldValue, FormKind, PersonField};
use crate::recruiting::table::CandidateTable;
use crate::text::hostile;
use crate::wire::{CandidateItem, Person};

fn new(fields: &[(PersonField, &str)]) -> Form {
    let mut form = Form::create(FormKind::Create, None, "uuid".to_owned());
    for (field, text) in fields {
        form.set(*field, FieldValue::Text((*text).to_owned()));
    }
    form
}

fn named<'a>(person: &'a str, name: &'a str, job: &'a str) -> KnownPerson<'a> {
    KnownPerson { person, name, title: "Engineer", company: "Kestrel", job, record: None }
}

/// Why two names may be the same person's.
fn alike(mine: &str, theirs: &str) -> Option<String> {
    let form = new(&[(PersonField::Name, mine)]);
    let found = twins(&form, [named("per_1", theirs, "")].into_iter());
    found.into_iter().next().map(|twin| twin.why.join("; "))
}

#[test]
fn names_that_are_nearly_the_same_are_found() {
    const SAME: Option<&str> = Some("the same name");
    const TURNED: Option<&str> = Some("the same name in another order");
    const NEAR: Option<&str> = Some("nearly the same name");
    for (mine, theirs, why) in [
        ("Guðrún Þórðardóttir", "gudrun thordardottir", SAME),
        ("Ada  Lovelace ", "Ada Lovelace", SAME),
        ("O’Brien, Chloe", "Chloe O'Brien", TURNED),
        ("佐藤 健太郎", "健太郎 佐藤", TURNED),
        ("Jon Doe", "John Doe", NEAR),
        ("Łukasz Wisniewski", "Lukas Wiśniewsky", NEAR),
        ("Ana Li", "Anna Lii", None),
        ("Ann", "Anne", None),
        ("Ada Lovelace", "Ida Loveless", None),
        ("Ada Lovelace", "", None),
        ("", "", None),
        ("-", "?", None),
    ] {
        assert_eq!(alike(mine, theirs).as_deref(), why, "{mine} {theirs}");
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
fn addresses_pages_and_numbers_tell_most() {
    let ada = ada();
    let known = KnownPerson {
        person: "per_1",
        name: &ada.name,
        title: &ada.current_job_title,
        company: "",
        job: "",
        record: Some(&ada),
    };
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
        let found = twins(&new(&[(field, text)]), [known].into_iter());
        let told = found.first().map(|twin| twin.why.join("; "));
        assert_eq!(told.as_deref(), why, "{text}");
    }
    let mut form = new(&[(PersonField::Name, "countess OF lovelace")]);
    form.set(PersonField::Emails, FieldValue::Texts(vec!["ada@engine.example".to_owned()]));
    let other = named("per_1", "Countess of Lovelace", "Data Analyst");
    let found = twins(&form, [other, known].into_iter());
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
fn the_likeliest_come_first_and_only_some_are_shown() {
    let ids: Vec<String> = (0..20).map(|at| format!("per_{at:02}")).collect();
    let near = ids.iter().map(|id| named(id, "Ada Lovelase", "Data Analyst"));
    let same = named("per_99", "Ada Lovelace", "");
    let form = new(&[(PersonField::FirstName, "Ada"), (PersonField::LastName, "Lovelace")]);
    let found = twins(&form, near.chain([same, named("", "Ada Lovelace", "")]));
    let persons: Vec<&str> = found.iter().map(|twin| twin.person.as_str()).collect();
    assert_eq!(persons[..3], ["", "per_99", "per_00"]);
    assert_eq!(found.len(), MOST);
}

#[test]
fn nobody_is_their_own_twin() {
    let ada = ada();
    let mut form = Form::update(&ada);
    form.set(PersonField::CurrentJobTitle, FieldValue::Text("Baroness".to_owned()));
    let list = [named("per_1", &ada.name, ""), named("per_2", &ada.name, "")];
    let found = twins(&form, list.into_iter());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].person.as_str(), "per_2");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_list_shows_the_same_people_as_a_look_at_each(
        names in prop::collection::vec("[Aé佐o ’]{0,7}", 0..12),
        mine in "[aé佐o ’]{0,7}",
    ) {
        let mut rows = CandidateTable::default();
        for (at, name) in names.iter().enumerate() {
            let id = format!("can_{at}");
            let item = CandidateItem { id: id.as_str().into(), person_id: id.as_str().into(), name: name.clone(), ..CandidateItem::default() };
            rows.put(&item);
        }
        let form = new(&[(PersonField::Name, &mine)]);
        let each = rows.rows().map(|row| named(rows.person_id(row), rows.name(row), ""));
        let quick: Vec<PersonId> = twins(&form, MatchProfile::of(&form).among(&rows, "")).into_iter().map(|twin| twin.person).collect();
        let slow: Vec<PersonId> = twins(&form, each).into_iter().map(|twin| twin.person).collect();
        prop_assert_eq!(quick, slow);
    }

    #[test]
    fn no_name_breaks_the_search_and_what_is_told_is_safe(mine in hostile::text(), theirs in hostile::text()) {
        let _ = alike(&mine, &theirs);
        let found = twins(&new(&[(PersonField::Name, &mine)]), [named("per_1", &mine, &theirs)].into_iter());
        for twin in found {
            let told = [&[twin.name, twin.beside][..], &twin.jobs, &twin.why].concat().concat();
            prop_assert_eq!(told.chars().find(|sign| hostile::offends(*sign)), None);
        }
    }
}
