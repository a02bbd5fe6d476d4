//! Holds frames back until the verdicts they would show are on disk.
//!
//! `run` asks before each frame. Input, signals and messages are handled meanwhile: only
//! the screen waits.

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use super::controller::Controller;
use crate::tui::app::message::Message;

/// How long a frame waits for the disk. A screen frozen for longer looks hung.
const MAX_HOLD: Duration = Duration::from_secs(3);

impl Controller {
    /// Whether the next frame must wait, and until when at most. A disk that takes longer
    /// is reported, and frames are drawn again.
    pub(crate) fn frame_held_until(&mut self, now: Instant) -> Option<Instant> {
        while let Some(message) = self.executor.try_next_written() {
            self.feed(message);
        }
        let unwritten = self.executor.unwritten_count();
        if unwritten > 0 && self.late_verdicts == 0 {
            let until = *self.frame_held_since.get_or_insert(now) + MAX_HOLD;
            if now < until {
                return Some(until);
            }
        }
        self.frame_held_since = None;
        if unwritten > self.late_verdicts {
            let text = match unwritten {
                1 => "the disk has not taken 1 verdict yet".to_owned(),
                unwritten => format!("the disk has not taken {unwritten} verdicts yet"),
            };
            self.tick();
            self.feed(Message::Notice(text));
        }
        self.late_verdicts = unwritten;
        None
    }
}
