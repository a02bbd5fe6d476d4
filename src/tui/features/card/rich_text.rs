//! The card of one candidate: all that a first look needs, on one screen.
//!
//! Rows that are always there come first: what they do, where they stand, how
//! they came there, what was decided. Below, the career stands beside the facts
//! where there is room for two columns. What does not fit is cut from the end of
//! the longest section, which is said at the bottom, and seen by scrolling. What has not been read yet has its
//! place already, so that nothing moves when it comes. `State::card` makes it;
//! the inbox draws it.

pub mod blind;
pub mod fit;
pub mod head;
pub mod own_notes;
pub mod sections;
#[cfg(test)]
mod tests;

pub use head::why_told;
pub use own_notes::{verdict_mark, yours};

use crate::recruiting::triage::{CandidateTriage, SyncStatus, TriageState};
use crate::tui::features::inbox::state::InboxReason;
use crate::tui::widgets::rich_text::{RecordTrouble, RichLine, Span};
use crate::wire::{Candidate, CandidateItem, Person, PipelineStage, Timestamp};
use blind::Hidden;

/// Two columns stand beside each other in so many cells.
const BESIDE: usize = 90;
/// Between them.
const BETWEEN: usize = 2;

/// What a card is made of.
#[derive(Debug, Clone, Copy)]
pub struct CardInput<'a> {
    /// As the list has them.
    pub item: &'a CandidateItem,
    /// Read on its own, if it was.
    pub candidate: Option<&'a Candidate>,
    /// The person behind, if it was read.
    pub person: Option<&'a Person>,
    /// The stages of the job.
    pub pipeline: &'a [PipelineStage],
    /// Since when they are in the stage, where that is known without the record.
    pub since: Option<Timestamp>,
    /// What was decided and jotted down, about them and about others.
    pub book: &'a TriageState,
    /// What became of the verdict.
    pub fate: Option<&'a SyncStatus>,
    /// Why they are in the queue.
    pub why: Option<&'a InboxReason>,
    /// Why the history is not there.
    pub no_history: Option<&'a RecordTrouble>,
    /// Why the person is not there.
    pub no_person: Option<&'a RecordTrouble>,
    /// How old the record of the person is, where it was read in another session.
    pub as_of: Option<&'a str>,
    /// That they have been in their stage for too long.
    pub overdue: Option<&'a str>,
    /// Whether name, contacts and schools are hidden.
    pub blind: bool,
    /// Now.
    pub now: Timestamp,
    /// How one scrolls, for what is cut.
    pub scrolls: &'a str,
}

impl<'a> CardInput<'a> {
    fn own(&self) -> Option<&'a CandidateTriage> {
        self.book.own(self.item.id.as_str())
    }

    fn hidden(&self) -> Hidden {
        if self.blind { Hidden::of(self.item, self.person) } else { Hidden::default() }
    }
}

/// A card: the rows above, and its columns of sections.
#[derive(Debug, Clone, Default)]
pub struct Card {
    head: Vec<RichLine>,
    columns: Vec<fit::Column>,
    /// Where the second column begins.
    second: usize,
    scrolls: String,
}

/// The card in so many cells.
#[must_use]
pub fn card(of: &CardInput<'_>, width: usize) -> Card {
    let hidden = of.hidden();
    let head = head::head(of, &hidden, width);
    let scrolls = of.scrolls.to_owned();
    if width < BESIDE {
        let sections = sections::all(of, &hidden, width);
        // The rows above say already that there is nothing.
        let yours = if of.own().is_some() { sections.yours } else { Vec::new() };
        let column = [yours, sections.career, sections.jobs].into_iter();
        let column = column.chain(sections.rest).filter(|lines| !lines.is_empty()).collect();
        let first = usize::from(of.own().is_some());
        let columns = vec![fit::Column { width, sections: column, first }];
        return Card { head, columns, second: 0, scrolls };
    }
    let left = width * 3 / 5 - BETWEEN;
    let right = width - left - BETWEEN;
    let (wide, narrow) = (sections::all(of, &hidden, left), sections::all(of, &hidden, right));
    let mut first = fit::Column { width: left, sections: vec![wide.career], first: 0 };
    let sections = [narrow.yours, narrow.jobs].into_iter().filter(|lines| !lines.is_empty());
    let mut second = fit::Column { width: right, sections: sections.collect(), first: 0 };
    for (wide, narrow) in wide.rest.into_iter().zip(narrow.rest) {
        if narrow.is_empty() {
            continue;
        }
        // Where it ends higher up.
        if first.height() + wide.len() <= second.height() + narrow.len() {
            first.sections.push(wide);
        } else {
            second.sections.push(narrow);
        }
    }
    Card { head, columns: vec![first, second], second: left + BETWEEN, scrolls }
}

impl Card {
    /// How many lines all of it takes.
    #[must_use]
    pub fn len(&self) -> usize {
        let tallest = self.columns.iter().map(fit::Column::height).max().unwrap_or(0);
        self.head.len() + tallest + usize::from(tallest > 0)
    }

    /// Whether there is nothing on it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lines on a screen of this height. Unscrolled, all sections are there
    /// and the longest are cut; scrolled, it is all of it from that line on.
    #[must_use]
    pub fn lines(&self, scroll: usize, height: usize) -> Vec<RichLine> {
        if scroll == 0 && self.len() > height && self.head.len() + 3 < height {
            let room = height - self.head.len() - 1;
            let scrolls = &self.scrolls;
            let columns = self.columns.iter().map(|column| column.fitted(room, scrolls)).collect();
            return self.joined(columns);
        }
        let columns = self.columns.iter().map(fit::Column::stacked).collect();
        let all = self.joined(columns);
        all.into_iter().skip(scroll).take(height).collect()
    }

    /// The head, and the columns beside each other.
    fn joined(&self, columns: Vec<Vec<RichLine>>) -> Vec<RichLine> {
        let mut lines = self.head.clone();
        let tallest = columns.iter().map(Vec::len).max().unwrap_or(0);
        if tallest > 0 {
            lines.push(RichLine::default());
        }
        let mut columns = columns.into_iter().map(Vec::into_iter);
        let (mut first, mut second) =
            (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
        for _ in 0..tallest {
            let RichLine(mut pieces) = first.next().unwrap_or_default();
            if let Some(RichLine(beside)) =
                second.next().filter(|RichLine(beside)| !beside.is_empty())
            {
                pieces.push(Span::Until(self.second));
                pieces.extend(beside);
            }
            lines.push(RichLine(pieces));
        }
        lines
    }
}
