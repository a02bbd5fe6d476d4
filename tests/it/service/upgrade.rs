//! Databases of an older version: reading leaves them as they are, writing upgrades them.

use serde_json::json;

use crate::support::files::names;
use crate::support::harness::{Program, database};
use crate::support::http::Request;

/// A database of the first version with 40 candidates in one job, and its `--database`.
fn old_database(program: &Program) -> String {
    let path = program.home.path().join("old.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(include_str!("../../../assets/migrations/0001_service.sql")).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    old.execute_batch(
        r#"INSERT INTO client VALUES (1, 'cli_1', 'Cafe' || char(769), 'cafe' || char(769));
        INSERT INTO job VALUES (1, 'job_1', 0, 'Chef', 'chef', 1767258000000000, 0, 1, 'open', 'Open', 1, 1767258000000000);
        INSERT INTO stage VALUES (1, 1, 'applied', 'Applied', 1, 0, 0);
        INSERT INTO person VALUES (1, 'per_1', 'Ada', '', '', '', '', '', '', 'Cook', 'Cafe' || char(769), '', '', NULL, '[]', '[]', '[]', '[]', '[]');
        INSERT INTO candidate VALUES (1, 'can_1', 1, 1, 0, 1, 1767258000000000, '{"id":"can_1","person_id":"per_1","job_id":"job_1","name":"Ada","current_job_title":"Cook","current_company_name":"x","current_company_id":"com_old","current_pipeline_stage_name":"Applied","current_pipeline_stage_id":"applied","current_pipeline_stage_date":"2026-01-01T09:00:00Z","created_at":"2026-01-01T09:00:00Z","pipeline_stage_history":[{"stage_id":"applied","stage_name":"Applied","stage_date":"2026-01-01T09:00:00Z"}]}');
        INSERT INTO candidate_item VALUES ((1 << 32) + 0, '{}');"#,
    )
    .unwrap();
    old.execute_batch(
        r#"UPDATE job SET candidate_count = 40;
        CREATE TABLE n AS WITH RECURSIVE n(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 40) SELECT n FROM n;
        INSERT INTO person SELECT n, 'per_' || (100 + n), name, first_name, last_name, social_url, social_public_id,
            social_location, social_headline, current_job_title, current_company_name, address, notes, NULL,
            emails, phones, work_experience, education_experience, certifications FROM person, n;
        INSERT INTO candidate SELECT n, 'can_' || (100 + n), n, 1, n - 1, 1, created_at,
            replace(replace(shown, 'can_1"', 'can_' || (100 + n) || '"'), 'per_1"', 'per_' || (100 + n) || '"')
            FROM candidate, n;
        INSERT INTO candidate_item SELECT (1 << 32) + n - 1, '{}' FROM n;
        DROP TABLE n;"#,
    )
    .unwrap();
    drop(old);
    database(program.home.path(), "old.db")
}

#[test]
fn reading_commands_leave_an_old_database_as_it_is() {
    let program = Program::new();
    let at = old_database(&program);
    let read = || std::fs::read(program.home.path().join("old.db")).unwrap();
    let (before, files) = (read(), names(program.home.path()));
    let commands: [&[&str]; 10] = [
        &["keys", "list"],
        &["db", "backup", "copy.db"],
        &["db", "job", "archive", "job_1", "--dry-run"],
        &["db", "stats"],
        &["db", "export"],
        &["db", "check"],
        &["db", "audit"],
        &["db", "job", "list"],
        &["db", "client", "list"],
        &["db", "pipeline", "show", "job_1"],
    ];
    for command in commands {
        let (code, stderr) = program.fails(&[command, &["--database", &at]].concat());
        assert_eq!(code, 2, "{command:?}: {stderr}");
        let advice = ["old.db was written by an older version", "shortlist serve", "copy"];
        assert!(advice.iter().all(|part| stderr.contains(part)), "{command:?}: {stderr}");
        assert!(read() == before, "{command:?}");
        assert_eq!(names(program.home.path()), files, "{command:?}");
    }
}

#[test]
fn an_old_database_is_copied_before_it_is_brought_up_to_date() {
    let program = Program::new();
    let at = old_database(&program);
    let output = program.run(&["keys", "add", "crm", "--database", &at]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    assert!(stderr.contains("was upgraded") && stderr.contains("old.before-v3.db"), "{stderr}");
    program.ok(&["db", "check", "--database", &at]);
    let copy = rusqlite::Connection::open(program.home.path().join("old.before-v3.db")).unwrap();
    let version: i64 = copy.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 1);
    let running = program.serve(&["--database", &at]);
    let candidate = Request::new("GET", "/v1/candidates/can_1").send(running.address).data();
    assert_eq!(candidate["created_at"], "2026-01-01T09:00:00.000Z");
    let page = Request::new("GET", "/v1/jobs/job_1/candidates?offset=30").send(running.address);
    let page = page.json();
    let ids: Vec<&str> =
        page["data"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect();
    let expected: Vec<String> = (131..=140).map(|number| format!("can_{number}")).collect();
    assert_eq!(ids, expected, "the end of the full block and the items after it");
    let contact = json!({"name": "Contact", "client_name": "CAFÉ"});
    Request::new("POST", "/v1/persons").json(&contact).send(running.address).data();
    let stats = program.ok(&["db", "stats", "--database", &at]);
    assert!(
        stats.lines().any(|line| line.starts_with("clients") && line.ends_with(" 1")),
        "{stats}"
    );
}
