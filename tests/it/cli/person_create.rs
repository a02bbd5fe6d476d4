//! `person create`: from flags and from a file.

use serde_json::{Value, json};

use crate::support::harness::{Program, Service, run_with_stdin};
use crate::support::http::KEY as SERVICE_KEY;
use crate::support::person_commands::{
    CREATE_FIVE, assert_code, created_names, outcomes, person, program_with_five, stderr, stdout,
    write_file,
};
use crate::support::quirky_server::{JOB, QuirkyServer, Reaction};

#[test]
fn a_person_is_created_from_flags() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    let arguments =
        ["create", "--name", "Ada Obi", "--title", "Engineer", "--email", "work:a@b.example"];
    let arguments =
        [&arguments[..], &["--email", "c@d.example", "--notes", "met", "--job", JOB]].concat();
    let dry = person(&program, &server, &[&arguments[..], &["--dry-run"]].concat());
    assert!(stdout(&dry).starts_with("would create  -  -  Ada Obi\n  body: {"), "{}", stdout(&dry));
    assert_eq!(server.requests(), [format!("GET /v1/jobs/{JOB}")], "only the job is checked");
    let typo = ["create", "--name", "Ada Obi", "--job", "job_typo", "--dry-run"];
    let output = person(&program, &server, &typo);
    assert_code(&output, 2);
    assert!(stderr(&output).contains("no job has the ID job_typo"), "{}", stderr(&output));

    let output = person(&program, &server, &arguments);
    assert_code(&output, 0);
    let message = stdout(&output);
    assert!(
        message.starts_with("created  per_4  can_") && message.ends_with("  Ada Obi\n"),
        "{message}"
    );
    let body = &server.bodies("POST")[0];
    let external_id = body["external_source_id"].as_str().unwrap();
    assert!(
        stderr(&output).contains(&format!("external ID: {external_id}")),
        "{}",
        stderr(&output)
    );
    assert_eq!(
        *body,
        json!({"name": "Ada Obi", "current_job_title": "Engineer", "work_email": "a@b.example",
               "emails": ["c@d.example"], "notes": "met", "job_id": JOB,
               "external_source_id": external_id})
    );
}

#[test]
fn version_0_is_selected_by_flag_or_profile() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    let arguments = ["create", "--name", "Ada", "--email", "a@b.example", "--external-id", "x-1"];
    let output = person(&program, &server, &[&arguments[..], &["--api", "v0", "--json"]].concat());
    assert_code(&output, 0);
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let values = (&result["outcome"], &result["external_source_id"]);
    assert_eq!(values, (&json!("created"), &json!("x-1")));
    let url = server.url();
    program.configure(&format!("[profiles.old]\nurl = \"{url}\"\ncreate = \"v0\"\n"));
    let output = person(&program, &server, &arguments);
    assert_code(&output, 0);
    assert_eq!(
        server.requests().iter().filter(|request| *request == "POST /v0/persons").count(),
        2
    );
    let invalid =
        person(&program, &server, &[&arguments[..], &["--work-email", "c@d.example"]].concat());
    assert_eq!(invalid.status.code(), Some(2));
    assert!(stderr(&invalid).contains("version 0 has no work_email"), "{}", stderr(&invalid));
}

