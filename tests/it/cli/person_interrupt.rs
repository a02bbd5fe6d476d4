//! Ctrl-C while one person is changed or made: nothing is left untold.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, Stdio};

use crate::support::harness::{Program, signal};
use crate::support::quirky_server::{JOB, Manners, OTHER_JOB, Odd, Turn};
use crate::support::scripted_server::{KEY, latch, on_a_runtime};

const EDIT: &[&str] = &["edit", "per_1", "--set", "title=Countess"];
const ATTACH: &[&str] = &["attach", "per_1", OTHER_JOB];
const CREATE: &[&str] = &["create", "--name", "Ada Obi", "--outside-id", "x-1", "--job", JOB];

const WAITS: &str =
    "it was sent: what becomes of it is waited for; Ctrl-C once more ends it at once\n";

/// A command in the background, when its first request of a method is out.
fn begun(program: &Program, odd: &Odd, arguments: &[&str], method: &'static str) -> Child {
    let url = format!("http://{}", odd.rough.address);
    let all = [&["person"], arguments, &["--url", &url]].concat();
    let mut command = program.command(&all);
    let mut child = command.env("SHORTLIST_KEY", KEY).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"per_1\nper_2\nper_3\n").unwrap();
    let is_out = move |asked: &crate::support::scripted_server::Asked| asked.method == method;
    on_a_runtime(odd.rough.until(move |log| log.asked.iter().any(is_out)));
    child
}

/// How it ended: its code, what it wrote, and what else it said.
fn ended(mut child: Child, mut narration: BufReader<ChildStderr>) -> (i32, String, String) {
    let (mut wrote, mut said) = (String::new(), String::new());
    narration.read_to_string(&mut said).unwrap();
    child.stdout.take().unwrap().read_to_string(&mut wrote).unwrap();
    (child.wait().unwrap().code().unwrap(), wrote, said)
}

fn narration(child: &mut Child) -> BufReader<ChildStderr> {
    BufReader::new(child.stderr.take().unwrap())
}

/// Reads on to the line that it is waited for.
fn until_waits(narration: &mut BufReader<ChildStderr>) {
    let mut line = String::new();
    while line != WAITS {
        line.clear();
        assert!(narration.read_line(&mut line).unwrap() > 0, "it ended without waiting");
    }
}

#[test]
fn before_it_is_sent_it_ends_and_says_that_nothing_was() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        for arguments in [EDIT, ATTACH] {
            let (program, odd) = (Program::new(), Odd::start(Manners::default()));
            let (_open, closed) = latch();
            odd.turns("GET", [Turn::Held(closed)]);
            let mut child = begun(&program, &odd, arguments, "GET");
            signal(name, &child);
            let narration = narration(&mut child);
            let told = "error: interrupted; nothing was sent\n".to_owned();
            assert_eq!(ended(child, narration), (code, String::new(), told));
            assert_eq!(odd.bodies("PATCH").len(), 0);
        }
    }
}

#[test]
fn what_was_sent_is_waited_for_and_told() {
    for (arguments, method, wrote) in [
        (EDIT, "PATCH", "\"Engineer\" → \"Countess\"  saved and seen"),
        (ATTACH, "PATCH", "per_1  attached  can_4  Ada Lovelace"),
        (CREATE, "POST", "created  per_4  can_4  Ada Obi"),
    ] {
        let (program, odd) = (Program::new(), Odd::start(Manners::default()));
        let (open, closed) = latch();
        odd.turns(method, [Turn::Held(closed)]);
        let mut child = begun(&program, &odd, arguments, method);
        signal("INT", &child);
        let mut narration = narration(&mut child);
        until_waits(&mut narration);
        drop(open);
        let (code, out, said) = ended(child, narration);
        assert_eq!(code, 0, "{said}");
        assert!(out.contains(wrote), "{out}");
    }
}

#[test]
fn asked_twice_it_ends_and_says_that_nobody_knows() {
    for (arguments, method, told) in [
        (EDIT, "PATCH", "it was sent, and whether it was saved is not known; the record tells"),
        (ATTACH, "PATCH", "it was sent, and whether it was saved is not known; the record tells"),
        (
            CREATE,
            "POST",
            "they were sent, and whether they were created is not known; the outside id is x-1",
        ),
    ] {
        let (program, odd) = (Program::new(), Odd::start(Manners::default()));
        odd.turns(method, [Turn::Silent]);
        let mut child = begun(&program, &odd, arguments, method);
        let mut narration = narration(&mut child);
        signal("INT", &child);
        until_waits(&mut narration);
        signal("INT", &child);
        let (code, out, said) = ended(child, narration);
        assert_eq!((code, out.as_str()), (130, ""));
        assert_eq!(said, format!("error: interrupted; {told}\n"));
    }
}

#[test]
fn of_several_the_rest_is_not_tried() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    let (open, closed) = latch();
    odd.turns("PATCH", [Turn::Held(closed)]);
    let mut child = begun(&program, &odd, &["attach", "-", OTHER_JOB], "PATCH");
    signal("INT", &child);
    let mut narration = narration(&mut child);
    until_waits(&mut narration);
    drop(open);
    let (code, out, said) = ended(child, narration);
    assert_eq!((code, out.as_str()), (130, "per_1  attached  can_4  Ada Lovelace\n"));
    assert!(said.ends_with("error: interrupted; 2 more were not tried\n"), "{said}");
    assert_eq!(odd.bodies("PATCH").len(), 1);
}
