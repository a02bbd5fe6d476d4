//! Commands for operators: output, errors, exit codes, files.

use std::io::Read;
use std::net::TcpListener;
use std::process::Stdio;

use serde_json::json;

use crate::support::harness::{Program, RunningService, database};
use crate::support::http::Request;

#[test]
fn the_demo_starts_with_one_command() {
    let program = Program::new();
    let running = program.serve(&["--demo"]);
    let jobs = Request::new("GET", "/v1/jobs").send(running.address).json();
    assert_eq!(jobs["meta"]["total"], 32);
    let total: i64 = jobs["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|job| job["candidate_count"].as_i64().unwrap())
        .sum();
    assert_eq!(total, 2400);
    drop(running);
    let restarted = program.serve(&["--demo"]);
    assert_eq!(
        Request::new("GET", "/v1/jobs").send(restarted.address).json()["meta"]["total"],
        32,
        "the demo is filled only once"
    );
}

#[cfg(unix)]
#[test]
fn the_data_directory_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let program = Program::new();
    let folder = program.home.path().join(".local/share/shortlist");
    // An existing directory is made private.
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o755)).unwrap();
    let running = program.serve(&["--demo"]);
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let files: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 3, "the database, its WAL and the WAL index: {files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    drop(running);
}

#[test]
fn listening_on_other_interfaces_warns_once() {
    let program = Program::new();
    let start = |listen: &str| {
        let mut command = program.command(&["serve", "--listen", listen]);
        command.env("SHORTLIST_SERVICE_KEY", "k").stderr(Stdio::piped());
        let mut running = RunningService::start(command);
        running.signal("TERM");
        let mut message = String::new();
        running.child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        message.matches("without encryption").count()
    };
    assert_eq!((start("127.0.0.1:0"), start("0.0.0.0:0")), (0, 1));
}

#[test]
fn a_service_without_a_key_says_how_to_add_one() {
    let program = Program::new();
    let mut command = program.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.stderr(Stdio::piped());
    let mut running = RunningService::start(command);
    assert_eq!(
        Request::new("GET", "/v1/jobs")
            .header("Authorization", "Bearer ")
            .send(running.address)
            .status,
        401
    );
    running.signal("TERM");
    let mut message = String::new();
    running.child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert!(message.contains("shortlist keys add"), "{message}");
}

#[test]
fn a_moved_stage_shows_everywhere_and_in_the_history() {
    let program = Program::new();
    let running = program.serve(&["--demo"]);
    let get = |path: &str| Request::new("GET", path).send(running.address);
    let jobs = get("/v1/jobs").json();
    let large_job = jobs["data"]
        .as_array()
        .unwrap()
        .iter()
        .find(|job| job["candidate_count"].as_i64() > Some(10))
        .unwrap();
    let job = get(&format!("/v1/jobs/{}", large_job["id"].as_str().unwrap())).data();
    let list = format!("/v1/jobs/{}/candidates?limit=1", large_job["id"].as_str().unwrap());
    let item = get(&list).json()["data"][0].clone();
    let candidate = item["id"].as_str().unwrap();
    let path = format!("/v1/candidates/{candidate}");
    let before = get(&path).data();
    let other = job["pipeline_stages"]
        .as_array()
        .unwrap()
        .iter()
        .find(|stage| stage["id"] != before["current_pipeline_stage_id"])
        .unwrap();
    let name = other["name"].as_str().unwrap();

    let message = program.ok(&["db", "move", candidate, &name.to_uppercase()]);
    assert!(message.contains(name), "{message}");
    let after = get(&path).data();
    assert_eq!(
        (&after["current_pipeline_stage_id"], &after["current_pipeline_stage_name"]),
        (&other["id"], &other["name"])
    );
    let (old, new) = (
        before["pipeline_stage_history"].as_array().unwrap(),
        after["pipeline_stage_history"].as_array().unwrap(),
    );
    assert_eq!((new.len(), &new[..old.len()]), (old.len() + 1, &old[..]));
    assert_eq!(new.last().unwrap()["stage_date"], after["current_pipeline_stage_date"]);
    assert_eq!(
        get(&list).json()["data"][0]["current_pipeline_stage_id"],
        other["id"],
        "the list shows the new stage"
    );
    let person = get(&format!("/v1/persons/{}", after["person_id"].as_str().unwrap())).data();
    assert!(
        person["jobs"]
            .as_array()
            .unwrap()
            .iter()
            .any(|job| job["current_pipeline_stage_id"] == other["id"])
    );

    assert!(program.ok(&["db", "move", candidate, name]).contains("already in"));
    assert_eq!(get(&path).data(), after, "the second move changes nothing");
    for (candidate, stage, code, texts) in [
        (candidate, "No such stage", 4, &["the job has:", name][..]),
        ("nobody", name, 4, &["no candidate has the ID nobody"]),
    ] {
        let (status, message) = program.fails(&["db", "move", candidate, stage]);
        assert_eq!(status, code, "{message}");
        assert!(texts.iter().all(|text| message.contains(text)), "{message}");
    }
}