#[test]
fn every_outcome_of_a_create_has_its_word_and_exit_code() {
    let refusal = json!({"success": false, "error": "bad", "errors": [
        {"field": "emails[0]", "message": "bounces"}]});
    let refuse = |status| Reaction::Reply(status, refusal.clone());
    let job = &["--job", JOB][..];
    for (job, reaction, outcome, code, people) in [
        (job, Reaction::ApplyAndReset, "found", 0, 4),
        (job, Reaction::Reset, "unknown", 6, 3),
        (&[], Reaction::ApplyAndReset, "unknown", 6, 4),
        (&[], Reaction::Reset, "unknown", 6, 3),
        (job, refuse("422 Unprocessable"), "refused", 1, 3),
        (job, refuse("409 Conflict"), "refused", 5, 3),
        (job, refuse("401 Unauthorized"), "unknown", 6, 3),
        (&[], refuse("422 Unprocessable"), "unknown", 6, 3),
        (job, Reaction::ApplyAndReply("422 No", refusal.clone()), "found", 0, 4),
        (job, Reaction::ApplyAndReply("200 OK", refusal.clone()), "found", 0, 4),
        (&[], Reaction::ApplyAndReply("200 OK", refusal.clone()), "unknown", 6, 4),
        (job, refuse("500 Oh"), "unknown", 6, 3),
    ] {
        let (program, server) = (Program::new(), QuirkyServer::new());
        server.react_to("POST", [reaction.clone()]);
        let arguments = [&["create", "--name", "Ada Obi", "--json"], job].concat();
        let output = person(&program, &server, &arguments);
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        let actual = (result["outcome"].as_str().unwrap(), output.status.code().unwrap());
        assert_eq!(
            (actual, server.person_count()),
            ((outcome, code), people),
            "{reaction:?} {}",
            stderr(&output)
        );
        assert_eq!(server.bodies("POST").len(), 1, "a create is not retried automatically");
        let has_message = matches!(reaction, Reaction::Reply(..) | Reaction::ApplyAndReply(..));
        assert_eq!(has_message, stderr(&output).contains("bounces"), "{}", stderr(&output));
    }
}

#[test]
fn a_file_is_created_in_order_and_only_once() {
    let (program, server) = (program_with_five(), QuirkyServer::new());
    let output = person(&program, &server, &CREATE_FIVE);
    assert_code(&output, 0);
    let message = stdout(&output);
    let first: Vec<&str> = message.lines().next().unwrap().split("  ").collect();
    assert_eq!((first[0], first[1], first[2], first[4]), ("2", "created", "per_4", "Ada Obi"));
    assert_eq!(created_names(&server), ["Ada Obi", "Bea Obi", "Cy Obi", "Dee Obi", "Ed Obi"]);
    let bodies = server.bodies("POST");
    assert_eq!(bodies[3]["emails"], json!(["dee@obi.example", "d2@obi.example"]));
    assert_eq!(bodies[4]["current_job_title"], "Clerk, senior");

    let rerun = person(&program, &server, &CREATE_FIVE);
    assert_code(&rerun, 0);
    assert_eq!(outcomes(&rerun), ["already created"; 5]);
    assert!(
        stdout(&rerun).starts_with("2  already created  per_4  -  Ada Obi\n"),
        "{}",
        stdout(&rerun)
    );
    assert_eq!(server.bodies("POST").len(), 5, "no person is sent twice");

    let other = person(&program, &server, &CREATE_FIVE[..3]);
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("started with --api v1 --job job_rust"), "{}", stderr(&other));
    assert_eq!(server.bodies("POST").len(), 5);
}

