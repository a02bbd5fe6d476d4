//! `db export` and `db import`: a round trip is exact, and a bad line imports
//! nothing.

use serde_json::{Value, json};

use crate::support::harness::{Program, agency, database, person_line, run_with_stdin};
use crate::support::http::{Request, texts};

fn lines() -> Vec<Value> {
    agency().iter().map(|entry| serde_json::to_value(entry).unwrap()).collect()
}

fn candidate(id: &str, person: &str, created_at: &str) -> Value {
    json!({"candidate": {
        "id": id, "person_id": person, "job_id": "job_rust", "current_pipeline_stage_id": "applied",
        "current_pipeline_stage_date": created_at, "created_at": created_at,
        "pipeline_stage_history": [{"stage_id": "applied", "stage_name": "APPLIED", "stage_date": created_at}],
    }})
}

fn import(program: &Program, at: &str, lines: &[Value]) -> std::process::Output {
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    import_bytes(program, at, text.join("\n").as_bytes())
}

fn import_bytes(program: &Program, at: &str, bytes: &[u8]) -> std::process::Output {
    run_with_stdin(&mut program.command(&["db", "import", "-", "--database", at]), bytes)
}

#[test]
fn importing_an_export_gives_the_same_database() {
    let program = Program::new();
    let (original, copy) =
        (database(program.home.path(), "one.db"), database(program.home.path(), "two.db"));
    program.ok(&["db", "demo", "--database", &original, "--today", "2026-11-02"]);
    // Records created over HTTP include client contacts, which the demo lacks.
    {
        let running = program.serve(&["--database", &original]);
        let job = Request::new("GET", "/v1/jobs").send(running.address).json()["data"][0].clone();
        for body in [
            json!({"name": "Ada\u{1b}\n\"", "notes": "a note", "client_id": job["client_company_id"], "external_source_id": "crm-1"}),
            json!({"name": "Obi", "client_name": "A client met today"}),
            json!({"name": "Zoë", "job_id": job["id"]}),
        ] {
            Request::new("POST", "/v1/persons").json(&body).send(running.address).data();
        }
    }
    let exported = program.ok(&["db", "export", "--database", &original]);
    assert_eq!(exported.lines().filter(|line| line.starts_with("{\"job\"")).count(), 32);
    assert!(import_bytes(&program, &copy, exported.as_bytes()).status.success());
    let second = program.ok(&["db", "export", "--database", &copy]);
    assert_eq!(second, exported);

    let (left, right) =
        (program.serve(&["--database", &original]), program.serve(&["--database", &copy]));
    let jobs = Request::new("GET", "/v1/jobs").send(left.address).json();
    for job in jobs["data"].as_array().unwrap() {
        let path = format!("/v1/jobs/{}/candidates", job["id"].as_str().unwrap());
        for path in [path.as_str(), &format!("{path}?offset=60&limit=37")] {
            let pages = [left.address, right.address]
                .map(|address| Request::new("GET", path).send(address).body);
            assert_eq!(pages[0], pages[1], "{path}");
        }
    }
}

#[test]
fn candidates_are_listed_in_order_of_creation() {
    let program = Program::new();
    let at = database(program.home.path(), "order.db");
    let mut all = lines();
    let days = [
        "2026-03-03T00:00:00Z",
        "2026-03-01T00:00:00Z",
        "2026-03-02T00:00:00Z",
        "2026-03-01T00:00:00Z",
    ];
    for (index, day) in days.iter().enumerate() {
        all.push(person_line(&format!("p{index}")));
        all.push(candidate(&format!("c{index}"), &format!("p{index}"), day));
    }
    assert!(import(&program, &at, &all).status.success());
    // A second import with a candidate between those of the first.
    let more = [person_line("p9"), candidate("c9", "p9", "2026-03-01T12:00:00Z")];
    assert!(import(&program, &at, &more).status.success());
    let running = program.serve(&["--database", &at]);
    let page = Request::new("GET", "/v1/jobs/job_rust/candidates").send(running.address).json();
    assert_eq!(texts(&page["data"], "id"), ["c1", "c3", "c9", "c2", "c0"]);
    assert_eq!(page["meta"]["total"], 5);
    let page = Request::new("GET", "/v1/jobs/job_rust/candidates?offset=1&limit=2")
        .send(running.address)
        .json();
    assert_eq!((&page["data"][0]["id"], &page["data"][1]["id"]), (&json!("c3"), &json!("c9")));
}

