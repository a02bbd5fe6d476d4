//! `shortlist config`, and what the other commands do with mistakes in the config.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::support::harness::Program;
use crate::support::http::KEY;
use crate::support::pty::Screen;
use crate::support::relay::Relay;

fn config_file(program: &Program) -> PathBuf {
    program.home.path().join(".config/shortlist/config.toml")
}

fn write_config(program: &Program, text: impl AsRef<[u8]>) {
    fs::write(config_file(program), text).unwrap();
}

fn without_config() -> Program {
    let program = Program::new();
    fs::remove_file(config_file(&program)).unwrap();
    program
}

/// Runs a command with the config at a path.
fn run_with(program: &Program, file: &str, arguments: &[&str]) -> (i32, String, String) {
    texts(&program.command(arguments).env("SHORTLIST_CONFIG", file).output().unwrap())
}

/// Exit code, stdout and stderr.
fn texts(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_named_file_that_is_missing_ends_every_command() {
    let program = Program::new();
    for arguments in
        [&["jobs"][..], &["keys-table"], &["serve"], &["db", "stats"], &["local", "stats"]]
    {
        let (code, stdout, stderr) = run_with(&program, "nothere.toml", arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("error: nothere.toml: cannot be read: "), "{stderr}");
    }
}

#[test]
fn a_syntax_error_ends_every_command_and_shows_its_position() {
    let program = Program::new();
    write_config(&program, "mouse = true\ntheme = dark\n");
    let expected =
        format!("error: {}:2:9: string values must be quoted", config_file(&program).display());
    for arguments in [&["jobs"][..], &["keys-table"], &["serve"], &["db", "stats"], &["today"]] {
        let (code, stdout, stderr) = texts(&program.run(arguments));
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(stderr.starts_with(&expected), "{stderr}");
    }
}

#[test]
fn a_command_warns_of_mistakes_that_matter_to_it() {
    let program = Program::new();
    program.ok(&["jobs"]);
    write_config(
        &program,
        "theem = 'dark'\nsymbols = 'emoji'\ncache_days = 0\n[keys]\nzoom = 'zz'\n[views.x]\nsort = 'y'\n",
    );
    let positions = |arguments: &[&str]| {
        let (code, _, stderr) = texts(&program.run(arguments));
        assert_eq!(code, 0, "{stderr}");
        let file = format!("warning: {}:", config_file(&program).display());
        let warnings = stderr.lines().filter_map(|line| line.strip_prefix(file.as_str()));
        warnings.map(|line| line.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(positions(&["jobs"]), ["1:1:", "3:14:"]);
    assert_eq!(positions(&["keys-table"]), ["1:1:", "5:8:"]);
    assert_eq!(positions(&["db", "stats"]), [""; 0]);
}

#[test]
fn the_terminal_starts_on_defaults_and_shows_the_mistake() {
    let program = Program::new();
    fs::write(program.home.path().join("my.toml"), "mouse = true\ntheme = dark\n").unwrap();
    let mut command = crate::support::pty::shortlist(&program, &[]);
    command.env("SHORTLIST_CONFIG", "my.toml");
    let mut screen = Screen::start(30, 130, command);
    screen.wait_for_text("my.toml:2:9: string values must be quoted");
    screen.wait_for_text("Jobs 32");
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
}

#[test]
fn init_writes_a_file_without_settings_and_keeps_an_existing_one() {
    let program = without_config();
    let file = config_file(&program);
    fs::remove_dir(file.parent().unwrap()).unwrap();
    assert_eq!(program.ok(&["config", "init"]), format!("Wrote {}\n", file.display()));
    let documented = include_str!("../../../assets/config.toml");
    assert_eq!(fs::read_to_string(&file).unwrap(), documented);
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(program.ok(&["config", "check"]), format!("{}: no mistakes\n", file.display()));

    fs::write(&file, "mouse = false\n").unwrap();
    let (code, message) = program.fails(&["config", "init"]);
    assert_eq!(code, 2);
    assert!(message.contains("exists already; --force replaces it"), "{message}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mouse = false\n");
    program.ok(&["config", "init", "--force"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), documented);
}

#[test]
fn path_prints_the_file_whether_or_not_it_exists() {
    let program = without_config();
    let expected = format!("{}\n", config_file(&program).display());
    assert_eq!(program.ok(&["config", "path"]), expected);
    assert_eq!(run_with(&program, "my.toml", &["config", "path"]).1, "my.toml\n");
}

#[test]
fn check_without_a_file_says_that_the_defaults_apply() {
    let program = without_config();
    let message = program.ok(&["config", "check"]);
    assert!(message.ends_with("config.toml does not exist: the defaults apply\n"), "{message}");
    for (file, arguments) in
        [("nothere.toml", &["config", "check"][..]), ("", &["config", "check", "nothere.toml"])]
    {
        let (code, stdout, stderr) = run_with(&program, file, arguments);
        assert_eq!(code, 2);
        assert!(stdout.starts_with("nothere.toml: cannot be read: "), "{stdout}");
        assert_eq!(stderr, "error: 1 mistake in nothere.toml\n");
    }
}

/// The rows of `config show --json` by their settings.
fn shown(program: &Program, arguments: &[&str], variables: &[(&str, &str)]) -> Vec<Value> {
    let arguments = [&["config", "show", "--json"], arguments].concat();
    let output = program.command(&arguments).envs(variables.iter().copied()).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

fn row<'a>(rows: &'a [Value], setting: &str) -> &'a Value {
    rows.iter()
        .rfind(|row| row["setting"] == setting)
        .unwrap_or_else(|| panic!("{setting}: {rows:?}"))
}

#[test]
fn show_says_where_each_setting_comes_from() {
    let program = Program::new();
    let text = "theme = \"light\"\ncache = \"lists\"\n\n[keys]\nzoom = [\"f9\"]\n\n[profiles.work]\n\
                url = \"https://recruiting.example\"\ncache = \"off\"\nkey = { env = \"WORK_KEY\" }\n";
    write_config(&program, text);
    let rows = shown(&program, &[], &[]);
    let origin = |setting: &str| row(&rows, setting)["origin"].clone();
    assert_eq!((origin("mouse"), origin("theme")), ("default".into(), "file".into()));
    let zoom = row(&rows, "keys.zoom");
    assert_eq!(
        (&zoom["value"][0], &zoom["line"], &zoom["column"]),
        (&"f9".into(), &5.into(), &1.into())
    );
    assert_eq!(row(&rows, "cache")["value"], "lists");
    assert_eq!(row(&rows, "profiles.work.key")["value"]["env"], "WORK_KEY");

    let environment =
        [("SHORTLIST_PROFILE", "work"), ("NO_COLOR", "1"), ("SHORTLIST_KEY", "sl_secret")];
    let rows = shown(&program, &[], &environment);
    let cache = row(&rows, "cache");
    assert_eq!(
        (&cache["value"], &cache["origin"], &cache["profile"]),
        (&"off".into(), &"profile".into(), &"work".into())
    );
    let theme = row(&rows, "theme");
    assert_eq!((&theme["value"], &theme["variable"]), (&"plain".into(), &"NO_COLOR".into()));
    assert_eq!(row(&rows, "key")["value"], Value::Null);
    assert_eq!(row(&shown(&program, &["--profile", "work"], &[]), "cache")["value"], "off");

    let text = program.ok(&["config", "show"]);
    let line =
        |setting: &str| text.lines().find(|line| line.starts_with(setting)).unwrap().to_owned();
    let mouse: Vec<String> = line("mouse").split_whitespace().map(str::to_owned).collect();
    assert_eq!(mouse, ["mouse", "true", "default"]);
    assert!(line("theme").ends_with("config.toml:1"), "{text}");
    let (_, stdout, _) =
        texts(&program.command(&["config", "show"]).envs(environment).output().unwrap());
    assert!(!stdout.contains("sl_secret"), "{stdout}");
}

/// A script that stands for the user's editor.
fn editor(program: &Program, script: &str) -> PathBuf {
    let path = program.home.path().join("editor");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    path
}

#[test]
fn edit_creates_the_commented_file_and_checks_what_was_written() {
    let program = without_config();
    let edit = |script: &str| {
        let editor = editor(&program, script);
        texts(&program.command(&["config", "edit"]).env("EDITOR", editor).output().unwrap())
    };
    let (code, stdout, _) = edit("grep -q '^#theme' \"$1\" && echo 'mouse = false' >> \"$1\"");
    assert_eq!(code, 0);
    assert!(stdout.ends_with("config.toml: no mistakes\n"), "{stdout}");
    assert!(fs::read_to_string(config_file(&program)).unwrap().ends_with("\nmouse = false\n"));

    let (code, stdout, stderr) = edit("echo 'mouse = 1' > \"$1\"");
    assert_eq!(code, 2);
    assert!(stdout.contains("config.toml:1:9: mouse: expected true or false"), "{stdout}");
    assert!(stderr.starts_with("error: 1 mistake in "), "{stderr}");

    let (code, _, stderr) = edit("exit 3");
    assert_eq!(code, 1);
    assert!(stderr.contains("exited with code 3"), "{stderr}");
}

#[test]
fn edit_offers_to_correct_mistakes() {
    let program = Program::new();
    let script = "if grep -q wrong \"$1\"; then echo 'mouse = false' > \"$1\"; else echo 'wrong = 1' > \"$1\"; fi";
    let editor = editor(&program, script);
    let mut command = crate::support::pty::shortlist(&program, &["config", "edit"]);
    command.env("EDITOR", editor);
    let mut screen = Screen::start(24, 120, command);
    screen.wait_for_text("unknown field `wrong`");
    screen.wait_for_text("Edit the file again? [Y/n]");
    screen.type_keys("<enter>");
    screen.wait_for_text("no mistakes");
    assert_eq!(screen.exit(), 0);
    assert_eq!(fs::read_to_string(config_file(&program)).unwrap(), "mouse = false\n");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_configs")
}

/// The first lines of a bad file say what is reported: `# expect: LINE:COLUMN: message`.
#[test]
fn every_bad_config_is_reported_at_its_place() {
    let program = Program::new();
    let mut count = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let expected: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("# expect: ")).collect();
        assert!(!expected.is_empty(), "{name}");
        let path = path.to_str().unwrap();
        let (code, stdout, stderr) = texts(&program.run(&["config", "check", path]));
        let reported: Vec<&str> = stdout
            .lines()
            .map(|line| line.strip_prefix(&format!("{path}:")).unwrap_or(line))
            .collect();
        assert_eq!((code, reported), (2, expected), "{name}: {stderr}");
        assert!(!stdout.chars().any(|letter| letter.is_control() && letter != '\n'), "{name}");
        count += 1;
    }
    assert!(count >= 30, "{count}");
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let program = Program::new();
    write_config(&program, "#".repeat((1 << 20) + 1));
    let (code, stdout, _) = texts(&program.run(&["config", "check"]));
    assert_eq!(code, 2);
    assert!(stdout.ends_with("config.toml: is larger than 1 MiB\n"), "{stdout}");
}

