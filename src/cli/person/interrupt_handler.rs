//! Ctrl-C while a command edits or creates a person.
//!
//! Before the request is sent, the command ends at once. After that it waits for the outcome, up to
//! `--deadline`; a second Ctrl-C ends it and reports that the outcome is unknown. While the command
//! waits for the server to show a change that it accepted, one Ctrl-C is enough.

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
    is_in_flight: bool,
    is_interrupted: bool,
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
    pub(super) fn install(unknown: &str, out: &Output) -> io::Result<Self> {
        let handler = Self::new(unknown);
        let (shared, out) = (handler.clone(), out.clone());
        on_signal(move |code| {
            // Locked until exit: no request may start while the program ends.
            let mut progress = shared.progress();
            match progress.respond() {
                InterruptResponse::Wait => out.print_message(
                    "already sent: waiting for the result; press Ctrl-C again to stop now",
                ),
                InterruptResponse::End(message) => {
                    out.print_message(&format!("error: {message}"));
                    std::process::exit(code)
                }
            }
        })?;
        Ok(handler)
    }

    fn new(unknown: &str) -> Self {
        Self(Arc::new(Mutex::new(WriteProgress {
            is_in_flight: false,
            is_interrupted: false,
            message: "nothing was sent".to_owned(),
            unknown: unknown.to_owned(),
        })))
    }

    /// Follows the steps of a write. `awaiting` is the message for a change that the server accepted
    /// but does not show yet.
    pub(super) fn observe(
        &self,
        awaiting: &'static str,
        out: &Output,
    ) -> impl Fn(SaveStep) + Send + Sync {
        let (handler, out) = (self.clone(), out.clone());
        move |step| {
            if step == SaveStep::Awaiting {
                out.print_message(&format!("{awaiting}; looking again"));
                handler.finish(awaiting);
            } else {
                handler.set_step(step);
            }
        }
    }

    fn set_step(&self, step: SaveStep) {
        // Once sent, a request may have been applied, even if the command is about to send it again.
        self.progress().is_in_flight |= !matches!(step, SaveStep::Reading | SaveStep::Searching);
    }

    /// The outcome is known; this message describes it.
    pub(super) fn finish(&self, message: &str) {
        let mut progress = self.progress();
        progress.is_in_flight = false;
        message.clone_into(&mut progress.message);
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.progress().is_interrupted
    }

    fn progress(&self) -> MutexGuard<'_, WriteProgress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WriteProgress {
    fn respond(&mut self) -> InterruptResponse {
        let was_interrupted = std::mem::replace(&mut self.is_interrupted, true);
        match (self.is_in_flight, was_interrupted) {
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
    fn an_in_flight_request_is_awaited_once() {
        let end = |message: &str| InterruptResponse::End(format!("interrupted; {message}"));
        let respond = |handler: &InterruptHandler| handler.progress().respond();
        let handler = InterruptHandler::new("nobody knows");
        assert_eq!(respond(&handler), end("nothing was sent"));
        let handler = InterruptHandler::new("nobody knows");
        handler.set_step(SaveStep::Reading);
        handler.set_step(SaveStep::Sending);
        assert!(!handler.is_interrupted());
        assert_eq!(respond(&handler), InterruptResponse::Wait);
        assert!(handler.is_interrupted());
        handler.set_step(SaveStep::Settling);
        assert_eq!(respond(&handler), end("nobody knows"));
        handler.set_step(SaveStep::Reading);
        assert_eq!(respond(&handler), end("nobody knows"));
        handler.finish("saved");
        assert_eq!(respond(&handler), end("saved"));
    }
}
