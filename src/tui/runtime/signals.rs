//! What the system and other programs tell us, as plain data for the loop.

#[cfg(test)]
mod tests;

use std::io;
use std::task::{Context, Waker};

use rustix::process::{Signal as Number, getpid, kill_process};
use tokio::signal::unix::{Signal as Stream, SignalKind, signal};

/// A signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// We shall end. In raw mode Ctrl-C is a key; this one was sent.
    Interrupt,
    /// We shall end.
    Terminate,
    /// The terminal is gone.
    HangUp,
    /// We shall stop until somebody lets us go on.
    Stop,
    /// We go on; the terminal may be in any state, or gone: the system lets us
    /// go on when it hangs up, so that we hear of it.
    Continue,
    /// The screen has another size.
    Resize,
}

impl Signal {
    /// What a shell would call an end by this signal; nothing for one that
    /// does not end us.
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

/// The signals that we listen to.
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
    /// Listens from now on, inside a runtime.
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

    /// Forgets the keys that were meant for another program: Ctrl-C, Ctrl-Z and
    /// the going on after it, until now. What ends us still does.
    pub(crate) async fn forget_keys(&mut self) {
        // Their handlers have run on the main thread, which is this one. The runtime
        // passes on all pending signals at once: with our own come those before it.
        if kill_process(getpid(), Number::WINCH).is_ok() {
            let _ = self.resize.recv().await;
        }
        let mut context = Context::from_waker(Waker::noop());
        for stream in [&mut self.interrupt, &mut self.stop, &mut self.resume] {
            while stream.poll_recv(&mut context).is_ready() {}
        }
    }

    /// Waits for the next one. Many of a kind that came before are one.
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
