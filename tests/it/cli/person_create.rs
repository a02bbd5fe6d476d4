//! `person create`: by flags and from a file, interrupted and gone on with.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Output, Stdio};

use serde_json::{Value, json};

use crate::cli::person_edit::{person, stderr, stdout};
use crate::support::harness::{Program, Service, signal};
use crate::support::quirky_server::{JOB, Manners, Odd, Turn};
use crate::support::scripted_server::{KEY, latch, on_a_runtime};

pub(crate) const FIVE: &str = "name,emails,title\nAda Obi,ada@obi.example,Engineer\nBea Obi,bea@obi.example,\n\
                    Cy Obi,,\nDee Obi,dee@obi.example;d2@obi.example,\nEd Obi,,\"Clerk, senior\"\n";

/// Everybody that a server was asked to make.
pub(crate) fn names(odd: &Odd) -> Vec<String> {
    odd.bodies("POST").iter().map(|body| body["name"].as_str().unwrap().to_owned()).collect()
}

/// What the lines say became of everybody.
pub(crate) fn words(output: &Output) -> Vec<String> {
    stdout(output).lines().map(|line| line.split("  ").nth(1).unwrap().to_owned()).collect()
}

pub(crate) fn put(program: &Program, name: &str, text: &str) {
    fs::write(program.home.path().join(name), text).unwrap();
}

pub(crate) fn five() -> Program {
    let program = Program::new();
    put(&program, "five.csv", FIVE);
    program
}

pub(crate) const FROM: [&str; 5] = ["create", "--from", "five.csv", "--job", JOB];

/// Starts making the five in the background.
fn begin(program: &Program, odd: &Odd) -> Child {
    let url = format!("http://{}", odd.rough.address);
    let all = [&["person"], &FROM[..], &["--url", &url]].concat();
    program.command(&all).env("SHORTLIST_KEY", KEY).spawn().unwrap()
}

fn until_posts(odd: &Odd, count: usize) {
    on_a_runtime(odd.rough.until(move |log| {
        log.asked.iter().filter(|asked| asked.method == "POST").count() == count
    }));
}

#[test]
fn somebody_is_made_by_flags() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    let asked =
        ["create", "--name", "Ada Obi", "--title", "Engineer", "--email", "work:a@b.example"];
    let asked = [&asked[..], &["--email", "c@d.example", "--notes", "met", "--job", JOB]].concat();
    let dry = person(&program, &odd, &[&asked[..], &["--dry-run"]].concat());
    assert!(stdout(&dry).starts_with("would create  -  -  Ada Obi\n  body: {"), "{}", stdout(&dry));
    assert_eq!(odd.asked(), [""; 0]);

    let output = person(&program, &odd, &asked);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let told = stdout(&output);
    assert!(told.starts_with("created  per_4  can_") && told.ends_with("  Ada Obi\n"), "{told}");
    let sent = &odd.bodies("POST")[0];
    let outside = sent["external_source_id"].as_str().unwrap();
    assert!(stderr(&output).contains(&format!("outside id: {outside}")), "{}", stderr(&output));
    assert_eq!(
        *sent,
        json!({"name": "Ada Obi", "current_job_title": "Engineer", "work_email": "a@b.example",
               "emails": ["c@d.example"], "notes": "met", "job_id": JOB,
               "external_source_id": outside})
    );
}

