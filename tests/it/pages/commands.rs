//! Every command of the README and of the pages of `docs` runs, in order, in one empty home
//! directory for each page.

use std::fs;

use super::documents::Page;
use super::shell::Shell;
use crate::support::harness::Program;

/// The pages with commands. `PostgreSQL` has a test of its own, because it needs a server.
const PAGES: [&str; 11] = [
    "README.md",
    "docs/commands.md",
    "docs/configuration.md",
    "docs/filters.md",
    "docs/importing.md",
    "docs/interface.md",
    "docs/linear.md",
    "docs/local-data.md",
    "docs/operating.md",
    "docs/performance.md",
    "docs/troubleshooting.md",
];

fn run_commands(name: &str) {
    assert!(PAGES.contains(&name), "{name} is not in the list");
    let page = Page::read(name);
    let mut shell = Shell::new();
    for (name, text) in page.files() {
        fs::write(shell.program.home.path().join(name), text).unwrap();
    }
    let commands = page.commands();
    assert!(!commands.is_empty(), "{name} has no commands");
    for line in commands {
        shell.execute(line);
    }
}

#[test]
fn every_command_of_the_readme_runs() {
    run_commands("README.md");
}

#[test]
fn every_command_of_the_page_about_commands_runs() {
    run_commands("docs/commands.md");
}

#[test]
fn every_command_of_the_page_about_filters_runs() {
    run_commands("docs/filters.md");
}

#[test]
fn every_command_of_the_guide_for_imports_runs() {
    run_commands("docs/importing.md");
}

#[test]
fn every_command_of_the_page_about_the_interface_runs() {
    run_commands("docs/interface.md");
}

#[test]
fn every_command_of_the_page_about_local_data_runs() {
    run_commands("docs/local-data.md");
}

#[test]
fn every_command_of_the_guide_for_operators_runs() {
    run_commands("docs/operating.md");
}

#[test]
fn every_command_of_the_page_about_performance_can_run() {
    run_commands("docs/performance.md");
}

#[test]
fn every_command_of_the_page_about_the_configuration_runs() {
    run_commands("docs/configuration.md");
}

#[test]
fn every_command_of_the_page_without_a_screen_runs() {
    run_commands("docs/linear.md");
}

#[test]
fn every_command_of_the_page_about_troubleshooting_runs() {
    run_commands("docs/troubleshooting.md");
}

#[test]
fn every_page_with_commands_is_in_the_list() {
    for page in Page::all() {
        let is_listed = PAGES.contains(&page.name.as_str()) || page.name == "docs/postgresql.md";
        assert!(
            page.commands().is_empty() || is_listed,
            "no test runs the commands of {}",
            page.name
        );
    }
}

#[test]
fn the_readme_is_short() {
    assert!(Page::read("README.md").text.lines().count() < 250);
}

#[test]
fn the_documented_keys_match_the_keymap() {
    let page = Page::read("docs/keyboard.md").text;
    let (_, rest) = page.split_once("<!-- keys -->\n").expect("the start of the keys");
    let (table, _) = rest.split_once("<!-- /keys -->").expect("the end of the keys");
    let expected = Program::new().ok(&["keys-table", "--markdown"]);
    assert_eq!(table.trim(), expected.trim(), "see `shortlist keys-table --markdown`");
}

/// The stages in the examples are those of the pipeline that a new job starts with.
#[test]
fn the_examples_of_the_pipeline_commands_run_on_a_new_job() {
    for command in ["", "show", "templates", "add", "rename", "reorder", "retire"] {
        let mut shell = Shell::new();
        shell.execute("shortlist db job add --name 'Rust Engineer' --client Northwind");
        let help: Vec<&str> = ["db", "pipeline", command, "--help"]
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect();
        let help = shell.program.ok(&help);
        let examples: Vec<&str> =
            help.lines().filter(|line| line.starts_with("  shortlist ")).map(str::trim).collect();
        assert!(!examples.is_empty(), "{help}");
        for example in examples {
            shell.execute(example);
        }
    }
}
