//! The data that a card shows.

use super::blind::Redactor;
use crate::recruiting::triage::{CandidateTriage, SyncStatus, TriageState};
use crate::tui::features::inbox::state::InboxReason;
use crate::tui::widgets::rich_text::RecordError;
use crate::wire::{Candidate, CandidateItem, Person, PipelineStage, Timestamp};

/// Cards of at least this width have two columns.
pub(crate) const TWO_COLUMNS: usize = 90;

#[derive(Debug, Clone, Copy)]
pub(crate) struct CardInput<'a> {
    /// The row of the candidate list.
    pub(crate) item: &'a CandidateItem,
    pub(crate) candidate: Option<&'a Candidate>,
    pub(crate) person: Option<&'a Person>,
    pub(crate) pipeline: &'a [PipelineStage],
    /// Entry into the current stage, if known without the candidate record.
    pub(crate) since: Option<Timestamp>,
    /// The whole triage state: the card also shows verdicts in other jobs.
    pub(crate) triage: &'a TriageState,
    pub(crate) sync_status: Option<&'a SyncStatus>,
    pub(crate) reason: Option<&'a InboxReason>,
    /// Why the candidate record is missing.
    pub(crate) no_history: Option<&'a RecordError>,
    /// Why the person record is missing.
    pub(crate) no_person: Option<&'a RecordError>,
    /// Age of the person record, if it comes from an earlier session.
    pub(crate) as_of: Option<&'a str>,
    /// Set if the candidate exceeds the limit of the stage.
    pub(crate) overdue: Option<&'a str>,
    /// Whether the contacts come before the career. In the inbox they do not: nothing above the
    /// career may move it when the person arrives.
    pub(crate) contacts_first: bool,
    /// Hides name, contacts and schools.
    pub(crate) blind: bool,
    pub(crate) now: Timestamp,
    /// The key that scrolls, named where sections are shortened.
    pub(crate) scroll_key: &'a str,
}

impl<'a> CardInput<'a> {
    pub(crate) fn candidate_triage(&self) -> Option<&'a CandidateTriage> {
        self.triage.candidacy(self.item.id.as_str(), self.item.person_id.as_str())
    }

    pub(crate) fn redactor(&self) -> Redactor {
        if self.blind { Redactor::new(self.item, self.person) } else { Redactor::default() }
    }
}
