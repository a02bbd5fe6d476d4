//! Records loaded one at a time: candidates and people by id, with their load state.
//!
//! `fetch` decides by it what to request; the views show record, failure or age.

use std::collections::HashMap;
use std::hash::Hash;

use crate::recruiting::failure::Failure;
use crate::wire::Timestamp;

/// A record and how loading it went.
#[derive(Debug, Clone)]
pub(crate) struct Loaded<T> {
    pub(crate) record: Option<T>,
    pub(crate) read_at: Option<Timestamp>,
    /// Why the last read failed.
    pub(crate) failure: Option<Failure>,
    /// Whether it need not be read again.
    pub(crate) is_fresh: bool,
    /// Read in an earlier session: the server may have a newer version.
    pub(crate) is_from_disk: bool,
}

impl<T> Default for Loaded<T> {
    fn default() -> Self {
        Self { record: None, read_at: None, failure: None, is_fresh: false, is_from_disk: false }
    }
}

impl<T> Loaded<T> {
    pub(crate) fn set(&mut self, outcome: Result<T, Failure>, at: Timestamp) {
        match outcome {
            Ok(record) => {
                let (record, read_at) = (Some(record), Some(at));
                *self = Self { record, read_at, is_fresh: true, ..Self::default() };
            }
            Err(failure) => self.failure = Some(failure),
        }
    }

    pub(crate) const fn needs_fetch(&self) -> bool {
        !self.is_fresh && self.failure.is_none()
    }

    /// Marks the record for another read.
    pub(crate) fn expire(&mut self) {
        self.is_fresh = false;
        self.failure = None;
    }
}

/// Records by id. The least recently used one is evicted.
#[derive(Debug)]
pub(crate) struct RecordCache<K, T> {
    /// Each with the time of its last use.
    entries: HashMap<K, (u64, Loaded<T>)>,
    capacity: usize,
    uses: u64,
}

impl<K: Clone + Eq + Hash, T> RecordCache<K, T> {
    pub(crate) fn new(capacity: usize) -> Self {
        Self { entries: HashMap::new(), capacity, uses: 0 }
    }

    /// Does not count as a use: the records on the screen are marked by [`Self::mark_used`].
    pub(crate) fn get(&self, key: &K) -> Option<&Loaded<T>> {
        self.entries.get(key).map(|(_, loaded)| loaded)
    }

    pub(crate) fn mark_used(&mut self, key: &K) {
        if let Some((used, _)) = self.entries.get_mut(key) {
            self.uses += 1;
            *used = self.uses;
        }
    }

    /// The entry of a record, created if there is none.
    pub(crate) fn entry(&mut self, key: &K) -> &mut Loaded<T> {
        if !self.entries.contains_key(key) && self.entries.len() >= self.capacity {
            let oldest = self.entries.iter().min_by_key(|(_, (used, _))| *used);
            if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
                self.entries.remove(&oldest);
            }
        }
        self.uses += 1;
        let (used, loaded) = self.entries.entry(key.clone()).or_default();
        *used = self.uses;
        loaded
    }

    pub(crate) fn needs_fetch(&self, key: &K) -> bool {
        self.get(key).is_none_or(Loaded::needs_fetch)
    }

    pub(crate) fn records(&self) -> impl Iterator<Item = &T> {
        self.entries.values().filter_map(|(_, loaded)| loaded.record.as_ref())
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut Loaded<T>> {
        self.entries.values_mut().map(|(_, loaded)| loaded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_record_is_evicted() {
        let mut cache: RecordCache<u8, ()> = RecordCache::new(2);
        cache.entry(&1);
        cache.entry(&2);
        cache.mark_used(&1);
        cache.entry(&3);
        assert_eq!([1, 2, 3].map(|key| cache.get(&key).is_some()), [true, false, true]);
    }
}
