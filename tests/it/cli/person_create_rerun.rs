//! `person create --from` run again: the content of a line identifies a person,
//! not its position.

use serde_json::json;

use crate::support::harness::Program;
use crate::support::person_commands::{
    CREATE_FIVE, FIVE, assert_code, created_names, outcomes, person, program_with_five, stderr,
    stdout, write_file,
};
use crate::support::quirky_server::{JOB, QuirkyServer, Reaction};

#[test]
fn only_a_corrected_line_is_created_in_the_second_run() {
    let (program, server) = (program_with_five(), QuirkyServer::new());
    let duplicated = format!("{FIVE}Cy Obi,,\n");
    write_file(&program, "five.csv", &duplicated);
    let refusal = Reaction::Reply("422 No", json!({"success": false, "error": "no"}));
    server.react_to("POST", [Reaction::Normal, refusal]);
    let first = person(&program, &server, &CREATE_FIVE);
    assert_eq!(
        outcomes(&first),
        ["created", "refused", "created", "created", "created", "created"]
    );
    // Corrected, in another order, with other spaces, and a repeated line.
    let mut lines: Vec<&str> = duplicated.lines().collect();
    lines[2] = "Beate Obi,bea@obi.example,";
    lines[1..].reverse();
    lines.insert(3, "\nCy Obi,\"\",");
    write_file(&program, "five.csv", &lines.join("\r\n"));
    let dry = person(&program, &server, &[&CREATE_FIVE[..], &["--dry-run"]].concat());
    assert_code(&dry, 0);
    let expected = [
        "already created",
        "already created",
        "already created",
        "already created",
        "would create",
        "would create",
        "already created",
    ];
    assert_eq!(outcomes(&dry), expected);
    assert!(stdout(&dry).contains("  already created  per_4  -  Ada Obi\n"), "{}", stdout(&dry));
    assert!(stderr(&dry).ends_with("2 would be created, 5 already created; nothing was sent\n"));
    let rerun = person(&program, &server, &CREATE_FIVE);
    assert_eq!(outcomes(&rerun), expected.map(|word| word.replace("would create", "created")));
    assert_eq!(created_names(&server)[6..], ["Cy Obi", "Beate Obi"]);
    let mut external_ids: Vec<String> =
        server.bodies("POST").iter().map(|body| body["external_source_id"].to_string()).collect();
    external_ids.sort();
    external_ids.dedup();
    assert_eq!(external_ids.len(), 8, "each person has its own id");

    // Only a refused person may be sent with other options.
    write_file(&program, "one.csv", "name\nFay\n");
    server.react_to(
        "POST",
        [Reaction::Reply("422 No", json!({"success": false, "error": "no job"}))],
    );
    let other = &["--enrich"][..];
    for (options, code) in [(other, 1), (&[], 0), (&[], 0), (other, 2)] {
        let arguments = [&["create", "--from", "one.csv", "--job", JOB], options].concat();
        let output = person(&program, &server, &arguments);
        assert_code(&output, code);
    }
}

#[test]
fn an_external_id_identifies_a_person_whatever_the_name() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    for (name, word) in [("Ada", "created"), ("Adah", "already created")] {
        write_file(&program, "a.csv", &format!("name,external_source_id\n{name},x-1\n"));
        assert_eq!(outcomes(&person(&program, &server, &["create", "--from", "a.csv"])), [word]);
    }
    assert_eq!(server.bodies("POST").len(), 1);
}

#[test]
fn a_create_with_an_unknown_outcome_is_looked_up_before_it_is_sent_again() {
    let (program, server) = (Program::new(), QuirkyServer::new());
    write_file(&program, "a.csv", "name\nAda Obi\n");
    let arguments = ["create", "--from", "a.csv", "--job", JOB];
    server.react_to("POST", [Reaction::Reset]);
    assert_eq!(outcomes(&person(&program, &server, &arguments)), ["unknown"]);
    // The server was slow and has created the person after all.
    server.create_as_other_user(&server.bodies("POST")[0]);
    let dry = person(&program, &server, &[&arguments[..], &["--dry-run"]].concat());
    assert!(stderr(&dry).contains("line 2: may have been sent before"), "{}", stderr(&dry));
    assert_eq!(outcomes(&person(&program, &server, &arguments)), ["found"]);
    assert_eq!((server.bodies("POST").len(), server.person_count()), (1, 4));
}
