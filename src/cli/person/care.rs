//! Ctrl-C while a person is changed or made.
//!
//! Before anything is sent the command ends at once, and says so. What was sent
//! cannot be called back: its outcome is waited for and told, as long as
//! `--deadline` allows. Asked once more, it ends and says that nobody knows.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cli::interrupt::when_asked;
use crate::cli::out::Out;
use crate::recruiting::person::SaveStep;

/// How far the work is, for whoever asks it to end.
#[derive(Debug, Clone)]
pub(super) struct Care(Arc<Mutex<Standing>>);

#[derive(Debug)]
struct Standing {
    /// Whether something is out of which nobody knows what becomes of it.
    is_out: bool,
    /// Whether an end was asked for.
    is_asked: bool,
    /// What there is to say where nothing is out.
    told: String,
    /// What there is to say where something is.
    unknown: String,
}

/// What to do when an end is asked for.
#[derive(Debug, PartialEq, Eq)]
enum Heed {
    /// End, with these words.
    End(String),
    /// Wait for what is out.
    Wait,
}

impl Care {
    /// Takes care from now on. The words are for the end that nobody knows.
    pub(super) fn begin(unknown: &str, out: &Out) -> io::Result<Self> {
        let care = Self::new(unknown);
        let (theirs, out) = (care.clone(), out.clone());
        when_asked(move |code| {
            // Held to the end: nothing leaves any more while the program goes.
            let mut standing = theirs.standing();
            match standing.heed() {
                Heed::Wait => out.say(
                    "it was sent: what becomes of it is waited for; Ctrl-C once more ends it at once",
                ),
                Heed::End(told) => {
                    out.say(&format!("error: {told}"));
                    std::process::exit(code)
                }
            }
        })?;
        Ok(care)
    }

    fn new(unknown: &str) -> Self {
        Self(Arc::new(Mutex::new(Standing {
            is_out: false,
            is_asked: false,
            told: "nothing was sent".to_owned(),
            unknown: unknown.to_owned(),
        })))
    }

    /// The work is at a step.
    pub(super) fn step(&self, step: SaveStep) {
        let mut standing = self.standing();
        if standing.is_out && step == SaveStep::Reading {
            // It was refused, and is tried once more.
            "nothing was changed".clone_into(&mut standing.told);
        }
        standing.is_out = !matches!(step, SaveStep::Reading | SaveStep::Looking);
    }

    /// What became of it is known, and said in these words if it cannot be told.
    pub(super) fn ended(&self, told: &str) {
        let mut standing = self.standing();
        standing.is_out = false;
        told.clone_into(&mut standing.told);
    }

    /// Whether an end was asked for.
    pub(super) fn is_asked(&self) -> bool {
        self.standing().is_asked
    }

    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Standing {
    fn heed(&mut self) -> Heed {
        let was_asked = std::mem::replace(&mut self.is_asked, true);
        match (self.is_out, was_asked) {
            (true, false) => Heed::Wait,
            (true, true) => Heed::End(format!("interrupted; {}", self.unknown)),
            (false, _) => Heed::End(format!("interrupted; {}", self.told)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_is_waited_for_once_and_the_rest_ends() {
        let end = |told: &str| Heed::End(format!("interrupted; {told}"));
        let heed = |care: &Care| care.standing().heed();
        let care = Care::new("nobody knows");
        assert_eq!(heed(&care), end("nothing was sent"));
        let care = Care::new("nobody knows");
        care.step(SaveStep::Reading);
        care.step(SaveStep::Sending);
        assert!(!care.is_asked());
        assert_eq!(heed(&care), Heed::Wait);
        assert!(care.is_asked());
        care.step(SaveStep::Settling);
        assert_eq!(heed(&care), end("nobody knows"));
        care.step(SaveStep::Reading);
        assert_eq!(heed(&care), end("nothing was changed"));
        care.ended("saved");
        assert_eq!(heed(&care), end("saved"));
    }
}
