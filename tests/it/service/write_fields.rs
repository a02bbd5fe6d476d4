//! Every field of every write, one by one: it lands in its own place and in no
//! other. What no operation shows again is looked up in the export.

use serde_json::{Value, json};
use shortlist::wire::{CreatePerson, CreatePersonV0, UpdatePerson};

use crate::support::harness::Service;

/// The person as stored.
fn stored(service: &Service, id: &Value) -> Value {
    let lines =
        service.contents().into_iter().map(|line| serde_json::from_str::<Value>(&line).unwrap());
    let mut people = lines.filter_map(|line| line.get("person").cloned());
    people.find(|person| person["id"] == *id).expect("the person is stored")
}

/// The places in which two records differ, with what stands there afterwards.
fn changes(before: &Value, after: &Value) -> Vec<(String, Value)> {
    let fields = after.as_object().unwrap().iter();
    fields
        .filter(|(name, value)| before[*name] != **value)
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn contact(kind: &str, value: &str) -> Value {
    json!({"contact_data_type": kind, "value": value})
}

/// A value for a field, and where it must be found.
fn sample(field: &str) -> (Value, Vec<(&'static str, Value)>) {
    let phone = "+1 202 555 0177";
    let mail = "new@x.example";
    match field {
        "name" => (json!("N"), vec![("name", json!("N"))]),
        "first_name" => (json!("F"), vec![("first_name", json!("F"))]),
        "last_name" => (json!("L"), vec![("last_name", json!("L"))]),
        "social_url" => {
            let url = json!("https://social.example/in/h");
            (url.clone(), vec![("social_public_id", json!("h")), ("social_url", url)])
        }
        "current_job_title" => (json!("T"), vec![("current_job_title", json!("T"))]),
        "social_location" => (json!("P"), vec![("social_location", json!("P"))]),
        "social_headline" => (json!("H"), vec![("social_headline", json!("H"))]),
        "company_name" => (json!("C"), vec![("current_company_name", json!("C"))]),
        "address" => (json!("A"), vec![("address", json!("A"))]),
        "notes" => (json!("O"), vec![("notes", json!("O"))]),
        "external_source_id" => (json!("X"), vec![("external_source_id", json!("X"))]),
        "work_email" | "email" => (json!(mail), vec![("emails", json!([contact("work", mail)]))]),
        "personal_email" => (json!(mail), vec![("emails", json!([contact("personal", mail)]))]),
        "emails" => (json!([mail]), vec![("emails", json!([contact("work", mail)]))]),
        "mobile_phone" | "phone_number" => {
            (json!(phone), vec![("phones", json!([contact("mobile", phone)]))])
        }
        "work_phone" => (json!(phone), vec![("phones", json!([contact("work", phone)]))]),
        "phone_numbers" => (json!([phone]), vec![("phones", json!([contact("mobile", phone)]))]),
        "enrich_record" => (json!(true), vec![]),
        // These place the person; the tests of the association hold them.
        "job_id" => (json!("job_rust"), vec![]),
        "job_name" => (json!("Rust Engineer"), vec![]),
        "client_id" | "client_name" => (Value::Null, vec![]),
        other => panic!("a field without a sample: {other}"),
    }
}

fn lands(found: &[(String, Value)], wanted: &[(&str, Value)], field: &str) {
    let wanted: Vec<(String, Value)> =
        wanted.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    assert_eq!(found, wanted, "{field}");
}

#[test]
fn each_field_of_create_lands_in_its_own_place() {
    let service = Service::start();
    for (path, fields) in
        [("/v1/persons", CreatePerson::FIELDS), ("/v0/persons", CreatePersonV0::FIELDS)]
    {
        // Known by a handle, so that every field can be told from it.
        let plain = json!({"social_url": "https://social.example/in/plain"});
        let before = stored(&service, &service.post(path, &plain).data()["id"]);
        for field in fields {
            let (value, wanted) = sample(field);
            let mut body = plain.clone();
            body[field] = value;
            let after = stored(&service, &service.post(path, &body).data()["id"]);
            let mut found = changes(&before, &after);
            found.retain(|(name, _)| name != "id");
            let joined = matches!(*field, "first_name" | "last_name");
            found.retain(|(name, _)| !(joined && name == "name"));
            lands(&found, &wanted, field);
        }
    }
}

#[test]
fn each_field_of_update_changes_its_own_place_and_clears_it() {
    let service = Service::start();
    for field in UpdatePerson::FIELDS {
        let made = service
            .person(&json!({"name": "Before", "social_url": "https://social.example/in/before"}));
        let path = format!("/v1/persons/{}", made["id"].as_str().unwrap());
        let before = stored(&service, &made["id"]);
        let (value, wanted) = match *field {
            "emails" => (
                json!([contact("personal", "new@x.example")]),
                vec![("emails", json!([contact("personal", "new@x.example")]))],
            ),
            "phone_numbers" => (
                json!([contact("home", "+1 202 555 0177")]),
                vec![("phones", json!([contact("home", "+1 202 555 0177")]))],
            ),
            other => sample(other),
        };
        service.patch(&path, &json!({*field: value})).data();
        lands(&changes(&before, &stored(&service, &made["id"])), &wanted, field);
        for (place, _) in wanted {
            service.patch(&path, &json!({*field: null})).data();
            let cleared = stored(&service, &made["id"])[place].clone();
            assert!(cleared == json!("") || cleared == json!([]), "{field}: {cleared}");
        }
    }
}
