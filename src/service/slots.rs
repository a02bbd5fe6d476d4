//! Limits on concurrent requests, shared between keys: a key that keeps the
//! service busy leaves room for the others.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

/// A key may hold this many times the slots that are free. One busy key gets
/// three quarters of all slots, two get three sevenths each, and some always
/// stay free for the next.
const SHARE: usize = 3;

#[derive(Debug)]
pub(super) struct Slots {
    total: usize,
    usage: Mutex<Usage>,
}

#[derive(Debug, Default)]
struct Usage {
    in_use: usize,
    by_key: HashMap<Arc<str>, usize>,
}

/// Released when dropped.
#[derive(Debug)]
pub(super) struct Slot {
    slots: Arc<Slots>,
    key: Arc<str>,
}

impl Slots {
    pub(super) fn new(total: usize) -> Arc<Self> {
        Arc::new(Self { total, usage: Mutex::default() })
    }

    pub(super) const fn total(&self) -> usize {
        self.total
    }

    pub(super) fn in_use(&self) -> usize {
        self.usage.lock().unwrap_or_else(PoisonError::into_inner).in_use
    }

    /// `None` if all slots are taken, or the key has its share.
    pub(super) fn acquire(self: &Arc<Self>, key: &Arc<str>) -> Option<Slot> {
        let mut usage = self.usage.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.total.saturating_sub(usage.in_use);
        if free == 0 {
            return None;
        }
        let held = usage.by_key.entry(Arc::clone(key)).or_default();
        if *held >= free.saturating_mul(SHARE) {
            return None;
        }
        *held += 1;
        usage.in_use += 1;
        Some(Slot { slots: Arc::clone(self), key: Arc::clone(key) })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut usage = self.slots.usage.lock().unwrap_or_else(PoisonError::into_inner);
        usage.in_use = usage.in_use.saturating_sub(1);
        if let Entry::Occupied(mut held) = usage.by_key.entry(Arc::clone(&self.key)) {
            *held.get_mut() -= 1;
            if *held.get() == 0 {
                held.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many slots the key gets before it is refused.
    fn take_all(slots: &Arc<Slots>, key: &str) -> Vec<Slot> {
        let key = Arc::from(key);
        std::iter::from_fn(|| slots.acquire(&key)).collect()
    }

    #[test]
    fn every_key_finds_a_free_slot_beside_greedy_ones() {
        let slots = Slots::new(256);
        let mut held = Vec::new();
        for key in ["first", "second", "third", "fourth"] {
            let taken = take_all(&slots, key);
            assert!(!taken.is_empty(), "{key}");
            held.push(taken);
        }
        assert_eq!(held[0].len(), 192, "one key alone gets most of them");
        assert_eq!(slots.in_use(), held.iter().map(Vec::len).sum::<usize>());
        drop(held);
        assert_eq!(slots.in_use(), 0);
        assert!(slots.usage.lock().unwrap().by_key.is_empty(), "no trace of keys that left");
    }

    #[test]
    fn a_single_slot_serves_one_request_at_a_time() {
        let slots = Slots::new(1);
        let taken = take_all(&slots, "only");
        assert_eq!(taken.len(), 1);
        drop(taken);
        assert_eq!(take_all(&slots, "other").len(), 1);
    }
}
