//! Every field of every write changes its own field of the record and no other, everywhere it shows.
//! Fields that no read returns are checked in the export.

use serde_json::{Value, json};
use shortlist::service::ServiceSettings;
use shortlist::service::store::record::StoreRecord;
use shortlist::wire::{CreatePerson, CreatePersonV0, UpdatePerson};

use crate::support::harness::Service;
use crate::support::http::person_path;

/// The stored record of a person.
fn stored_person(service: &Service, id: &Value) -> Value {
    let lines =
        service.contents().into_iter().map(|line| serde_json::from_str::<Value>(&line).unwrap());
    let mut people = lines.filter_map(|line| line.get("person").cloned());
    people.find(|person| person["id"] == *id).expect("the person is stored")
}

/// The fields in which two records differ, with the new value.
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

/// A value for a field, and the stored fields it must change.
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
        // These select a job or client, which other tests cover.
        "job_id" => (json!("job_rust"), vec![]),
        "job_name" => (json!("Rust Engineer"), vec![]),
        "client_id" | "client_name" => (Value::Null, vec![]),
        other => panic!("a field without a sample: {other}"),
    }
}

fn assert_changes(changes: &[(String, Value)], expected: &[(&str, Value)], field: &str) {
    let expected: Vec<(String, Value)> =
        expected.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    assert_eq!(changes, expected, "{field}");
}

#[test]
fn each_field_of_a_create_sets_its_own_field() {
    let service = Service::start();
    for (path, fields) in
        [("/v1/persons", CreatePerson::FIELDS), ("/v0/persons", CreatePersonV0::FIELDS)]
    {
        // A create must identify the person. The profile link does, and sets no other field.
        let minimal = json!({"social_url": "https://social.example/in/plain"});
        let before = stored_person(&service, &service.post(path, &minimal).data()["id"]);
        for field in fields {
            let (value, expected) = sample(field);
            let mut body = minimal.clone();
            body[field] = value;
            let after = stored_person(&service, &service.post(path, &body).data()["id"]);
            let mut changes = changes(&before, &after);
            changes.retain(|(name, _)| name != "id");
            let sets_name = matches!(*field, "first_name" | "last_name");
            changes.retain(|(name, _)| !(sets_name && name == "name"));
            assert_changes(&changes, &expected, field);
        }
    }
}

#[test]
fn each_field_of_an_update_changes_and_clears_its_own_field() {
    let service = Service::start();
    for field in UpdatePerson::FIELDS {
        let created = service.create_person(
            &json!({"name": "Before", "social_url": "https://social.example/in/before"}),
        );
        let path = person_path(&created);
        let before = stored_person(&service, &created["id"]);
        let (value, expected) = match *field {
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
        assert_changes(
            &changes(&before, &stored_person(&service, &created["id"])),
            &expected,
            field,
        );
        for (name, _) in expected {
            service.patch(&path, &json!({*field: null})).data();
            let cleared = stored_person(&service, &created["id"])[name].clone();
            assert!(cleared == json!("") || cleared == json!([]), "{field}: {cleared}");
        }
    }
}

#[test]
fn a_new_name_shows_in_every_list_and_record_of_a_person_on_many_jobs() {
    const JOBS: usize = 20;
    let job = |number: usize| {
        StoreRecord::from_value(json!({"job": {
            "id": format!("job_{number}"), "name": format!("Job {number}"),
            "created_at": "2026-01-05T09:00:00Z", "is_archived": false,
            "client_company_name": "Northwind", "client_company_id": "cli_northwind",
            "job_status_name": "Open", "job_status_id": "sta_open",
            "pipeline_stages": [{"id": "applied", "name": "Applied", "stage_order": 1,
                "is_rejection_stage": false, "is_interviewing_stage": false}],
        }}))
        .unwrap()
    };
    let service = Service::with(ServiceSettings::default(), (0..JOBS).map(job).collect());
    let other = service.create_person(&json!({"name": "Other", "job_id": "job_0"}));
    let person = service.create_person(&json!({"name": "Before", "job_id": "job_0"}));
    let path = person_path(&person);
    for number in 1..JOBS {
        service.patch(&path, &json!({"job_id": format!("job_{number}")})).data();
    }
    let list = |number: usize| service.get(&format!("/v1/jobs/job_{number}/candidates"));
    let tags: Vec<String> =
        (0..JOBS).map(|number| list(number).header("etag").unwrap().to_owned()).collect();

    service.patch(&path, &json!({"name": "After", "company_name": "Umbra"})).data();
    assert_eq!(service.read_person(&person["id"])["jobs"].as_array().unwrap().len(), JOBS);
    for (number, tag) in tags.iter().enumerate() {
        let page = list(number);
        assert_ne!(page.header("etag"), Some(tag.as_str()), "job_{number}");
        let item = page.json()["data"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&item["person_id"], &item["name"]), (&person["id"], &json!("After")));
        let id = item["id"].as_str().unwrap();
        let candidate = service.get(&format!("/v1/candidates/{id}")).data();
        assert_eq!(candidate["current_company_name"], "Umbra", "job_{number}");
    }
    assert_eq!(list(0).json()["data"][0]["name"], other["name"]);
}
