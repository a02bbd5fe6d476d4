//! Builds the state from many entries at once: at startup, and in the commands.

use std::hash::BuildHasher;

use super::TriageState;
use crate::recruiting::triage::entry::LogEntry;

impl FromIterator<LogEntry> for TriageState {
    fn from_iter<T: IntoIterator<Item = LogEntry>>(entries: T) -> Self {
        let mut triage = Self::default();
        triage.extend(entries);
        triage
    }
}

impl Extend<LogEntry> for TriageState {
    fn extend<T: IntoIterator<Item = LogEntry>>(&mut self, entries: T) {
        let entries = entries.into_iter();
        let (count, _) = entries.size_hint();
        let Self {
            log,
            hasher,
            entry_index,
            candidates,
            candidate_index,
            group_spans,
            other_stack,
            ..
        } = self;
        log.reserve(count);
        other_stack.undo.reserve(count);
        entry_index.reserve(count, |index| hasher.hash_one(&log[*index].id));
        group_spans.reserve(count, |span| hasher.hash_one(&log[span.0].group));
        candidate_index
            .reserve(count, |index| hasher.hash_one(&candidates[*index].triage.subject.candidate));
        candidates.reserve(count);
        for entry in entries {
            self.insert(entry, false);
        }
        self.share_all();
    }
}
