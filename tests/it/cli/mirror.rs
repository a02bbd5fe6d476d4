//! The copy on this machine: what commands keep of a server, and print without it.

use std::fs::File;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::support::http::KEY;
use crate::support::mirror_fixture::{Setup, names};

#[test]
fn offline_commands_print_what_the_server_would_and_ask_nobody() {
    let setup = Setup::start();
    let commands = [
        &["jobs", "--json"][..],
        &["jobs"],
        &["job", "job_rust"],
        &["candidates", "job_rust", "--csv"],
        &["candidates", "job_rust", "--filter", "is:interview", "--plain"],
        &["candidate", "can_1", "--json"],
        &["person", "per_1", "--json"],
    ];
    setup.ok(&["sync"]);
    let online = commands.map(|arguments| setup.ok(arguments).0);
    let before = setup.requests();
    for (arguments, online) in commands.iter().zip(online) {
        let (offline, message) = setup.ok(&[arguments, &["--offline"][..]].concat());
        assert_eq!(offline, online, "{arguments:?}");
        assert!(!online.is_empty() && message.contains("offline: as of "), "{message}");
    }
    let (code, message) = setup.fails(&["person", "per_9", "--offline"]);
    assert_eq!(code, Some(6));
    assert!(message.contains("not stored on this machine"), "{message}");
    assert_eq!(setup.requests(), before, "no request");
}

#[test]
fn everyone_is_found_by_name_contact_title_and_text() {
    let setup = Setup::start();
    setup.ok(&["sync"]);
    setup.ok(&["verdict", "can_3", "--note", "speaks Icelandic"]);
    let before = setup.requests();
    for (words, expected) in [
        (&["lovelace"][..], &["Ada Lovelace"][..]),
        (&["zoe", "MULLER"], &["Zoë Müller"]),
        (&["grace@navy.example"], &["Grace Hopper"]),
        (&["0171", "123", "45", "67"], &["Zoë Müller"]),
        (&["+491711234567"], &["Zoë Müller"]),
        (&["Engineer", "2"], &["Grace Hopper"]),
        (&["text:bletchley"], &["Ada Lovelace"]),
        (&["text:vassar"], &["Grace Hopper"]),
        (&["text:icelandic"], &["Uma Thorne"]),
        (&["bletchley"], &[]),
        (&["nobody"], &[]),
    ] {
        assert_eq!(setup.found(words), expected, "{words:?}");
    }
    let hit = &setup.json(&["find", "thorne"])[0];
    assert_eq!(hit["job_name"], "Head of Sales");
    assert_eq!(hit["stage_name"], "APPLIED");
    assert_eq!(hit["candidate_id"], "can_3");
    assert_eq!(setup.json(&["find", "nowhere"])[0]["job_id"], "job_no_stage", "a job");
    assert_eq!(setup.requests(), before, "no request");
}

#[test]
fn a_list_cut_by_a_limit_hides_nothing_that_is_stored() {
    let setup = Setup::start();
    setup.ok(&["candidates", "job_rust", "--limit", "1"]);
    assert_eq!(setup.fails(&["candidates", "job_rust", "--offline"]).0, Some(6), "not stored");
    setup.ok(&["candidates", "job_rust"]);
    setup.ok(&["candidates", "job_rust", "--limit", "1"]);
    let (rows, _) = setup.ok(&["candidates", "job_rust", "--jsonl", "--offline"]);
    assert_eq!(rows.lines().count(), 3);
}

#[test]
fn a_search_says_which_jobs_were_never_read() {
    let setup = Setup::start();
    setup.assert_nothing_stored();
    setup.ok(&["jobs"]);
    setup.ok(&["candidates", "job_rust"]);
    let (_, message) = setup.ok(&["find", "ada"]);
    assert!(message.contains("searched 4 of 5 jobs"), "{message}");
    assert_eq!(setup.found(&["uma"]), [""; 0]);
    setup.ok(&["sync"]);
    let (_, message) = setup.ok(&["find", "uma"]);
    assert_eq!(message, "");
    assert_eq!(setup.found(&["uma"]), ["Uma Thorne"]);
    let nothing = (String::new(), String::new());
    assert_eq!(setup.ok(&["find", "uma", "--limit", "0"]), nothing);
}

