//! `db candidate` and `db person merge` beside a running service.

use serde_json::{Value, json};

use crate::support::http::{Request, texts};
use crate::support::own_data::OwnData;

fn text<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap()
}

#[test]
fn candidates_are_moved_together_and_removed() {
    let own = OwnData::start(&[]);
    let people: Vec<Value> = ["Ada", "Obi", "Zoë", "Uma"]
        .iter()
        .map(|name| own.create_person(&json!({"name": name, "job_id": "job_rust"})))
        .collect();
    let id = |index: usize| text(&people[index], "candidate_id");
    let list = "/v1/jobs/job_rust/candidates";
    own.change(&["candidate", "move", id(0), id(1), "Screen"]);
    own.repeat(&["candidate", "move", id(0), id(1), "Screen"]);
    let page = own.get(list);
    let expected = ["screen", "screen", "applied", "applied"];
    assert_eq!(texts(&page.json()["data"], "current_pipeline_stage_id"), expected);
    let (code, _) = own.fails(&["candidate", "move", id(2), "can_none", "Screen"]);
    assert_eq!((code, own.get(list).body), (4, page.body.clone()), "all or none");

    let jobs_tag = own.get("/v1/jobs").header("etag").unwrap().to_owned();
    let removed = own.change(&["candidate", "remove", id(1), id(2)]);
    assert_eq!(texts(&removed, "job_name"), ["Rust Engineer", "Rust Engineer"]);
    own.repeat(&["candidate", "remove", id(1), id(2)]);
    let (code, error) = own.fails(&["candidate", "remove", id(1), "can_none"]);
    assert!(code == 4 && error.contains("can_none"), "{error}");
    let shorter = own.get_if_changed(list, page.header("etag").unwrap());
    assert_eq!(texts(&shorter.json()["data"], "name"), ["Ada", "Uma"]);
    assert_eq!(shorter.json()["meta"]["total"], 2);
    let second = own.get(&format!("{list}?offset=1&limit=5")).json();
    assert_eq!(texts(&second["data"], "name"), ["Uma"], "positions have no gaps");
    let jobs = own.get_if_changed("/v1/jobs", &jobs_tag).json();
    let rust = jobs["data"].as_array().unwrap().iter().find(|job| job["id"] == "job_rust").unwrap();
    assert_eq!(rust["candidate_count"], 2);
    assert_eq!(own.get(&format!("/v1/candidates/{}", id(1))).status, 404);
    assert_eq!(
        own.get(&format!("/v1/persons/{}", text(&people[1], "id"))).data()["jobs"],
        json!([])
    );
    let again = own.create_person(&json!({"name": "Eve", "job_id": "job_rust"}));
    let names = texts(&own.get(list).json()["data"], "name");
    assert_eq!(names, ["Ada", "Uma", "Eve"], "{again}");
}

