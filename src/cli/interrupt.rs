//! Ctrl-C: work that can be undone is undone and said to be; a read ends.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

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
        self.code().await;
    }

    /// Waits for the next one, and tells what a shell would call such an end.
    async fn code(&mut self) -> i32 {
        tokio::select! {
            _ = self.terminate.recv() => 143,
            _ = self.interrupt.recv() => 130,
        }
    }

    /// Runs work that looks at the flag; once asked, the flag is raised and the
    /// work may undo what it did. Asked twice, the program ends at once.
    pub(super) async fn raise<T>(&mut self, flag: &Stop, work: impl Future<Output = T>) -> T {
        self.raise_and(flag, || {}, work).await
    }

    /// The same; that the flag is raised is told.
    pub(super) async fn raise_and<T>(
        &mut self,
        flag: &Stop,
        tell: impl FnOnce(),
        work: impl Future<Output = T>,
    ) -> T {
        let mut work = std::pin::pin!(work);
        tokio::select! {
            done = &mut work => return done,
            () = self.asked() => flag.0.store(true, Ordering::Relaxed),
        }
        tell();
        tokio::select! {
            done = work => done,
            // The work may be stuck where it cannot look, waiting for input. A
            // transaction that is left open undoes itself.
            () = self.asked() => std::process::exit(130),
        }
    }
}

/// From now on a signal ends the program at once, even while it writes to
/// somebody who does not read. For work that has nothing to undo.
pub(super) fn end_when_asked() -> io::Result<()> {
    when_asked(|code| std::process::exit(code))
}

/// From now on every signal is told, with the code that a shell would give such
/// an end, on a thread of its own.
pub(super) fn when_asked(mut tell: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    let mut ending = Ending::listen()?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        loop {
            let code = runtime.block_on(ending.code());
            if io::stderr().is_terminal() {
                // Whatever stood on the last line stays readable.
                let _ = writeln!(io::stderr());
            }
            tell(code);
        }
    })?;
    Ok(())
}

/// Whether work shall stop.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(super) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Stops the work when this is dropped: work on another thread does not end
    /// because nobody waits for it.
    pub(super) const fn on_drop(self) -> StopOnDrop {
        StopOnDrop(self)
    }
}

/// Work is wanted as long as this lives.
#[derive(Debug)]
pub(super) struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}
