//! What somebody at a shell sees of a server that misbehaves.

use std::io::Read;
use std::process::Output;

use serde_json::json;

use crate::support::harness::{Program, signal};
use crate::support::scripted_server::{KEY, Rough, Step, answer, ok, page, page_of, record, row};

/// Runs the program against the server: exit code, lines of data, narration.
fn read(server: &Rough, arguments: &[&str]) -> (i32, usize, String) {
    let output = run(server, arguments);
    let data = String::from_utf8(output.stdout).unwrap();
    let narration = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), data.lines().count(), narration)
}

fn run(server: &Rough, arguments: &[&str]) -> Output {
    let program = Program::new();
    let mut command = program.command(arguments);
    let url = format!("http://{}", server.address);
    command.env("SHORTLIST_URL", url).env("SHORTLIST_KEY", KEY).output().unwrap()
}

fn of(count: usize) -> Vec<usize> {
    (0..count).collect()
}

#[test]
fn a_key_refused_in_mid_walk_leaves_what_was_read_and_says_how_much() {
    let server = || {
        let ids = of(1000);
        Rough::start(move |asked| match asked.number {
            0 => page_of(&ids, asked),
            _ => answer("401 Unauthorized", "", r#"{"error":"the key was revoked"}"#),
        })
    };
    let (code, lines, told) = read(&server(), &["jobs", "--plain"]);
    assert_eq!((code, lines), (3, 100));
    assert!(
        told.starts_with("error: incomplete: 100 of 1000 jobs: GET /v1/jobs?offset="),
        "{told}"
    );
    let end = ": the server refused (401): the key was revoked; set SHORTLIST_KEY to a key that this server knows; --partial is content with that\n";
    assert!(told.ends_with(end), "{told}");

    let (code, lines, told) = read(&server(), &["jobs", "--plain", "--partial"]);
    assert_eq!((code, lines), (0, 100));
    assert!(told.starts_with("incomplete: 100 of 1000 jobs: "), "{told}");
}

#[test]
fn nothing_read_is_a_failure_even_in_part() {
    let server = Rough::always(answer("403 Forbidden", "X-Request-Id: r7\r\n", "keep out"));
    for arguments in [&["jobs", "--json"][..], &["jobs", "--json", "--partial"]] {
        assert_eq!(
            read(&server, arguments),
            (
                3,
                0,
                "error: GET /v1/jobs?offset=0&limit=100: the server refused (403, request r7): keep out\n".to_owned()
            )
        );
    }
}

#[test]
fn a_count_that_the_pages_do_not_hold_is_told_and_fails() {
    let server = Rough::start(|asked| {
        let (offset, limit) = (asked.query("offset"), asked.query("limit"));
        let rows: Vec<_> = (offset..250).take(limit).map(row).collect();
        page(&rows, 300, offset, limit)
    });
    let (code, lines, told) = read(&server, &["jobs", "--jsonl"]);
    assert_eq!((code, lines), (1, 250));
    assert_eq!(
        told,
        "error: incomplete: 250 of 300 jobs: the server counts more than its pages hold, or rows came in while it was read; --partial is content with that\n"
    );
    let (code, lines, _) = read(&server, &["jobs", "--jsonl", "--partial"]);
    assert_eq!((code, lines), (0, 250));
}

#[test]
fn what_cannot_be_read_is_counted_and_left_out() {
    let server = Rough::always(page(
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
fn odd_answers_are_shown_as_far_as_they_go() {
    let broken = [br#"{"data":[{"id":"a"},{"id":"b","name":""#, &b"\xff"[..], br#""}]}"#].concat();
    let nulls = json!({"data": [{"id": "a", "name": null, "created_at": null}], "meta": null});
    let numbers = json!({"data": [{"id": 7, "candidate_count": "12"}], "meta": {"total": "1"}});
    let left_out = "1 jobs could not be read and are left out (rows 2)\n";
    for (body, shown, told) in [
        (broken, "\t\t\t\t\t\ta\n", left_out),
        (nulls.to_string().into_bytes(), "\t\t\t\t\t\ta\n", ""),
        (numbers.to_string().into_bytes(), "\t\t\t\t12\t\t7\n", ""),
    ] {
        let server = Rough::always(ok(&body));
        let output = run(&server, &["jobs", "--plain"]);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), shown);
        assert_eq!(String::from_utf8(output.stderr).unwrap(), told);
        assert_eq!(output.status.code(), Some(0));
    }
    let server = Rough::always(record(&json!({"id": "j", "salary": {"from": 1}})));
    let sheet = String::from_utf8(run(&server, &["job", "j"]).stdout).unwrap();
    assert!(sheet.contains("salary") && sheet.contains(r#"{"from":1}"#), "{sheet}");
}

#[test]
fn a_server_that_never_answers_is_given_up_in_time() {
    let server = Rough::always(vec![Step::Hold]);
    let (code, lines, told) = read(&server, &["job", "j", "--deadline", "400ms"]);
    assert_eq!((code, lines), (6, 0));
    assert!(told.starts_with("error: GET /v1/jobs/j: no answer came within "), "{told}");
    assert!(told.ends_with("; --deadline gives it longer\n"), "{told}");
}

#[tokio::test]
async fn who_is_asked_to_end_ends_at_once() {
    let server = Rough::always(vec![Step::Hold]);
    let program = Program::new();
    let mut command = program.command(&["jobs"]);
    let url = format!("http://{}", server.address);
    let child = command.env("SHORTLIST_URL", url).env("SHORTLIST_KEY", KEY).spawn().unwrap();
    server.until(|log| log.asked.len() == 1).await;
    signal("INT", &child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stderr.is_empty());
}

#[test]
fn who_is_asked_to_end_ends_even_while_nobody_reads() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let ids = of(50_000);
        let server = Rough::start(move |asked| page_of(&ids, asked));
        let program = Program::new();
        let mut command = program.command(&["jobs", "--jsonl"]);
        let url = format!("http://{}", server.address);
        let mut child =
            command.env("SHORTLIST_URL", url).env("SHORTLIST_KEY", KEY).spawn().unwrap();
        // It has begun to write, and there is more than a pipe can hold.
        let mut byte = [0];
        child.stdout.as_mut().unwrap().read_exact(&mut byte).unwrap();
        signal(name, &child);
        assert_eq!(child.wait().unwrap().code(), Some(code));
    }
}

#[test]
fn json_repeats_timestamps_as_the_server_wrote_them() {
    let sent = [
        "2026-03-12T09:30:20.000Z",
        "2026-03-12T09:30:20Z",
        "2026-03-12T09:30:20.120Z",
        "2026-03-12T09:30:20.123456789Z",
        "2026-03-12T09:30:20+02:00",
        "2026-03-12 09:30:20.5-0330",
        "2026-03-12",
    ];
    let item = |(id, at): (usize, &str)| json!({"id": format!("j{id}"), "created_at": at});
    let rows: Vec<_> = sent.into_iter().enumerate().map(item).collect();
    let server = Rough::always(page(&rows, sent.len(), 0, 100));
    let written = |output: Output| -> Vec<String> {
        let data = String::from_utf8(output.stdout).unwrap();
        let lines = data.lines().filter_map(|line| line.split_once("\"created_at\":"));
        lines.map(|(_, value)| value.split('"').nth(1).unwrap().to_owned()).collect()
    };
    for list in [&["jobs"][..], &["candidates", "j"]] {
        for format in ["--json", "--jsonl"] {
            assert_eq!(
                written(run(&server, &[list, &[format]].concat())),
                sent,
                "{list:?} {format}"
            );
        }
    }
    for at in sent {
        let server = Rough::always(record(&json!({"id": "j", "created_at": at})));
        for command in ["job", "candidate"] {
            assert_eq!(written(run(&server, &[command, "j", "--json"])), [at]);
        }
    }
}

#[test]
fn no_more_is_written_than_was_asked_for() {
    let rows: Vec<_> = (0..100).map(row).collect();
    let server = Rough::always(page(&rows, 100, 0, 100));
    for format in ["--jsonl", "--plain"] {
        assert_eq!(read(&server, &["jobs", "--limit", "10", format]), (0, 10, String::new()));
    }
}

#[test]
fn a_part_that_holds_nothing_wanted_is_still_a_document() {
    let ids = of(1000);
    let server = Rough::start(move |asked| match asked.number {
        0 => page_of(&ids, asked),
        _ => answer("401 Unauthorized", "", ""),
    });
    let output = run(&server, &["jobs", "--json", "--archived", "only", "--partial"]);
    assert!(output.status.success());
    assert_eq!(output.stdout, b"[]\n");
}

#[test]
fn a_wait_that_the_server_asks_for_is_told_and_kept() {
    let server = Rough::script(vec![
        answer("429 Slow Down", "Retry-After: 1\r\n", ""),
        record(&json!({"id": "j"})),
    ]);
    let (code, _, told) = read(&server, &["job", "j"]);
    assert_eq!((code, &*told), (0, "the server asks to wait: 1 s\n"));

    let server = Rough::always(answer("429 Slow Down", "Retry-After: 90\r\n", ""));
    let (code, _, told) = read(&server, &["job", "j"]);
    assert_eq!(code, 1);
    assert!(
        told.contains("it asks to wait 90 s; --deadline 110s lets it wait that long"),
        "{told}"
    );
    assert_eq!(server.asked().len(), 1);

    // A write is not sent again by itself: more time would change nothing.
    let server = Rough::always(answer("429 Slow Down", "Retry-After: 90\r\n", ""));
    let (code, _, told) = read(&server, &["person", "create", "--name", "Ada"]);
    assert_eq!(code, 1);
    assert!(told.contains("it asks to wait 90 s; wait that long, and run it again"), "{told}");
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn a_page_for_people_and_a_redirect_are_errors_that_say_what_came() {
    let html = Rough::always(ok("<html><title>Sign in</title>"));
    let (code, _, told) = read(&html, &["jobs"]);
    assert_eq!(code, 1);
    assert!(told.contains("does not fit the interface: it is not JSON"), "{told}");
    assert!(told.ends_with("; it says: Sign in\n"), "{told}");

    let elsewhere = Rough::always(answer("302 Found", "Location: https://evil.example/\r\n", ""));
    let (code, _, told) = read(&elsewhere, &["jobs"]);
    assert_eq!(code, 1);
    assert!(told.contains("sends us to \"https://evil.example/\"; that is not followed"), "{told}");
}

#[test]
fn nothing_that_a_server_sends_steers_the_terminal() {
    let evil = "\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}\u{200b}\u{feff}\u{e0041}\u{7f}\r\nsecond";
    let body = json!({"error": evil, "errors": [{"field": evil, "message": format!("{evil}!")}]});
    let refusing = Rough::always(answer("422 No", "", body.to_string()));
    let named = json!({"id": evil, "name": evil, evil: evil, "pipeline_stages": [{"name": evil}]});
    let sending = Rough::start(move |asked| {
        if asked.target.contains('?') {
            page(std::slice::from_ref(&named), 1, 0, 100)
        } else {
            record(&named)
        }
    });
    let mut written = Vec::new();
    for arguments in [&["jobs"][..], &["job", "j"]] {
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
        let steers = |letter: char| {
            letter.is_control() && !matches!(letter, '\n' | '\t')
                || matches!(letter, '\u{202e}' | '\u{200b}' | '\u{feff}' | '\u{e0041}')
        };
        assert!(!text.contains(steers), "{text:?}");
    }
}
