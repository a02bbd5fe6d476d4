//! What was decided is on disk before the next frame is drawn.

#[cfg(test)]
mod tests;

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::controller::Controller;
use crate::tui::app::message::Message;

/// A frame waits so long for the disk. A person who sees nothing for longer
/// thinks that the program is gone.
const PATIENCE: Duration = Duration::from_secs(3);

impl Controller {
    /// Waits until everything that was decided is on disk, or cannot be; to be
    /// done before anything is drawn. Where the disk hangs, that is told instead,
    /// and what is decided meanwhile is not waited for any more.
    pub async fn settled(&mut self) {
        let until = Instant::now() + PATIENCE;
        while self.worker.unwritten() > 0 && self.late == 0 {
            let Ok(message) = timeout_at(until, self.worker.written()).await else { break };
            self.feed(message);
        }
        let late = self.worker.unwritten();
        if late > self.late {
            let told = match late {
                1 => "the disk has not taken 1 verdict yet".to_owned(),
                late => format!("the disk has not taken {late} verdicts yet"),
            };
            self.tick();
            self.feed(Message::Notice(told));
        }
        self.late = late;
    }
}
