//! The data that a card shows.

use super::blind::Hidden;
use crate::recruiting::triage::{CandidateTriage, SyncStatus, TriageState};
use crate::tui::features::inbox::state::InboxReason;
use crate::tui::widgets::rich_text::RecordTrouble;
use crate::wire::{Candidate, CandidateItem, Person, PipelineStage, Timestamp};

/// Cards of at least this width have two columns.
pub(crate) const TWO_COLUMNS: usize = 90;

#[derive(Debug, Clone, Copy)]
pub struct CardInput<'a> {
    /// The row of the candidate list.
    pub item: &'a CandidateItem,
    pub candidate: Option<&'a Candidate>,
    pub person: Option<&'a Person>,
    pub pipeline: &'a [PipelineStage],
    /// Entry into the current stage, if known without the candidate record.
    pub since: Option<Timestamp>,
    /// The whole triage state: the card also shows verdicts in other jobs.
    pub book: &'a TriageState,
    pub fate: Option<&'a SyncStatus>,
    pub why: Option<&'a InboxReason>,
    /// Why the candidate record is missing.
    pub no_history: Option<&'a RecordTrouble>,
    /// Why the person record is missing.
    pub no_person: Option<&'a RecordTrouble>,
    /// Age of the person record, if it comes from an earlier session.
    pub as_of: Option<&'a str>,
    /// Set if the candidate exceeds the limit of the stage.
    pub overdue: Option<&'a str>,
    /// Hides name, contacts and schools.
    pub blind: bool,
    pub now: Timestamp,
    /// The key that scrolls, named where sections are shortened.
    pub scrolls: &'a str,
}

impl<'a> CardInput<'a> {
    pub(crate) fn own(&self) -> Option<&'a CandidateTriage> {
        self.book.own(self.item.id.as_str())
    }

    pub(crate) fn hidden(&self) -> Hidden {
        if self.blind { Hidden::of(self.item, self.person) } else { Hidden::default() }
    }
}