#[test]
fn the_old_create_is_asked_for_by_flag_or_profile() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    let asked = ["create", "--name", "Ada", "--email", "a@b.example", "--outside-id", "x-1"];
    let output = person(&program, &odd, &[&asked[..], &["--api", "v0", "--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&told["outcome"], &told["external_source_id"]), (&json!("created"), &json!("x-1")));
    let config = program.home.path().join(".config/shortlist");
    fs::create_dir_all(&config).unwrap();
    let url = format!("http://{}", odd.rough.address);
    let profile = format!("[profiles.old]\nurl = \"{url}\"\ncreate = \"v0\"\n");
    fs::write(config.join("config.toml"), profile).unwrap();
    let output = person(&program, &odd, &asked);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(odd.asked().iter().filter(|asked| *asked == "POST /v0/persons").count(), 2);
    let wrong = person(&program, &odd, &[&asked[..], &["--work-email", "c@d.example"]].concat());
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("version 0 has no work_email"), "{}", stderr(&wrong));
}

#[test]
fn how_a_create_went_has_its_word_and_its_code() {
    let refusal = json!({"success": false, "error": "bad", "errors": [
        {"field": "emails[0]", "message": "bounces"}]});
    let says = |status| Turn::Says(status, refusal.clone());
    let job = &["--job", JOB][..];
    for (with, turn, word, code, people) in [
        (job, Turn::DoneAndLost, "found", 0, 4),
        (job, Turn::Lost, "unknown", 6, 3),
        (&[], Turn::DoneAndLost, "unknown", 6, 4),
        (&[], Turn::Lost, "unknown", 6, 3),
        (job, says("422 Unprocessable"), "refused", 1, 3),
        (job, says("409 Conflict"), "refused", 5, 3),
        (job, says("401 Unauthorized"), "refused", 3, 3),
        (job, says("500 Oh"), "unknown", 6, 3),
    ] {
        let (program, odd) = (Program::new(), Odd::start(Manners::default()));
        odd.turns("POST", [turn.clone()]);
        let asked = [&["create", "--name", "Ada Obi", "--json"], with].concat();
        let output = person(&program, &odd, &asked);
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        let seen = (told["outcome"].as_str().unwrap(), output.status.code().unwrap());
        assert_eq!((seen, odd.count()), ((word, code), people), "{turn:?} {}", stderr(&output));
        assert_eq!(odd.bodies("POST").len(), 1, "nobody is sent twice by itself");
        let was_said = matches!(turn, Turn::Says(..));
        assert_eq!(was_said, stderr(&output).contains("bounces"), "{}", stderr(&output));
    }
}

#[test]
fn a_file_is_made_in_its_order_and_not_again() {
    let (program, odd) = (five(), Odd::start(Manners::default()));
    let output = person(&program, &odd, &FROM);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let told = stdout(&output);
    let first: Vec<&str> = told.lines().next().unwrap().split("  ").collect();
    assert_eq!((first[0], first[1], first[2], first[4]), ("2", "created", "per_4", "Ada Obi"));
    assert_eq!(names(&odd), ["Ada Obi", "Bea Obi", "Cy Obi", "Dee Obi", "Ed Obi"]);
    let sent = odd.bodies("POST");
    assert_eq!(sent[3]["emails"], json!(["dee@obi.example", "d2@obi.example"]));
    assert_eq!(sent[4]["current_job_title"], "Clerk, senior");

    let again = person(&program, &odd, &FROM);
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert_eq!(words(&again), ["before"; 5]);
    assert!(stdout(&again).starts_with("2  before  per_4  -  Ada Obi\n"), "{}", stdout(&again));
    assert_eq!(odd.bodies("POST").len(), 5, "nobody twice");

    let other = person(&program, &odd, &FROM[..3]);
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains("begun with --api v1 --job job_rust"), "{}", stderr(&other));
    assert_eq!(odd.bodies("POST").len(), 5);
}

