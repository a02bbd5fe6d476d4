//! Runs the command lines of a page as its reader would: in a shell, in order, in one empty home
//! directory, with the program, `jq` and the tools of the system on the path.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::documents::ROOT;
use crate::support::harness::{Program, RunningService, run_with_stdin};
use crate::support::http::Request;
use crate::support::installed_tools;
use crate::support::pty::{Screen, base_command};

/// Where the services of the pages listen; each gets a free port instead.
const ADDRESS: &str = "127.0.0.1:7171";

pub(super) struct Shell {
    pub(super) program: Program,
    running: Option<RunningService>,
}

impl Shell {
    pub(super) fn new() -> Self {
        let program = Program::new();
        fs::remove_dir_all(program.home.path().join(".config")).unwrap();
        Self { program, running: None }
    }

    pub(super) fn execute(&mut self, line: &str) {
        let address = self.running.as_ref().map(|running| running.address.to_string());
        let line = address.map_or_else(|| line.to_owned(), |at| line.replace(ADDRESS, &at));
        let (variables, words) = split(&line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            ["cargo", "run", "--release"] | ["shortlist"] => self.open_terminal(&[], &variables),
            ["cargo", ..] => check_cargo(&words),
            ["assets/deploy/package-files"] => {
                assert!(Path::new(ROOT).join(words[0]).is_file());
            }
            ["shortlist", "--url" | "--profile", _] => self.open_terminal(&words[1..], &variables),
            ["shortlist", "serve", ..] => self.serve(&line),
            ["curl", ..] => self.curl(&words),
            ["shortlist", ..] if line.contains("| jq ") && !is_installed("jq") => {
                installed_tools::report_missing("jq", &line);
            }
            // What the reader types: the key of the service of the page, or the end.
            ["shortlist", "login", ..] => self.run(&line, "secret\n"),
            ["shortlist", "--linear"] => self.run(&line, "quit\n"),
            ["shortlist" | "printf" | "mkdir", ..] => self.run(&line, ""),
            _ => panic!("no test runs this command of a page: {line}"),
        }
    }

    /// A shell that fails if any part of a pipe fails.
    fn command(&self, line: &str) -> Command {
        let mut command = Command::new("bash");
        command
            .args(["-o", "pipefail", "-c", line])
            .current_dir(self.program.home.path())
            .env_clear()
            .env("HOME", self.program.home.path())
            .env("PATH", path())
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, line: &str, typed: &str) {
        let mut command = self.command(line);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = run_with_stdin(&mut command, typed.as_bytes());
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn serve(&mut self, line: &str) {
        let line = line.replace(&format!(" --listen {ADDRESS}"), "");
        let (variables, command) = line.split_at(line.find("shortlist").unwrap());
        let line = format!("{variables} exec {command} --listen 127.0.0.1:0");
        let mut command = self.command(&line);
        command.env("SHORTLIST_LOG", "warn").stdout(Stdio::piped());
        self.running = Some(RunningService::start(command));
    }

    /// Starts the terminal UI, waits for the jobs of the demo and quits.
    fn open_terminal(&self, arguments: &[&str], variables: &[String]) {
        let mut command = base_command(&self.program, env!("CARGO_BIN_EXE_shortlist"));
        command.args(arguments);
        for (name, value) in variables.iter().filter_map(|pair| pair.split_once('=')) {
            command.env(name, value);
        }
        let mut screen = Screen::start(40, 120, command);
        screen.wait_for_text("Jobs 32");
        screen.type_keys("q");
        assert_eq!(screen.exit(), 0);
    }

    /// Executes `curl` with `-H`, `-d` and an address, wherever curl is not installed too.
    fn curl(&self, words: &[&str]) {
        let address = self.running.as_ref().expect("a service").address;
        let url = words.iter().find_map(|word| word.strip_prefix("http://")).unwrap();
        let path = url.strip_prefix(&address.to_string()).expect("the address of the service");
        let body = words.windows(2).find(|pair| pair[0] == "-d").map(|pair| pair[1]);
        let mut request = match body {
            Some(body) => Request::new("POST", path).bytes(body.as_bytes()),
            None => Request::new("GET", path),
        };
        for pair in words.windows(2).filter(|pair| pair[0] == "-H") {
            let (name, value) = pair[1].split_once(": ").unwrap();
            request = request.header(name, value);
        }
        let answer = request.send(address);
        assert!(answer.status < 300, "{words:?}: {} {}", answer.status, answer.body);
    }
}

/// The variables before a command, and its words; single quotes group words as in a shell.
fn split(line: &str) -> (Vec<String>, Vec<String>) {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for letter in line.chars() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    let is_variable = |word: &String| {
        let is_name = |name: &str| name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
        word.split_once('=').is_some_and(|(name, _)| is_name(name))
    };
    let count = words.iter().take_while(|word| is_variable(word)).count();
    let rest = words.split_off(count);
    (words, rest)
}

/// The folder of the program, and those where a system has its own programs.
fn path() -> std::ffi::OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_shortlist")).parent().unwrap();
    let system = ["/usr/local/bin", "/opt/homebrew/bin", "/usr/bin", "/bin"];
    std::env::join_paths(std::iter::once(program).chain(system.map(Path::new))).unwrap()
}

fn is_installed(name: &str) -> bool {
    std::env::split_paths(&path()).any(|folder| folder.join(name).is_file())
}

/// Checks as much of a command of cargo as a test of the same build can.
fn check_cargo(words: &[&str]) {
    let read = |file: &str| fs::read_to_string(format!("{ROOT}/{file}")).unwrap();
    match *words {
        ["cargo", "test"] => {
            let is_run = read(".ci/run").lines().any(|line| line.ends_with("cargo test"));
            assert!(is_run, "CI must run the test command of the README");
        }
        ["cargo", "install", "--locked", "cargo-deb"]
        | ["cargo", "build", "--release", "--locked"] => {}
        ["cargo", "deb", "--no-build", "--install"] => {
            let manifest = read("Cargo.toml");
            assert!(manifest.contains("[package.metadata.deb]"));
            // Each file of the package that is not in the repository is made by the script.
            let script = read("assets/deploy/package-files");
            assert!(manifest.contains("target/package/") && script.contains("target/package"));
        }
        ["cargo", "install", "--locked", "--path", "."] => {
            assert!(read("Cargo.toml").contains("[[bin]]\nname = \"shortlist\"\n"));
            assert!(read("Cargo.lock").contains("name = \"shortlist-tui\""));
        }
        ["cargo", "bench", "--bench", name] => {
            assert!(read("Cargo.toml").contains(&format!("[[bench]]\nname = \"{name}\"\n")));
        }
        _ => panic!("no test checks {words:?}"),
    }
}