#[test]
fn every_file_format_is_accepted_also_from_stdin() {
    let service = Service::start();
    let program = Program::new();
    let first =
        json!({"name": "Ada Obi", "work_email": "a@b.example", "external_source_id": "x-1"});
    let second =
        json!({"first_name": "Bea", "job_id": "job_rust", "phone_numbers": ["+44 20 7946"]});
    let array = serde_json::to_string_pretty(&json!([first, second])).unwrap();
    write_file(&program, "two.json", &array);
    let third = json!({"name": "Cy Obi"});
    write_file(&program, "two.jsonl", &format!("{second}\n\n{third}\n"));
    let url = format!("http://{}", service.address);
    let run = |file: &str, text: &str| {
        let all = ["person", "create", "--from", file, "--json", "--url", &url];
        let mut command = program.command(&all);
        let output = run_with_stdin(command.env("SHORTLIST_KEY", SERVICE_KEY), text.as_bytes());
        assert_code(&output, 0);
        let lines = stdout(&output);
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    for (file, text) in [("two.json", ""), ("-", "[{\"name\":\"Cy\"},{\"name\":\"D\"}]")] {
        let lines = run(file, text);
        let records: Vec<&Value> = lines.iter().map(|line| &line["record"]).collect();
        assert_eq!((records, lines[0].get("line")), (vec![&json!(1), &json!(2)], None), "{file}");
        assert!(lines.iter().all(|line| line["outcome"] == "created"), "{lines:?}");
        let person = service.read_person(&lines[0]["person"]);
        assert_eq!(person["external_source_id"], lines[0]["external_source_id"]);
    }
    let lines = run("two.jsonl", "");
    let lines: Vec<_> = lines.iter().map(|line| (&line["line"], &line["outcome"])).collect();
    let (first, third) = (json!(1), json!(3));
    assert_eq!(
        lines,
        [(&first, &json!("already_created")), (&third, &json!("created"))],
        "the content of a line identifies a person in any file"
    );
}

#[test]
fn every_mistake_is_reported_with_its_line_and_nothing_is_sent() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    write_file(
        &program,
        "a.jsonl",
        "{\"name\": \"Ada\", \"shoe\": 1}\n{\"name\": \"B\", \"emails\": [\"x y\"]}\n{}\n",
    );
    write_file(
        &program,
        "k.csv",
        "name,emails,phones\nA,a@b.example,\nB,work:b@b.example,mobile:+44 20\n",
    );
    write_file(&program, "r.json", "[{\"name\": \"Ada\"}, {}]");
    write_file(&program, "b.csv", "name,external_source_id\nA,1\nB,1\n");
    for (file, messages) in [
        (
            "a.jsonl",
            &[
                "a.jsonl: line 1, shoe: unknown field",
                "a.jsonl: line 2, emails: ",
                "a.jsonl: line 3, name: ",
                "a.jsonl: the fields are name, first_name, ",
                "a.jsonl: 3 mistakes; nothing was sent",
            ][..],
        ),
        (
            "k.csv",
            &[
                "k.csv: line 3, emails: an email address has no colon; use work_email",
                "k.csv: line 3, phone_numbers: a phone number has no colon; use mobile_phone",
            ],
        ),
        ("r.json", &["r.json: record 2, name: enter a name, an email or a profile link"]),
        ("b.csv", &["b.csv: line 3, external_source_id: also used in line 2"]),
        ("c.csv", &["c.csv: No such file"]),
        (".", &[".: is a directory"]),
    ] {
        let output = person(&program, &server, &["create", "--from", file]);
        assert_eq!(output.status.code(), Some(2), "{file}");
        let stderr = stderr(&output);
        assert!(messages.iter().all(|message| stderr.contains(message)), "{stderr}");
    }
    assert_eq!(server.requests(), [""; 0], "an invalid file causes no request");
    let ignoring = person(
        &program,
        &server,
        &["create", "--from", "a.jsonl", "--ignore-unknown", "--dry-run"],
    );
    assert!(stderr(&ignoring).contains("2 mistakes"), "{}", stderr(&ignoring));
}

#[test]
fn a_dry_run_shows_what_would_be_sent_and_checks_every_job() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    write_file(&program, "a.csv", &format!("name;work_email;job_id\nAda;a@b.example;{JOB}\n"));
    let output = person(&program, &server, &["create", "--from", "a.csv", "--dry-run"]);
    assert_code(&output, 0);
    let text = stdout(&output);
    assert!(
        text.contains("would create") && text.contains(r#""work_email":"a@b.example""#),
        "{text}"
    );
    assert!(text.contains(JOB), "{text}");

    write_file(
        &program,
        "b.csv",
        &format!("name\tjob_id\nAda\t{JOB}\nBo\tjob_typo\nCy\tjob_typo\n"),
    );
    for dry_run in [&["--dry-run"][..], &[]] {
        let output = person(&program, &server, &[&["create", "--from", "b.csv"], dry_run].concat());
        assert_code(&output, 2);
        for expected in [
            "line 3, job_id: no job has the ID job_typo",
            "line 4, job_id",
            "2 mistakes; nothing was sent",
        ] {
            assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        }
    }
    assert_eq!(server.bodies("POST").len(), 0);
}

