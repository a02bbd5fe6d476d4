//! The log of messages; the newest are on the screen until they expire.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::time::Duration;

use crate::text;
use crate::tui::app::clock::{Clock, Moment};
use crate::tui::widgets::rich_text::{RichLine, Span, TextRole, cut, pad};
use crate::wire::Timestamp;

const CAPACITY: usize = 200;
/// In characters. Names are part of many messages, and may be long.
const MAX_TEXT: usize = 2_000;
/// Maximum number on the screen.
pub(crate) const MAX_VISIBLE: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Severity {
    Info,
    Warning,
    Error,
}

impl Severity {
    const fn duration(self) -> Duration {
        match self {
            Self::Info => Duration::from_secs(4),
            Self::Warning => Duration::from_secs(6),
            Self::Error => Duration::from_secs(10),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) severity: Severity,
    pub(crate) text: String,
    pub(crate) date: Timestamp,
    /// Repetitions in a row.
    pub(crate) times: u32,
    /// Numbers the changes of the log: the last one of this message.
    pub(crate) change: u64,
    until: Moment,
}

impl Notice {
    /// The text with the number of repetitions.
    pub(crate) fn text_with_count(&self) -> Cow<'_, str> {
        match self.times {
            0 | 1 => Cow::Borrowed(&self.text),
            times => Cow::Owned(format!("{} ({times} times)", self.text)),
        }
    }
}

/// Oldest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Notices {
    list: VecDeque<Notice>,
    /// The number of changes so far.
    pub(crate) changes: u64,
}

impl Notices {
    /// A repetition of the last message is counted instead of added.
    pub(crate) fn push(&mut self, severity: Severity, text: impl Into<String>, clock: &Clock) {
        let mut text = text.into();
        if let (head, true) = text::clip(&text, MAX_TEXT) {
            text = format!("{head}…");
        }
        let until = clock.moment.after(severity.duration());
        self.changes += 1;
        let change = self.changes;
        if let Some(last) = self.list.back_mut().filter(|last| last.text == text) {
            last.times += 1;
            last.change = change;
            last.until = until;
            last.date = clock.date;
            return;
        }
        self.list.push_back(Notice { severity, text, date: clock.date, times: 1, change, until });
        if self.list.len() > CAPACITY {
            self.list.pop_front();
        }
    }

    /// Replaces a message that changes, such as a progress. Without one, adds it.
    pub(crate) fn replace(&mut self, before: Option<&str>, text: String, clock: &Clock) {
        let last = self.list.iter_mut().rfind(|notice| Some(notice.text.as_str()) == before);
        let Some(notice) = last else { return self.push(Severity::Info, text, clock) };
        self.changes += 1;
        notice.change = self.changes;
        notice.until = clock.moment.after(notice.severity.duration());
        (notice.text, notice.date) = (text, clock.date);
    }

    /// The messages on the screen, newest last.
    pub(crate) fn visible(&self, now: Moment) -> impl Iterator<Item = &Notice> {
        let on_screen = self.newest_first().filter(move |notice| notice.until > now);
        let visible: Vec<&Notice> = on_screen.take(MAX_VISIBLE).collect();
        visible.into_iter().rev()
    }

    /// Removes the messages from the screen. Returns whether there were any.
    pub(crate) fn dismiss(&mut self, now: Moment) -> bool {
        let mut any = false;
        for notice in self.list.iter_mut().filter(|notice| notice.until > now) {
            notice.until = now;
            any = true;
        }
        any
    }

    /// Removes a message that is out of date from the screen.
    pub(crate) fn dismiss_text(&mut self, text: &str, now: Moment) {
        for notice in self.list.iter_mut().filter(|notice| notice.text == text) {
            notice.until = notice.until.min(now);
        }
    }

    /// When the next message expires.
    pub(crate) fn next_expiry(&self, now: Moment) -> Option<Moment> {
        self.list.iter().map(|notice| notice.until).filter(|until| *until > now).min()
    }

    /// The log as lines, newest first.
    pub(crate) fn lines(&self, clock: &Clock, width: usize) -> Vec<RichLine> {
        let mut lines = Vec::new();
        for notice in self.newest_first() {
            let (role, word) = match notice.severity {
                Severity::Info => (TextRole::Dim, "info"),
                Severity::Warning => (TextRole::Warning, "warning"),
                Severity::Error => (TextRole::Error, "error"),
            };
            let mut head = pad(TextRole::Dim, &clock.time_of(notice.date), 6.min(width));
            head.extend(pad(role, word, 9.min(width.saturating_sub(6))));
            let column = 15.min(width);
            let available = width - column;
            for words in text::wrap(&notice.text_with_count(), available) {
                let space = vec![Span::Text(TextRole::Plain, " ".repeat(column))];
                let lead = std::mem::replace(&mut head, space);
                lines.push(RichLine([lead, cut(TextRole::Plain, words, available)].concat()));
            }
        }
        lines
    }

    /// The messages that are newer than a number of changes, oldest first.
    pub(crate) fn since(&self, changes: u64) -> impl Iterator<Item = &Notice> {
        self.list.iter().filter(move |notice| notice.change > changes)
    }

    pub(crate) fn newest_first(&self) -> impl ExactSizeIterator<Item = &Notice> {
        self.list.iter().rev()
    }
}
