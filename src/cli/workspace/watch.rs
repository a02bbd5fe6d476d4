//! Who watches a workspace being opened, and how they are told.

use std::sync::Arc;

use crate::cli::db::demo;
use crate::cli::exit::Exit;
use crate::cli::interrupt::Stop;
use crate::cli::out::Out;
use crate::service::demo::DemoConfig;
use crate::service::store::{Store, StoreStats};

/// What happens while a workspace is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Opening {
    /// The demo is being made; when all is done, it is still to be written.
    Filling {
        /// Candidates made.
        done: usize,
        /// Candidates in all.
        of: usize,
    },
    /// The demo is there, for the first time.
    Welcome {
        /// How many jobs.
        jobs: i64,
        /// How many candidates.
        candidates: i64,
    },
    /// Something to know.
    Note(String),
}

/// Who watches.
pub(super) enum Watch<'a> {
    /// A command: it says what happens, draws a bar, and is ended by signals.
    Command(&'a Out),
    /// A screen that draws for itself, and ends things by letting go of them.
    Screen(Arc<dyn Fn(Opening) + Send + Sync>),
}

impl Watch<'_> {
    pub(super) fn screen(tell: impl Fn(Opening) + Send + Sync + 'static) -> Self {
        Self::Screen(Arc::new(tell))
    }

    pub(super) fn note(&self, note: &str) {
        match self {
            Self::Command(out) => out.say(note),
            Self::Screen(tell) => tell(Opening::Note(note.to_owned())),
        }
    }

    pub(super) fn welcome(&self, &StoreStats { jobs, candidates, .. }: &StoreStats) {
        match self {
            Self::Command(out) => out.say(&format!(
                "welcome: this is the demo workspace, {jobs} jobs and {candidates} candidates, all invented; --url asks a server instead"
            )),
            Self::Screen(tell) => tell(Opening::Welcome { jobs, candidates }),
        }
    }

    /// Fills an empty database with the demo.
    pub(super) async fn fill(&self, store: &Store, plan: &DemoConfig) -> Result<(), Exit> {
        let Self::Screen(tell) = self else { return demo::fill(store, plan).await };
        let (stop, tell, of) = (Stop::default(), Arc::clone(tell), plan.candidates);
        let _wanted = stop.clone().on_drop();
        // A hundredth is as much as anybody sees.
        let part = (of / 100).max(1);
        let made = move |done| {
            if done % part == 0 || done == of {
                tell(Opening::Filling { done, of });
            }
        };
        demo::load(store, plan, stop, made).await
    }
}