#[test]
fn every_kind_of_file_is_taken_also_from_stdin() {
    let service = Service::start();
    let program = Program::new();
    let one = json!({"name": "Ada Obi", "work_email": "a@b.example", "external_source_id": "x-1"});
    let two = json!({"first_name": "Bea", "job_id": "job_rust", "phone_numbers": ["+44 20 7946"]});
    let array = serde_json::to_string_pretty(&json!([one, two])).unwrap();
    put(&program, "two.json", &array);
    let three = json!({"name": "Cy Obi"});
    put(&program, "two.jsonl", &format!("{two}\n\n{three}\n"));
    let url = format!("http://{}", service.address);
    let run = |file: &str, text: &str| {
        let all = ["person", "create", "--from", file, "--json", "--url", &url];
        let mut command = program.command(&all);
        command.env("SHORTLIST_KEY", crate::support::harness::KEY).stdin(Stdio::piped());
        let mut child = command.spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let told = stdout(&output);
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    for (file, text) in [("two.json", ""), ("-", "[{\"name\":\"Cy\"},{\"name\":\"D\"}]")] {
        let told = run(file, text);
        let records: Vec<&Value> = told.iter().map(|one| &one["record"]).collect();
        assert_eq!((records, told[0].get("line")), (vec![&json!(1), &json!(2)], None), "{file}");
        assert!(told.iter().all(|one| one["outcome"] == "created"), "{told:?}");
        let read = service.read(&told[0]["person"]);
        assert_eq!(read["external_source_id"], told[0]["external_source_id"]);
    }
    let told = run("two.jsonl", "");
    let told: Vec<_> = told.iter().map(|one| (&one["line"], &one["outcome"])).collect();
    let (first, third) = (json!(1), json!(3));
    assert_eq!(told, [(&first, &json!("before")), (&third, &json!("created"))], "in any file");
}

#[test]
fn every_mistake_is_told_with_its_line_and_nothing_is_sent() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    put(
        &program,
        "a.jsonl",
        "{\"name\": \"Ada\", \"shoe\": 1}\n{\"name\": \"B\", \"emails\": [\"x y\"]}\n{}\n",
    );
    put(
        &program,
        "k.csv",
        "name,emails,phones\nA,a@b.example,\nB,work:b@b.example,mobile:+44 20\n",
    );
    put(&program, "r.json", "[{\"name\": \"Ada\"}, {}]");
    put(&program, "b.csv", "name,external_source_id\nA,1\nB,1\n");
    for (file, told) in [
        (
            "a.jsonl",
            &[
                "a.jsonl: line 1, shoe: no field is",
                "a.jsonl: line 2, emails: ",
                "a.jsonl: line 3, name: ",
                "a.jsonl: the fields are name, first_name, ",
                "a.jsonl: 3 mistakes; nothing was sent",
            ][..],
        ),
        (
            "k.csv",
            &[
                "k.csv: line 3, emails: an e-mail address has no colon in it; the kind has a field of its own: work_email",
                "k.csv: line 3, phone_numbers: no kind stands before a phone number; it has a field of its own: mobile_phone",
            ],
        ),
        ("r.json", &["r.json: record 2, name: nobody can be made of this"]),
        ("b.csv", &["b.csv: line 3, external_source_id: is that of line 2 too"]),
        ("c.csv", &["c.csv: No such file"]),
        (".", &[".: is a directory"]),
    ] {
        let output = person(&program, &odd, &["create", "--from", file]);
        assert_eq!(output.status.code(), Some(2), "{file}");
        let said = stderr(&output);
        assert!(told.iter().all(|told| said.contains(told)), "{said}");
    }
    assert_eq!(odd.asked(), [""; 0], "nothing at all is asked of the server");
    let some =
        person(&program, &odd, &["create", "--from", "a.jsonl", "--ignore-unknown", "--dry-run"]);
    assert!(stderr(&some).contains("2 mistakes"), "{}", stderr(&some));
}

#[test]
fn a_dry_run_tells_who_may_be_the_same() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    put(
        &program,
        "a.csv",
        "name,emails,work_email\nAda,a@b.example,\nBo,c@d.example,A@b.example\n",
    );
    let output = person(&program, &odd, &["create", "--from", "a.csv", "--dry-run"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output), "2  would create  -  -  Ada\n3  would create  -  -  Bo\n");
    let told = stderr(&output);
    assert!(told.contains("line 3: may be the same person as in line 2: a@b.example"), "{told}");
    assert_eq!(odd.asked(), [""; 0]);
}

#[test]
fn whoever_is_refused_does_not_hold_up_the_others() {
    let (program, odd) = (five(), Odd::start(Manners::default()));
    let says = |status| Turn::Says(status, json!({"success": false, "error": "no"}));
    odd.turns(
        "POST",
        [Turn::Usual, says("422 Unprocessable"), says("409 Conflict"), says("429 Slow")],
    );
    let first = person(&program, &odd, &FROM);
    assert_eq!(first.status.code(), Some(1), "{}", stderr(&first));
    assert_eq!(words(&first), ["created", "refused", "refused", "refused"]);
    assert!(stderr(&first).contains("stopped after line 5"), "{}", stderr(&first));
    let again = person(&program, &odd, &FROM);
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert_eq!(words(&again), ["before", "created", "created", "created", "created"]);
    assert_eq!(odd.count(), 3 + 5);
}

#[test]
fn a_key_that_is_refused_stops_everything() {
    let (program, odd) = (five(), Odd::start(Manners::default()));
    odd.turns("POST", [Turn::Usual, Turn::Says("401 Unauthorized", json!({"error": "who?"}))]);
    let output = person(&program, &odd, &FROM);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert_eq!(names(&odd), ["Ada Obi", "Bea Obi"]);
    assert!(stderr(&output).contains("run the same command again"), "{}", stderr(&output));
}

