//! The card of the selected candidate, and the names of candidates in blind mode.

use std::borrow::Cow;

use super::rich_text::input::CardInput;
use super::rich_text::{self, Card};
use crate::keymap::action::Action;
use crate::recruiting::table::Row;
use crate::recruiting::triage::{Snapshot, Subject};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::features::inbox::areas::{areas, inner};

impl State {
    pub(crate) fn card(&self, width: u16) -> Option<Card> {
        let (open, row) = self.current_row()?;
        let item = open.list.pages.rows.item(row);
        let inbox = self.inbox.as_deref();
        let [no_history, no_person] = [
            self.load_error("the history", self.candidate()),
            self.load_error("the person", self.person()),
        ];
        let sync_status = self.sync_status(open, row);
        let scroll_key = self.key_of(Action::PageDown);
        let (as_of, overdue) = (self.as_of(), self.short_overdue_text());
        let input = CardInput {
            item: &item,
            candidate: self.candidate().and_then(|loaded| loaded.record.as_ref()),
            person: self.person().and_then(|loaded| loaded.record.as_ref()),
            pipeline: open.job.record.as_ref().map_or(&[][..], |job| &job.pipeline_stages),
            since: open.since(row),
            triage: &self.triage,
            sync_status: sync_status.as_ref(),
            reason: inbox.and_then(|inbox| Some(&inbox.item()?.reason)),
            no_history: no_history.as_ref(),
            no_person: no_person.as_ref(),
            as_of: as_of.as_deref(),
            overdue: overdue.as_deref(),
            blind: self.is_blind(),
            now: self.clock.date,
            scroll_key: &scroll_key,
        };
        Some(rich_text::card(&input, width.into()))
    }

    /// Height of the whole card, to bound scrolling; 0 if it is not on the screen.
    pub(crate) fn card_lines(&self) -> usize {
        let area = areas(self).card.map(inner);
        area.and_then(|area| self.card(area.width)).map_or(0, |card| card.len())
    }

    pub(crate) fn clamp_card_scroll(&mut self) {
        if self.inbox.as_ref().is_none_or(|inbox| inbox.scroll == 0) {
            return;
        }
        let height = areas(self).card.map_or(0, |area| usize::from(inner(area).height));
        let last = self.card_lines().saturating_sub(height);
        if let Some(inbox) = &mut self.inbox {
            inbox.scroll = inbox.scroll.min(last);
        }
    }

    pub(crate) fn is_blind(&self) -> bool {
        self.inbox.as_ref().is_some_and(|inbox| inbox.blind)
    }

    /// The name to display for a row.
    pub(crate) fn display_name<'a>(&self, open: &'a OpenJob, row: Row) -> Cow<'a, str> {
        if self.is_blind() {
            // The row number: it does not change with the order of the queue.
            return format!("Candidate {}", row.index() + 1).into();
        }
        match open.list.pages.rows.name(row) {
            "" => "(nameless)".into(),
            name => name.into(),
        }
    }

    /// The name to display for the subject of a log entry or prompt.
    pub(crate) fn display_name_of(&self, subject: &Subject, snapshot: &Snapshot) -> String {
        if !self.is_blind() {
            return snapshot.name.clone();
        }
        let open = self.open.get(&subject.job);
        let row = open.and_then(|open| open.list.pages.rows.find(subject.candidate.as_str()));
        match row {
            Some(row) => format!("Candidate {} of {}", row.index() + 1, snapshot.job_name),
            None => format!("a candidate of {}", snapshot.job_name),
        }
    }
}
