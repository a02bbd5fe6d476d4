//! The entries of this window that storage has not written yet. The candidates they are about are
//! marked, so that no view shows a decision as saved before it is.

use std::collections::BTreeSet;

use super::TriageState;
use crate::recruiting::triage::candidate::CandidateTriage;
use crate::recruiting::triage::entry::{LogEntry, UndoGroup};

impl TriageState {
    /// Appends an entry made in this window. It is pending until [`Self::confirm`].
    pub(crate) fn add_from_window(&mut self, entry: LogEntry) {
        let at = self.log.len();
        self.pending.groups.insert(entry.group.clone());
        self.insert(entry, true);
        self.share_entry(at);
        self.mark_pending(at);
    }

    /// How many undo groups storage has not written yet.
    pub(crate) fn pending_count(&self) -> usize {
        self.pending.groups.len()
    }

    /// The candidates that those groups are about.
    pub(crate) fn pending_candidates(&self) -> impl Iterator<Item = &CandidateTriage> {
        let indices: BTreeSet<usize> = self.pending.candidates.iter().copied().collect();
        indices.into_iter().map(|index| &self.candidates[index].triage)
    }

    /// Storage has written the group.
    pub(crate) fn confirm(&mut self, group: &UndoGroup) {
        if self.pending.groups.remove(group) {
            self.version += 1;
            self.refresh_pending();
        }
    }

    /// Removes a group that storage failed to write.
    pub(crate) fn retract(&mut self, group: &UndoGroup) {
        self.pending.groups.remove(group);
        if self.log.iter().any(|entry| entry.group == *group) {
            self.retain(|entry| entry.group != *group);
        }
    }

    /// Takes over the pending groups of the state that this one replaces.
    pub(super) fn inherit_pending(&mut self, before: &mut Self) {
        self.pending.groups = std::mem::take(&mut before.pending.groups);
        self.refresh_pending();
    }

    fn refresh_pending(&mut self) {
        for index in std::mem::take(&mut self.pending.candidates) {
            self.candidates[index].triage.is_pending = false;
        }
        if self.pending.groups.is_empty() {
            return;
        }
        let is_pending = |at: &usize| self.pending.groups.contains(&self.log[*at].group);
        let entries: Vec<usize> = self.window_entries.iter().copied().filter(is_pending).collect();
        for at in entries {
            self.mark_pending(at);
        }
    }

    /// Marks the candidates that an entry is about.
    fn mark_pending(&mut self, at: usize) {
        let Some(entry) = self.log.get(at) else { return };
        let candidates = self.affected_candidates(entry).into_iter();
        let indices: Vec<usize> =
            candidates.filter_map(|candidate| self.find_index(candidate)).collect();
        for index in indices {
            self.candidates[index].triage.is_pending = true;
            self.pending.candidates.push(index);
        }
    }
}
