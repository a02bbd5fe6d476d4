//! How long a failed request waits before it is sent again.
//!
//! Every slot has a wait that grows with each failure in a row. Whatever makes the planner want a
//! slot again, it is not requested before its wait ends or the user asks for it. A failure that may
//! pass by itself is cleared when the wait ends; any other stays until the user acts.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::recruiting::failure::FailureKind;
use crate::tui::app::clock::Moment;
use crate::tui::app::request::Slot;

const FIRST_WAIT: Duration = Duration::from_secs(2);
const MAX_WAIT: Duration = Duration::from_mins(5);
/// Slots beyond this number are forgotten, the next to end first.
const MAX_SLOTS: usize = 1000;

#[derive(Debug, Default)]
pub(crate) struct Backoff(BTreeMap<Slot, SlotWait>);

#[derive(Debug)]
struct SlotWait {
    /// Failures in a row.
    failures: u32,
    until: Moment,
    /// The failure is cleared when the wait ends.
    is_retried: bool,
}

impl Backoff {
    pub(crate) fn record_failure(&mut self, slot: &Slot, kind: FailureKind, now: Moment) {
        // The user cancels a request in order to send it again later.
        if kind == FailureKind::Cancelled {
            return;
        }
        let failures = self.0.get(slot).map_or(0, |wait| wait.failures) + 1;
        if failures == 1 && self.0.len() >= MAX_SLOTS {
            let first = self.0.iter().min_by_key(|(_, wait)| wait.until);
            if let Some(slot) = first.map(|(slot, _)| slot.clone()) {
                self.0.remove(&slot);
            }
        }
        let wait = FIRST_WAIT.saturating_mul(1 << (failures - 1).min(16)).min(MAX_WAIT);
        let is_retried = kind.is_transient();
        self.0.insert(slot.clone(), SlotWait { failures, until: now.after(wait), is_retried });
    }

    /// The slot was read, or the user asks for it.
    pub(crate) fn reset(&mut self, slot: &Slot) {
        self.0.remove(slot);
    }

    pub(crate) fn reset_all(&mut self) {
        self.0.clear();
    }

    pub(crate) fn is_waiting(&self, slot: &Slot, now: Moment) -> bool {
        self.0.get(slot).is_some_and(|wait| wait.until > now)
    }

    /// The slots whose failure is cleared now, because their wait ended.
    pub(crate) fn take_due(&mut self, now: Moment) -> Vec<Slot> {
        let due = self.0.iter_mut().filter(|(_, wait)| wait.is_retried && wait.until <= now);
        due.map(|(slot, wait)| {
            wait.is_retried = false;
            slot.clone()
        })
        .collect()
    }

    /// When the next wait ends. A failure that does not pass by itself may have been cleared
    /// meanwhile, because its record changed; then it is requested at that time.
    pub(crate) fn next_due(&self, now: Moment) -> Option<Moment> {
        let is_open = |wait: &&SlotWait| wait.is_retried || wait.until > now;
        self.0.values().filter(is_open).map(|wait| wait.until).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_up_to_the_maximum_and_ends_with_a_success() {
        let (mut backoff, slot) = (Backoff::default(), Slot::Jobs(0));
        let mut now = Moment(0);
        for seconds in [2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            backoff.record_failure(&slot, FailureKind::Server, now);
            let until = now.after(Duration::from_secs(seconds));
            assert_eq!(backoff.next_due(now), Some(until));
            assert!(
                backoff.is_waiting(&slot, Moment(until.0 - 1)) && !backoff.is_waiting(&slot, until)
            );
            assert_eq!(backoff.take_due(Moment(until.0 - 1)), []);
            assert_eq!(backoff.take_due(until), std::slice::from_ref(&slot));
            assert_eq!(backoff.take_due(until), [], "once");
            now = until;
        }
        backoff.reset(&slot);
        backoff.record_failure(&slot, FailureKind::Server, now);
        assert_eq!(backoff.next_due(now), Some(now.after(FIRST_WAIT)));
    }

    #[test]
    fn a_failure_that_does_not_pass_by_itself_is_never_due() {
        let mut backoff = Backoff::default();
        backoff.record_failure(&Slot::Jobs(0), FailureKind::Unusable, Moment(0));
        assert_eq!(backoff.take_due(Moment(2000)), []);
        assert_eq!(backoff.next_due(Moment(0)), Some(Moment(2000)));
        assert_eq!(backoff.next_due(Moment(2000)), None);
        assert!(backoff.is_waiting(&Slot::Jobs(0), Moment(1999)));
        backoff.record_failure(&Slot::Jobs(100), FailureKind::Cancelled, Moment(0));
        assert!(!backoff.is_waiting(&Slot::Jobs(100), Moment(0)));
    }

    #[test]
    fn the_number_of_slots_is_bounded() {
        let mut backoff = Backoff::default();
        for offset in 0..MAX_SLOTS + 5 {
            backoff.record_failure(&Slot::Jobs(offset), FailureKind::Server, Moment(offset as u64));
        }
        assert_eq!(backoff.0.len(), MAX_SLOTS);
        assert!(backoff.is_waiting(&Slot::Jobs(MAX_SLOTS + 4), Moment(2000)));
    }
}
