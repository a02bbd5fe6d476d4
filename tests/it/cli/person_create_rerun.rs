//! `person create --from`, run again: whoever was made is known by what the
//! line says, wherever it stands.

use serde_json::json;

use crate::cli::person_create::{FIVE, FROM, five, names, put, words};
use crate::cli::person_edit::{person, stderr, stdout};
use crate::support::harness::Program;
use crate::support::quirky_server::{JOB, Manners, Odd, Turn};

#[test]
fn where_a_line_was_put_right_only_that_one_is_made() {
    let (program, odd) = (five(), Odd::start(Manners::default()));
    let twice = format!("{FIVE}Cy Obi,,\n");
    put(&program, "five.csv", &twice);
    let says = Turn::Says("422 No", json!({"success": false, "error": "no"}));
    odd.turns("POST", [Turn::Usual, says]);
    let first = person(&program, &odd, &FROM);
    assert_eq!(words(&first), ["created", "refused", "created", "created", "created", "created"]);
    // Put right, in another order, with other spaces, and one more of the same.
    let mut lines: Vec<&str> = twice.lines().collect();
    lines[2] = "Beate Obi,bea@obi.example,";
    lines[1..].reverse();
    lines.insert(3, "\nCy Obi,\"\",");
    put(&program, "five.csv", &lines.join("\r\n"));
    let dry = person(&program, &odd, &[&FROM[..], &["--dry-run"]].concat());
    assert_eq!(dry.status.code(), Some(0), "{}", stderr(&dry));
    let told = ["before", "before", "before", "before", "would create", "would create", "before"];
    assert_eq!(words(&dry), told);
    assert!(stdout(&dry).contains("  before  per_4  -  Ada Obi\n"), "{}", stdout(&dry));
    assert!(stderr(&dry).ends_with("2 would be created, 5 were before; nothing was sent\n"));
    let again = person(&program, &odd, &FROM);
    assert_eq!(words(&again), told.map(|word| word.replace("would create", "created")));
    assert_eq!(names(&odd)[6..], ["Cy Obi", "Beate Obi"]);
    let mut outside: Vec<String> =
        odd.bodies("POST").iter().map(|body| body["external_source_id"].to_string()).collect();
    outside.sort();
    outside.dedup();
    assert_eq!(outside.len(), 8, "nobody has the id of another");

    // Who was refused may be sent with other options; nobody else.
    put(&program, "one.csv", "name\nFay\n");
    odd.turns("POST", [Turn::Says("422 No", json!({"success": false, "error": "no job"}))]);
    for (job, code) in [("job_gone", 1), (JOB, 0), (JOB, 0), ("job_gone", 2)] {
        let output = person(&program, &odd, &["create", "--from", "one.csv", "--job", job]);
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
    }
}

#[test]
fn who_brings_an_outside_id_is_the_same_however_they_are_spelled() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    for (name, word) in [("Ada", "created"), ("Adah", "before")] {
        put(&program, "a.csv", &format!("name,external_source_id\n{name},x-1\n"));
        assert_eq!(words(&person(&program, &odd, &["create", "--from", "a.csv"])), [word]);
    }
    assert_eq!(odd.bodies("POST").len(), 1);
}

#[test]
fn who_may_have_been_made_is_looked_for_before_they_are_sent_again() {
    let (program, odd) = (Program::new(), Odd::start(Manners::default()));
    put(&program, "a.csv", "name\nAda Obi\n");
    let asked = ["create", "--from", "a.csv", "--job", JOB];
    odd.turns("POST", [Turn::Lost]);
    assert_eq!(words(&person(&program, &odd, &asked)), ["unknown"]);
    // The server was slow, and made them after all.
    odd.elsewhere_created(&odd.bodies("POST")[0]);
    let dry = person(&program, &odd, &[&asked[..], &["--dry-run"]].concat());
    assert!(stderr(&dry).contains("line 2: they may have been sent before"), "{}", stderr(&dry));
    assert_eq!(words(&person(&program, &odd, &asked)), ["found"]);
    assert_eq!((odd.bodies("POST").len(), odd.count()), (1, 4));
}
