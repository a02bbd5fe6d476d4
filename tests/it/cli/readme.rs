//! Every command of the README and of the guide for operators runs, in order, in one home directory.

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;

use crate::support::harness::{Program, RunningService};
use crate::support::http::{Request, Response};
use crate::support::pty::{Screen, shortlist};

fn readme() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap()
}

/// The lines of all shell blocks of a document.
fn commands(document: &str) -> Vec<String> {
    let blocks = document.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).map(str::to_owned).collect()
}

/// The CSV file of people.
fn people() -> String {
    let readme = readme();
    let (_, rest) = readme.split_once("```csv\n").expect("a file of people");
    rest.split("```").next().unwrap().to_owned()
}

/// Splits a line as a shell does; single quotes group words.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for letter in line.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Executes the `curl` commands of the README: `-H`, `-d` and an address.
fn curl(words: &[String], address: SocketAddr) -> Response {
    let url = words.iter().find(|word| word.starts_with("http://")).unwrap();
    let path = url.strip_prefix("http://127.0.0.1:7171").expect("the default address");
    let after =
        |flag: &str| words.windows(2).find(|pair| pair[0] == flag).map(|pair| pair[1].clone());
    let mut request = match after("-d") {
        Some(body) => Request::new("POST", path).bytes(body.as_bytes()),
        None => Request::new("GET", path),
    };
    for pair in words.windows(2).filter(|pair| pair[0] == "-H") {
        let (name, value) = pair[1].split_once(": ").unwrap();
        request = request.header(name, value);
    }
    request.send(address)
}

struct Runner {
    program: Program,
    running: Option<RunningService>,
    counts: BTreeMap<&'static str, usize>,
}

impl Runner {
    fn execute(&mut self, line: &str) {
        let words = words(line);
        let (variables, rest): (Vec<String>, Vec<String>) = words.into_iter().partition(|word| {
            word.split_once('=')
                .is_some_and(|(name, _)| name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'))
        });
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        match rest[..] {
            ["cargo", "test"] => {
                let ci =
                    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/run")).unwrap();
                assert!(
                    ci.lines().any(|line| line.ends_with("cargo test")),
                    "CI must run the README's test command"
                );
                self.count("cargo");
            }
            ["cargo", "bench", "--bench", name] => {
                assert!(
                    fs::exists(format!("{}/benches/{name}/main.rs", env!("CARGO_MANIFEST_DIR")))
                        .unwrap()
                );
                self.count("cargo");
            }
            ["cargo", "run", "--release"] => self.run_tui(&[], &variables),
            ["shortlist", "--url", "http://127.0.0.1:7171"] => {
                let address = self.running.as_ref().expect("a service").address;
                self.run_tui(&["--url", &format!("http://{address}")], &variables);
            }
            ["shortlist", "serve", ..] => self.serve(&rest[1..], &variables),
            ["shortlist", ..] => self.run(&rest[1..], line),
            ["curl", ..] => {
                let words: Vec<String> = rest.iter().map(|word| (*word).to_owned()).collect();
                let answer = curl(&words, self.running.as_ref().expect("a service").address);
                assert!(answer.status < 300, "{line}: {} {}", answer.status, answer.body);
                self.count("curl");
            }
            _ => panic!("the README has a command that no test runs: {line}"),
        }
    }

    fn serve(&mut self, arguments: &[&str], variables: &[String]) {
        // A free port instead of the one in the README.
        let others = match arguments.iter().position(|word| *word == "--listen") {
            Some(at) => [&arguments[..at], &arguments[at + 2..]].concat(),
            None => arguments.to_vec(),
        };
        let mut command =
            self.program.command(&[&others[..], &["--listen", "127.0.0.1:0"]].concat());
        for (name, value) in variables.iter().filter_map(|pair| pair.split_once('=')) {
            command.env(name, value);
        }
        self.running = Some(RunningService::start(command));
        self.count("serve");
    }

    /// Starts the TUI, waits for the jobs and quits.
    fn run_tui(&mut self, arguments: &[&str], variables: &[String]) {
        let mut command = shortlist(&self.program, arguments);
        for (name, value) in variables.iter().filter_map(|pair| pair.split_once('=')) {
            command.env(name, value);
        }
        let mut screen = Screen::start(40, 120, command);
        screen.wait_for_text("Jobs 32");
        screen.type_keys("q");
        assert_eq!(screen.exit(), 0);
        self.count("terminal");
    }

    fn run(&mut self, arguments: &[&str], line: &str) {
        let (arguments, file) = match arguments.iter().position(|word| *word == ">") {
            Some(at) => (&arguments[..at], Some(arguments[at + 1])),
            None => (arguments, None),
        };
        let output = self.program.run(arguments);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        if let Some(file) = file {
            fs::write(self.program.home.path().join(file), output.stdout).unwrap();
        }
        self.count("shortlist");
    }

    fn count(&mut self, kind: &'static str) {
        *self.counts.entry(kind).or_default() += 1;
    }
}

#[test]
fn the_documented_keys_match_the_keymap() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/keys.md")).unwrap();
    let (_, rest) = page.split_once("<!-- keys -->\n").expect("the start of the keys");
    let (table, _) = rest.split_once("<!-- /keys -->").expect("the end of the keys");
    let expected = Program::new().ok(&["keys-table", "--markdown"]);
    assert_eq!(table.trim(), expected.trim(), "see `shortlist keys-table --markdown`");
}

