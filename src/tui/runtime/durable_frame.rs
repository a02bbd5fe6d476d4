//! Holds frames back until the verdicts they would show are on disk.
//!
//! `run` asks the controller before each frame. Input, signals and messages are handled
//! meanwhile: only the screen waits.

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

/// How long a frame waits for the disk. A screen frozen for longer looks hung.
const MAX_HOLD: Duration = Duration::from_secs(3);

#[derive(Default)]
pub(crate) struct FrameHold {
    /// When the current wait began.
    since: Option<Instant>,
    /// How many verdicts were not on disk when the user was last warned. While it is not
    /// zero the disk hangs, and frames do not wait for it.
    late_verdicts: usize,
}

impl FrameHold {
    /// Until when at most the next frame waits for this many verdicts. `None` if it is drawn now;
    /// the caller then calls [`Self::release`].
    pub(crate) fn until(&mut self, unwritten: usize, now: Instant) -> Option<Instant> {
        if unwritten == 0 || self.late_verdicts > 0 {
            return None;
        }
        let until = *self.since.get_or_insert(now) + MAX_HOLD;
        (now < until).then_some(until)
    }

    /// Ends the wait. Returns the warning about a disk that took too long.
    pub(crate) fn release(&mut self, unwritten: usize) -> Option<String> {
        self.since = None;
        let before = std::mem::replace(&mut self.late_verdicts, unwritten);
        (unwritten > before).then(|| match unwritten {
            1 => "the disk has not taken 1 verdict yet".to_owned(),
            unwritten => format!("the disk has not taken {unwritten} verdicts yet"),
        })
    }
}
