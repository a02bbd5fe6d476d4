//! What the list of all candidates says about itself: what it is based on.

use crate::keymap::action::Action;
use crate::text::pluralize;
use crate::tui::app::state::State;
use crate::tui::widgets::format::count;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, part};
use crate::tui::widgets::rich_text::{RichLine, TextRole};

/// "R reads the other 4 jobs", unless all are read.
pub(crate) fn read_hint(state: &State) -> Option<String> {
    let coverage = state.all_coverage();
    let unread = coverage.jobs - coverage.read;
    let key = state.key_of(Action::Refresh);
    if !state.jobs_being_read().is_empty() {
        return (unread > 0).then(|| format!("reading {}", pluralize(unread, "job", "jobs")));
    }
    let other = if coverage.read > 0 { "other " } else { "" };
    let noun = if unread == 1 { "job" } else { "jobs" };
    (unread > 0).then(|| format!("{key} reads the {other}{} {noun}", count(unread as u64)))
}

/// The head of the job pane.
pub(crate) fn head(state: &State, width: usize) -> Vec<RichLine> {
    let coverage = state.all_coverage();
    let noun = if coverage.candidates == 1 { "candidate" } else { "candidates" };
    let candidates = format!("{} {noun}", count(coverage.candidates as u64));
    let (read, jobs) = (count(coverage.read as u64), count(coverage.jobs as u64));
    let mut builder = RichTextBuilder::new(width);
    builder.items(
        0,
        [
            part(TextRole::Strong, &candidates),
            part(TextRole::Plain, &format!("{read} of {jobs} jobs read")),
            part(TextRole::Dim, &read_hint(state).unwrap_or_default()),
        ],
    );
    builder.into_lines()
}
