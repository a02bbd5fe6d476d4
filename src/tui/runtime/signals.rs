//! Signals as plain data for the event loop.

#[cfg(test)]
mod tests;

use std::io;

pub use crate::platform::signals::Signal;
use crate::platform::signals::SignalStream;

#[derive(Debug)]
pub struct Signals {
    interrupt: SignalStream,
    terminate: SignalStream,
    hang_up: SignalStream,
    stop: SignalStream,
    resume: SignalStream,
    resize: SignalStream,
}

impl Signals {
    /// Must be called inside the async runtime.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: SignalStream::listen(Signal::Interrupt)?,
            terminate: SignalStream::listen(Signal::Terminate)?,
            hang_up: SignalStream::listen(Signal::HangUp)?,
            stop: SignalStream::listen(Signal::Stop)?,
            resume: SignalStream::listen(Signal::Continue)?,
            resize: SignalStream::listen(Signal::Resize)?,
        })
    }

    /// Drops signals from keys that were meant for another program: Ctrl-C, Ctrl-Z and its
    /// continuation. Signals that end the program stay.
    pub(crate) async fn forget_keys(&mut self) {
        // The handlers have run on this thread. The runtime forwards all pending signals at
        // once: those before this one come with it.
        if Signal::Resize.raise().is_ok() {
            self.resize.recv().await;
        }
        for stream in [&mut self.interrupt, &mut self.stop, &mut self.resume] {
            stream.forget();
        }
    }

    /// Several pending signals of one kind count as one.
    pub async fn next(&mut self) -> Signal {
        tokio::select! {
            biased;
            () = self.hang_up.recv() => Signal::HangUp,
            () = self.terminate.recv() => Signal::Terminate,
            () = self.interrupt.recv() => Signal::Interrupt,
            () = self.stop.recv() => Signal::Stop,
            () = self.resume.recv() => Signal::Continue,
            () = self.resize.recv() => Signal::Resize,
        }
    }
}
