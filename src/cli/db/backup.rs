//! `shortlist db backup`: a copy of the whole database.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use crate::cli::database::{Database, operator_context};
use crate::cli::exit::Exit;
use crate::cli::interrupt::{StopFlag, TerminationSignals};
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::service::store::{CopyProgress, IfMissing};

/// Copy the database to a new file while the service runs
#[derive(Debug, Args)]
#[command(
    after_help = "The copy is one consistent, verified file with everything in it: records, keys and audit log.\nOnly you can read it. Do not copy the database with cp: the copy would lack what is in its\nwrite-ahead log.\n\nExample:\n  shortlist db backup agency-backup.db --database sqlite:agency.db"
)]
pub(crate) struct Backup {
    /// File to create
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

impl Backup {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        self.database.require_current_version().await?;
        let store = self.database.open(IfMissing::Fail).await?;
        let progress = CopyBar::new();
        let copying = store.backup(self.file.clone(), operator_context(), progress.callback());
        progress.run(copying).await?;
        let bytes = self.file.metadata()?.len();
        out.print_message(&format!("created and verified {} ({bytes} bytes)", self.file.display()));
        Ok(())
    }
}

/// The progress bar of a copy; a signal stops it.
pub(super) struct CopyBar {
    bar: Progress,
    stop: StopFlag,
}

impl CopyBar {
    pub(super) fn new() -> Self {
        Self::counting("pages")
    }

    pub(super) fn counting(noun: &str) -> Self {
        Self { bar: Progress::new(None, noun), stop: StopFlag::default() }
    }

    pub(super) fn callback(&self) -> impl FnMut(CopyProgress) -> ControlFlow<()> + Send + use<> {
        let (bar, stop) = (self.bar.clone(), self.stop.clone());
        move |progress| {
            bar.set_total(Some(progress.total));
            bar.set(progress.done);
            if progress.done == progress.total {
                bar.set_finishing("verifying");
            }
            if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    pub(super) async fn run<T>(
        self,
        work: impl Future<Output = Result<T, crate::service::store::StoreError>>,
    ) -> Result<T, Exit> {
        let result = TerminationSignals::listen()?.run_until_signal(&self.stop, work).await;
        self.bar.finish();
        match result {
            Err(_) if self.stop.is_raised() => Err(Exit::interrupted()),
            other => Ok(other?),
        }
    }
}