#[test]
fn a_file_goes_on_after_the_server_asked_to_wait() {
    let (program, server) = (program_with_five(), QuirkyServer::new());
    let busy = || Reaction::Reply("429 Too Many\r\nRetry-After: 1", json!({"error": "slow down"}));
    server.react_to("POST", [Reaction::Normal, busy(), busy()]);
    let output = person(&program, &server, &CREATE_FIVE);
    assert_code(&output, 0);
    assert!(stderr(&output).contains("the server asks us to wait"), "{}", stderr(&output));
    assert_eq!(server.person_count(), 3 + 5, "everyone once");
}

#[test]
fn a_dry_run_reports_possible_duplicates() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    write_file(
        &program,
        "a.csv",
        "name,emails,work_email,mobile_phone\nAda,a@b.example,,+354 555 0101\n\
         Bo,c@d.example,A@b.example,\nCy,,,5550101\n",
    );
    let output = person(&program, &server, &["create", "--from", "a.csv", "--dry-run"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("  body: ")).collect();
    assert_eq!(
        lines,
        ["2  would create  -  -  Ada", "3  would create  -  -  Bo", "4  would create  -  -  Cy"]
    );
    let message = stderr(&output);
    for expected in [
        "line 3: may be the same person as in line 2: a@b.example",
        "line 4: may be the same person as in line 2: +354 555 0101",
    ] {
        assert!(message.contains(expected), "{message}");
    }
    assert_eq!(server.requests(), [""; 0]);
}

#[test]
fn a_possible_duplicate_is_named_and_not_created() {
    let program = Program::new();
    let first = program.ok(&[
        "person",
        "create",
        "--name",
        "Ada Obi",
        "--email",
        "ada@obi.example",
        "--job",
        "job_j7fx3j0fzvj5ehcg",
    ]);
    assert!(first.contains("created"), "{first}");
    let again = ["person", "create", "--name", "obi ada"];
    let (code, error) = program.fails(&again);
    assert_eq!(code, 5, "{error}");
    assert!(error.contains("possible duplicate: Ada Obi (per_"), "{error}");
    assert!(error.contains("the same name in another order"), "{error}");
    assert!(error.contains("nothing was sent") && error.contains("--allow-duplicate"), "{error}");
    let allowed = program.ok(&[&again[..], &["--allow-duplicate"]].concat());
    assert!(allowed.contains("created"), "{allowed}");
    // The caller's own ID prevents duplicates, so that a repeated command finds its own person.
    for _ in 0..2 {
        program.ok(&[&again[..], &["--external-id", "crm-7"]].concat());
    }
}

#[test]
fn a_person_of_an_earlier_command_is_recognized_by_a_contact() {
    let program = Program::new();
    let first = ["--name", "Ada Obi", "--email", "ada@obi.example"];
    program.ok(&[&["person", "create"][..], &first].concat());
    let other = ["person", "create", "--name", "A. O. Lind", "--email", "ADA@obi.example"];
    for extra in [&[][..], &["--dry-run"]] {
        let (code, error) = program.fails(&[&other[..], extra].concat());
        assert_eq!(code, 5, "{error}");
        assert!(error.contains("possible duplicate: Ada Obi (per_"), "{error}");
        assert!(error.contains("nothing was sent"), "{error}");
    }
    let allowed = program.ok(&[&other[..], &["--dry-run", "--allow-duplicate"]].concat());
    assert!(allowed.contains("would create"), "{allowed}");
}

#[test]
fn everyone_in_the_own_database_is_known_before_anything_is_read() {
    let program = Program::new();
    let demo = program.ok(&["person", "per_fsvswv8484k1td52", "--json"]);
    let demo: Value = serde_json::from_str(&demo).unwrap();
    let email = demo["emails"][0]["value"].as_str().unwrap();
    let fresh = Program::new();
    write_file(&fresh, "a.csv", &format!("name,work_email\nSomeone,{email}\n"));
    for arguments in
        [&["--name", "Someone", "--email", email][..], &["--from", "a.csv", "--dry-run"]]
    {
        let all = [&["person", "create"][..], arguments].concat();
        let output = fresh.command(&all).current_dir(fresh.home.path()).output().unwrap();
        let error = stderr(&output);
        assert!(error.contains("per_fsvswv8484k1td52"), "{arguments:?}: {error}");
        assert!(error.contains("the same email"), "{arguments:?}: {error}");
    }
}