#[test]
fn two_records_of_a_person_become_one() {
    let own = OwnData::start(&[]);
    let from = own.create_person(&json!({
        "name": "Ada O.", "work_email": "ada@obi.example", "mobile_phone": "+1 555 0100",
        "notes": "speaks French", "external_source_id": "crm-1", "job_id": "job_rust",
        "current_job_title": "Engineer",
    }));
    let into = own.create_person(&json!({
        "name": "Ada Obi", "work_email": "ADA@obi.example", "personal_email": "ada@home.example",
        "notes": "calls on Mondays", "external_source_id": "crm-2", "job_id": "job_rust",
    }));
    let (from_id, into_id) = (text(&from, "id"), text(&into, "id"));
    own.patch(from_id, &json!({"job_id": "job_sales"}));
    own.ok(&["candidate", "move", text(&into, "candidate_id"), "screen"]);
    let list = "/v1/jobs/job_rust/candidates";
    let etag = own.get(list).header("etag").unwrap().to_owned();

    let merged = own.change(&["person", "merge", from_id, into_id]);
    assert_eq!((&merged["candidates"], &merged["united_candidates"]), (&json!(2), &json!(1)));
    own.repeat(&["person", "merge", from_id, into_id]);
    for id in [from_id, into_id] {
        assert_eq!(own.operations(&["--person", id]).last().unwrap(), "person.merge", "{id}");
    }
    let person = own.get(&format!("/v1/persons/{into_id}")).data();
    assert_eq!(
        (text(&person, "name"), text(&person, "current_job_title")),
        ("Ada Obi", "Engineer")
    );
    assert_eq!(texts(&person["emails"], "value"), ["ADA@obi.example", "ada@home.example"]);
    assert_eq!(texts(&person["phones"], "value"), ["+1 555 0100"]);
    assert_eq!(texts(&person["jobs"], "job_id"), ["job_rust", "job_sales"]);
    assert!(own.ok(&["export"]).contains("calls on Mondays\\n\\nspeaks French"));

    let page = own.get_if_changed(list, &etag).json();
    assert_eq!(page["meta"]["total"], 1);
    assert_eq!(page["data"][0]["id"], from["candidate_id"], "the older candidate stays");
    assert_eq!(page["data"][0]["person_id"], into["id"]);
    assert_eq!(page["data"][0]["current_job_title"], "Engineer");
    let candidate = own.get(&format!("/v1/candidates/{}", text(&from, "candidate_id"))).data();
    assert_eq!(text(&candidate, "name"), "Ada Obi");
    let stages = texts(&candidate["pipeline_stage_history"], "stage_id");
    assert_eq!(stages, ["applied", "applied", "screen"], "both histories");
    assert_eq!(own.get(&format!("/v1/candidates/{}", text(&into, "candidate_id"))).status, 404);

    for response in [
        own.get(&format!("/v1/persons/{from_id}")),
        own.patch(from_id, &json!({"name": "Somebody"})),
    ] {
        assert_eq!(
            (response.status, &response.json()["error_code"]),
            (404, &json!("person_merged"))
        );
        assert!(text(&response.json(), "error").contains(into_id), "{}", response.body);
    }
    for external_id in ["crm-1", "crm-2"] {
        let body = json!({"name": "Ada", "external_source_id": external_id});
        assert_eq!(own.create_person(&body)["id"], into["id"], "{external_id}");
    }
    assert_eq!(own.operations(&["--person", into_id]).last().unwrap(), "person.create");
}

#[test]
fn merges_follow_each_other_and_a_deletion_ends_them() {
    let own = OwnData::start(&[]);
    let people: Vec<Value> = (0..3)
        .map(|number| {
            let external_id = format!("crm-{number}");
            own.create_person(&json!({"name": "Ada", "external_source_id": external_id}))
        })
        .collect();
    let [first, second, third] = [0, 1, 2].map(|index| text(&people[index], "id"));
    own.change(&["person", "merge", first, second]);
    let (code, error) = own.fails(&["person", "merge", first, third]);
    assert!(code == 4 && error.contains(second), "{error}");
    own.change(&["person", "merge", second, third]);
    let answer = own.get(&format!("/v1/persons/{first}"));
    assert!(text(&answer.json(), "error").contains(third), "one step, however many merges");
    for external_id in ["crm-0", "crm-1", "crm-2"] {
        let found = own.create_person(&json!({"name": "A", "external_source_id": external_id}));
        assert_eq!(found["id"], people[2]["id"], "{external_id}");
    }
    let (code, error) = own.fails(&["person", "delete", first]);
    assert!(code == 4 && error.contains(third), "{error}");
    let (code, error) = own.fails(&["person", "merge", third, third]);
    assert!(code == 2 && error.contains("itself"), "{error}");
    own.change(&["person", "delete", third]);
    for id in [first, second, third] {
        let answer = own.get(&format!("/v1/persons/{id}")).json();
        assert_eq!(answer["error_code"], "not_found", "{id}");
    }
    let body = json!({"name": "New", "external_source_id": "crm-0"});
    let created = Request::new("POST", "/v1/persons").json(&body).send(own.running.address).data();
    assert_ne!(created["id"], people[2]["id"], "the external ID is free again");
}