#[test]
fn a_killed_run_goes_on_and_makes_nobody_twice() {
    let (_open, closed) = latch();
    // The server did it and was about to say so; or it had not begun.
    for (turn, third, posts) in [(Turn::Held(closed), "found", 5), (Turn::Silent, "unknown", 6)] {
        let (program, odd) = (five(), Odd::start(Manners::default()));
        odd.turns("POST", [Turn::Usual, Turn::Usual, turn]);
        let mut child = begin(&program, &odd);
        until_posts(&odd, 3);
        child.kill().unwrap();
        child.wait().unwrap();
        let output = person(&program, &odd, &FROM);
        let is_known = third == "found";
        let code = if is_known { 0 } else { 6 };
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        assert_eq!(words(&output), ["before", "before", third, "created", "created"]);
        assert_eq!(odd.bodies("POST").len(), 5, "nobody is sent again unasked");
        if !is_known {
            assert!(stderr(&output).contains("--resend-unknown sends them again"));
            let asked = person(&program, &odd, &[&FROM[..], &["--resend-unknown"]].concat());
            assert_eq!(asked.status.code(), Some(0), "{}", stderr(&asked));
            assert_eq!(words(&asked), ["before", "before", "created", "before", "before"]);
        }
        assert_eq!((odd.bodies("POST").len(), odd.count()), (posts, 3 + 5));
        let mut made: Vec<String> =
            (4..9).map(|id| odd.person(&format!("per_{id}"))["name"].to_string()).collect();
        made.sort();
        made.dedup();
        assert_eq!(made.len(), 5, "each of them once");
    }
}

#[test]
fn whose_fate_nobody_knows_is_not_sent_again_unless_asked() {
    let program = Program::new();
    put(&program, "two.csv", "name\nAda\nBo\n");
    let odd = Odd::start(Manners::default());
    odd.turns("POST", [Turn::Lost]);
    let asked = ["create", "--from", "two.csv"];
    let first = person(&program, &odd, &asked);
    assert_eq!(first.status.code(), Some(6), "{}", stderr(&first));
    assert_eq!(words(&first), ["unknown", "created"]);
    assert!(stderr(&first).contains("line 2: they may have been created: "), "{}", stderr(&first));
    let again = person(&program, &odd, &asked);
    assert_eq!(again.status.code(), Some(6));
    assert_eq!(words(&again), ["unknown", "before"]);
    assert_eq!(names(&odd), ["Ada", "Bo"], "Ada went out once");
    let resent = person(&program, &odd, &[&asked[..], &["--resend-unknown"]].concat());
    assert_eq!(resent.status.code(), Some(0), "{}", stderr(&resent));
    assert_eq!(words(&resent), ["created", "before"]);
    let sent = odd.bodies("POST");
    assert_eq!(sent[0], sent[2], "under the same outside id");
}

#[test]
fn ctrl_c_ends_between_two_lines_and_says_how_to_go_on() {
    let (program, odd) = (five(), Odd::start(Manners::default()));
    let (open, closed) = latch();
    odd.turns("POST", [Turn::Usual, Turn::Held(closed)]);
    let mut child = begin(&program, &odd);
    until_posts(&odd, 2);
    signal("INT", &child);
    let mut narration = BufReader::new(child.stderr.take().unwrap());
    let mut told = String::new();
    narration.read_line(&mut told).unwrap();
    assert_eq!(told, "it ends after this one; Ctrl-C once more ends it at once\n");
    drop(open);
    narration.read_to_string(&mut told).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("error: interrupted; run the same command again to go on"), "{told}");
    assert_eq!(words(&output), ["created", "created"]);
    assert_eq!(names(&odd).len(), 2);
    let again = person(&program, &odd, &FROM);
    assert_eq!(words(&again), ["before", "before", "created", "created", "created"]);
}

#[test]
fn a_reader_that_goes_away_does_not_stop_the_work() {
    let (program, odd) = (five(), Odd::start(Manners::default()));
    let (open, closed) = latch();
    odd.turns("POST", [Turn::Usual, Turn::Held(closed)]);
    let mut child = begin(&program, &odd);
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut String::new()).unwrap();
    drop(reader);
    drop(open);
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{told}");
    assert_eq!(names(&odd).len(), 5);
}

#[test]
fn two_at_once_do_not_make_the_same_people() {
    let (program, odd) = (five(), Odd::start(Manners::default()));
    let (open, closed) = latch();
    odd.turns("POST", [Turn::Held(closed)]);
    let child = begin(&program, &odd);
    until_posts(&odd, 1);
    let second = person(&program, &odd, &FROM);
    assert_eq!(second.status.code(), Some(5), "{}", stderr(&second));
    drop(open);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
    assert_eq!(odd.count(), 3 + 5);
}
