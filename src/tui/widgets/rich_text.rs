//! Records laid out as lines for a detail pane.
//!
//! A sheet is made by pure functions from records to lines of plain data: what
//! each piece means, never a colour or a position. No line is wider than asked
//! for, and all text in it is clean. `update` counts the lines to bound the
//! scrolling; the views colour them and cut out those that are seen. What has
//! not been read yet is left out here, and said where it failed: the views say
//! that it is on its way.

pub(crate) mod builder;
#[cfg(test)]
pub(crate) mod tests;

use std::borrow::Cow;

use crate::text;

/// What a piece of text means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TextRole {
    /// Nothing in particular.
    Plain,
    /// There for completeness.
    Dim,
    /// What the eye looks for.
    Strong,
    /// The title of a section.
    Heading,
    /// Going well.
    Good,
    /// Worth a second look.
    Warning,
    /// Out, or broken.
    Error,
    /// Leads elsewhere: an address of a page or a mailbox.
    Link,
    /// A key: of JSON, or one that is pressed.
    Key,
    /// A string of JSON.
    Quoted,
    /// A number, true, false or null of JSON.
    Value,
}

/// A symbol; the theme knows how it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    /// A stage where candidates are interviewed.
    Interview,
    /// A stage where candidates are out.
    Rejection,
    /// What holds at this moment.
    Now,
    /// On to the next.
    Arrow,
    /// Back to an earlier one.
    Back,
    /// Between two facts on a line.
    Dot,
    /// Before an entry of a list.
    Bullet,
    /// A part of a horizontal line.
    Rule,
    /// It is this much or more.
    AtLeast,
    /// It is this much or less.
    AtMost,
    /// More of it was cut away.
    More,
    /// An open job.
    Open,
    /// A job on hold.
    OnHold,
    /// A closed job.
    Closed,
    /// An archived job.
    Archived,
    /// The row under the cursor.
    Cursor,
    /// A marked row.
    Marked,
    /// A row that matches a filter nearly.
    Similar,
    /// Sorted upwards.
    Ascending,
    /// Sorted downwards.
    Descending,
    /// There is more above.
    Up,
    /// There is more below.
    Down,
    /// There is more to the left.
    Left,
    /// There is more to the right.
    Right,
    /// Something to look at.
    Warning,
    /// Something that went wrong.
    Failed,
    /// Done, or chosen.
    Done,
    /// Yet to come.
    Ahead,
    /// Your verdict to advance.
    Advance,
    /// Your verdict to wait.
    Wait,
    /// Your verdict to decline.
    Decline,
    /// Your star.
    Star,
    /// Put off by you.
    Snoozed,
}

impl Mark {
    /// The cells that the widest sign for it takes.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::AtLeast | Self::AtMost => 2,
            _ => 1,
        }
    }
}

/// A part of a record that is not there, or not as new as it could be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordError {
    /// What happened.
    pub(crate) message: String,
    /// What one can do about it.
    pub(crate) hint: String,
}

/// Which kind of stage a bar counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum BarRole {
    /// Any other.
    Plain,
    /// An interview stage.
    Interview,
    /// A rejection stage.
    Rejection,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Span {
    /// Clean text.
    Text(TextRole, String),
    /// A horizontal bar.
    Bar {
        /// What it counts.
        role: BarRole,
        /// How many cells it takes.
        cells: u16,
    },
    /// How something went, week by week: each in eighths of a line.
    Spark {
        /// From nought to seven.
        levels: [u8; crate::recruiting::funnel::figures::WEEKS],
    },
    /// A symbol.
    Mark(TextRole, Mark),
    /// Spaces up to this cell of the line, however wide the symbols before it are.
    Until(usize),
}

impl Span {
    /// The cells it takes at most.
    pub(crate) fn width(&self) -> usize {
        match self {
            Self::Text(_, text) => text::width(text),
            Self::Bar { cells, .. } => usize::from(*cells),
            Self::Spark { levels } => levels.len(),
            Self::Mark(_, mark) => mark.width(),
            Self::Until(_) => 0,
        }
    }
}

/// One line of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct RichLine(pub(crate) Vec<Span>);

impl RichLine {
    /// The cells it takes at most.
    pub(crate) fn width(&self) -> usize {
        self.0.iter().fold(0, |used, span| match span {
            Span::Until(cell) => used.max(*cell),
            span => used + span.width(),
        })
    }
}

/// The text in at most so many cells; a mark tells what was cut away.
pub(crate) fn cut(role: TextRole, words: &str, cells: usize) -> Vec<Span> {
    match text::truncate_with(words, cells, "") {
        Cow::Borrowed(words) => vec![Span::Text(role, words.to_owned())],
        Cow::Owned(words) => vec![Span::Text(role, words), Span::Mark(role, Mark::More)],
    }
}

/// The same, filled up with spaces to just so many cells.
pub(crate) fn pad(role: TextRole, words: &str, cells: usize) -> Vec<Span> {
    let mut spans = cut(role, words, cells);
    let used: usize = spans.iter().map(Span::width).sum();
    spans.push(Span::Text(role, " ".repeat(cells.saturating_sub(used))));
    spans
}