#[test]
fn the_candidates_of_all_jobs_are_printed_with_their_jobs() {
    let setup = Setup::start();
    let all = |filter: &str| names(&setup.json(&["candidates", "--all-jobs", "--filter", filter]));
    setup.ok(&["jobs"]);
    setup.ok(&["candidates", "job_rust"]);
    let (_, message) = setup.ok(&["candidates", "--all-jobs"]);
    assert!(message.contains("4 of 5 jobs, oldest "), "{message}");
    assert!(message.contains("`shortlist sync` reads the rest"), "{message}");
    assert_eq!(all("").len(), 3);
    setup.ok(&["sync"]);
    let before = setup.requests();
    let (table, message) = setup.ok(&["candidates", "--all-jobs", "--sort", "name"]);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 5, "{table}");
    assert!(rows[0].contains(" job ") && rows[3].contains("Head of Sales"), "{table}");
    assert!(message.starts_with("5 of 5 jobs, oldest ") && !message.contains("sync"), "{message}");
    let row = &setup.json(&["candidates", "--all-jobs", "--filter", "client:umbra"])[0];
    let job = ["job_id", "job_name", "client_company_name", "person_id"].map(|key| &row[key]);
    assert_eq!(job, ["job_sales", "Head of Sales", "Umbra", "per_3"]);
    for (filter, expected) in [
        ("", &["Ada Lovelace", "Grace Hopper", "Uma Thorne", "Zoë Müller"][..]),
        ("job:rust", &["Ada Lovelace", "Grace Hopper", "Zoë Müller"]),
        ("-job:rust", &["Uma Thorne"]),
        ("is:interview", &["Grace Hopper"]),
        ("age>38d", &["Ada Lovelace", "Zoë Müller"]),
        ("is:interview age>39d", &[]),
    ] {
        assert_eq!(all(filter), expected, "{filter}");
    }
    let stage = setup.json(&["candidates", "--all-jobs", "--stage", "screen"]);
    assert_eq!(names(&stage), ["Grace Hopper"]);
    let (lines, _) = setup.ok(&["candidates", "--all-jobs", "--jsonl", "--limit", "2"]);
    assert_eq!(lines.lines().count(), 2);
    assert_eq!(setup.requests(), before, "no request");
    for arguments in [&["candidates"][..], &["candidates", "job_rust", "--all-jobs"]] {
        let (code, message) = setup.fails(arguments);
        assert_eq!((code, message.contains("--all-jobs")), (Some(2), true), "{message}");
    }
}

#[test]
fn today_lists_the_limits_of_all_open_jobs_and_what_is_new() {
    let setup = Setup::start();
    setup.ok(&["jobs"]);
    let (_, message) = setup.ok(&["today"]);
    assert!(message.contains("limits and offers cover 2 of 4 open jobs"), "{message}");
    setup.gone.lock().unwrap().insert("can_3");
    setup.ok(&["sync"]);
    setup.gone.lock().unwrap().clear();
    setup.ok(&["sync"]);
    let before = setup.requests();
    let (text, message) = setup.ok(&["today"]);
    assert_eq!(message, "");
    assert!(text.contains("New since your last visit: 1\n  Uma Thorne, Head of Sales"), "{text}");
    assert!(text.contains("Zoë Müller, Rust Engineer, APPLIED 40 d, limit 7 d"), "{text}");
    assert_eq!(setup.requests(), before, "no request");
}

#[test]
fn only_the_user_can_read_the_copy() {
    let setup = Setup::start();
    setup.ok(&["sync"]);
    assert!(setup.files().len() > 1, "{:?}", setup.files());
    for file in setup.files() {
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
        assert!(!setup.stores(KEY), "{file:?}");
    }
}

#[test]
fn stats_count_what_is_stored() {
    let setup = Setup::start();
    let stats = setup.json(&["local", "stats"]);
    assert_eq!(
        [&stats["bytes"], &stats["list_rows"], &stats["oldest"]],
        [&json!(0), &json!(0), &json!(null)]
    );
    setup.ok(&["sync"]);
    setup.ok(&["verdict", "can_1", "advance"]);
    let stats = setup.json(&["local", "stats"]);
    for (field, count) in [
        ("entries", 1),
        ("list_rows", 9),
        ("job_records", 5),
        ("candidate_records", 4),
        ("person_records", 4),
        ("changes", 0),
    ] {
        assert_eq!(stats[field], count, "{field}: {stats}");
    }
    assert!(stats["bytes"].as_u64() > stats["list_bytes"].as_u64(), "{stats}");
    assert!(setup.ok(&["local", "stats"]).0.contains("Person records     4"));
}

