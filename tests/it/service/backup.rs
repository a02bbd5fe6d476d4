//! Backup, restore and check: nothing that was acknowledged before a backup is lost.

use std::net::SocketAddr;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::support::files::{names, wait_for_files};
use crate::support::harness::{Program, database};
use crate::support::http::{Request, try_send};

fn create(address: SocketAddr, number: u64) -> Option<String> {
    let body = json!({"name": format!("N{number}"), "job_id": "job_rust"});
    let request = Request::new("POST", "/v1/persons").json(&body);
    let answer = try_send(address, &request.to_bytes())?;
    (answer.status == 201).then(|| answer.data()["id"].as_str().unwrap().to_owned())
}

#[test]
fn the_drill_of_the_documentation_loses_nothing() {
    let program = Program::new();
    let at = database(program.home.path(), "team.db");
    program.import_agency(&at);
    let key = program.ok(&["keys", "add", "crm", "--database", &at]);
    let mut running = program.serve(&["--database", &at]);
    let address = running.address;
    let (is_done, mut before) = (AtomicBool::new(false), Vec::new());
    for number in 0..30 {
        before.push(create(address, number).unwrap());
    }
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut number = 30;
            while !is_done.load(Ordering::Relaxed) {
                let _ = create(address, number);
                number += 1;
            }
        });
        program.ok(&["db", "backup", "team-backup.db", "--database", &at]);
        running.child.kill().unwrap();
        running.child.wait().unwrap();
        is_done.store(true, Ordering::Relaxed);
        writer.join().unwrap();
    });
    for name in ["team.db", "team.db-wal", "team.db-shm"] {
        let _ = std::fs::remove_file(program.home.path().join(name));
    }
    program.ok(&["db", "restore", "team-backup.db", "--database", &at]);
    program.ok(&["db", "check", "--database", &at]);
    let restored = program.serve(&["--database", &at]);
    for id in before {
        let answer = Request::new("GET", &format!("/v1/persons/{id}")).send(restored.address);
        assert_eq!(answer.status, 200, "acknowledged before the backup");
    }
    let with_key = Request::new("GET", "/v1/jobs")
        .header("Authorization", &format!("Bearer {}", key.trim()))
        .send(restored.address);
    assert_eq!(with_key.status, 200, "keys are in the backup");
}

#[test]
fn a_backup_is_private_complete_and_never_overwrites() {
    let program = Program::new();
    let at = database(program.home.path(), "team.db");
    program.import_agency(&at);
    program.ok(&["db", "backup", "b.db", "--database", &at]);
    let file = program.home.path().join("b.db");
    assert_eq!(file.metadata().unwrap().mode() & 0o777, 0o600);
    let (code, stderr) = program.fails(&["db", "backup", "b.db", "--database", &at]);
    assert_eq!(code, 5, "{stderr}");
    assert_eq!(program.fails(&["db", "backup", "no/such/b.db", "--database", &at]).0, 2);
    assert!(!names(program.home.path()).iter().any(|name| name.starts_with(".shortlist")));
    let copy = database(program.home.path(), "b.db");
    assert_eq!(
        program.ok(&["db", "export", "--database", &copy]),
        program.ok(&["db", "export", "--database", &at])
    );
}

#[test]
fn a_restore_is_refused_while_serving_and_keeps_the_old_file() {
    let program = Program::new();
    let at = database(program.home.path(), "team.db");
    program.import_agency(&at);
    program.ok(&["db", "backup", "b.db", "--database", &at]);
    let mut running = program.serve(&["--database", &at]);
    create(running.address, 1).unwrap();
    let (code, stderr) = program.fails(&["db", "restore", "b.db", "--database", &at]);
    assert_eq!(code, 5, "{stderr}");
    assert!(stderr.contains("stop the service"), "{stderr}");
    create(running.address, 2).unwrap();
    running.signal("TERM");
    running.child.wait().unwrap();
    program.ok(&["db", "restore", "b.db", "--database", &at]);
    let kept: Vec<String> = names(program.home.path())
        .into_iter()
        .filter(|name| name.starts_with("team.before-restore-"))
        .collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    let count = |name: &str| {
        let exported =
            program.ok(&["db", "export", "--database", &database(program.home.path(), name)]);
        exported.lines().filter(|line| line.starts_with("{\"person\"")).count()
    };
    assert_eq!((count(&kept[0]), count("team.db")), (2, 0));
    let audit = program.ok(&["db", "audit", "--database", &at]);
    assert!(audit.lines().last().unwrap().contains("restore"), "{audit}");
}