#[test]
fn every_picture_of_the_readme_exists() {
    let readme = readme();
    let pictures: Vec<&str> = readme
        .split("](assets/")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|path| path.starts_with("pictures/"))
        .collect();
    assert!(pictures.len() >= 3, "{pictures:?}");
    for path in pictures {
        let file = format!("{}/assets/{path}", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(&fs::read(&file).unwrap()[1..4], b"PNG", "{path}");
    }
}

/// The documents that describe the source tree name only existing files.
#[test]
fn every_file_named_in_the_documents_exists() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for document in ["docs/architecture.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root.join(document)).unwrap();
        let named = text.split('`').filter(|name| {
            let is_path =
                ["src/", "tests/", "benches/", "docs/"].iter().any(|top| name.starts_with(top));
            is_path && std::path::Path::new(name).extension().is_some_and(|end| end == "rs")
        });
        let named: Vec<&str> = named.collect();
        assert!(!named.is_empty(), "{document} names no file");
        for name in named {
            assert!(root.join(name).is_file(), "{document} names {name}, which does not exist");
        }
    }
}

#[test]
fn every_command_of_the_guide_for_operators_runs() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operating.md");
    let mut runner = Runner { program: Program::new(), running: None, counts: BTreeMap::new() };
    for line in commands(&fs::read_to_string(guide).unwrap()) {
        runner.execute(&line);
    }
    assert_eq!(runner.counts, BTreeMap::from([("serve", 1), ("shortlist", 16)]));
}

/// The files that a document shows, each after a line with its name in backticks.
fn shown_files(document: &str) -> Vec<(&str, &str)> {
    let parts = document.split("`:\n\n```").collect::<Vec<_>>();
    let files = parts.windows(2).map(|pair| {
        let name = pair[0].rsplit('`').next().unwrap();
        let (_kind, text) = pair[1].split_once('\n').unwrap();
        (name, text.split("```").next().unwrap())
    });
    files.collect()
}

#[test]
fn every_command_of_the_guide_for_imports_runs() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/importing.md");
    let guide = fs::read_to_string(guide).unwrap();
    let mut runner = Runner { program: Program::new(), running: None, counts: BTreeMap::new() };
    let files = shown_files(&guide);
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["jobs.csv", "people.csv", "candidates.csv", "ours.toml"]);
    for (name, text) in files {
        fs::write(runner.program.home.path().join(name), text).unwrap();
    }
    for line in commands(&guide) {
        runner.execute(&line);
    }
    assert_eq!(runner.counts, BTreeMap::from([("shortlist", 4)]));
}

#[test]
fn every_command_of_the_readme_runs() {
    let mut runner = Runner { program: Program::new(), running: None, counts: BTreeMap::new() };
    fs::write(runner.program.home.path().join("people.csv"), people()).unwrap();
    for line in commands(&readme()) {
        runner.execute(&line);
    }
    assert_eq!(
        runner.counts,
        BTreeMap::from([
            ("cargo", 8),
            ("curl", 2),
            ("serve", 2),
            ("shortlist", 59),
            ("terminal", 2)
        ])
    );
}

/// The stages in the examples are those of the pipeline that a new job starts with.
#[test]
fn the_examples_of_the_pipeline_commands_run_on_a_new_job() {
    for command in ["", "show", "templates", "add", "rename", "reorder", "retire"] {
        let program = Program::new();
        program.ok(&["db", "job", "add", "--name", "Rust Engineer", "--client", "Northwind"]);
        let help: Vec<&str> = ["db", "pipeline", command, "--help"]
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect();
        let help = program.ok(&help);
        let examples: Vec<&str> =
            help.lines().filter_map(|line| line.strip_prefix("  shortlist ")).collect();
        assert!(!examples.is_empty(), "{help}");
        for example in examples {
            let words = words(example);
            program.ok(&words.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
}
