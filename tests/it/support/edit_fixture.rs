//! The TUI in a terminal on a quirky server, with its drafts on disk; and the
//! steps that every test of the editor takes.

use std::os::unix::fs::PermissionsExt;

use portable_pty::CommandBuilder;
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use crate::support::files::wait_for_files;
use crate::support::harness::Program;
use crate::support::pty::{Screen, shortlist_on};
use crate::support::quirky_server::{Quirks, QuirkyServer};

/// The titles of the editor's steps.
pub(crate) const REVIEW: &str = "─ review ─";
pub(crate) const REPORT: &str = "─ result ─";
pub(crate) const CONFLICT: &str = "─ conflict ─";

/// The message after an edit that was saved and verified.
pub(crate) const SAVED: &str = "Saved and verified";

pub(crate) struct EditFixture {
    pub(crate) program: Program,
    pub(crate) server: QuirkyServer,
}

impl EditFixture {
    pub(crate) fn new() -> Self {
        Self::with_quirks(Quirks::default())
    }

    pub(crate) fn with_quirks(quirks: Quirks) -> Self {
        Self { program: Program::new(), server: QuirkyServer::with_quirks(quirks) }
    }

    pub(crate) fn command(&self) -> CommandBuilder {
        self.command_verifying_for("500ms")
    }

    /// A program that waits this long for a change to become visible.
    pub(crate) fn command_verifying_for(&self, time: &str) -> CommandBuilder {
        let arguments = ["--deadline", "60s", "--verify-for", time];
        shortlist_on(&self.program, &self.server.url(), &arguments)
    }

    pub(crate) fn start(&self) -> Screen {
        Screen::wide(self.command())
    }

    /// Starts the program with an editor script as `$EDITOR`.
    pub(crate) fn command_with_editor(&self, script: &str) -> CommandBuilder {
        self.write_editor(script);
        let mut command = self.command();
        command.env("EDITOR", "./editor");
        command
    }

    pub(crate) fn write_editor(&self, script: &str) {
        let path = self.program.home.path().join("editor");
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o700)).unwrap();
    }

    /// Starts the program and goes to the candidates.
    pub(crate) fn start_at_candidates(&self) -> Screen {
        let mut screen = self.start();
        go_to_candidates(&mut screen);
        screen
    }

    /// The program with this title typed into the form of Ada Lovelace.
    pub(crate) fn start_with_title(&self, title: &str) -> Screen {
        let mut screen = self.start_at_candidates();
        open_form(&mut screen, "Ada Lovelace");
        screen.type_keys(&format!("<c-u>{title}"));
        screen.wait_for_text(&title_line(title));
        screen
    }

    /// The bodies of all updates so far.
    pub(crate) fn patches(&self) -> Vec<Value> {
        self.server.bodies("PATCH")
    }

    /// The drafts on disk that were not discarded.
    pub(crate) fn drafts_on_disk(&self) -> Vec<String> {
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
        let query = "SELECT body FROM draft WHERE dropped_at IS NULL ORDER BY at";
        connection.prepare(query)?.query_map([], |row| row.get(0))?.collect()
    }

    /// Waits until a draft on disk contains this text.
    pub(crate) fn wait_for_draft(&self, text: &str) {
        let matches = |body: &String| body.contains(text);
        // An error means that the tables do not exist yet.
        let holds = || self.read_drafts().unwrap_or_default().iter().any(matches);
        wait_for_files(&self.program.local_folder(), &format!("a draft with {text}"), holds);
    }
}

/// The line of the form with a changed title.
pub(crate) fn title_line(title: &str) -> String {
    format!("*title            {title}")
}

/// Waits for the first screen and goes to the candidates.
pub(crate) fn go_to_candidates(screen: &mut Screen) {
    wait_until_read(screen, "Ada Lovelace");
    screen.type_keys("3");
    screen.wait_for_text("▸3 Candidates");
}

/// Waits until a person is selected and the server sent their record in this run
/// of the program. A cached record cannot be sent or edited in full.
fn wait_until_read(screen: &Screen, name: &str) {
    let title = format!("4 {name} ─");
    screen.wait_for(&title, |screen| {
        let contents = screen.contents();
        contents.contains(&title) && is_read(&contents)
    });
}

/// Waits until the selected person is read.
pub(crate) fn wait_until_loaded(screen: &Screen) {
    screen.wait_for("the selected person", |screen| is_read(&screen.contents()));
}

fn is_read(contents: &str) -> bool {
    contents.contains("▸ now") && !contents.contains("oading") && !contents.contains(" as of ")
}

/// Waits until a form shows a text and its record was read. Before that the form
/// cannot be sent, and says why.
pub(crate) fn wait_sendable(screen: &Screen, text: &str) {
    screen.wait_for(&format!("{text}, and its record"), |screen| {
        let contents = screen.contents();
        contents.contains(text) && !contents.contains("The record is still loading")
    });
}

/// Opens the form of the selected person and goes to the title.
pub(crate) fn open_form(screen: &mut Screen, name: &str) {
    screen.type_keys("ee");
    screen.wait_for_text(&format!("Edit {name}"));
    screen.type_keys("<down><down><down>");
}

/// Sends a form with one change.
pub(crate) fn send(screen: &mut Screen) {
    screen.type_keys("<c-s>");
}

/// Reviews the form and sends it.
pub(crate) fn review_and_send(screen: &mut Screen) {
    send(screen);
    confirm_review(screen);
}

pub(crate) fn confirm_review(screen: &mut Screen) {
    screen.wait_for_text(REVIEW);
    screen.type_keys("<enter>");
}

/// Waits for a report with this text.
pub(crate) fn wait_for_report(screen: &Screen, text: &str) {
    screen.wait_for_texts(&[REPORT, text]);
}

pub(crate) fn close_report(screen: &mut Screen) {
    screen.type_keys("<enter>");
    screen.wait_until_gone(REPORT);
}

/// Waits until the form is closed and a message says that the edit was saved.
pub(crate) fn wait_for_saved(screen: &Screen) {
    screen.wait_for(SAVED, |screen| {
        let contents = screen.contents();
        contents.contains(SAVED) && !contents.contains("Edit ")
    });
}

/// Saves a form with one change.
pub(crate) fn save(screen: &mut Screen) {
    send(screen);
    wait_for_saved(screen);
}