/// Invalid lines and their errors.
fn bad_lines() -> Vec<(Value, &'static str)> {
    let first = lines()[0].clone();
    let changed = |pointer: &str, value: Value| {
        let mut line = first.clone();
        *line.pointer_mut(pointer).unwrap() = value;
        line
    };
    let without = |field: &str| {
        let mut line = first.clone();
        line["job"].as_object_mut().unwrap().remove(field);
        line
    };
    let with = |field: &str| {
        let mut line = first.clone();
        line["job"][field] = json!(1);
        line
    };
    let day = "2026-03-01T00:00:00Z";
    let mut wrong_stage = candidate("c", "p1", day);
    wrong_stage["candidate"]["current_pipeline_stage_id"] = json!("screen");
    let (mut without_name, mut wrong_email) = (person_line("p3"), person_line("p4"));
    without_name["person"]["name"] = json!("");
    wrong_email["person"]["emails"] = json!([{"contact_data_type": "work", "value": "nowhere"}]);
    vec![
        (json!([1]), "line: must be an object"),
        (json!({"jobs": {}}), "exactly one key"),
        (json!({"job": 1}), "record: must be an object"),
        (changed("/job/name", json!(7)), "name: must be a string"),
        (
            changed("/job/created_at", json!("yesterday")),
            "created_at: must be an ISO 8601 timestamp",
        ),
        (
            changed("/job/pipeline_stages/1/stage_order", json!("2")),
            "pipeline_stages[1].stage_order: must be a whole number",
        ),
        (changed("/job/id", json!("")), "id: must not be empty"),
        (without("is_archived"), "is_archived: is missing"),
        (with("colour"), "colour: is not a field"),
        (candidate("c", "nobody", day), "person_id: no person has the ID nobody"),
        (candidate("c", "p1", "2999-01-01T00:00:00Z"), "created_at: must not be in the future"),
        (wrong_stage, "pipeline_stage_history: must end with the current stage"),
        (without_name, "name: a person must have"),
        (wrong_email, "emails[0].value: must be an email address"),
        (json!({"candidate": {"id": "c"}}), "person_id: is missing"),
    ]
}

#[test]
fn a_bad_line_is_reported_by_number_and_field_and_nothing_is_imported() {
    let program = Program::new();
    let at = database(program.home.path(), "bad.db");
    let mut good = lines();
    good.remove(0);
    good.push(person_line("p1"));
    for (bad, message) in bad_lines() {
        let mut all = good.clone();
        all.push(bad);
        all.push(person_line("p2"));
        let output = import(&program, &at, &all);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{message}: {error}");
        assert!(
            error.contains(&format!("line {}", good.len() + 1)) && error.contains(message),
            "{message}: {error}"
        );
        assert!(error.contains("nothing was imported"), "{error}");
        assert!(!program.home.path().join("bad.db").exists(), "{message}: no file is left");
    }
    for (bytes, message) in [
        (&b"{\"job\":"[..], "not valid JSON"),
        (b"{\"job\":{},\"job\":{}}", "given twice"),
        (b"\xff", "UTF-8"),
    ] {
        let output = import_bytes(&program, &at, bytes);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("line 1") && error.contains(message), "{error}");
    }
    let day = "2026-03-01T00:00:00Z";
    let with_bom = [b"\xef\xbb\xbf", person_line("p1").to_string().as_bytes()].concat();
    assert!(
        import_bytes(&program, &at, &with_bom).status.success(),
        "a byte order mark is accepted"
    );
    let duplicate = [person_line("p5"), candidate("c1", "p5", day), candidate("c2", "p5", day)];
    let output = import(&program, &at, &[lines(), duplicate.to_vec()].concat());
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("person_id: the person is already a candidate for this job")
    );
}
