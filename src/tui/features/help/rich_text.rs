//! The lines of the help dialog: the keys of the current context first, then the others, then
//! filter syntax, symbols, mouse and files.
//!
//! Built from [`State::actions`], so it shows the keys as bound. `update` counts the lines to bound
//! scrolling.

use crate::keymap::action::{Action, KeyContext};
use crate::keymap::group::{ActionGroup, ActionInfo, context_label};
use crate::text;
use crate::tui::app::state::State;
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole, cut};

pub(crate) fn help(state: &State, width: usize) -> Vec<RichLine> {
    let mut builder = HelpBuilder { lines: Vec::new(), width };
    let contexts = state.lower_contexts();
    let is_active = |info: &&ActionInfo| contexts.contains(&info.context);
    // In the inbox, its own keys and the verdicts come first.
    let is_inbox = state.inbox.is_some() && state.editor.is_none();
    if is_inbox {
        for (rank, title) in ["Inbox", ActionGroup::Triage.title()].into_iter().enumerate() {
            let first = |info: &&ActionInfo| usize::from(rank_in_inbox(info)) == rank;
            builder.push_actions(title, state.actions.iter().filter(is_active).filter(first));
        }
    }
    let is_rest = |info: &&ActionInfo| !is_inbox || rank_in_inbox(info) > 1;
    for group in ActionGroup::ALL {
        let in_group = |info: &&ActionInfo| info.group() == group;
        builder.push_actions(
            group.title(),
            state.actions.iter().filter(is_active).filter(is_rest).filter(in_group),
        );
    }
    for context in [
        KeyContext::Rows,
        KeyContext::Jobs,
        KeyContext::Candidates,
        KeyContext::People,
        KeyContext::Browsing,
        KeyContext::Moving,
        KeyContext::Drafts,
        KeyContext::Inbox,
        KeyContext::Todo,
        KeyContext::Apply,
        KeyContext::Compare,
        KeyContext::Document,
        KeyContext::Form,
        KeyContext::SaveFlow,
        KeyContext::Attach,
        KeyContext::Requests,
        KeyContext::Dialog,
        KeyContext::Typing,
    ] {
        let elsewhere = |info: &&ActionInfo| info.context == context && !is_active(info);
        let title = format!("Elsewhere: {}", context_label(context));
        builder.push_actions(&title, state.actions.iter().filter(elsewhere));
    }
    builder.push_reference(state);
    builder.lines
}

/// The order of actions while the inbox is open: its own keys, then triage, then the rest.
pub(crate) const fn rank_in_inbox(info: &ActionInfo) -> u8 {
    match (info.context, info.group()) {
        (KeyContext::Inbox, _) => 0,
        (KeyContext::People, ActionGroup::Triage) => 1,
        _ => 2,
    }
}

/// Filter syntax by example.
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

/// Symbols, sample text after them, and meaning.
pub(crate) const SIGNS: &[(&[Mark], &str, &str)] = &[
    (&[Mark::Open], "", "before a job: it is open; in a history: now"),
    (&[Mark::OnHold], "", "before a job: it is on hold, waits or is a draft"),
    (&[Mark::Closed], "", "before a job: it is closed"),
    (&[Mark::Archived], "", "before a job: it is archived"),
    (&[Mark::Interview], "", "behind a stage: for interviews"),
    (&[Mark::Rejection], "", "behind a stage: for those who are out"),
    (&[Mark::Back], "", "in a history: back to an earlier stage"),
    (
        &[Mark::AtMost],
        "11d",
        "at most so long in the stage: until the history was read, since they were added",
    ),
    (&[Mark::AtLeast], "11", "at least: not all candidates are loaded yet"),
    (&[Mark::Similar], "", "before a row: it matches the filter nearly"),
    (&[Mark::Marked], "", "before a row: it is marked"),
    (
        &[Mark::Advance, Mark::Wait, Mark::Decline],
        "",
        "before a name: your verdict, on this machine alone: advance, wait, decline",
    ),
    (&[Mark::Star, Mark::Snoozed], "", "before a name: your star; put off by you until a day"),
    (&[Mark::Pending], "", "before a name: your last change is not saved to disk yet"),
    (&[Mark::Cursor, Mark::Right], "", "before a row: it is selected, with the keys here or not"),
    (&[Mark::Ascending, Mark::Descending], "", "at a heading: sorted by it, upwards or downwards"),
    (&[Mark::Up, Mark::Down, Mark::Left, Mark::Right], "", "there is more that way"),
    (&[Mark::Down], " 2+6", "at the top: requests that are out, and that wait"),
    (&[Mark::More], "", "something was cut"),
    (&[Mark::Warning, Mark::Failed], "", "something to look at; something that failed"),
];

