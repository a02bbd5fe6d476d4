use serde_json::{Value, json};

use super::*;

fn create(body: Value) -> Result<NewPerson, ApiError> {
    new_person(serde_json::from_value(body).unwrap())
}

fn update(person: &PersonRecord, body: Value) -> Result<PersonRecord, ApiError> {
    let mut person = person.clone();
    apply_update(&mut person, serde_json::from_value(body).unwrap()).map(|_| person)
}

fn types_and_values(contacts: &[Contact]) -> Vec<(&str, &str)> {
    contacts.iter().map(|c| (c.contact_data_type.as_str(), c.value.as_str())).collect()
}

#[test]
fn a_person_needs_a_name_an_email_or_a_handle() {
    for sufficient in [
        json!({"name": "Suharto"}),
        json!({"first_name": "Ada"}),
        json!({"last_name": "Obi"}),
        json!({"social_url": "https://social.example/in/ada"}),
        json!({"personal_email": "ada@home.example"}),
    ] {
        assert!(create(sufficient.clone()).is_ok(), "{sufficient}");
    }
    for insufficient in
        [json!({}), json!({"name": "  "}), json!({"mobile_phone": "+1 202 555 0101"})]
    {
        assert_eq!(create(insufficient).unwrap_err().errors[0].field, "name");
    }
}

#[test]
fn name_parts_are_joined_but_a_full_name_is_never_split() {
    let joined = create(json!({"first_name": "Ada", "last_name": "Obi"})).unwrap().record;
    assert_eq!(joined.name, "Ada Obi");
    let unsplit = create(json!({"name": "María José Carreño Quiñones"})).unwrap().record;
    assert_eq!((unsplit.first_name.as_str(), unsplit.last_name.as_str()), ("", ""));
}

#[test]
fn create_keeps_contacts_from_arrays_and_shorthand_fields() {
    let person = create(json!({
        "name": "Ada", "emails": ["a@x.example", "a@x.example"], "work_email": "b@x.example",
        "personal_email": "c@x.example", "phone_numbers": ["+1 202 555 0101"],
        "work_phone": "+1 202 555 0102",
    }));
    let person = person.unwrap().record;
    assert_eq!(
        types_and_values(&person.emails),
        [("work", "a@x.example"), ("work", "b@x.example"), ("personal", "c@x.example")]
    );
    assert_eq!(
        types_and_values(&person.phones),
        [("mobile", "+1 202 555 0101"), ("work", "+1 202 555 0102")]
    );
}

#[test]
fn an_update_keeps_absent_fields() {
    let ada = create(json!({"name": "Ada", "current_job_title": "CTO", "emails": ["a@x.example"]}));
    let ada = ada.unwrap().record;
    assert_eq!(update(&ada, json!({})).unwrap(), ada);
    let changed = update(&ada, json!({"current_job_title": "CEO", "company_name": "Kestrel"}));
    let changed = changed.unwrap();
    assert_eq!((changed.name.as_str(), changed.current_job_title.as_str()), ("Ada", "CEO"));
    for empty in [json!(null), json!("")] {
        assert_eq!(
            update(&ada, json!({"current_job_title": empty})).unwrap().current_job_title,
            ""
        );
    }
}

#[test]
fn arrays_replace_and_shorthand_fields_apply_after_them() {
    let ada = create(json!({"name": "Ada", "emails": ["a@x.example"]})).unwrap().record;
    let changed = update(
        &ada,
        json!({
            "emails": [{"contact_data_type": "personal_email", "value": "p@x.example"}],
            "work_email": "w@x.example",
        }),
    );
    assert_eq!(
        types_and_values(&changed.unwrap().emails),
        [("personal", "p@x.example"), ("work", "w@x.example")]
    );
    assert!(update(&ada, json!({"emails": []})).unwrap().emails.is_empty());
    assert!(update(&ada, json!({"work_email": null})).unwrap().emails.is_empty());
    assert!(update(&ada, json!({"work_email": ""})).unwrap().emails.is_empty());
}

#[test]
fn an_update_must_leave_a_name_an_email_or_a_handle() {
    let ada = create(json!({"name": "Ada", "emails": ["a@x.example"]})).unwrap().record;
    assert!(update(&ada, json!({"name": null})).is_ok());
    let error = update(&ada, json!({"name": null, "emails": []})).unwrap_err();
    assert_eq!((error.code, error.errors[0].field.as_str()), (ErrorCode::Invalid, "name"));
}

#[test]
fn a_handle_is_the_last_segment_of_the_url() {
    for (url, expected) in [
        ("https://social.example/in/ada-obi", "ada-obi"),
        ("https://social.example/in/ada-obi/?trk=1#top", "ada-obi"),
        ("social.example/in/ada", "ada"),
        ("https://social.example/in/Gu%C3%B0r%C3%BAn", "Guðrún"),
        ("https://social.example/in/guðrún", "guðrún"),
        ("https://social.example/in/a+b", "a+b"),
        ("https://social.example/in/a=b", "a=b"),
        ("https://social.example/in/tom&jerry", "tom&jerry"),
        ("https://social.example/in/a=", "a="),
        ("https://social.example/in/a%00b", "a%00b"),
        ("https://social.example/in/%FF", "%FF"),
        ("https://ada.example", "ada.example"),
    ] {
        assert_eq!(social_handle(url).as_deref(), Some(expected), "{url}");
    }
    for not_a_url in [
        "",
        "ada",
        "not an address",
        "ftp://social.example/ada",
        "https://",
        "javascript://x.y/%0aalert(1)",
    ] {
        assert_eq!(social_handle(not_a_url), None, "{not_a_url}");
    }
}
