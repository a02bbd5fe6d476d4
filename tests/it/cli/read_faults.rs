//! The reading commands on faulty servers: output and exit codes.

use std::io::Read;
use std::process::{Command, Output};
use std::sync::Mutex;

use serde_json::{Value, json};

use crate::support::harness::{Program, signal};
use crate::support::scripted_server::{
    KEY, ScriptedServer, Step, answer, latch, ok, page, page_of, record, row,
};

/// Runs a command on the server: exit code, number of output lines, stderr.
fn read(server: &ScriptedServer, arguments: &[&str]) -> (i32, usize, String) {
    let output = run(server, arguments);
    let stdout = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), stdout.lines().count(), stderr)
}

fn run(server: &ScriptedServer, arguments: &[&str]) -> Output {
    command(&Program::new(), server, arguments).output().unwrap()
}

fn command(program: &Program, server: &ScriptedServer, arguments: &[&str]) -> Command {
    let mut command = program.command(arguments);
    let url = format!("http://{}", server.address);
    command.env("SHORTLIST_URL", url).env("SHORTLIST_KEY", KEY);
    command
}

fn ids(count: usize) -> Vec<usize> {
    (0..count).collect()
}

#[test]
fn a_key_refused_within_a_list_prints_the_rows_so_far_and_their_number() {
    let server = || {
        let ids = ids(1000);
        ScriptedServer::start(move |request| match request.number {
            0 => page_of(&ids, request),
            _ => answer("401 Unauthorized", "", r#"{"error":"the key was revoked"}"#),
        })
    };
    let (code, lines, stderr) = read(&server(), &["jobs", "--plain"]);
    assert_eq!((code, lines), (3, 100));
    assert!(
        stderr
            .starts_with("error: incomplete: 100 of 1000 jobs: the server rejected the key (401)"),
        "{stderr}"
    );
    let cause = "(401): the key was revoked (GET /v1/jobs?offset=";
    let end =
        "; run `shortlist login`, or set SHORTLIST_KEY to a valid key; --partial accepts that\n";
    assert!(stderr.contains(cause) && stderr.ends_with(end), "{stderr}");

    let (code, lines, stderr) = read(&server(), &["jobs", "--plain", "--partial"]);
    assert_eq!((code, lines), (0, 100));
    assert!(stderr.starts_with("incomplete: 100 of 1000 jobs: "), "{stderr}");
}

#[test]
fn without_any_row_partial_is_still_a_failure() {
    let server =
        ScriptedServer::always(answer("403 Forbidden", "X-Request-Id: r7\r\n", "keep out"));
    for arguments in [&["jobs", "--json"][..], &["jobs", "--json", "--partial"]] {
        assert_eq!(
            read(&server, arguments),
            (
                3,
                0,
                "error: the server returned an error (403, request r7): keep out (GET /v1/jobs?offset=0&limit=100)\n".to_owned()
            )
        );
    }
}

#[test]
fn a_total_beyond_the_pages_is_reported_as_a_failure() {
    let server = ScriptedServer::start(|request| {
        let (offset, limit) = (request.query("offset"), request.query("limit"));
        let rows: Vec<_> = (offset..250).take(limit).map(row).collect();
        page(&rows, 300, offset, limit)
    });
    let (code, lines, stderr) = read(&server, &["jobs", "--jsonl"]);
    assert_eq!((code, lines), (1, 250));
    assert_eq!(
        stderr,
        "error: incomplete: 250 of 300 jobs: the server reports more rows than it sent, or rows were added meanwhile; --partial accepts that\n"
    );
    let (code, lines, _) = read(&server, &["jobs", "--jsonl", "--partial"]);
    assert_eq!((code, lines), (0, 250));
}

#[test]
fn unreadable_items_are_counted_and_left_out() {
    let server = ScriptedServer::always(page(
        &[row(1), json!(7), json!({"id": null}), row(2), json!("x")],
        5,
        0,
        100,
    ));
    assert_eq!(
        read(&server, &["jobs", "--plain"]),
        (0, 2, "3 jobs could not be read and are left out (rows 2, 3, 5)\n".to_owned())
    );
}

#[test]
fn unusual_answers_are_printed_as_far_as_possible() {
    let broken = [br#"{"data":[{"id":"a"},{"id":"b","name":""#, &b"\xff"[..], br#""}]}"#].concat();
    let nulls = json!({"data": [{"id": "a", "name": null, "created_at": null}], "meta": null});
    let numbers = json!({"data": [{"id": 7, "candidate_count": "12"}], "meta": {"total": "1"}});
    let left_out = "1 job could not be read and is left out (row 2)\n";
    for (body, stdout, stderr) in [
        (broken, "\t\t\t\t\t\ta\n", left_out),
        (nulls.to_string().into_bytes(), "\t\t\t\t\t\ta\n", ""),
        (numbers.to_string().into_bytes(), "\t\t\t\t12\t\t7\n", ""),
    ] {
        let server = ScriptedServer::always(ok(&body));
        let output = run(&server, &["jobs", "--plain"]);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), stdout);
        assert_eq!(String::from_utf8(output.stderr).unwrap(), stderr);
        assert_eq!(output.status.code(), Some(0));
    }
    let server = ScriptedServer::always(record(&json!({"id": "j1", "salary": {"from": 1}})));
    let text = String::from_utf8(run(&server, &["job", "j1"]).stdout).unwrap();
    assert!(text.contains("salary") && text.contains(r#"{"from":1}"#), "{text}");
}

#[test]
fn a_server_that_never_answers_times_out() {
    let server = ScriptedServer::always(vec![Step::Hold]);
    let (code, lines, stderr) = read(&server, &["job", "j1", "--deadline", "400ms"]);
    assert_eq!((code, lines), (6, 0));
    assert!(stderr.starts_with("error: no response within "), "{stderr}");
    assert!(
        stderr.ends_with(" (GET /v1/jobs/j1); --deadline sets a longer time limit\n"),
        "{stderr}"
    );
}

#[tokio::test]
async fn an_interrupt_ends_it_at_once() {
    let server = ScriptedServer::always(vec![Step::Hold]);
    let program = Program::new();
    let child = command(&program, &server, &["jobs"]).spawn().unwrap();
    server.wait_until(|log| log.requests.len() == 1).await;
    signal("INT", child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stderr.is_empty());
}

#[test]
fn a_signal_ends_it_even_if_stdout_is_blocked() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let ids = ids(50_000);
        let server = ScriptedServer::start(move |request| page_of(&ids, request));
        let program = Program::new();
        let mut child = command(&program, &server, &["jobs", "--jsonl"]).spawn().unwrap();
        // The command has begun to write, and the rest does not fit into the pipe.
        let mut byte = [0];
        child.stdout.as_mut().unwrap().read_exact(&mut byte).unwrap();
        signal(name, child.id());
        assert_eq!(child.wait().unwrap().code(), Some(code));
    }
}

