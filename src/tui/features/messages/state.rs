//! What is told to the person: shown for a while, kept to be read again.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::time::Duration;

use crate::text;
use crate::tui::app::clock::{Clock, Moment};
use crate::tui::widgets::rich_text::{RichLine, Span, TextRole, cut, filled};
use crate::wire::Timestamp;

/// How many are kept.
const KEPT: usize = 200;
/// At most so many are on screen.
pub const STACK: usize = 3;

/// How much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Good to know.
    Info,
    /// Something is not as it should be.
    Warning,
    /// Something failed.
    Error,
}

impl Severity {
    const fn stays(self) -> Duration {
        match self {
            Self::Info => Duration::from_secs(4),
            Self::Warning => Duration::from_secs(6),
            Self::Error => Duration::from_secs(10),
        }
    }
}

/// Something told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// How much it matters.
    pub weight: Severity,
    /// The text, safe to show.
    pub text: String,
    /// When it was told, for the log.
    pub date: Timestamp,
    /// How often in a row.
    pub times: u32,
    until: Moment,
}

impl Notice {
    /// The text, with how often it was told.
    #[must_use]
    pub fn counted(&self) -> Cow<'_, str> {
        match self.times {
            0 | 1 => Cow::Borrowed(&self.text),
            times => Cow::Owned(format!("{} ({times} times)", self.text)),
        }
    }
}

/// All that was told, the oldest first.
#[derive(Debug, Clone, Default)]
pub struct Notices {
    list: VecDeque<Notice>,
}

impl Notices {
    /// Tells something. The same thing again is counted, not repeated.
    pub fn tell(&mut self, weight: Severity, text: impl Into<String>, clock: &Clock) {
        let text = text.into();
        let until = clock.moment.after(weight.stays());
        if let Some(last) = self.list.back_mut().filter(|last| last.text == text) {
            last.times += 1;
            last.until = until;
            last.date = clock.date;
            return;
        }
        self.list.push_back(Notice { weight, text, date: clock.date, times: 1, until });
        if self.list.len() > KEPT {
            self.list.pop_front();
        }
    }

    /// Those on screen, the newest last.
    pub fn shown(&self, now: Moment) -> impl Iterator<Item = &Notice> {
        let on_screen = self.newest_first().filter(move |notice| notice.until > now);
        let shown: Vec<&Notice> = on_screen.take(STACK).collect();
        shown.into_iter().rev()
    }

    /// Takes those on screen away. Whether there were any.
    pub fn dismiss(&mut self, now: Moment) -> bool {
        let mut any = false;
        for notice in self.list.iter_mut().filter(|notice| notice.until > now) {
            notice.until = now;
            any = true;
        }
        any
    }

    /// When the next one goes.
    #[must_use]
    pub fn next_end(&self, now: Moment) -> Option<Moment> {
        self.list.iter().map(|notice| notice.until).filter(|until| *until > now).min()
    }

    /// All of them as lines of at most this width, the newest first.
    #[must_use]
    pub fn lines(&self, clock: &Clock, width: usize) -> Vec<RichLine> {
        let mut lines = Vec::new();
        for notice in self.newest_first() {
            let (tone, word) = match notice.weight {
                Severity::Info => (TextRole::Dim, "told"),
                Severity::Warning => (TextRole::Warning, "warning"),
                Severity::Error => (TextRole::Error, "error"),
            };
            let mut head = filled(TextRole::Dim, &clock.time_of(notice.date), 6.min(width));
            head.extend(filled(tone, word, 9.min(width.saturating_sub(6))));
            let column = 15.min(width);
            let room = width - column;
            for words in text::wrap(&notice.counted(), room) {
                let space = vec![Span::Text(TextRole::Plain, " ".repeat(column))];
                let lead = std::mem::replace(&mut head, space);
                lines.push(RichLine([lead, cut(TextRole::Plain, words, room)].concat()));
            }
        }
        lines
    }

    /// All of them, the newest first.
    #[must_use]
    pub fn newest_first(&self) -> impl ExactSizeIterator<Item = &Notice> {
        self.list.iter().rev()
    }
}