#[test]
fn a_file_that_is_no_backup_is_not_restored() {
    let program = Program::new();
    let at = database(program.home.path(), "team.db");
    program.import_agency(&at);
    let path = |name: &str| program.home.path().join(name);
    std::fs::write(path("text.db"), "no database ".repeat(1000)).unwrap();
    std::fs::write(path("empty.db"), "").unwrap();
    std::fs::create_dir(path("folder.db")).unwrap();
    std::os::unix::fs::symlink("team.db", path("symbolic.db")).unwrap();
    std::fs::hard_link(path("team.db"), path("hard.db")).unwrap();
    let (before, files) = (std::fs::read(path("team.db")).unwrap(), names(program.home.path()));
    let no_backup = "name a file that `shortlist db backup`";
    let itself = "is the database itself";
    let table = [
        ("text.db", "text.db is not a database", no_backup),
        ("none.db", "none.db does not exist", no_backup),
        ("empty.db", "empty.db is empty", "name a complete backup"),
        ("folder.db", "folder.db is not a file", no_backup),
        ("team.db", itself, "name a backup"),
        ("symbolic.db", itself, "name a backup"),
        ("hard.db", itself, "name a backup"),
    ];
    for (file, problem, advice) in table {
        let (code, stderr) = program.fails(&["db", "restore", file, "--database", &at]);
        assert_eq!(code, 2, "{file}: {stderr}");
        assert!(stderr.contains(problem) && stderr.contains(advice), "{file}: {stderr}");
        assert!(std::fs::read(path("team.db")).unwrap() == before, "{file}");
        assert_eq!(names(program.home.path()), files, "{file}");
    }
}

#[test]
fn a_restore_leaves_nothing_beside_the_backup() {
    let program = Program::new();
    let at = database(program.home.path(), "team.db");
    program.import_agency(&at);
    // Unlike a backup, it uses a write-ahead log.
    std::fs::copy(program.home.path().join("team.db"), program.home.path().join("copy.db"))
        .unwrap();
    program.ok(&["db", "restore", "copy.db", "--database", &at]);
    let beside: Vec<String> = names(program.home.path())
        .into_iter()
        .filter(|name| name.starts_with("copy.db-"))
        .collect();
    assert_eq!(beside, [""; 0]);
}

#[test]
fn a_restored_file_belongs_to_the_user_of_the_database() {
    let program = Program::new();
    let at = database(program.home.path(), "team.db");
    program.import_agency(&at);
    program.ok(&["db", "backup", "b.db", "--database", &at]);
    let file = program.home.path().join("team.db");
    let owner = || (file.metadata().unwrap().uid(), file.metadata().unwrap().gid());
    // Only root can restore the file of another user.
    if owner().0 == 0 {
        std::os::unix::fs::chown(&file, Some(65_534), Some(65_534)).unwrap();
    }
    let before = owner();
    program.ok(&["db", "restore", "b.db", "--database", &at]);
    assert_eq!(owner(), before);
}

#[test]
fn the_leftovers_of_killed_backups_are_removed() {
    let program = Program::new();
    let at = database(program.home.path(), "team.db");
    program.import_agency(&at);
    for (name, hours) in [(".shortlist-copy-old", 13), (".shortlist-copy-new", 1)] {
        let file = std::fs::File::create(program.home.path().join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_hours(hours)).unwrap();
    }
    program.ok(&["db", "backup", "b.db", "--database", &at]);
    let left: Vec<String> = names(program.home.path())
        .into_iter()
        .filter(|name| name.starts_with(".shortlist-copy"))
        .collect();
    assert_eq!(left, [".shortlist-copy-new"], "another backup may still write it");
}

/// The largest file that the command may write is smaller than the database.
#[test]
fn a_failed_backup_leaves_nothing() {
    let program = Program::new();
    let at = database(program.home.path(), "team.db");
    program.ok(&["db", "demo", "--jobs", "3", "--candidates", "1200", "--database", &at]);
    let folder = program.home.path().join("backups");
    std::fs::create_dir(&folder).unwrap();
    let binary = env!("CARGO_BIN_EXE_shortlist");
    let line = format!(
        "trap '' XFSZ; ulimit -f 2048; exec {binary} db backup backups/b.db --database {at}"
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &line])
        .current_dir(program.home.path())
        .env("HOME", program.home.path())
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("backups/b.db cannot be written"), "{stderr}");
    assert_eq!(names(&folder), [""; 0]);
}

