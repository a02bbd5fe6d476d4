//! Holds a frame back for a moment, so that a verdict is drawn as saved at once.
//!
//! `run` asks the controller before each frame. A healthy disk takes less than the time of a frame;
//! a verdict that it takes longer for is drawn as pending. Input, signals and messages are handled
//! meanwhile: only the screen waits.

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

/// How long a frame waits for the disk: about the time of one frame, too short to be noticed.
const MAX_HOLD: Duration = Duration::from_millis(33);

#[derive(Default)]
pub(crate) struct FrameHold {
    /// When the current wait began.
    since: Option<Instant>,
    /// The wait was too long. Frames do not wait again until everything is on disk.
    is_late: bool,
}

impl FrameHold {
    /// Until when at most the next frame waits for this many changes. `None` if it is drawn now.
    pub(crate) fn until(&mut self, unwritten: usize, now: Instant) -> Option<Instant> {
        if unwritten == 0 {
            *self = Self::default();
            return None;
        }
        let until = *self.since.get_or_insert(now) + MAX_HOLD;
        self.is_late |= now >= until;
        (!self.is_late).then_some(until)
    }
}
