//! The program restores the terminal however it ends, and loses nothing.

use std::pin::Pin;

use portable_pty::CommandBuilder;
use shortlist::client::SecretString;
use shortlist::config::LoadedConfig;
use shortlist::tui::linear::session;
use shortlist::tui::runtime::crash::ReportFiles;
use shortlist::tui::runtime::run;
use shortlist::tui::runtime::workspace::{OpenError, Workspace, WorkspaceOpener};

use crate::support::TIMEOUT;
use crate::support::harness::{Program, signal};
use crate::support::http::KEY;
use crate::support::pty::{
    Screen, assert_crash_report, assert_report_ends, in_shell, shortlist_on, this_test_binary,
};
use crate::support::relay::Relay;

/// The program with its first screen read.
fn start(program: &Program, relay: &Relay) -> Screen {
    let screen = Screen::wide(shortlist_on(program, &relay.url(), &[]));
    screen.wait_for_text("▸ now");
    screen
}

#[test]
fn a_signal_that_ends_it_restores_the_terminal() {
    let relay = Relay::start(5);
    for (name, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let program = Program::new();
        let mut screen = start(&program, &relay);
        screen.signal(name);
        assert_eq!(screen.exit(), code, "{name}");
        screen.assert_clean();
    }
}

#[test]
fn a_signal_in_the_first_moment_restores_the_terminal() {
    let relay = Relay::start(5);
    for (name, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let program = Program::new();
        let mut screen = Screen::wide(shortlist_on(&program, &relay.url(), &[]));
        while count_starts(&screen) == 0 {
            assert!(screen.wait_output(TIMEOUT), "it did not start: {:?}", screen.lines());
        }
        screen.signal(name);
        assert_eq!(screen.exit(), code, "{name}");
        screen.assert_clean();
    }
}

/// How often the alternate screen was opened.
fn count_starts(screen: &Screen) -> usize {
    String::from_utf8_lossy(&screen.raw()).matches("\x1b[?1049h").count()
}

#[test]
fn ctrl_c_quits_whatever_the_terminal_sent_before() {
    let relay = Relay::start(5);
    for before in [b"\x1b" as &[u8], b"\x1b[<", b"\x1b[<0;5;", b"\x1b]11;", b"\x1b[200~text"] {
        let program = Program::new();
        let mut screen = start(&program, &relay);
        screen.send(&[before, b"\x03"].concat());
        assert_eq!(screen.exit(), 0, "{before:?}");
        screen.assert_clean();
    }
}

#[test]
fn it_ends_when_the_terminal_closes() {
    let (program, relay) = (Program::new(), Relay::start(5));
    assert_eq!(start(&program, &relay).hang_up(), 129);
}

#[test]
fn a_view_saved_with_the_last_key_is_on_disk() {
    let (program, relay) = (Program::new(), Relay::start(5));
    let mut screen = start(&program, &relay);
    screen.send(b"/rust\rgsmine\r\x03");
    assert_eq!(screen.exit(), 0);
    let file = program.home.path().join(".config/shortlist/config.toml");
    let config = std::fs::read_to_string(file).unwrap();
    assert!(config.contains("[views.mine]"), "{config}");
}

#[test]
fn a_view_that_cannot_be_saved_at_the_end_is_reported_in_the_shell() {
    let (program, relay) = (Program::new(), Relay::start(5));
    // A directory is where the file should be.
    let config = program.home.path().join(".config/shortlist/config.toml");
    std::fs::remove_file(&config).unwrap();
    std::fs::create_dir(&config).unwrap();
    let mut screen = start(&program, &relay);
    screen.send(b"/rust\rgsmine\r\x03");
    assert_eq!(screen.exit(), 0);
    assert!(screen.lines().concat().contains("config.toml"), "{:?}", screen.lines());
}

#[test]
fn it_suspends_and_resumes_where_it_was() {
    let relay = Relay::start(5);
    let script = "\"$@\"\necho stopped\nstty -a\nread line\nfg\necho \"ended $?\"\n";
    for by_signal in [false, true] {
        let program = Program::new();
        let command = in_shell(&program, script, &shortlist_on(&program, &relay.url(), &[]));
        let mut screen = Screen::wide(command);
        screen.wait_for_text("▸ now");
        screen.type_keys("<enter>jjj");
        screen.wait_for_text("4/5");
        if by_signal {
            signal("TSTP", screen.foreground());
        } else {
            screen.type_keys("<c-z>");
        }
        screen.wait_for_text("iexten");
        assert_eq!(screen.leftover_changes(), [""; 0]);
        screen.type_keys("<enter>");
        screen.wait_for_text("▌  Ada 3");
        screen.type_keys("k");
        screen.wait_for_text("▌  Ada 2");
        screen.type_keys("<c-c>");
        screen.wait_for_text("ended 0");
        screen.exit();
        assert_eq!(screen.leftover_changes(), [""; 0]);
    }
}