#[test]
fn the_config_says_what_is_kept() {
    let setup = Setup::start();
    setup.program.configure("cache = \"off\"\n");
    let (code, message) = setup.fails(&["sync"]);
    assert_eq!((code, message.contains("the cache is off")), (Some(2), true), "{message}");
    setup.ok(&["candidates", "job_rust"]);
    setup.ok(&["person", "per_1"]);
    assert!(!setup.stores("Lovelace"));
    for arguments in [&["jobs", "--offline"][..], &["find", "ada"], &["changes"]] {
        let (code, message) = setup.fails(arguments);
        assert_eq!((code, message.contains("the cache is off")), (Some(2), true), "{message}");
    }

    setup.program.configure("cache = \"lists\"\n");
    setup.ok(&["sync"]);
    setup.ok(&["person", "per_1"]);
    let stats = setup.json(&["local", "stats"]);
    assert_eq!([&stats["candidate_records"], &stats["person_records"]], [0, 0]);
    assert_eq!(setup.found(&["lovelace"]), ["Ada Lovelace"]);
    assert_eq!(setup.found(&["ada@analytical.example"]), [""; 0]);
    assert!(!setup.stores("analytical.example"));
}

#[test]
fn a_record_that_the_server_no_longer_has_leaves_no_byte() {
    let setup = Setup::start();
    setup.ok(&["person", "per_1"]);
    assert!(setup.stores("analytical.example"));
    setup.gone.lock().unwrap().extend(["/per_1"]);
    assert_eq!(setup.fails(&["person", "per_1"]).0, Some(4));
    assert!(!setup.stores("analytical.example"));
    assert_eq!(setup.fails(&["person", "per_1", "--offline"]).0, Some(6));
}

#[test]
fn without_a_cache_nothing_is_written() {
    let setup = Setup::start();
    for arguments in
        [&["jobs"][..], &["candidates", "job_rust"], &["candidate", "can_1"], &["person", "per_1"]]
    {
        setup.ok(&[arguments, &["--no-cache"]].concat());
        assert!(setup.files().is_empty(), "{arguments:?}");
    }
    for arguments in [&["sync"][..], &["candidates", "--all-jobs"]] {
        let (code, message) = setup.fails(&[arguments, &["--no-cache"]].concat());
        assert_eq!((code, message.contains("--no-cache")), (Some(2), true), "{message}");
    }
    setup.ok(&["jobs"]);
    assert!(!setup.files().is_empty(), "the test would notice a file");
}

