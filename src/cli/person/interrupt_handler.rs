//! Ctrl-C while a command edits or creates a person.
//!
//! Before the request is sent, the command ends at once. After that it waits for the outcome, up to
//! `--deadline`; a second Ctrl-C ends it and reports that the outcome is unknown.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cli::interrupt::on_signal;
use crate::cli::output::Output;
use crate::recruiting::person::SaveStep;

/// The progress of the write, shared with the signal thread.
#[derive(Debug, Clone)]
pub(super) struct InterruptHandler(Arc<Mutex<WriteProgress>>);

#[derive(Debug)]
struct WriteProgress {
    /// Whether a request is in flight.
    is_out: bool,
    is_asked: bool,
    /// The message if no request is in flight.
    message: String,
    /// The message if one is.
    unknown: String,
}

#[derive(Debug, PartialEq, Eq)]
enum InterruptResponse {
    /// Exit with this message.
    End(String),
    Wait,
}

impl InterruptHandler {
    /// Starts handling signals. `unknown` is the message for an unknown outcome.
    pub(super) fn begin(unknown: &str, out: &Output) -> io::Result<Self> {
        let handler = Self::new(unknown);
        let (theirs, out) = (handler.clone(), out.clone());
        on_signal(move |code| {
            // Locked until exit: no request may start while the program ends.
            let mut progress = theirs.progress();
            match progress.respond() {
                InterruptResponse::Wait => out.say(
                    "it was sent: what becomes of it is waited for; Ctrl-C once more ends it at once",
                ),
                InterruptResponse::End(message) => {
                    out.say(&format!("error: {message}"));
                    std::process::exit(code)
                }
            }
        })?;
        Ok(handler)
    }

    fn new(unknown: &str) -> Self {
        Self(Arc::new(Mutex::new(WriteProgress {
            is_out: false,
            is_asked: false,
            message: "nothing was sent".to_owned(),
            unknown: unknown.to_owned(),
        })))
    }

    pub(super) fn step(&self, step: SaveStep) {
        let mut progress = self.progress();
        if progress.is_out && step == SaveStep::Reading {
            // The server rejected it, and it is tried once more.
            "nothing was changed".clone_into(&mut progress.message);
        }
        progress.is_out = !matches!(step, SaveStep::Reading | SaveStep::Looking);
    }

    /// The outcome is known; this message describes it.
    pub(super) fn ended(&self, message: &str) {
        let mut progress = self.progress();
        progress.is_out = false;
        message.clone_into(&mut progress.message);
    }

    pub(super) fn is_asked(&self) -> bool {
        self.progress().is_asked
    }

    fn progress(&self) -> MutexGuard<'_, WriteProgress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WriteProgress {
    fn respond(&mut self) -> InterruptResponse {
        let was_asked = std::mem::replace(&mut self.is_asked, true);
        match (self.is_out, was_asked) {
            (true, false) => InterruptResponse::Wait,
            (true, true) => InterruptResponse::End(format!("interrupted; {}", self.unknown)),
            (false, _) => InterruptResponse::End(format!("interrupted; {}", self.message)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_is_waited_for_once_and_the_rest_ends() {
        let end = |message: &str| InterruptResponse::End(format!("interrupted; {message}"));
        let respond = |handler: &InterruptHandler| handler.progress().respond();
        let handler = InterruptHandler::new("nobody knows");
        assert_eq!(respond(&handler), end("nothing was sent"));
        let handler = InterruptHandler::new("nobody knows");
        handler.step(SaveStep::Reading);
        handler.step(SaveStep::Sending);
        assert!(!handler.is_asked());
        assert_eq!(respond(&handler), InterruptResponse::Wait);
        assert!(handler.is_asked());
        handler.step(SaveStep::Settling);
        assert_eq!(respond(&handler), end("nobody knows"));
        handler.step(SaveStep::Reading);
        assert_eq!(respond(&handler), end("nothing was changed"));
        handler.ended("saved");
        assert_eq!(respond(&handler), end("saved"));
    }
}
