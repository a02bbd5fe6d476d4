//! Ctrl-C during long work: the work is undone and said to be.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals that ask a program to end.
pub(super) struct Ending {
    terminate: Signal,
    interrupt: Signal,
}

impl Ending {
    /// Listens from now on.
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for the next one.
    pub(super) async fn asked(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    /// Runs work that looks at the flag; once asked, the flag is raised and the
    /// work may undo what it did. Asked twice, the program ends at once.
    pub(super) async fn raise<T>(&mut self, flag: &Stop, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        tokio::select! {
            done = &mut work => return done,
            () = self.asked() => flag.0.store(true, Ordering::Relaxed),
        }
        tokio::select! {
            done = work => done,
            // The work may be stuck where it cannot look, waiting for input. A
            // transaction that is left open undoes itself.
            () = self.asked() => std::process::exit(130),
        }
    }
}

/// Whether work shall stop.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(super) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