/// Starts the program, and again after its end without the mouse. `between` gets the modes that the
/// first run left.
const STARTED_TWICE: &str = "\"$@\"
stty -a > between
mkdir -p .config/shortlist
echo 'mouse = false' > .config/shortlist/config.toml
\"$@\"
echo \"ended $?\"
";

#[test]
fn a_start_after_a_kill_leaves_a_normal_terminal() {
    let (program, relay) = (Program::new(), Relay::start(5));
    let command = in_shell(&program, STARTED_TWICE, &shortlist_on(&program, &relay.url(), &[]));
    let mut screen = Screen::wide(command);
    screen.wait_for_text("▸ now");
    signal("KILL", screen.foreground());
    while count_starts(&screen) < 2 {
        assert!(screen.wait_output(TIMEOUT), "it did not start again: {:?}", screen.lines());
    }
    let between = std::fs::read_to_string(program.home.path().join("between")).unwrap();
    assert!(between.contains("-icanon"), "the kill left the terminal raw: {between}");
    screen.wait_for_text("▸ now");
    screen.type_keys("<c-c>");
    screen.wait_for_text("ended 0");
    screen.exit();
    assert_eq!(screen.leftover_changes(), [""; 0]);
}

/// Where the panic happens.
const LOCATIONS: [&str; 3] = ["the opening", "a task of its own", "another thread"];

/// A workspace whose opening panics.
struct PanickingWorkspace(String);

impl WorkspaceOpener for PanickingWorkspace {
    fn open(
        &self,
        _key: Option<SecretString>,
        _tell: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>> {
        let location = self.0.clone();
        Box::pin(async move {
            let key = SecretString::from(KEY);
            let message = format!("a panic in {location} \x1b[2J, {key:?}");
            match location.as_str() {
                "the opening" => panic!("{message}"),
                "another thread" => drop(tokio::task::spawn_blocking(move || panic!("{message}"))),
                _ => drop(tokio::spawn(async move { panic!("{message}") })),
            }
            std::future::pending().await
        })
    }
}

/// The program on a workspace that panics.
fn panicking_program(program: &Program, location: &str) -> CommandBuilder {
    let mut command = this_test_binary(program, "tui::exit::run_panicking_program");
    command.env("SHORTLIST_PANIC", location);
    command.env("SHORTLIST_KEY", KEY);
    command
}

/// Not a test of its own: the body of [`panicking_program`].
#[test]
fn run_panicking_program() {
    let Ok(location) = std::env::var("SHORTLIST_PANIC") else { return };
    let reports = ReportFiles { directory: std::env::var_os("HOME").unwrap().into(), log: None };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _inside = runtime.enter();
    if std::env::var_os("SHORTLIST_LINEAR").is_some() {
        let opener = PanickingWorkspace(location);
        let ended = session::run(LoadedConfig::default(), opener, reports, std::io::stdout());
        let code = runtime.block_on(ended).unwrap();
        runtime.shutdown_background();
        std::process::exit(code.into());
    }
    let screen =
        run::Screen::open(LoadedConfig::default(), PanickingWorkspace(location), reports).unwrap();
    let code = runtime.block_on(screen.run()).unwrap();
    runtime.shutdown_background();
    std::process::exit(code.into());
}

#[test]
fn a_panic_in_linear_mode_ends_it_and_writes_a_report() {
    for location in LOCATIONS {
        let program = Program::new();
        let mut command = panicking_program(&program, location);
        command.env("SHORTLIST_LINEAR", "1");
        let mut screen = Screen::start(24, 80, command);
        assert_eq!(screen.exit(), 101, "{location}");
        let output = String::from_utf8(screen.raw()).unwrap();
        assert_report_ends(&program, &output, &format!("a panic in {location}"));
    }
}

#[test]
fn a_panic_in_the_background_restores_the_terminal_and_writes_a_report() {
    for location in LOCATIONS {
        let program = Program::new();
        let mut screen = Screen::start(24, 80, panicking_program(&program, location));
        assert_eq!(screen.exit(), 101, "{location}");
        assert_crash_report(&program, &screen, &format!("a panic in {location}"));
    }
}