#[test]
fn json_repeats_timestamps_as_the_server_wrote_them() {
    let timestamps = [
        "2026-03-12T09:30:20.000Z",
        "2026-03-12T09:30:20Z",
        "2026-03-12T09:30:20.120Z",
        "2026-03-12T09:30:20.123456789Z",
        "2026-03-12T09:30:20+02:00",
        "2026-03-12 09:30:20.5-0330",
        "2026-03-12",
    ];
    let item = |(id, at): (usize, &str)| json!({"id": format!("j{id}"), "created_at": at});
    let rows: Vec<_> = timestamps.into_iter().enumerate().map(item).collect();
    let server = ScriptedServer::always(page(&rows, timestamps.len(), 0, 100));
    let printed = |output: Output| -> Vec<String> {
        let stdout = String::from_utf8(output.stdout).unwrap();
        let values = stdout.lines().filter_map(|line| line.split_once("\"created_at\":"));
        values.map(|(_, value)| value.split('"').nth(1).unwrap().to_owned()).collect()
    };
    for list in [&["jobs"][..], &["candidates", "j1"]] {
        for format in ["--json", "--jsonl"] {
            let output = run(&server, &[list, &[format]].concat());
            assert_eq!(printed(output), timestamps, "{list:?} {format}");
        }
    }
    for at in timestamps {
        let server = ScriptedServer::always(record(&json!({"id": "j1", "created_at": at})));
        for command in ["job", "candidate"] {
            assert_eq!(printed(run(&server, &[command, "j1", "--json"])), [at]);
        }
    }
}

#[test]
fn the_limit_applies_even_if_the_server_sends_more() {
    let rows: Vec<_> = (0..100).map(row).collect();
    let server = ScriptedServer::always(page(&rows, 100, 0, 100));
    for format in ["--jsonl", "--plain"] {
        assert_eq!(read(&server, &["jobs", "--limit", "10", format]), (0, 10, String::new()));
    }
}

#[test]
fn an_empty_partial_result_is_valid_json() {
    let ids = ids(1000);
    let server = ScriptedServer::start(move |request| match request.number {
        0 => page_of(&ids, request),
        _ => answer("401 Unauthorized", "", ""),
    });
    let output = run(&server, &["jobs", "--json", "--archived", "only", "--partial"]);
    assert!(output.status.success());
    assert_eq!(output.stdout, b"[]\n");
}