#[test]
fn check_reports_everything_in_one_round() {
    let program = Program::new();
    let text = "[views.x]\nnosuch = 1\nfilter = 'is:nosuch'\n[profiles.a]\nurl = 'a.example'\nread_olny = true\n";
    write_config(&program, text);
    let (code, stdout, stderr) = texts(&program.run(&["config", "check"]));
    assert_eq!(code, 2, "{stderr}");
    let file = format!("{}:", config_file(&program).display());
    let lines = stdout.lines().map(|line| line.strip_prefix(file.as_str()).unwrap_or(line));
    let positions: Vec<&str> = lines.map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(positions, ["2:1:", "3:14:", "5:7:", "6:1:"], "{stdout}");
}

#[test]
fn nothing_is_written_to_a_server_whose_profile_has_a_mistake() {
    let relay = Relay::start(2);
    let program = Program::new();
    let url = relay.url();
    write_config(&program, format!("[profiles.prod]\nurl = '{url}'\nread_only = 'yes'\n"));
    let create = ["person", "create", "--name", "Ada Obi", "--email", "ada@example.org"];
    let arguments = [&create[..], &["--url", url.as_str()]].concat();
    let output = program.command(&arguments).env("SHORTLIST_KEY", KEY).output().unwrap();
    let (code, _, stderr) = texts(&output);
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("a profile with a mistake may make this workspace read-only"));
    assert!(stderr.contains("config.toml:3:13: profiles.prod.read_only"), "{stderr}");
    assert!(relay.http.log().requests.iter().all(|request| request.method == "GET"));
}
