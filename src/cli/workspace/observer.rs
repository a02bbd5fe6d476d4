//! Reports the progress of opening a workspace, to a command or to the terminal.

use std::sync::Arc;

use crate::cli::db::demo;
use crate::cli::exit::Exit;
use crate::cli::interrupt::StopFlag;
use crate::cli::output::Output;
use crate::service::demo::DemoConfig;
use crate::service::store::{Store, StoreStats};
use crate::text::group_digits;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OpenProgress {
    /// Generating the demo; the commit follows the last candidate.
    Filling {
        count: usize,
        total: usize,
    },
    /// The demo was just created.
    Welcome {
        jobs: i64,
        candidates: i64,
    },
    Note(String),
}

pub(super) enum OpenObserver<'a> {
    /// Prints messages, draws a progress bar and ends on signals.
    Command(&'a Output),
    /// The terminal: it draws the progress and cancels by dropping the future.
    Screen(Arc<dyn Fn(OpenProgress) + Send + Sync>),
}

impl OpenObserver<'_> {
    pub(super) fn screen(on_progress: impl Fn(OpenProgress) + Send + Sync + 'static) -> Self {
        Self::Screen(Arc::new(on_progress))
    }

    pub(super) const fn is_screen(&self) -> bool {
        matches!(self, Self::Screen(_))
    }

    pub(super) fn note(&self, note: &str) {
        match self {
            Self::Command(out) => out.print_message(note),
            Self::Screen(on_progress) => on_progress(OpenProgress::Note(note.to_owned())),
        }
    }

    pub(super) fn welcome(&self, &StoreStats { jobs, candidates, .. }: &StoreStats) {
        match self {
            Self::Command(out) => out.print_message(&format!(
                "welcome: this is the demo workspace with {} jobs and {} invented candidates; --url opens a server instead",
                group_digits(jobs.unsigned_abs()),
                group_digits(candidates.unsigned_abs())
            )),
            Self::Screen(on_progress) => on_progress(OpenProgress::Welcome { jobs, candidates }),
        }
    }

    pub(super) async fn fill(&self, store: &Store, plan: &DemoConfig) -> Result<(), Exit> {
        let Self::Screen(on_progress) = self else { return demo::fill(store, plan).await };
        let (stop, on_progress, total) =
            (StopFlag::default(), Arc::clone(on_progress), plan.candidates);
        let _stop_on_drop = stop.clone().raise_on_drop();
        // Report each percent only.
        let interval = (total / 100).max(1);
        let on_count = move |count| {
            if count % interval == 0 || count == total {
                on_progress(OpenProgress::Filling { count, total });
            }
        };
        demo::load(store, plan, stop, on_count).await
    }
}
