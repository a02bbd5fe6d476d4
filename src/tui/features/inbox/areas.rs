//! The screen areas of the inbox. `update` scrolls and clicks by them, the view draws into them.

use ratatui::layout::Rect;

use super::state::{Inbox, InboxSide};
use crate::text;
use crate::tui::app::layout::split_top;
use crate::tui::app::state::State;

/// From this width on, queue and card stand side by side.
const SPLIT_WIDTH: u16 = 120;
/// Width of the queue in that case, with its frame.
const QUEUE_WIDTH: u16 = 44;
/// From this width on, the queue is wider and the history stands beside the card.
const WIDE: u16 = 160;
/// Cells left and right of the filter error.
const MARGIN: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct InboxAreas {
    /// The line with scope and progress.
    pub(crate) head: Rect,
    pub(crate) filter: Option<Rect>,
    /// The error of the filter.
    pub(crate) filter_error: Option<Rect>,
    /// With its frame, if visible.
    pub(crate) queue: Option<Rect>,
    /// With its frame, if visible.
    pub(crate) card: Option<Rect>,
    /// With its frame, if visible.
    pub(crate) history: Option<Rect>,
}

/// Empty areas while the inbox is closed.
pub(crate) fn areas(state: &State) -> InboxAreas {
    let Some(inbox) = state.inbox.as_deref() else { return InboxAreas::default() };
    let (head, rest) = split_top(state.layout.main, 1);
    let has_filter = inbox.filtering || !inbox.filter.text().is_empty();
    let (filter, rest) = if has_filter {
        let (filter, rest) = split_top(rest, 1);
        (Some(filter), rest)
    } else {
        (None, rest)
    };
    let lines = inbox.filter_error_lines(rest.width).len();
    let (filter_error, rest) = split_top(rest, u16::try_from(lines).unwrap_or(u16::MAX));
    let filter_error = (filter_error.height > 0).then_some(filter_error);
    if rest.width >= SPLIT_WIDTH {
        let [queue, history] = match rest.width {
            WIDE.. => [(rest.width * 2 / 3 - 35).clamp(64, 104), (rest.width / 5).clamp(36, 40)],
            _ => [QUEUE_WIDTH, 0],
        };
        let card = rest.width - queue - history;
        let column = |x: u16, width: u16| Rect { x: rest.x + x, width, ..rest };
        return InboxAreas {
            head,
            filter,
            filter_error,
            queue: Some(column(0, queue)),
            card: Some(column(queue, card)),
            history: (history > 0).then(|| column(queue + card, history)),
        };
    }
    // While a filter is typed, the queue shows its matches.
    let is_card = inbox.side == InboxSide::Card && !inbox.filtering;
    let (queue, card) = ((!is_card).then_some(rest), is_card.then_some(rest));
    InboxAreas { head, filter, filter_error, queue, card, history: None }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QueueLine {
    /// A job, by its index in [`Inbox::jobs`].
    Group(usize),
    /// A candidate, by the index in [`Inbox::items`].
    Item(usize),
}

/// The queue as lines: a heading for each job, then its candidates. Jobs without candidates come
/// last, and are hidden while there is a filter.
impl Inbox {
    pub(crate) fn lines(&self) -> usize {
        self.items.len() + self.headings()
    }

    fn headings(&self) -> usize {
        if self.filter.text().is_empty() {
            return self.jobs.len();
        }
        self.items.last().map_or(0, |item| item.job + 1)
    }

    /// The error of the filter, wrapped to a width.
    pub(crate) fn filter_error_lines(&self, cells: u16) -> Vec<&str> {
        let Some(error) = self.filter_error.as_deref() else { return Vec::new() };
        text::wrap(error, usize::from(cells).saturating_sub(MARGIN).max(1))
    }

    pub(crate) fn line_of(&self, at: usize) -> usize {
        at + self.items.get(at).map_or(0, |item| item.job + 1)
    }

    pub(crate) fn line(&self, line: usize) -> Option<QueueLine> {
        let (mut from, mut to) = (0, self.items.len());
        while from < to {
            let middle = usize::midpoint(from, to);
            if self.line_of(middle) < line {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        match self.items.get(from) {
            Some(_) if self.line_of(from) == line => Some(QueueLine::Item(from)),
            Some(item) => Some(QueueLine::Group(item.job)),
            None => {
                let job = line.checked_sub(self.items.len())?;
                (job < self.headings()).then_some(QueueLine::Group(job))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recruiting::table::Row;
    use crate::tui::features::inbox::state::{InboxItem, InboxJob, InboxReason};

    #[test]
    fn every_line_of_the_queue_is_a_job_or_a_candidate() {
        let group = |name: &str| InboxJob {
            id: name.into(),
            name: name.to_owned(),
            waiting: 0,
            is_read: true,
        };
        let item = |job, row| InboxItem { job, row: Row::at(row), reason: InboxReason::New };
        let inbox = Inbox {
            jobs: vec![group("a"), group("b"), group("c")],
            items: vec![item(0, 0), item(0, 1), item(1, 0)],
            ..Inbox::default()
        };
        let lines: Vec<QueueLine> = (0..9).map_while(|line| inbox.line(line)).collect();
        assert_eq!(
            lines,
            [
                QueueLine::Group(0),
                QueueLine::Item(0),
                QueueLine::Item(1),
                QueueLine::Group(1),
                QueueLine::Item(2),
                QueueLine::Group(2)
            ]
        );
        assert_eq!(lines.len(), inbox.lines());
        for (line, kind) in lines.iter().enumerate() {
            if let QueueLine::Item(at) = kind {
                assert_eq!(inbox.line_of(*at), line);
            }
        }
    }
}
