//! A bar for what takes a while: count, total, rate. Drawn on stderr, and only
//! when that is a terminal.

use std::fmt;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A running count.
#[derive(Debug, Clone)]
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar towards a known total, or a count without one.
    pub(super) fn new(total: Option<u64>, noun: &str) -> Self {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(10));
        let form = if total.is_some() {
            format!("{{bar:30}} {{human_pos}}/{{human_len}} {noun}, {{rate}}, {{eta}} left")
        } else {
            format!("{{spinner}} {{human_pos}} {noun}, {{rate}}")
        };
        if let Ok(style) = ProgressStyle::with_template(&form) {
            // Whole numbers: a rate to four digits behind the point is noise.
            let rate = |state: &ProgressState, to: &mut dyn fmt::Write| {
                let _ = write!(to, "{:.0}/s", state.per_sec());
            };
            bar.set_style(style.with_key("rate", rate));
        }
        Self(bar)
    }

    /// One more.
    pub(super) fn step(&self) {
        self.0.inc(1);
    }

    /// Every entry is counted; what follows (the commit) is still to come.
    pub(super) fn finishing(&self, what: &'static str) {
        self.0.set_style(ProgressStyle::default_spinner());
        self.0.set_message(what);
        self.0.enable_steady_tick(Duration::from_millis(100));
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}
