//! What the keys do, as lines: those for this place first, then the rest, then
//! what no key tells.
//!
//! Made from [`State::actions`], so that it shows the keys as they are now. The
//! view draws the lines and `update` counts them to bound the scrolling.

use super::action::{Action, Context};
use super::group::{Group, place};
use super::palette::Doable;
use super::sheet::{Line, Piece, Tone, cut, filled};
use super::state::State;
use crate::text;

/// The whole help in lines of at most this width.
#[must_use]
pub fn help(state: &State, width: usize) -> Vec<Line> {
    let mut page = Page { lines: Vec::new(), width };
    let here = state.pane_contexts();
    let is_here = |doable: &&Doable| here.contains(&doable.context);
    for group in Group::ALL {
        let in_group = |doable: &&Doable| doable.group() == group;
        page.keys(group.title(), state.actions.iter().filter(is_here).filter(in_group));
    }
    for context in [
        Context::Rows,
        Context::Jobs,
        Context::Candidates,
        Context::Requests,
        Context::Over,
        Context::Typing,
    ] {
        let elsewhere = |doable: &&Doable| doable.context == context && !is_here(doable);
        let title = format!("Elsewhere: {}", place(context));
        page.keys(&title, state.actions.iter().filter(elsewhere));
    }
    page.prose(state);
    page.lines
}

/// What is asked in a filter, and how.
pub(crate) const FILTER: &[(&str, &str)] = &[
    (
        "senior rust",
        "both words, in name, title or company (of jobs: name, client, status); accents aside",
    ),
    ("\"jan kowal\"", "these words one after the other"),
    (
        "stage:screen,offer",
        "a field holds one of these: name, title, company, stage, client, status",
    ),
    ("-company:acme", "all but those"),
    ("age>14d new<7d", "longer in the stage than two weeks; added within a week (h d w m y)"),
    ("added>2026-03", "after a day, a month or a year"),
    ("count>100", "jobs with more candidates than that"),
    ("archived:no", "yes or no"),
];

/// What the signs on the screen mean.
const SIGNS: &[(&str, &str)] = &[
    ("<= 11d", "at most so long in the stage: until the history was read, since they were added"),
    (">= 11", "at least: not all candidates are loaded yet"),
    ("~ before a row", "it matches the filter nearly"),
    ("2+6 above", "requests that are out, and that wait"),
    ("before a job", "open, on hold, closed or archived, as the status beside it says"),
    ("behind a stage", "for interviews, or for those who are out"),
];

struct Page {
    lines: Vec<Line>,
    width: usize,
}

impl Page {
    fn keys<'a>(&mut self, title: &str, doables: impl Iterator<Item = &'a Doable>) {
        let mut doables = doables.peekable();
        if doables.peek().is_some() {
            self.heading(title);
        }
        for doable in doables {
            let keys = if doable.keys.is_empty() { "(no key)" } else { &doable.keys };
            self.pair(keys, &doable.told);
        }
    }

    fn prose(&mut self, state: &State) {
        let key = |action| state.key_of(action);
        self.heading("The filter");
        for (text, told) in FILTER {
            self.pair(text, told);
        }
        self.heading("Signs");
        for (sign, told) in SIGNS {
            self.pair(sign, told);
        }
        self.heading("The mouse");
        self.pair("click", "selects");
        self.pair("double click", "opens");
        self.pair("wheel", "scrolls what is under it");
        self.pair("shift and drag", "selects text, in most terminals");
        self.pair(&key(Action::Mouse), "gives the mouse back to the terminal, and takes it again");
        self.heading("Files");
        self.pair(
            "config.toml",
            "theme, signs, keys and saved views; in ~/.config/shortlist, or where SHORTLIST_CONFIG says",
        );
        self.pair("shortlist keys-table", "prints every action with its name for that file");
        self.pair(&key(Action::Notices), "shows again what was told, mistakes in that file too");
    }

    fn heading(&mut self, title: &str) {
        if !self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        self.lines.push(Line(cut(Tone::Heading, title, self.width)));
    }

    /// Two texts beside each other, each on as many lines as it needs.
    fn pair(&mut self, left: &str, right: &str) {
        let column = (self.width / 3).clamp(13, 22).min(self.width);
        let room = self.width.saturating_sub(column + 2);
        let (left, right) = (text::wrap(left, column), text::wrap(right, room));
        for at in 0..left.len().max(right.len()) {
            let words = left.get(at).copied().unwrap_or_default();
            let mut line = filled(Tone::Key, words, column);
            line.push(Piece::Text(Tone::Plain, " ".repeat(2.min(self.width - column))));
            line.extend(cut(Tone::Plain, right.get(at).copied().unwrap_or_default(), room));
            self.lines.push(Line(line));
        }
    }
}
