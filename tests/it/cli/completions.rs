//! Completions in real shells: names from the copy on this machine, inserted as the shell quotes them.

use std::io::Write;
use std::os::unix::fs::symlink;

use portable_pty::CommandBuilder;

use crate::support::harness::Program;
use crate::support::pty::{Screen, base_command};

/// A job of the demo, and its ID.
const NAME: &str = "Graduate Marketing Associate";
const ID: &str = "job_j7fx3j0fzvj5ehcg";

/// A shell with the program on its path and the completions loaded. `None`, with a notice, if the
/// shell is not installed; `.ci/run` installs it.
fn shell(program: &Program, name: &str) -> Option<Screen> {
    let file = format!("/usr/bin/{name}");
    if !std::path::Path::new(&file).exists() {
        assert!(std::env::var_os("SHORTLIST_TEST_TOOLS").is_none(), "{file} is not installed");
        // Past the capture of the test harness.
        let notice = format!("\nSKIPPED: completions in {name}; it is not installed\n");
        std::io::stderr().write_all(notice.as_bytes()).unwrap();
        return None;
    }
    let bin = program.home.path().join("bin");
    std::fs::create_dir_all(&bin).unwrap();
    symlink(env!("CARGO_BIN_EXE_shortlist"), bin.join("shortlist")).unwrap();
    let mut command: CommandBuilder = base_command(program, &file);
    command.env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", bin.display()));
    command.env("PAGER", "cat");
    let (arguments, load): (&[&str], _) = match name {
        "bash" => (&["--norc", "--noprofile", "-i"], "source <(shortlist completions bash)"),
        "zsh" => (
            &["-f", "-i"],
            "autoload -U compinit && compinit -u -D && source <(shortlist completions zsh)",
        ),
        _ => (&["--no-config", "-i"], "shortlist completions fish | source"),
    };
    command.args(arguments);
    let mut screen = Screen::start(30, 120, command);
    screen.type_keys(&format!("{} && echo loa''ded<enter>", load.replace('<', "<lt>")));
    screen.wait_for_text("loaded");
    Some(screen)
}

fn completes_a_job_name(name: &str) {
    let program = Program::new();
    // The list of jobs is stored by every command that reads it.
    program.ok(&["jobs"]);
    let Some(mut screen) = shell(&program, name) else { return };
    screen.type_keys("shortlist job Grad<tab>");
    screen.wait_for_text("Marketing\\ Associate");
    screen.type_keys("<enter>");
    screen.wait_for_texts(&[ID, NAME]);
}

#[test]
fn bash_completes_a_job_name() {
    completes_a_job_name("bash");
}

#[test]
fn zsh_completes_a_job_name() {
    completes_a_job_name("zsh");
}

#[test]
fn fish_completes_a_job_name() {
    completes_a_job_name("fish");
}

#[test]
fn a_name_is_completed_in_quotes_in_any_case_and_from_any_word() {
    for (name, typed) in [
        ("bash", &["\"grad", "'grad", "grad", "Graduate\\ mar"][..]),
        ("zsh", &["\"Grad", "'Grad", "grad", "Graduate\\ Mar"]),
        ("fish", &["\"grad", "grad", "Graduate\\ Mar"]),
    ] {
        let program = Program::new();
        program.ok(&["jobs"]);
        let Some(mut screen) = shell(&program, name) else { continue };
        for (number, text) in typed.iter().enumerate() {
            screen.type_keys(&format!("clear<enter>shortlist job {text}<tab>"));
            screen.type_keys(&format!("<enter>echo e''nd{number}<enter>"));
            screen.wait_for_text(&format!("end{number}"));
            assert!(screen.shows(ID), "{name}, {text}: {:?}", screen.lines());
        }
    }
}

#[test]
fn bash_completes_the_value_after_an_equals_sign() {
    let program = Program::new();
    let Some(mut screen) = shell(&program, "bash") else { return };
    screen.type_keys("shortlist jobs --sort=-candidate_c<tab>");
    screen.wait_for_text("--sort=-candidate_count");
    screen.type_keys("<c-u>shortlist jobs --sort=comp<tab><tab>x");
    screen.wait_for_text("--sort=compx");
}

#[test]
fn the_fields_of_a_person_are_completed() {
    let program = Program::new();
    let Some(mut screen) = shell(&program, "bash") else { return };
    screen.type_keys("shortlist person edit per_1 --set first<tab>");
    screen.wait_for_text("--set first_name=");
    screen.type_keys("<c-u>shortlist person edit per_1 --clear social_l<tab>");
    screen.wait_for_text("--clear social_location");
}

#[test]
fn every_shell_has_a_script_and_every_command_a_page() {
    let program = Program::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = program.ok(&["completions", shell]);
        assert!(script.contains("shortlist") && script.contains("_SHORTLIST_COMPLETE"), "{script}");
    }
    let (code, error) = program.fails(&["completions", "tcsh"]);
    assert_eq!(code, 2);
    assert!(error.contains("possible values: bash, zsh, fish, powershell, elvish"), "{error}");

    program.ok(&["man", "--dir", "pages"]);
    let pages = std::fs::read_dir(program.home.path().join("pages")).unwrap();
    let pages: Vec<String> =
        pages.map(|page| page.unwrap().file_name().into_string().unwrap()).collect();
    for page in ["shortlist.1", "shortlist-candidates.1", "shortlist-db-job-add.1"] {
        assert!(pages.iter().any(|other| other == page), "{page} is not in {pages:?}");
    }
    assert!(!pages.iter().any(|page| page.contains("-help")), "{pages:?}");
    let page = program.ok(&["man", "db", "backup"]);
    assert!(page.contains(".TH shortlist-db-backup 1"), "{page}");
    let (code, error) = program.fails(&["man", "db", "nothing"]);
    assert_eq!((code, &*error), (2, "error: shortlist-db has no command `nothing`\n"));
}
