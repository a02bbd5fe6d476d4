//! Signals that this program receives.

use std::io;
use std::task::{Context, Waker};

use rustix::process::{Signal as Number, getpid, kill_process};
use tokio::signal::unix::{Signal as Stream, SignalKind, signal};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// In raw mode Ctrl-C is a key: another process sent it.
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

    const fn number(self) -> Number {
        match self {
            Self::Interrupt => Number::INT,
            Self::Terminate => Number::TERM,
            Self::HangUp => Number::HUP,
            Self::Stop => Number::TSTP,
            Self::Continue => Number::CONT,
            Self::Resize => Number::WINCH,
        }
    }

    /// Sends it to this process. When this returns, the runtime knows of it.
    pub(crate) fn raise(self) -> io::Result<()> {
        Ok(kill_process(getpid(), self.number())?)
    }
}

/// The signals of one kind, from the first `listen` on. They no longer do what they do otherwise.
#[derive(Debug)]
pub(crate) struct SignalStream(Stream);

impl SignalStream {
    /// Must be called inside the async runtime.
    pub(crate) fn listen(kind: Signal) -> io::Result<Self> {
        Ok(Self(signal(SignalKind::from_raw(kind.number().as_raw()))?))
    }

    /// Several pending signals count as one.
    pub(crate) async fn recv(&mut self) {
        // The stream never ends.
        self.0.recv().await;
    }

    /// Drops the pending signals.
    pub(crate) fn forget(&mut self) {
        let mut context = Context::from_waker(Waker::noop());
        while self.0.poll_recv(&mut context).is_ready() {}
    }
}