struct HelpBuilder {
    lines: Vec<RichLine>,
    width: usize,
}

impl HelpBuilder {
    fn push_actions<'a>(&mut self, title: &str, actions: impl Iterator<Item = &'a ActionInfo>) {
        let mut actions = actions.peekable();
        if actions.peek().is_some() {
            self.push_heading(title);
        }
        for info in actions {
            let keys = if info.keys.is_empty() { "(no key)" } else { &info.keys };
            self.push_pair(keys, &info.description);
        }
    }

    fn push_reference(&mut self, state: &State) {
        let key = |action| state.key_of(action);
        self.push_heading("The filter");
        for (text, description) in FILTER {
            self.push_pair(text, description);
        }
        self.push_heading("Signs");
        for (marks, suffix, description) in SIGNS {
            self.push_sign(marks, suffix, description);
        }
        self.push_heading("The mouse");
        self.push_pair("click", "selects");
        self.push_pair("double click", "opens");
        self.push_pair("wheel", "scrolls what is under it");
        self.push_pair("shift and drag", "selects text, in most terminals");
        self.push_pair(
            &key(Action::Mouse),
            "gives the mouse back to the terminal, and takes it again",
        );
        self.push_heading("Files");
        self.push_pair(
            "config.toml",
            "theme, signs, keys and saved views; in ~/.config/shortlist, or where SHORTLIST_CONFIG says",
        );
        self.push_pair("shortlist keys-table", "prints every action with its name for that file");
        self.push_pair(
            &key(Action::Notices),
            "shows again what was told, mistakes in that file too",
        );
    }

    fn push_heading(&mut self, title: &str) {
        if !self.lines.is_empty() {
            self.lines.push(RichLine::default());
        }
        self.lines.push(RichLine(cut(TextRole::Heading, title, self.width)));
    }

    /// Two texts side by side, each wrapped.
    fn push_pair(&mut self, left: &str, right: &str) {
        let column = self.column();
        let left =
            text::wrap(left, column).into_iter().map(|words| cut(TextRole::Key, words, column));
        self.push_columns(left.collect(), right);
    }

    fn push_sign(&mut self, marks: &[Mark], suffix: &str, description: &str) {
        let mut left = Vec::new();
        for mark in marks {
            if !left.is_empty() {
                left.push(Span::Text(TextRole::Key, " ".to_owned()));
            }
            left.push(Span::Mark(TextRole::Key, *mark));
        }
        left.push(Span::Text(TextRole::Key, suffix.to_owned()));
        self.push_columns(vec![left], description);
    }

    fn column(&self) -> usize {
        (self.width / 3).clamp(13, 22).min(self.width)
    }

    fn push_columns(&mut self, left: Vec<Vec<Span>>, right: &str) {
        let column = self.column();
        let start = (column + 2).min(self.width);
        let right_width = self.width - start;
        let right = text::wrap(right, right_width);
        let mut left = left.into_iter();
        for at in 0..left.len().max(right.len()) {
            let mut line = left.next().unwrap_or_default();
            line.push(Span::Until(start));
            line.extend(cut(
                TextRole::Plain,
                right.get(at).copied().unwrap_or_default(),
                right_width,
            ));
            self.lines.push(RichLine(line));
        }
    }
}
