//! Signals as plain data for the event loop.

#[cfg(test)]
mod tests;

use std::io;
use std::task::{Context, Waker};

use rustix::process::{Signal as Number, getpid, kill_process};
use tokio::signal::unix::{Signal as Stream, SignalKind, signal};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Sent by another process: in raw mode Ctrl-C is a key.
    Interrupt,
    Terminate,
    /// The terminal is gone.
    HangUp,
    Stop,
    /// The process continues. The terminal may be in any state, or gone: a hangup continues
    /// stopped processes.
    Continue,
    Resize,
}

impl Signal {
    /// The exit code of a shell for a signal that ends the program.
    #[must_use]
    pub const fn exit_code(self) -> Option<u8> {
        match self {
            Self::HangUp => Some(129),
            Self::Interrupt => Some(130),
            Self::Terminate => Some(143),
            Self::Stop | Self::Continue | Self::Resize => None,
        }
    }
}

#[derive(Debug)]
pub struct Signals {
    interrupt: Stream,
    terminate: Stream,
    hang_up: Stream,
    stop: Stream,
    resume: Stream,
    resize: Stream,
}

impl Signals {
    /// Must be called inside the async runtime.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
            stop: signal(SignalKind::from_raw(Number::TSTP.as_raw()))?,
            resume: signal(SignalKind::from_raw(Number::CONT.as_raw()))?,
            resize: signal(SignalKind::window_change())?,
        })
    }

    /// Drops signals from keys that were meant for another program: Ctrl-C, Ctrl-Z and its
    /// continuation. Signals that end the program stay.
    pub(crate) async fn forget_keys(&mut self) {
        // The handlers have run on this thread. The runtime forwards all pending signals at
        // once: those before this one come with it.
        if kill_process(getpid(), Number::WINCH).is_ok() {
            let _ = self.resize.recv().await;
        }
        let mut context = Context::from_waker(Waker::noop());
        for stream in [&mut self.interrupt, &mut self.stop, &mut self.resume] {
            while stream.poll_recv(&mut context).is_ready() {}
        }
    }

    /// Several pending signals of one kind count as one.
    pub async fn next(&mut self) -> Signal {
        tokio::select! {
            biased;
            _ = self.hang_up.recv() => Signal::HangUp,
            _ = self.terminate.recv() => Signal::Terminate,
            _ = self.interrupt.recv() => Signal::Interrupt,
            _ = self.stop.recv() => Signal::Stop,
            _ = self.resume.recv() => Signal::Continue,
            _ = self.resize.recv() => Signal::Resize,
        }
    }
}
