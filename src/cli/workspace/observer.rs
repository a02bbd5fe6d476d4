//! Reports the progress of opening a workspace, to a command or to the terminal.

use std::sync::Arc;

use crate::cli::db::demo;
use crate::cli::exit::Exit;
use crate::cli::interrupt::StopFlag;
use crate::cli::output::Output;
use crate::service::demo::DemoConfig;
use crate::service::store::{Store, StoreStats};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OpenProgress {
    /// Generating the demo; the commit follows the last candidate.
    Filling {
        done: usize,
        of: usize,
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
    pub(super) fn screen(tell: impl Fn(OpenProgress) + Send + Sync + 'static) -> Self {
        Self::Screen(Arc::new(tell))
    }

    pub(super) fn note(&self, note: &str) {
        match self {
            Self::Command(out) => out.say(note),
            Self::Screen(tell) => tell(OpenProgress::Note(note.to_owned())),
        }
    }

    pub(super) fn welcome(&self, &StoreStats { jobs, candidates, .. }: &StoreStats) {
        match self {
            Self::Command(out) => out.say(&format!(
                "welcome: this is the demo workspace, {jobs} jobs and {candidates} candidates, all invented; --url asks a server instead"
            )),
            Self::Screen(tell) => tell(OpenProgress::Welcome { jobs, candidates }),
        }
    }

    pub(super) async fn fill(&self, store: &Store, plan: &DemoConfig) -> Result<(), Exit> {
        let Self::Screen(tell) = self else { return demo::fill(store, plan).await };
        let (stop, tell, of) = (StopFlag::default(), Arc::clone(tell), plan.candidates);
        let _wanted = stop.clone().on_drop();
        // Report each percent only.
        let part = (of / 100).max(1);
        let made = move |done| {
            if done % part == 0 || done == of {
                tell(OpenProgress::Filling { done, of });
            }
        };
        demo::load(store, plan, stop, made).await
    }
}
