//! The key is in no file, no child process, no process list and on no screen.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use portable_pty::CommandBuilder;

use crate::support::edit_fixture::wait_until_loaded;
use crate::support::files::wait_for_files;
use crate::support::harness::Program;
use crate::support::http::KEY;
use crate::support::pty::{Screen, shortlist};
use crate::support::relay::Relay;

/// Writes its environment and the command lines of its ancestors.
const DUMP: &str = "#!/bin/sh\n\
    parent=$(cut -d' ' -f4 /proc/$PPID/stat)\n\
    { env; cat /proc/self/cmdline /proc/$PPID/cmdline /proc/$parent/cmdline; } > \"$0.part\"\n\
    mv \"$0.part\" \"$0.dump\"\n";

/// A command that runs [`DUMP`].
fn script(program: &Program, name: &str) -> String {
    let path = program.home.path().join(name);
    std::fs::write(&path, DUMP).unwrap();
    format!("sh {}", path.display())
}

/// The files below a folder that hold the key.
fn files_with_key(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_with_key(&path));
        } else if let Ok(bytes) = std::fs::read(&path) {
            let has_key = bytes.windows(KEY.len()).any(|window| window == KEY.as_bytes());
            found.extend(has_key.then_some(path));
        }
    }
    found
}

/// Uses the program and looks everywhere. `kept` are the files that may hold the key.
fn check(key: &str, prepare: impl FnOnce(&Program, &mut CommandBuilder), kept: &[&str]) {
    let (relay, program) = (Relay::start(2), Program::new());
    let url = relay.url();
    program.configure(&format!(
        "[profiles.work]\nurl = '{url}'\nweb_url = 'https://a.example/{{candidate_id}}'\n{key}\n"
    ));
    let (editor, browser) = (script(&program, "editor"), script(&program, "browser"));
    let mut command = shortlist(&program, &["--profile", "work"]);
    command.env("EDITOR", &editor);
    command.env("BROWSER", &browser);
    command.env("SHORTLIST_SERVICE_KEY", KEY);
    prepare(&program, &mut command);
    let mut screen = Screen::wide(command);
    wait_until_loaded(&screen);
    screen.type_keys("3");
    open_web_page(&program, &mut screen);
    screen.type_keys("!");
    screen.wait_for_text("GET /v1/jobs");
    screen.type_keys("<esc>");
    screen.wait_until_gone("GET /v1/jobs");
    screen.type_keys("E");
    wait_for_dump(&program, "editor.dump");
    screen.wait_for_text("Edit Ada");
    let arguments = std::fs::read(format!("/proc/{}/cmdline", screen.process())).unwrap();
    assert!(!String::from_utf8_lossy(&arguments).contains(KEY));
    screen.signal("TERM");
    screen.exit();
    assert!(!String::from_utf8_lossy(&screen.raw()).contains(KEY));
    let home = program.home.path();
    let kept: Vec<PathBuf> = kept.iter().map(|name| home.join(name)).collect();
    assert_eq!(files_with_key(home), kept);
}

/// Until the profile is read from the own database, there is no page to open.
fn open_web_page(program: &Program, screen: &mut Screen) {
    let (dump, too_early) = (program.home.path().join("browser.dump"), "ATS is not set");
    while !dump.exists() {
        screen.type_keys("o");
        let has_answer = || dump.exists() || screen.shows(too_early);
        wait_for_files(program.home.path(), "the browser", has_answer);
        screen.type_keys("gg");
        screen.wait_until_gone(too_early);
    }
}

fn wait_for_dump(program: &Program, name: &str) {
    let file = program.home.path().join(name);
    wait_for_files(program.home.path(), name, || file.exists());
}

#[test]
fn a_key_from_the_environment_is_nowhere_else() {
    check("", |_, command| command.env("SHORTLIST_KEY", KEY), &[]);
    check("key = { env = 'AGENCY_KEY' }", |_, command| command.env("AGENCY_KEY", KEY), &[]);
}

#[test]
fn a_child_of_a_command_that_opens_no_workspace_gets_no_key() {
    let program = Program::new();
    // The first profile is not used because of a mistake.
    let profiles = "[profiles.a]\nurll = 1\nkey = { env = 'KEY_A' }\n[profiles.b]\nurl = \
                    'https://b.example'\nkey = { env = 'KEY_B' }\n";
    for (config, arguments) in [
        (profiles, &["config", "edit"][..]),
        (
            "[profiles.a]\nkey = { env = 'KEY_A' }\n[profiles.b]\nkey = { env = 'KEY_B' }\nx =\n",
            &["config", "edit"],
        ),
        (profiles, &["db", "stats", "--database", "postgres://me@127.0.0.1:1/none"]),
    ] {
        program.configure(config);
        let dump = script(&program, "dump");
        let mut command = program.command(arguments);
        command.envs([("EDITOR", &dump), ("SHORTLIST_DATABASE_PASSWORD_COMMAND", &dump)]);
        command.envs([("KEY_A", KEY), ("KEY_B", KEY), ("SHORTLIST_KEY", KEY)]);
        command.output().unwrap();
        wait_for_dump(&program, "dump.dump");
        assert_eq!(
            files_with_key(program.home.path()),
            [] as [PathBuf; 0],
            "{config} {arguments:?}"
        );
        std::fs::remove_file(program.home.path().join("dump.dump")).unwrap();
    }
}

#[test]
fn a_key_from_a_file_is_only_there() {
    let prepare = |program: &Program, _: &mut CommandBuilder| {
        let file = program.home.path().join("the-key");
        std::fs::write(&file, KEY).unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    };
    check("key = { file = '../../the-key' }", prepare, &["the-key"]);
    let command = "key = { command = ['cat', 'the-key'] }";
    check(command, prepare, &["the-key"]);
}