#[test]
fn errors_say_what_to_do_and_have_an_exit_code() {
    let program = Program::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::fs::write(program.home.path().join("letter.txt"), "Dear reader, ".repeat(200)).unwrap();
    program.ok(&["keys", "add", "one"]);
    let table: [(&[&str], i32, &str); 22] = [
        (&[], 2, "is not a terminal"),
        (&["server"], 2, "serve"),
        (&["serve", "--listen", "nowhere"], 2, "ADDRESS:PORT"),
        (&["serve", "--rate", "often"], 2, "50/10s"),
        (&["serve", "--database", "mysql://x"], 2, "sqlite:FILE"),
        (&["serve", "--listen", &address], 1, "in use"),
        (&["serve", "--database", "sqlite:letter.txt"], 2, "not a database"),
        (&["db", "stats", "--database", "sqlite:none.db"], 2, "none.db does not exist"),
        (&["db", "export", "--database", "sqlite:none.db"], 2, "shortlist db demo"),
        (&["db", "import", "none.jsonl"], 2, "none.jsonl"),
        (&["db", "demo", "--jobs", "0"], 2, "--jobs"),
        (
            &["db", "demo", "--database", "sqlite:no/such/folder.db"],
            2,
            "does not exist; create it first",
        ),
        (&["db", "demo", "--today", "soon"], 2, "--today"),
        (&["db", "demo", "--today", "2999-01-01"], 2, "until today"),
        (&["db", "demo", "--jobs", "1000000000"], 2, "100000"),
        (&["keys", "add", "one"], 5, "revoke it first"),
        (&["keys", "add", " "], 2, "1 to 100"),
        (&["keys", "add", "\u{200b}\u{2060}"], 2, "must contain a visible character"),
        (&["keys", "add", "\u{301}"], 2, "must contain a visible character"),
        (&["keys", "revoke", "two"], 4, "two"),
        (&["keys", "add", "two", "--expires", "-1d"], 2, "such as 12h, 90d or 1y"),
        (&["keys", "rotate", "one", "--grace", "-1d"], 2, "such as 12h, 90d or 1y"),
    ];
    for (arguments, code, message) in table {
        let (status, error) = program.fails(arguments);
        assert_eq!(status, code, "{arguments:?}: {error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    for expected in ["was revoked", "unchanged: the key one was already revoked"] {
        let revoke = program.run(&["keys", "revoke", "one"]);
        let message = String::from_utf8(revoke.stderr).unwrap();
        assert!(revoke.status.success() && message.contains(expected), "{message}");
    }
    let filled = database(program.home.path(), "filled.db");
    program.ok(&["db", "demo", "--database", &filled]);
    let (code, error) = program.fails(&["db", "demo", "--database", &filled]);
    assert!(code == 5 && error.contains("not changed"), "{error}");
    let log = program.command(&["serve"]).env("SHORTLIST_LOG", "loud").output().unwrap();
    assert_eq!(log.status.code(), Some(2));
}

#[test]
fn without_a_home_directory_it_is_a_usage_error() {
    let program = Program::new();
    let output =
        program.command(&["db", "stats"]).env("HOME", "/dev/null/nowhere").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let program = Program::new();
    let at = database(program.home.path(), "pipe.db");
    program.ok(&["db", "demo", "--database", &at]);
    let mut child = program.command(&["db", "export", "--database", &at]).spawn().unwrap();
    let mut start = [0; 100];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut start).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
        (Some(0), "")
    );
}

#[test]
fn stats_and_demo_report_the_same_counts() {
    let program = Program::new();
    let at = database(program.home.path(), "stats.db");
    let demo = program.run(&[
        "db",
        "demo",
        "--database",
        &at,
        "--jobs",
        "5",
        "--candidates",
        "60",
        "--seed",
        "3",
    ]);
    let message = String::from_utf8(demo.stderr).unwrap();
    assert!(message.contains("jobs: 5,") && message.contains("candidates: 60,"), "{message}");
    let stats = program.ok(&["db", "stats", "--database", &at]);
    let count = |name: &str| -> i64 {
        let line = stats.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().last().unwrap().parse().unwrap()
    };
    assert_eq!((count("jobs"), count("candidates"), count("keys")), (5, 60, 0));
    assert!(count("bytes on disk") > 10_000);
}

#[test]
fn control_characters_in_names_are_escaped() {
    let program = Program::new();
    let at = database(program.home.path(), "hostile.db");
    program.import_agency(&at);
    let running = program.serve(&["--database", &at]);
    let body = json!({"name": "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}Eve", "job_id": "job_rust"});
    let created = Request::new("POST", "/v1/persons").json(&body).send(running.address).data();
    let message = program.ok(&[
        "db",
        "move",
        created["candidate_id"].as_str().unwrap(),
        "screen",
        "--database",
        &at,
    ]);
    assert!(!message.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}']), "{message:?}");
    assert!(message.contains("\\u{1b}]0;owned"), "{message:?}");
}

#[test]
fn help_matches_its_snapshots() {
    let program = Program::new();
    for (name, arguments) in [
        ("help", &["--help"][..]),
        ("help_jobs", &["jobs", "--help"]),
        ("help_candidates", &["candidates", "--help"]),
        ("help_person", &["person", "--help"]),
        ("help_person_edit", &["person", "edit", "--help"]),
        ("help_person_create", &["person", "create", "--help"]),
        ("help_person_attach", &["person", "attach", "--help"]),
        ("help_serve", &["serve", "--help"]),
        ("help_keys", &["keys", "--help"]),
        ("help_keys_table", &["keys-table", "--help"]),
        ("help_db", &["db", "--help"]),
        ("help_db_import", &["db", "import", "--help"]),
    ] {
        insta::assert_snapshot!(name, program.ok(arguments));
    }
}