#[test]
fn a_check_finds_what_does_not_fit() {
    let program = Program::new();
    let at = database(program.home.path(), "team.db");
    program.ok(&["db", "demo", "--jobs", "3", "--candidates", "150", "--database", &at]);
    program.ok(&["db", "check", "--database", &at]);
    let table = [
        (
            "UPDATE person SET name = 'Other' WHERE person_pk IN (SELECT person_pk FROM candidate LIMIT 1)",
            "its record differs",
        ),
        (
            "UPDATE job SET candidate_count = candidate_count + 1 WHERE job_pk = 1",
            "number of candidates",
        ),
        (
            "UPDATE candidate SET position = position + 1000 WHERE candidate_pk = 1",
            "wrong position",
        ),
        (
            "DELETE FROM candidate_item WHERE place = (SELECT min(place) FROM candidate_item)",
            "missing from the list",
        ),
        ("UPDATE candidate_block SET items = '{}'", "is outdated"),
        ("UPDATE client SET name = 'Renamed' WHERE client_pk = 1", "cannot be found"),
        (
            "PRAGMA foreign_keys = OFF; DELETE FROM stage WHERE stage_pk = (SELECT stage_pk FROM candidate LIMIT 1)",
            "missing stage",
        ),
        ("UPDATE person SET emails = '{' WHERE person_pk = 1", "cannot be read"),
    ];
    for (number, (damage, expected)) in table.into_iter().enumerate() {
        let name = format!("damaged-{number}.db");
        let path = program.home.path().join(&name);
        std::fs::copy(program.home.path().join("team.db"), &path).unwrap();
        rusqlite::Connection::open(&path).unwrap().execute_batch(damage).unwrap();
        let output = program.run(&[
            "db",
            "check",
            "--json",
            "--database",
            &database(program.home.path(), &name),
        ]);
        assert_eq!(output.status.code(), Some(1), "{damage}");
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        let problems = result["problems"].to_string();
        assert!(result["ok"] == false && problems.contains(expected), "{damage}: {problems}");
    }
}

#[test]
fn the_service_makes_backups_by_itself() {
    let program = Program::new();
    let at = database(program.home.path(), "team.db");
    program.import_agency(&at);
    let folder = program.home.path().join("backups");
    let running = program.serve(&[
        "--database",
        &at,
        "--backup-every",
        "1d",
        "--backup-dir",
        folder.to_str().unwrap(),
    ]);
    let other = database(program.home.path(), "other.db");
    program.import_agency(&other);
    let _other = program.serve(&[
        "--database",
        &other,
        "--backup-every",
        "1d",
        "--backup-dir",
        folder.to_str().unwrap(),
    ]);
    let backup_of = |database: &str| {
        let prefix = format!("{database}-");
        names(&folder).into_iter().find(|name| name.starts_with(&prefix))
    };
    wait_for_files(&folder, "a backup of each database", || {
        backup_of("team").is_some() && backup_of("other").is_some()
    });
    let name = backup_of("team").unwrap();
    program.ok(&["db", "check", "--database", &database(&folder, &name)]);
    let is_counted = || {
        let metrics = Request::new("GET", "/metrics").send(running.address).body;
        let line = metrics
            .lines()
            .find(|line| line.starts_with("shortlist_last_backup_timestamp_seconds "));
        u16::from(line.is_some_and(|line| !line.ends_with(" 0.0")))
    };
    crate::support::http::wait_for_status(1, crate::support::TIMEOUT, is_counted);

    // Another database of the same name would count and delete the backups of this one.
    std::fs::create_dir(program.home.path().join("branch")).unwrap();
    let twin = database(&program.home.path().join("branch"), "team.db");
    program.import_agency(&twin);
    let (code, error) = program.fails(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--database",
        &twin,
        "--backup-every",
        "1d",
        "--backup-dir",
        folder.to_str().unwrap(),
    ]);
    assert!(code == 2 && error.contains("team.db, which has the same name"), "{error}");
}

#[test]
fn a_directory_of_backups_that_cannot_be_used_is_refused_before_anything_else() {
    let program = Program::new();
    std::fs::write(program.home.path().join("file"), "").unwrap();
    let at = database(program.home.path(), "team.db");
    for (folder, problem) in
        [("file", "--backup-dir file is not a directory"), ("file/in", "cannot be created")]
    {
        let output = program.run(&[
            "serve",
            "--listen",
            "0",
            "--database",
            &at,
            "--backup-every",
            "1d",
            "--backup-dir",
            folder,
        ]);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout), (Some(2), vec![]), "{stderr}");
        assert!(stderr.contains(problem), "{stderr}");
        assert!(!program.home.path().join("team.db").exists(), "no database was created");
    }
}

/// Runs a command as a user who may read the folder and write nothing in it. Only root can become
/// another user; every other user is one already once the folder is read-only.
#[test]
fn reading_commands_work_on_a_read_only_file() {
    let program = Program::new();
    let folder = program.home.path().join("shared");
    std::fs::create_dir(&folder).unwrap();
    program.import_agency(&database(&folder, "team.db"));
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(&folder.join("team.db"), 0o444);
    mode(&folder, 0o555);
    mode(program.home.path(), 0o755);
    let before = names(&folder);
    for command in ["stats", "export", "check"] {
        let mut command =
            program.command(&["db", command, "--database", &database(&folder, "team.db")]);
        if folder.metadata().unwrap().uid() == 0 {
            command.uid(65_534).gid(65_534);
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(names(&folder), before, "nothing was created beside it");
    mode(&folder, 0o755);
}
