//! Records as lines for a detail pane or a dialog: what each span means, but no colors and no
//! positions.
//!
//! The `rich_text` modules of the features build the lines with `RichTextBuilder`; `rich_text_view`
//! draws them and `update` counts them to bound scrolling. No line is wider than requested and all
//! text is sanitized. Records that are still loading are left out here: the views show the spinner.

pub(crate) mod builder;
#[cfg(test)]
pub(crate) mod tests;

use std::borrow::Cow;

use crate::text;
use crate::wire::{CandidateId, JobId};

/// What a span means; the theme has a style for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TextRole {
    Plain,
    /// Secondary text.
    Dim,
    Strong,
    Heading,
    Good,
    Warning,
    /// Longer in a stage than the limit allows.
    Overdue,
    Error,
    /// A web or mail address.
    Link,
    /// A key of a JSON object or of the keyboard.
    Key,
    /// A JSON string.
    Quoted,
    /// Any other JSON scalar.
    Value,
}

/// A symbol; the theme has the character for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    /// An interview stage.
    Interview,
    /// A rejection stage.
    Rejection,
    /// The current stage in a history.
    Now,
    Arrow,
    /// Back to an earlier stage.
    Back,
    /// Between two facts.
    Dot,
    Bullet,
    Rule,
    AtLeast,
    AtMost,
    /// Text was cut.
    More,
    Open,
    OnHold,
    Closed,
    Archived,
    Cursor,
    Marked,
    /// A near match of the filter.
    Similar,
    Ascending,
    Descending,
    /// More lines above; the other directions likewise.
    Up,
    Down,
    Left,
    Right,
    Warning,
    Failed,
    Done,
    /// A step that is still to come.
    Ahead,
    /// The verdicts of the user.
    Advance,
    Wait,
    Decline,
    Star,
    Snoozed,
    /// A change of the user is not on disk yet.
    Pending,
}

impl Mark {
    /// The width of its widest symbol in any theme.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::AtLeast | Self::AtMost => 2,
            _ => 1,
        }
    }
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LinkTarget {
    /// A web, mail or phone address that holds only safe characters.
    Url(String),
    /// Another candidacy of the person.
    Candidate(JobId, CandidateId),
}

/// A part of a record that could not be loaded or refreshed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordError {
    pub(crate) message: String,
    /// What the user can do about it.
    pub(crate) hint: String,
}

/// The kind of stage that a bar counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum BarRole {
    Plain,
    Interview,
    Rejection,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Span {
    /// Sanitized text.
    Text(TextRole, String),
    /// A horizontal bar.
    Bar {
        role: BarRole,
        cells: u16,
    },
    /// A sparkline by week.
    Spark {
        /// From 0 to 7.
        levels: [u8; crate::recruiting::funnel::figures::WEEKS],
    },
    Mark(TextRole, Mark),
    /// Sanitized text that leads somewhere.
    Link(TextRole, String, LinkTarget),
    /// Spaces up to this column, since symbols differ in width between themes.
    Until(usize),
}

impl Span {
    /// The maximum width.
    pub(crate) fn width(&self) -> usize {
        match self {
            Self::Text(_, text) | Self::Link(_, text, _) => text::width(text),
            Self::Bar { cells, .. } => usize::from(*cells),
            Self::Spark { levels } => levels.len(),
            Self::Mark(_, mark) => mark.width(),
            Self::Until(_) => 0,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct RichLine(pub(crate) Vec<Span>);

impl RichLine {
    /// The maximum width.
    pub(crate) fn width(&self) -> usize {
        self.0.iter().fold(0, |used, span| match span {
            Span::Until(cell) => used.max(*cell),
            span => used + span.width(),
        })
    }
}

/// Cuts a text to a width, with a mark where it was cut.
pub(crate) fn cut(role: TextRole, words: &str, cells: usize) -> Vec<Span> {
    match text::truncate_with(words, cells, "") {
        Cow::Borrowed(words) => vec![Span::Text(role, words.to_owned())],
        Cow::Owned(words) => vec![Span::Text(role, words), Span::Mark(role, Mark::More)],
    }
}

/// Cuts or pads a text to exactly this width.
pub(crate) fn pad(role: TextRole, words: &str, cells: usize) -> Vec<Span> {
    let mut spans = cut(role, words, cells);
    let used: usize = spans.iter().map(Span::width).sum();
    spans.push(Span::Text(role, " ".repeat(cells.saturating_sub(used))));
    spans
}

/// A link and its position in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LinkPosition<'a> {
    pub(crate) line: usize,
    pub(crate) text: &'a str,
    pub(crate) target: &'a LinkTarget,
}

/// The links of a text, in reading order.
pub(crate) fn links(lines: &[RichLine]) -> Vec<LinkPosition<'_>> {
    let mut found = Vec::new();
    for (line, RichLine(spans)) in lines.iter().enumerate() {
        for span in spans {
            if let Span::Link(_, text, target) = span {
                found.push(LinkPosition { line, text, target });
            }
        }
    }
    found
}