#[test]
fn a_wait_requested_by_the_server_is_reported_and_kept() {
    let server = ScriptedServer::script(vec![
        answer("429 Slow Down", "Retry-After: 1\r\n", ""),
        record(&json!({"id": "j1"})),
    ]);
    let (code, _, stderr) = read(&server, &["job", "j1"]);
    assert_eq!((code, &*stderr), (0, "the server asks us to wait: 1 s\n"));

    let server = ScriptedServer::always(answer("429 Slow Down", "Retry-After: 90\r\n", ""));
    let (code, _, stderr) = read(&server, &["job", "j1"]);
    assert_eq!(code, 1);
    assert!(
        stderr
            .contains("it asks us to wait 90 s (GET /v1/jobs/j1); --deadline 110s waits that long"),
        "{stderr}"
    );
    assert_eq!(server.requests().len(), 1);

    // A write is not retried, and without a job no search can settle it.
    let server = ScriptedServer::always(answer("429 Slow Down", "Retry-After: 90\r\n", ""));
    let (code, _, stderr) = read(&server, &["person", "create", "--name", "Ada"]);
    assert_eq!(code, 6);
    assert!(
        stderr.contains("may have been created: the server returned an error (429)"),
        "{stderr}"
    );
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn an_html_page_and_a_redirect_are_errors_that_describe_them() {
    let html = ScriptedServer::always(ok("<html><title>Sign in</title>"));
    let (code, _, stderr) = read(&html, &["jobs"]);
    assert_eq!(code, 1);
    assert!(stderr.contains("does not match the API: it is not JSON"), "{stderr}");
    assert!(stderr.contains("; the server says: Sign in (GET /v1/jobs?"), "{stderr}");

    let redirecting =
        ScriptedServer::always(answer("302 Found", "Location: https://evil.example/\r\n", ""));
    let (code, _, stderr) = read(&redirecting, &["jobs"]);
    assert_eq!(code, 1);
    assert!(
        stderr.contains("to \"https://evil.example/\"; shortlist does not follow redirects"),
        "{stderr}"
    );
}

#[test]
fn the_first_rows_are_those_of_the_list_though_a_later_page_arrives_before() {
    let ids = ids(1000);
    let (sender, second_page) = latch();
    let sender = Mutex::new(Some(sender));
    let server = ScriptedServer::start(move |request| {
        let page = page_of(&ids, request);
        match request.query("offset") {
            100 => [vec![Step::Wait(second_page.clone())], page].concat(),
            300 => {
                drop(sender.lock().unwrap().take());
                page
            }
            _ => page,
        }
    });
    let output = run(&server, &["jobs", "--jsonl", "--limit", "350"]).stdout;
    let lines = String::from_utf8(output).unwrap();
    let found: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected: Vec<String> = (0..350).map(|id| format!("job_{id}")).collect();
    assert!(found.iter().map(|job| &job["id"]).eq(&expected), "{lines}");
}

#[test]
fn control_characters_of_a_server_are_not_printed() {
    let hostile = "\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}\u{200b}\u{feff}\u{e0041}\u{7f}\r\nsecond";
    let body =
        json!({"error": hostile, "errors": [{"field": hostile, "message": format!("{hostile}!")}]});
    let refusing = ScriptedServer::always(answer("422 No", "", body.to_string()));
    let named = json!({"id": hostile, "name": hostile, hostile: hostile, "pipeline_stages": [{"name": hostile}]});
    let wrong = ScriptedServer::always(record(&named));
    let sending = ScriptedServer::start(move |request| {
        if request.target.contains('?') {
            page(std::slice::from_ref(&named), 1, 0, 100)
        } else {
            let mut requested = named.clone();
            requested["id"] = json!("j1");
            record(&requested)
        }
    });
    let mut written = vec![run(&wrong, &["job", "j1"]).stderr];
    for arguments in [&["jobs"][..], &["job", "j1"]] {
        written.push(run(&refusing, arguments).stderr);
        for format in [&[][..], &["--json"], &["--jsonl"], &["--csv"], &["--plain"]] {
            let output = run(&sending, &[arguments, format].concat());
            assert!(output.status.success());
            assert!(!output.stdout.is_empty());
            written.extend([output.stdout, output.stderr]);
        }
    }
    for bytes in written {
        let text = String::from_utf8(bytes).unwrap();
        let is_control = |letter: char| {
            letter.is_control() && !matches!(letter, '\n' | '\t')
                || matches!(letter, '\u{202e}' | '\u{200b}' | '\u{feff}' | '\u{e0041}')
        };
        assert!(!text.contains(is_control), "{text:?}");
    }
}
