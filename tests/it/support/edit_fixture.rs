//! A recruiter's desk: the real program in a real terminal, on a server with
//! manners of its own, and what it keeps on disk.

use portable_pty::CommandBuilder;
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use crate::support::files::wait_for_files;
use crate::support::harness::Program;
use crate::support::pty::{Screen, WIDE, on_server};
use crate::support::quirky_server::{Manners, Odd};

/// What stands at the edge of the editor at its stages.
pub(crate) const REVIEW: &str = "─ what will be sent ─";
pub(crate) const DONE: &str = "─ what the server did ─";
pub(crate) const CLASH: &str = "─ changed by somebody else ─";

pub(crate) struct Desk {
    pub(crate) program: Program,
    pub(crate) odd: Odd,
}

impl Desk {
    pub(crate) fn new(manners: Manners) -> Self {
        Self { program: Program::new(), odd: Odd::start(manners) }
    }

    pub(crate) fn plain() -> Self {
        Self::new(Manners::default())
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.odd.rough.address)
    }

    /// The command that starts the program here.
    pub(crate) fn command(&self) -> CommandBuilder {
        on_server(&self.program, &self.url(), &["--deadline", "3s"])
    }

    /// The program, from its first frame.
    pub(crate) fn start(&self) -> Screen {
        Screen::start(WIDE.0, WIDE.1, self.command())
    }

    /// The same when its first screen was read; the keys go to the candidates.
    pub(crate) fn sit(&self) -> Screen {
        let mut screen = self.start();
        seat(&mut screen);
        screen
    }

    /// The bodies of all updates so far.
    pub(crate) fn patches(&self) -> Vec<Value> {
        self.odd.bodies("PATCH")
    }

    /// What was written of the drafts that are wanted still.
    pub(crate) fn on_disk(&self) -> Vec<String> {
        self.read_drafts().unwrap()
    }

    fn read_drafts(&self) -> rusqlite::Result<Vec<String>> {
        let files = std::fs::read_dir(self.program.local_folder()).into_iter().flatten().flatten();
        let mut paths = files.map(|entry| entry.path());
        let Some(file) = paths.find(|path| path.extension().is_some_and(|kind| kind == "db"))
        else {
            return Ok(Vec::new());
        };
        let connection = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let wanted = "SELECT body FROM draft WHERE dropped_at IS NULL ORDER BY at";
        connection.prepare(wanted)?.query_map([], |row| row.get(0))?.collect()
    }

    /// Waits until a draft on disk holds this text.
    pub(crate) fn wait_on_disk(&self, text: &str) {
        let is_there = |body: &String| body.contains(text);
        // An error means that the tables are not made yet.
        let holds = || self.read_drafts().unwrap_or_default().iter().any(is_there);
        wait_for_files(&self.program.local_folder(), &format!("a draft with {text}"), holds);
    }
}

/// Waits for the first screen, and goes to the candidates.
pub(crate) fn seat(screen: &mut Screen) {
    select(screen, "", "Ada Lovelace");
    screen.type_keys("3");
    screen.wait_text("▸3 Candidates");
}

/// Types keys, and waits until somebody is selected whose record was read.
pub(crate) fn select(screen: &mut Screen, keys: &str, name: &str) {
    screen.type_keys(keys);
    let framed = format!("4 {name} ─");
    screen.wait_for(&framed, |screen| {
        let contents = screen.contents();
        contents.contains(&framed) && is_read(&contents)
    });
}

/// Whether the server sent the selected person in this run of the program. One
/// that the cache kept from the run before cannot be edited yet.
fn is_read(contents: &str) -> bool {
    contents.contains("● this one") && !contents.contains("the person as of")
}

/// Waits until a form shows a text and its record was read. Before that the form
/// refuses to be sent, and says why.
pub(crate) fn wait_sendable(screen: &Screen, text: &str) {
    screen.wait_for(&format!("{text}, and its record"), |screen| {
        let contents = screen.contents();
        contents.contains(text) && !contents.contains("the record is still being read")
    });
}

/// Opens all fields of whom is selected, and goes to the title.
pub(crate) fn open(screen: &mut Screen, name: &str) {
    screen.type_keys("ee");
    screen.wait_text(&format!("Edit {name}"));
    screen.type_keys("<down><down><down>");
}

/// Shows what will be sent, and sends it.
pub(crate) fn send(screen: &mut Screen) {
    screen.type_keys("<c-s>");
    screen.wait_text(REVIEW);
    screen.type_keys("<enter>");
}

/// Waits until the server did something, and this is told of it.
pub(crate) fn told(screen: &Screen, words: &str) {
    screen.wait_for(words, |screen| {
        let contents = screen.contents();
        contents.contains(DONE) && contents.contains(words)
    });
}

/// Sends it, and reads what the server did.
pub(crate) fn save(screen: &mut Screen, words: &str) {
    send(screen);
    told(screen, words);
    screen.type_keys("<enter>");
    screen.wait_gone(DONE);
}

/// Quits, whatever is open.
pub(crate) fn quit(mut screen: Screen) {
    screen.type_keys("<c-c>");
    assert_eq!(screen.exit(), 0);
    assert_eq!(screen.left_changed(), [""; 0]);
}

/// Whether the screen shows a text now.
pub(crate) fn shows(screen: &Screen, text: &str) -> bool {
    screen.lines().iter().any(|line| line.contains(text))
}
