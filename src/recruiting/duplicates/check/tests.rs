//! Tests of the check for possible duplicates.

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
    people: impl IntoIterator<Item = KnownPerson<'a>>,
) -> Vec<PossibleDuplicate> {
    MatchProfile::from_form(form).find_duplicates(people.into_iter())
}

fn known_person<'a>(person: &'a str, name: &'a str, job: &'a str) -> KnownPerson<'a> {
    KnownPerson {
        person,
        name,
        title: "Engineer",
        company: "Kestrel",
        job,
        candidacy: None,
        record: None,
    }
}

/// The reason that two names give.
fn name_reason(mine: &str, theirs: &str) -> Option<String> {
    let form = form(&[(PersonField::Name, mine)]);
    let duplicates = find(&form, [known_person("per_1", theirs, "")]);
    duplicates.into_iter().next().map(|duplicate| duplicate.reasons.join("; "))
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
        "jobs": [{"job_name": "Senior Rust Engineer", "job_id": "job_1", "candidate_id": "can_1"}],
    }))
    .unwrap()
}

#[test]
fn shared_contacts_are_found_and_come_before_the_name() {
    let ada = ada();
    let person = KnownPerson::from_record(&ada);
    for (field, text, why) in [
        (PersonField::WorkEmail, " ada@engine.EXAMPLE", Some("the same email: Ada@Engine.example")),
        (PersonField::WorkEmail, "ada@engine.example.org", None),
        (
            PersonField::SocialUrl,
            "https://social.example/in/ada%2Dl/?x=1",
            Some("the same profile link: Ada-L"),
        ),
        (PersonField::SocialUrl, "@ada-l", Some("the same profile link: Ada-L")),
        (PersonField::SocialUrl, "https://social.example/in/ada", None),
        (PersonField::MobilePhone, "020 7946 0123", Some("the same phone: +44 (0)20 7946 0123")),
        (PersonField::MobilePhone, "٠٢٠٧٩٤٦٠١٢٣", Some("the same phone: +44 (0)20 7946 0123")),
        (PersonField::MobilePhone, "946 0123", None),
        (PersonField::MobilePhone, "", None),
    ] {
        let duplicates = find(&form(&[(field, text)]), [person]);
        let reasons = duplicates.first().map(|duplicate| duplicate.reasons.join("; "));
        assert_eq!(reasons.as_deref(), why, "{text}");
    }
    let mut form = form(&[(PersonField::Name, "countess OF lovelace")]);
    form.set(PersonField::Emails, FieldValue::Texts(vec!["ada@engine.example".to_owned()]));
    let other = known_person("per_1", "Countess of Lovelace", "Data Analyst");
    let duplicates = find(&form, [other, person]);
    assert_eq!(
        duplicates,
        [PossibleDuplicate {
            person: "per_1".into(),
            name: "Countess of Lovelace".to_owned(),
            headline: "Countess".to_owned(),
            jobs: vec!["Data Analyst".to_owned(), "Senior Rust Engineer".to_owned()],
            job_ids: ["job_1".into()].into(),
            reasons: vec![
                "the same email: Ada@Engine.example".to_owned(),
                "the same name".to_owned()
            ],
            candidacy: Some(("job_1".into(), "can_1".into())),
        }]
    );
}

#[test]
fn the_likeliest_come_first_and_the_number_is_limited() {
    let ids: Vec<String> = (0..20).map(|at| format!("per_{at:02}")).collect();
    let near = ids.iter().map(|id| known_person(id, "Ada Lovelase", "Data Analyst"));
    let same = known_person("per_99", "Ada Lovelace", "");
    let form = form(&[(PersonField::FirstName, "Ada"), (PersonField::LastName, "Lovelace")]);
    let duplicates = find(&form, near.chain([same, known_person("", "Ada Lovelace", "")]));
    let persons: Vec<&str> = duplicates.iter().map(|duplicate| duplicate.person.as_str()).collect();
    assert_eq!(persons[..3], ["", "per_99", "per_00"]);
    assert_eq!(duplicates.len(), MAX_DUPLICATES);
}

#[test]
fn a_person_is_not_a_duplicate_of_themselves() {
    let ada = ada();
    let mut form = Form::update(&ada.id, &ada);
    form.set(PersonField::CurrentJobTitle, FieldValue::Text("Baroness".to_owned()));
    let list = [known_person("per_1", &ada.name, ""), known_person("per_2", &ada.name, "")];
    let duplicates = find(&form, list);
    assert_eq!(duplicates.len(), 1);
    assert_eq!(duplicates[0].person.as_str(), "per_2");
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
        let each = rows.rows().map(|row| known_person(rows.person_id(row), rows.name(row), ""));
        let quick: Vec<PersonId> = find(&form, MatchProfile::from_form(&form).find_similar_names(&rows, ("", ""))).into_iter().map(|it| it.person).collect();
        let slow: Vec<PersonId> = find(&form, each).into_iter().map(|it| it.person).collect();
        prop_assert_eq!(quick, slow);
    }

    #[test]
    fn no_name_breaks_the_search_and_all_texts_are_safe(mine in hostile::text(), theirs in hostile::text()) {
        let _ = name_reason(&mine, &theirs);
        let duplicates = find(&form(&[(PersonField::Name, &mine)]), [known_person("per_1", &mine, &theirs)]);
        for duplicate in duplicates {
            let texts = [&[duplicate.name, duplicate.headline][..], &duplicate.jobs, &duplicate.reasons].concat().concat();
            prop_assert_eq!(texts.chars().find(|sign| hostile::is_offending(*sign)), None);
        }
    }
}
