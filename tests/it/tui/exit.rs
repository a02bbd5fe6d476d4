//! However the program ends, the terminal is left as it was found.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::pin::Pin;

use portable_pty::CommandBuilder;

use crate::support::harness::Program;
use crate::support::pty::sequences::foreign;
use crate::support::pty::{Screen, WIDE, at_home, in_a_shell, on_server, signal};
use crate::support::relay::Relay;
use shortlist::client::SecretString;
use shortlist::config::Loaded;
use shortlist::tui::runtime::run;
use shortlist::tui::runtime::workspace::{OpenError, Workspace, WorkspaceOpener};

/// The program on a small crowd, when all of the screen was read.
fn open(program: &Program, relay: &Relay) -> Screen {
    let screen = Screen::start(WIDE.0, WIDE.1, on_server(program, &relay.url(), &[]));
    screen.wait_text("● now");
    screen
}

#[test]
fn a_signal_that_ends_it_leaves_no_trace() {
    let relay = Relay::crowd(5);
    for (name, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let program = Program::new();
        let mut screen = open(&program, &relay);
        screen.signal(name);
        assert_eq!(screen.exit(), code, "{name}");
        assert_eq!(screen.left_changed(), [""; 0], "{name}");
        assert_eq!(foreign(&screen.raw(), false), [""; 0], "{name}");
    }
}

#[test]
fn a_terminal_that_is_taken_away_is_its_end() {
    let (program, relay) = (Program::new(), Relay::crowd(5));
    assert_eq!(open(&program, &relay).hang_up(), 129);
}

#[test]
fn what_was_saved_with_the_last_key_is_there_the_next_time() {
    let (program, relay) = (Program::new(), Relay::crowd(5));
    let mut screen = Screen::start(WIDE.0, WIDE.1, on_server(&program, &relay.url(), &[]));
    screen.wait_text("● now");
    screen.send(b"/rust\rgsmine\r\x03");
    assert_eq!(screen.exit(), 0);
    let file = program.home.path().join(".config/shortlist/config.toml");
    let config = std::fs::read_to_string(file).unwrap();
    assert!(config.contains("[views.mine]"), "{config}");
}

#[test]
fn what_cannot_be_saved_any_more_is_told_in_the_shell() {
    let (program, relay) = (Program::new(), Relay::crowd(5));
    // A directory stands where the file should be.
    std::fs::create_dir_all(program.home.path().join(".config/shortlist/config.toml")).unwrap();
    let mut screen = Screen::start(WIDE.0, WIDE.1, on_server(&program, &relay.url(), &[]));
    screen.wait_text("● now");
    screen.send(b"/rust\rgsmine\r\x03");
    assert_eq!(screen.exit(), 0);
    assert!(screen.lines().concat().contains("config.toml"), "{:?}", screen.lines());
}

#[test]
fn it_stops_and_goes_on_where_it_was() {
    let (program, relay) = (Program::new(), Relay::crowd(5));
    let lines = "\"$@\"\necho stopped\nstty -a\nread line\nfg\necho \"ended $?\"\n";
    for outside in [false, true] {
        let command = in_a_shell(&program, lines, &on_server(&program, &relay.url(), &[]));
        let mut screen = Screen::start(WIDE.0, WIDE.1, command);
        screen.wait_text("● now");
        screen.type_keys("<enter>jjj");
        screen.wait_text("4/5");
        if outside {
            signal("TSTP", screen.foreground());
        } else {
            screen.type_keys("<c-z>");
        }
        screen.wait_text("iexten");
        assert_eq!(screen.left_changed(), [""; 0]);
        screen.type_keys("<enter>");
        screen.wait_text("▌  Ada 3");
        screen.type_keys("k");
        screen.wait_text("▌  Ada 2");
        screen.type_keys("<c-c>");
        screen.wait_text("ended 0");
        screen.exit();
        assert_eq!(screen.left_changed(), [""; 0]);
    }
}

/// What a way into a workspace can break: each is named by what panics.
const BREAKING: [&str; 3] = ["the opening", "a task of its own", "another thread"];

struct Broken(String);

impl WorkspaceOpener for Broken {
    fn open(
        &self,
        _key: Option<SecretString>,
        _tell: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>> {
        let what = self.0.clone();
        Box::pin(async move {
            let told = format!("a panic in {what} \x1b[2J");
            match what.as_str() {
                "the opening" => panic!("{told}"),
                "another thread" => drop(tokio::task::spawn_blocking(move || panic!("{told}"))),
                _ => drop(tokio::spawn(async move { panic!("{told}") })),
            }
            std::future::pending().await
        })
    }
}

/// This test binary, started again as the program behind a broken door.
fn behind_a_broken_door(program: &Program, what: &str) -> CommandBuilder {
    let mut command = at_home(program, &std::env::current_exe().unwrap().to_string_lossy());
    command.args(["--exact", "tui::exit::is_entered", "--nocapture", "--test-threads=1"]);
    command.env("SHORTLIST_BROKEN", what);
    command
}

#[test]
fn is_entered() {
    let Ok(what) = std::env::var("SHORTLIST_BROKEN") else { return };
    let reports = PathBuf::from(std::env::var_os("HOME").unwrap());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let screen = run::Screen::open(Loaded::default(), Broken(what), reports).unwrap();
    let ended = runtime.block_on(screen.run()).unwrap();
    runtime.shutdown_background();
    std::process::exit(ended.into());
}

#[test]
fn a_panic_in_the_background_gives_the_screen_back_and_is_told_and_kept() {
    for what in BREAKING {
        let program = Program::new();
        let mut screen = Screen::start(24, 80, behind_a_broken_door(&program, what));
        assert_eq!(screen.exit(), 101, "{what}");
        assert_eq!(screen.left_changed(), [""; 0], "{what}");
        assert_eq!(foreign(&screen.raw(), false), [""; 0], "{what}");

        let mut kept: Vec<_> = std::fs::read_dir(program.home.path()).unwrap().flatten().collect();
        kept.retain(|file| file.file_name().to_string_lossy().starts_with("crash-"));
        let [file] = kept.as_slice() else { panic!("{what}: {kept:?}") };
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{what}");
        let report = std::fs::read_to_string(file.path()).unwrap();
        assert!(report.contains(&format!("a panic in {what}")), "{report}");
        let raw = String::from_utf8(screen.raw()).unwrap();
        let told = raw.rsplit_once("\x1b[?1049l").unwrap().1.replace("\r\n", "\n");
        assert!(told.contains(&report), "{told}");
        assert!(told.trim_end().ends_with(&file.path().display().to_string()), "{told}");
    }
}
