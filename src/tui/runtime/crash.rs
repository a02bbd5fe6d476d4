//! Ends the loop after a panic on any thread, and prints the report.
//!
//! The panic hook restores the terminal, keeps the report and wakes the loop. When the loop has
//! ended or is unwound, the report is printed and written to a file. It says where the log is.

#[cfg(test)]
mod tests;

use std::io::Write;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, panic};

use color_eyre::config::{HookBuilder, Theme};
use tokio::sync::Notify;

use crate::platform::files::private_options;
use crate::text;
use crate::wire::Timestamp;

/// Installed while the terminal UI runs. Reports a panic on drop.
#[derive(Debug)]
pub struct Crash {
    slot: Arc<ReportSlot>,
    files: ReportFiles,
}

#[derive(Debug)]
pub struct ReportFiles {
    /// Must exist.
    pub directory: PathBuf,
    /// The log of this process, if there is one.
    pub log: Option<PathBuf>,
}

#[derive(Debug, Default)]
struct ReportSlot {
    /// Only the first panic: later ones follow from it.
    report: Mutex<Option<String>>,
    panicked: Notify,
}

impl Crash {
    /// Installs the panic hook. `restore` gives the terminal back to the shell; it returns whether
    /// the program still had it.
    #[must_use]
    pub fn watch(restore: impl Fn() -> bool + Send + Sync + 'static, files: ReportFiles) -> Self {
        let slot = Arc::new(ReportSlot::default());
        let hook_slot = Arc::clone(&slot);
        // Without colors: the report also goes to a file.
        let (reporter, _) = HookBuilder::new().theme(Theme::new()).into_hooks();
        let previous_hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if restore() {
                record_panic(info);
                hook_slot.store(reporter.panic_report(info).to_string());
            } else if !hook_slot.is_some() {
                // The terminal was restored already.
                previous_hook(info);
            }
        }));
        Self { slot, files }
    }

    pub async fn wait_for_panic(&self) {
        self.slot.panicked.notified().await;
    }

    /// Prints the report, writes it to a file and names that file. Returns whether there was
    /// one.
    pub fn report(&mut self) -> bool {
        let Some(report) = self.slot.take() else { return false };
        // There is nowhere to report a closed stderr.
        let _ = write_report(&mut io::stderr().lock(), &self.files, &report);
        true
    }
}

impl Drop for Crash {
    fn drop(&mut self) {
        self.report();
    }
}

impl ReportSlot {
    fn store(&self, report: String) {
        *self.report.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
        self.panicked.notify_one();
    }

    fn is_some(&self) -> bool {
        self.report.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn take(&self) -> Option<String> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Logs where a panic was. Its message may name a person.
pub(crate) fn record_panic(info: &PanicHookInfo<'_>) {
    let location = info.location().map(ToString::to_string).unwrap_or_default();
    let thread = std::thread::current().name().unwrap_or_default().to_owned();
    tracing::error!(target: "terminal", location, thread, "panic");
    let text = info.payload_as_str().unwrap_or_default();
    tracing::trace!(target: "terminal", text, "panic message");
}

fn write_report(out: &mut impl Write, files: &ReportFiles, report: &str) -> io::Result<()> {
    let directory = &files.directory;
    // A message may quote what a server sent.
    let lines: Vec<_> = report.lines().map(text::sanitize).collect();
    let log = files.log.as_ref().map_or_else(
        || "none; SHORTLIST_LOG=debug writes one".to_owned(),
        |log| text::sanitize(&log.display().to_string()).into_owned(),
    );
    let version = env!("CARGO_PKG_VERSION");
    let report = format!("shortlist {version}\nlog: {log}\n{}\n", lines.join("\n"));
    // The file first: stderr may be gone with the terminal.
    let saved = save_report(directory, &report);
    writeln!(out, "{report}")?;
    match saved {
        Ok(path) => writeln!(out, "This report is kept in {}", path.display()),
        Err(error) => {
            writeln!(out, "This report could not be kept in {}: {error}", directory.display())
        }
    }
}

/// Readable by the owner only: a message may name a person.
fn save_report(directory: &Path, report: &str) -> io::Result<PathBuf> {
    let now = Timestamp::now().to_utc().format("%Y%m%dT%H%M%SZ");
    let path = directory.join(format!("crash-{now}-{}.txt", std::process::id()));
    let mut file = private_options().write(true).create_new(true).open(&path)?;
    file.write_all(report.as_bytes())?;
    Ok(path)
}
