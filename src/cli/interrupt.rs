//! SIGINT and SIGTERM: a command rolls back work that it can undo; a read ends at once.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::log;
use crate::platform::signals::{Signal, SignalStream};

/// The signals that end the program.
pub(super) struct TerminationSignals {
    terminate: SignalStream,
    interrupt: SignalStream,
}

impl TerminationSignals {
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self {
            terminate: SignalStream::listen(Signal::Terminate)?,
            interrupt: SignalStream::listen(Signal::Interrupt)?,
        })
    }

    pub(super) async fn recv(&mut self) {
        self.recv_exit_code().await;
    }

    /// Waits for the next signal. Returns the exit code that a shell gives for it.
    async fn recv_exit_code(&mut self) -> i32 {
        let signal = tokio::select! {
            () = self.terminate.recv() => Signal::Terminate,
            () = self.interrupt.recv() => Signal::Interrupt,
        };
        signal.exit_code().map_or(1, i32::from)
    }

    /// Runs `work`, which polls the flag. The first signal raises the flag so that the work can
    /// roll back; the second ends the program at once.
    pub(super) async fn run_until_signal<T>(
        &mut self,
        flag: &StopFlag,
        work: impl Future<Output = T>,
    ) -> T {
        self.run_until_signal_then(flag, || {}, work).await
    }

    /// Also calls `on_interrupt` when the flag is raised.
    pub(super) async fn run_until_signal_then<T>(
        &mut self,
        flag: &StopFlag,
        on_interrupt: impl FnOnce(),
        work: impl Future<Output = T>,
    ) -> T {
        let mut work = std::pin::pin!(work);
        tokio::select! {
            result = &mut work => return result,
            () = self.recv() => flag.0.store(true, Ordering::Relaxed),
        }
        on_interrupt();
        tokio::select! {
            result = work => result,
            // The work may be blocked on input and not poll the flag. An open transaction rolls
            // itself back.
            () = self.recv() => {
                log::end(130);
                std::process::exit(130)
            }
        }
    }
}

/// From now on a signal ends the program at once, even while it writes to a pipe without a reader.
/// For work that has nothing to undo.
pub(super) fn exit_on_signal() -> io::Result<()> {
    on_signal(|code| {
        if !ARE_IGNORED.load(Ordering::Relaxed) {
            log::end(code);
            std::process::exit(code);
        }
    })
}

/// Whether another program in the terminal takes the signals of the keyboard.
static ARE_IGNORED: AtomicBool = AtomicBool::new(false);

/// Until the guard is dropped, signals end nothing: another program has the terminal.
pub(super) fn ignore_signals() -> io::Result<IgnoreGuard> {
    let listening = TerminationSignals::listen()?;
    ARE_IGNORED.store(true, Ordering::Relaxed);
    Ok(IgnoreGuard { _listening: listening })
}

pub(super) struct IgnoreGuard {
    /// Without a listener, a signal would end the program.
    _listening: TerminationSignals,
}

impl Drop for IgnoreGuard {
    fn drop(&mut self) {
        ARE_IGNORED.store(false, Ordering::Relaxed);
    }
}

/// From now on a thread calls `handler` for every signal, with the exit code a shell would give.
pub(super) fn on_signal(mut handler: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    let mut signals = TerminationSignals::listen()?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        loop {
            let code = runtime.block_on(signals.recv_exit_code());
            if io::stderr().is_terminal() {
                // Keeps the last line readable.
                let _ = writeln!(io::stderr());
            }
            handler(code);
        }
    })?;
    Ok(())
}

#[derive(Debug, Clone, Default)]
pub(super) struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    pub(super) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Raises the flag on drop: work on another thread does not end when its future is dropped.
    pub(super) const fn raise_on_drop(self) -> StopFlagGuard {
        StopFlagGuard(self)
    }
}

#[derive(Debug)]
pub(super) struct StopFlagGuard(StopFlag);

impl Drop for StopFlagGuard {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}
