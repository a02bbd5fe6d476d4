//! Checks that go through the keyboard: is a key answered, is what was saved on disk?

use std::time::Duration;

use crate::program::WIDE;
use crate::session::Session;
use crate::tokens::token;

/// The title of the help.
const HELP: &str = "  Help ";
/// In the question about an unsaved form.
const KEEP_QUESTION: &str = "enter keep";
/// In the keys of a form.
const FORM: &str = "ctrl-s review";

/// Beside a verdict that is not on disk; what came after it waits, too.
const PENDING: &str = "not saved yet";

/// A key without an effect for so long counts as not answered.
const ANSWER_TIME: Duration = Duration::from_secs(10);
/// How long something may take that depends on what is selected.
const SHOW_TIME: Duration = Duration::from_millis(1500);
/// What was typed is on disk after this time.
const DRAFT_TIME: Duration = Duration::from_millis(1200);

/// What the screen showed as saved.
pub(crate) enum Saved {
    /// A verdict with this reason, or a note.
    Entry(String),
    Draft(String),
}

impl Session {
    /// Measures a key, then checks the disk.
    pub(crate) fn probe(&mut self) {
        self.go_home();
        self.measure_key();
        if self.random.is_in(50)
            && let Some(saved) = self.save_something()
        {
            self.check_saved(Some(saved));
        }
        self.check_disk();
    }

    /// From a key to the frame that shows its effect.
    fn measure_key(&mut self) {
        if self.program.shows(HELP) {
            self.type_keys("<esc>");
        }
        // On a busy machine, Esc and the next key may otherwise arrive together, as Alt.
        self.program.pause(Duration::from_millis(200));
        for (keys, is_shown) in [("?", true), ("<esc>", false)] {
            let before = self.program.contents();
            self.program.send(&crate::keys::bytes(keys));
            // A form that comes back with its failure takes the key as a letter.
            let is_taken = |text: &str| text.contains(FORM) && text != before;
            let shows = |text: &str| text.contains(HELP) == is_shown || is_taken(text);
            match self.program.wait_for(ANSWER_TIME, shows) {
                Some(_) if self.program.shows(FORM) => return,
                Some(time) => self.findings.latencies.push(time.as_secs_f64() * 1e3),
                None if self.program.has_ended() => return,
                None => {
                    self.findings.unanswered += 1;
                    self.violation(&format!("{keys} was not answered within 10 s"));
                    return;
                }
            }
        }
        self.program.pause(Duration::from_millis(60));
    }

    /// Gives a verdict, writes a note or types into a form. `None` if nothing is selected, or the
    /// screen does not say that it is saved.
    pub(crate) fn save_something(&mut self) -> Option<Saved> {
        self.go_home();
        self.type_keys("3{.}");
        self.next_token += 1;
        let token = token(self.next_token);
        match self.random.below(3) {
            0 => {
                // The cursor moves on; the reason stands in the details of the one before.
                self.type_keys(&format!("x{token}<enter>dk"));
                let reason = format!("({token})");
                self.program.wait_for(SHOW_TIME, |text| is_saved(text, &reason))?;
                Some(Saved::Entry(token))
            }
            1 => {
                self.type_keys(&format!("n{token}<enter>"));
                // In the details, behind its date; in the prompt it stands alone.
                let note = format!(": {token}");
                self.program.wait_for(SHOW_TIME, |text| is_saved(text, &note))?;
                Some(Saved::Entry(token))
            }
            _ => {
                self.type_keys(&format!("et{token}"));
                let shows = |text: &str| text.contains(FORM) && text.contains(&token);
                self.program.wait_for(SHOW_TIME, shows)?;
                self.program.pause(DRAFT_TIME);
                shows(&self.program.contents()).then_some(Saved::Draft(token))
            }
        }
    }

    /// Checks that it is on disk; a draft may have been sent instead.
    pub(crate) fn check_saved(&mut self, saved: Option<Saved>) {
        let Some(saved) = saved else { return };
        let contents = match self.disk.read() {
            Ok((contents, _)) => contents,
            Err(error) => return self.violation(&format!("the database: {error}")),
        };
        let (is_there, token) = match saved {
            Saved::Entry(token) => (contents.marks.contains(&token), token),
            Saved::Draft(token) => {
                let is_sent = self.server.log().has_written(&token);
                (is_sent || contents.drafts.contains(&token), token)
            }
        };
        if is_there {
            self.findings.found_on_disk += 1;
        } else {
            self.findings.lost += 1;
            self.violation(&format!("{token} was on the screen as saved and is not on disk"));
        }
    }

    /// Back to the panes, at the usual size.
    pub(crate) fn go_home(&mut self) {
        self.program.resize(WIDE);
        for _ in 0..10 {
            let contents = self.program.contents();
            if contents.contains(KEEP_QUESTION) {
                self.type_keys("<enter>");
                self.program.wait_for(SHOW_TIME, |text| !text.contains(KEEP_QUESTION));
            } else if contents.contains(FORM) {
                // A second Esc would take the question back.
                self.type_keys("<esc>");
                self.program.wait_for(SHOW_TIME, |text| {
                    text.contains(KEEP_QUESTION) || !text.contains(FORM)
                });
            } else {
                self.type_keys("<esc>");
            }
        }
    }
}

fn is_saved(screen: &str, text: &str) -> bool {
    screen.contains(text) && !screen.contains(PENDING)
}