#[test]
fn a_sync_says_why_it_could_not_read_everything() {
    let setup = Setup::start();
    setup.gone.lock().unwrap().extend(["/job_sales"]);
    let (code, message) = setup.fails(&["sync"]);
    assert_eq!((code, message.contains("job job_sales")), (Some(1), true), "{message}");
    setup.gone.lock().unwrap().clear();

    let report = setup.json(&["sync"]);
    assert_eq!(report["people"], json!({"read": 4, "total": 4}), "{report}");
    assert_eq!(report["jobs"], json!({"read": 5, "total": 5}), "{report}");

    let mut lock = setup.database().into_os_string();
    lock.push(".sync");
    let lock = File::options().write(true).open(lock).unwrap();
    lock.lock().unwrap();
    let (code, message) = setup.fails(&["sync"]);
    assert_eq!((code, message.contains("another shortlist process")), (Some(5), true), "{message}");
    let (code, message) = setup.fails(&["local", "purge", "--copy", "--yes"]);
    assert_eq!((code, message.contains("another shortlist process")), (Some(5), true), "{message}");
    drop(lock);
    setup.ok(&["sync"]);

    let Setup { program, http, .. } = setup;
    let url = format!("http://{}", http.address);
    drop(http);
    let mut command = program.command(&["sync", "--url", &url, "--deadline", "1s"]);
    let output = command.env("SHORTLIST_KEY", KEY).output().unwrap();
    assert_eq!(output.status.code(), Some(6), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_purged_person_is_nowhere_in_the_copy() {
    let setup = Setup::start();
    setup.ok(&["sync"]);
    setup.ok(&["verdict", "can_1", "decline", "--note", "met in Turin"]);
    setup.gone.lock().unwrap().insert("can_1");
    setup.ok(&["sync"]);
    setup.gone.lock().unwrap().clear();
    setup.ok(&["sync"]);
    assert!(setup.json(&["changes"]).to_string().contains("Ada Lovelace"));
    let traces = ["Lovelace", "analytical.example", "Bletchley", "Turin", "per_1", "can_1"];
    assert!(traces.iter().all(|text| setup.stores(text)), "the test would notice them");

    setup.ok(&["local", "purge", "--person", "per_1", "--yes"]);
    for text in traces {
        assert!(!setup.stores(text), "{text}");
    }
    assert_eq!(setup.found(&["lovelace"]), [""; 0]);
    assert_eq!(setup.found(&["text:bletchley"]), [""; 0]);
    assert!(!setup.json(&["changes"]).to_string().contains("Lovelace"));
    let rows = setup.json(&["candidates", "job_rust", "--offline"]);
    assert_eq!(names(&rows), ["Grace Hopper", "Zoë Müller"]);
    assert_eq!(setup.fails(&["person", "per_1", "--offline"]).0, Some(6));
    assert_eq!(setup.found(&["grace"]), ["Grace Hopper"], "the others stay");
}

#[test]
fn the_purged_copy_is_gone_and_own_data_stays() {
    let setup = Setup::start();
    setup.ok(&["sync"]);
    setup.ok(&["verdict", "can_1", "advance", "--note", "met in Turin"]);
    assert!(setup.stores("grace@navy.example"), "the test would notice it");
    setup.ok(&["local", "purge", "--copy", "--yes"]);
    for text in ["Hopper", "grace@navy.example", "Northwind"] {
        assert!(!setup.stores(text), "{text}");
    }
    assert_eq!(setup.fails(&["jobs", "--offline"]).0, Some(6));
    setup.assert_nothing_stored();
    let verdicts = setup.json(&["verdicts"]);
    assert_eq!([&verdicts[0]["verdict"], &verdicts[0]["notes"][0]], ["advance", "met in Turin"]);
    setup.ok(&["sync"]);
    assert_eq!(setup.found(&["hopper"]), ["Grace Hopper"]);
    assert_eq!(setup.json(&["changes"]), json!([]), "a new copy is no news");
}

#[test]
fn a_person_whom_the_server_no_longer_has_is_gone_after_a_sync() {
    let setup = Setup::start();
    setup.ok(&["sync"]);
    assert_eq!(setup.found(&["ada@analytical.example"]), ["Ada Lovelace"]);
    setup.gone.lock().unwrap().extend(["can_1", "per_1"]);
    setup.ok(&["sync"]);
    assert_eq!(setup.found(&["lovelace"]), [""; 0]);
    assert_eq!(setup.found(&["ada@analytical.example"]), [""; 0]);
    assert_eq!(setup.found(&["text:bletchley"]), [""; 0]);
    for arguments in [["person", "per_1"], ["candidate", "can_1"]] {
        let (code, _) = setup.fails(&[&arguments[..], &["--offline"]].concat());
        assert_eq!(code, Some(6), "{arguments:?}");
    }
    let changes = setup.json(&["changes"]);
    assert_eq!(changes[0]["kind"], "candidate_gone", "{changes}");
    assert_eq!(names(&changes), ["Ada Lovelace"]);
}

#[test]
fn a_full_disk_is_reported_once_and_the_command_goes_on() {
    let setup = Setup::start();
    setup.ok(&["jobs"]);
    let output = setup.run_on_full_disk(10, &["candidates", "job_rust", "--jsonl"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{message}");
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(stdout.lines().count(), 3, "all candidates");
    assert_eq!(message.matches("cannot store data on this machine").count(), 1, "{message}");
    let output = setup.run_on_full_disk(64, &["sync"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && message.contains("disk"), "{message}");
    setup.ok(&["sync"]);
    assert_eq!(setup.found(&["uma"]), ["Uma Thorne"], "the file is sound");
}
