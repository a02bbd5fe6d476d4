//! Logging in and out, and the sources of the key of a profile.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::support::harness::{Program, Service, run_with_stdin};
use crate::support::http::KEY;
use crate::support::pty::{Screen, shortlist};
use crate::support::relay::Relay;
use crate::support::scripted_server::{ScriptedServer, answer, refusing_address};

fn log_in(program: &Program, arguments: &[&str], key: &str) -> Output {
    let arguments = [&["login"], arguments].concat();
    run_with_stdin(&mut program.command(&arguments), format!("{key}\nmore\n").as_bytes())
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn config(program: &Program) -> String {
    std::fs::read_to_string(program.home.path().join(".config/shortlist/config.toml")).unwrap()
}

fn key_folder(program: &Program) -> PathBuf {
    program.home.path().join(".local/share/shortlist/keys")
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

#[test]
fn a_login_stores_a_key_that_works_until_the_logout() {
    let (service, program) = (Service::start(), Program::new());
    let url = format!("http://{}", service.address);
    program.configure("# mine\n[views.a] # kept\nsort = 'age'\n");
    let output = log_in(&program, &[&url, "--profile", "work"], KEY);
    let messages = stderr(&output);
    assert!(output.status.success(), "{messages}");
    assert!(messages.contains(&format!("{url} accepts the key; saved as profile `work`")));
    let file = key_folder(&program).join("work.key");
    assert!(messages.contains(&format!("not encrypted: {}", file.display())), "{messages}");
    assert_eq!((mode(&file), mode(&key_folder(&program))), (0o600, 0o700));
    let config_text = config(&program);
    assert!(config_text.contains("# mine\n[views.a] # kept\n"), "{config_text}");
    assert!(!config_text.contains(KEY) && !messages.contains(KEY));

    assert_eq!(program.ok(&["jobs", "--profile", "work", "--jsonl"]).lines().count(), 5);
    let whoami = program.ok(&["whoami", "--profile", "work"]);
    let expected = format!(
        "server    {url}\nprofile   work\nkey       file {}\naccess    read; whether the key may write is not tested\naccepted  yes\n",
        file.display()
    );
    assert_eq!(whoami, expected);

    let output = program.run(&["logout"]);
    assert!(output.status.success() && !file.exists());
    assert!(stderr(&output).contains("your data on this machine are kept"), "{}", stderr(&output));
    let (code, message) = program.fails(&["jobs", "--profile", "work"]);
    assert_eq!(code, 2);
    assert!(message.contains("run `shortlist login --profile work`"), "{message}");

    let again = log_in(&program, &["--profile", "work"], KEY);
    assert!(again.status.success(), "{}", stderr(&again));
    assert_eq!(config(&program), config_text, "the address comes from the profile");
}

#[test]
fn a_login_that_fails_says_why_and_stores_nothing() {
    let service = Service::start();
    let url = format!("http://{}", service.address);
    let html = "<!doctype html><html><title>Sign in</title>";
    let page = ScriptedServer::always(answer("200 OK", "Content-Type: text/html\r\n", html));
    let headers = "Location: https://a.example/login\r\n";
    let moved = ScriptedServer::always(answer("302 Found", headers, ""));
    let forbidden = ScriptedServer::always(answer("403 Forbidden", "", "{\"error\":\"no jobs\"}"));
    let silent = ScriptedServer::always(Vec::new());
    let (_socket, refusing) = refusing_address();
    let on = |server: &ScriptedServer| format!("http://{}", server.address);
    for (address, key, code, message) in [
        (url.clone(), "sl_wrong", 3, "the server rejected the key"),
        (format!("{url}/v1"), KEY, 4, "shortlist adds the version itself; use http://127.0.0.1:"),
        (format!("{url}/api"), KEY, 4, "it is what comes before /v1/jobs"),
        (on(&page), KEY, 1, "a web page answers at http://127.0.0.1:"),
        (on(&moved), KEY, 1, "redirects to https://a.example/login"),
        (on(&forbidden), KEY, 3, "the key may not list jobs (\u{201c}no jobs\u{201d})"),
        (on(&silent), KEY, 6, "did not answer in full within 0."),
        (format!("http://{refusing}"), KEY, 6, "nothing answers at 127.0.0.1:"),
        ("https://nothing.invalid".to_owned(), KEY, 6, "there is no server named nothing.invalid"),
        ("http://a.example".to_owned(), KEY, 2, "http://a.example is not encrypted"),
        (url.replace("http", "https"), KEY, 6, "does not speak TLS"),
        (url.clone(), "", 2, "no key for http://127.0.0.1:"),
    ] {
        let program = Program::new();
        let before = config(&program);
        let output = log_in(&program, &[&address, "--deadline", "900ms"], key);
        let messages = stderr(&output);
        assert!(messages.contains(message), "{address}: {messages}");
        assert_eq!(output.status.code(), Some(code), "{address}: {messages}");
        assert_eq!(config(&program), before);
        assert!(!key_folder(&program).exists() && !messages.contains(KEY), "{messages}");
    }
}

#[test]
fn a_login_whose_profile_cannot_be_saved_stores_no_key() {
    let (service, program) = (Service::start(), Program::new());
    let url = format!("http://{}", service.address);
    program.configure("[profiles.work]\nurll = 'x'\n");
    let before = config(&program);
    let output = log_in(&program, &[&url, "--profile", "work"], KEY);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot change [profiles.work]"), "{}", stderr(&output));
    assert!(!key_folder(&program).join("work.key").exists());
    assert_eq!(config(&program), before);
}

#[test]
fn a_login_that_cannot_be_saved_leaves_the_key_of_the_profile() {
    let (service, program) = (Service::start(), Program::new());
    let url = format!("http://{}", service.address);
    let file = key_folder(&program).join("work.key");
    std::fs::create_dir_all(key_folder(&program)).unwrap();
    std::fs::write(&file, "sl_before\n").unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    program.configure("[profiles.work]\nurll = 'x'\n");
    let output = log_in(&program, &[&url, "--profile", "work"], KEY);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "sl_before\n");
    program.configure("");
    let output = log_in(&program, &[&url, "--profile", "work"], KEY);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!((std::fs::read_to_string(&file).unwrap(), mode(&file)), (format!("{KEY}\n"), 0o600));
}

#[test]
fn the_key_of_one_server_is_not_sent_to_another() {
    let (relay, program) = (Relay::start(1), Program::new());
    let run = |arguments: &[&str]| {
        let mut command = program.command(arguments);
        command.env("SHORTLIST_URL", "https://a.example").env("SHORTLIST_KEY", KEY);
        run_with_stdin(&mut command, b"")
    };
    let output = run(&["jobs", "--url", &relay.url()]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let message = "SHORTLIST_KEY is for the server in SHORTLIST_URL";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
    assert_eq!(relay.http.requests(), [""; 0]);
    program.configure(&format!(
        "[profiles.work]\nurl = '{}'\nkey = {{ command = ['echo', 'sl_other'] }}\n",
        relay.url()
    ));
    let output = run(&["whoami", "--profile", "work", "--json"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["key_source"], "command", "{}", stderr(&output));
}

#[test]
fn two_profiles_of_one_address_have_data_of_their_own() {
    let (relay, program) = (Relay::start(2), Program::new());
    let url = relay.url();
    let run = |arguments: &[&str]| {
        let output = program.command(arguments).env("SHORTLIST_KEY", KEY).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = run(&["candidates", "job_rust", "--url", &url, "--plain", "--columns", "id"]);
    let candidate = text.lines().next().unwrap().to_owned();
    run(&["verdict", &candidate, "advance", "--url", &url]);
    program.configure(&format!("[profiles.a]\nurl = '{url}'\n[profiles.b]\nurl = '{url}'\n"));
    assert!(run(&["verdicts", "--profile", "a", "--plain"]).contains(&candidate));
    assert_eq!(run(&["verdicts", "--profile", "b", "--plain"]), "");
}

#[test]
fn the_prompts_do_not_show_the_key() {
    let (service, program) = (Service::start(), Program::new());
    let mut screen = Screen::start(24, 120, shortlist(&program, &["login"]));
    screen.wait_for_text("address of the server: ");
    screen.type_keys(&format!("{}<enter>", service.address));
    screen.wait_for_text("key for http://127.0.0.1:");
    screen.type_keys(&format!("{KEY}<enter>"));
    assert_eq!(screen.exit(), 0);
    let output = String::from_utf8(screen.raw()).unwrap();
    assert!(output.contains("saved as profile `127-0-0-1-"), "{output}");
    assert!(!output.contains(KEY), "{output}");
}

#[test]
fn whoami_names_the_source_of_the_key_and_whether_it_is_accepted() {
    let (service, program) = (Service::start(), Program::new());
    let url = format!("http://{}", service.address);
    let file = program.home.path().join("work.key");
    std::fs::write(&file, KEY).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    let wrong = "key = { env = 'AGENCY_KEY' }";
    for (key, source, location, accepted) in [
        ("key = { env = 'GOOD_KEY' }", "environment", Some("GOOD_KEY"), true),
        (wrong, "environment", Some("AGENCY_KEY"), false),
        (&format!("key = {{ command = ['echo', '{KEY}'] }}"), "command", Some("echo"), true),
        (&format!("key = {{ file = '{}' }}", file.display()), "file", file.to_str(), true),
        ("", "typed", None, true),
    ] {
        program.configure(&format!("[profiles.work]\nurl = '{url}'\nread_only = true\n{key}\n"));
        let mut command = program.command(&["whoami", "--profile", "work", "--json"]);
        command.env("GOOD_KEY", KEY).env("AGENCY_KEY", "sl_wrong").env("PATH", "/usr/bin:/bin");
        let output = run_with_stdin(&mut command, format!("{KEY}\n").as_bytes());
        let code = if accepted { 0 } else { 3 };
        assert_eq!(output.status.code(), Some(code), "{key}: {}", stderr(&output));
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        let json: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&json["server"], &json["profile"]), (&url.clone().into(), &"work".into()));
        assert_eq!((&json["key_source"], &json["read_only"]), (&source.into(), &true.into()));
        assert_eq!(
            (&json["key_location"], &json["accepted"]),
            (&location.into(), &accepted.into())
        );
        assert!(!text.contains(KEY) && !stderr(&output).contains(KEY), "{text}");
    }
    let here = program.ok(&["whoami"]);
    assert!(here.starts_with("server    Workspace on this machine\n"), "{here}");
    assert!(!program.home.path().join(".local/share/shortlist/service.db").exists());
}

#[test]
fn a_key_file_readable_by_others_is_refused() {
    let (service, program) = (Service::start(), Program::new());
    let file = program.home.path().join("work.key");
    std::fs::write(&file, KEY).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    let (url, path) = (format!("http://{}", service.address), file.display());
    program.configure(&format!("[profiles.work]\nurl = '{url}'\nkey = {{ file = '{path}' }}\n"));
    let (code, message) = program.fails(&["jobs", "--profile", "work"]);
    assert_eq!(code, 2);
    assert!(message.contains(&format!("run chmod 600 {path}")), "{message}");
    let (code, message) = program.fails(&["logout", "--profile", "work"]);
    assert_eq!(code, 2);
    assert!(message.contains("deletes nothing") && file.exists(), "{message}");
}

#[test]
fn a_read_only_profile_refuses_changes_before_any_request() {
    let (relay, program) = (Relay::start(1), Program::new());
    program.configure(&format!("[profiles.work]\nurl = '{}'\nread_only = true\n", relay.url()));
    for arguments in [
        &["person", "create", "--name", "Ada"][..],
        &["person", "edit", "per_1", "--set", "title=Countess"],
        &["person", "attach", "per_1", "job_rust"],
    ] {
        let arguments = [arguments, &["--profile", "work"]].concat();
        let output = program.command(&arguments).env("SHORTLIST_KEY", KEY).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        let message = "profile `work` is read-only, so nothing was sent";
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    assert_eq!(relay.http.requests(), [""; 0]);
    let mut dry_run = program.command(&["person", "create", "--name", "Ada", "--dry-run"]);
    assert!(dry_run.output().unwrap().status.success());
}
