//! A record that was read, or is to be.

use std::collections::HashMap;
use std::hash::Hash;

use crate::recruiting::failure::Failure;
use crate::wire::Timestamp;

/// A record, as far as it is known.
#[derive(Debug, Clone)]
pub(crate) struct Loaded<T> {
    /// What came last.
    pub(crate) record: Option<T>,
    /// When that was.
    pub(crate) read_at: Option<Timestamp>,
    /// Why it could not be read again.
    pub(crate) failure: Option<Failure>,
    /// Whether it need not be read again.
    pub(crate) is_fresh: bool,
    /// Whether it was read in another session: the server may say something else now.
    pub(crate) is_from_disk: bool,
}

impl<T> Default for Loaded<T> {
    fn default() -> Self {
        Self { record: None, read_at: None, failure: None, is_fresh: false, is_from_disk: false }
    }
}

impl<T> Loaded<T> {
    /// Takes an answer in.
    pub(crate) fn set(&mut self, outcome: Result<T, Failure>, at: Timestamp) {
        match outcome {
            Ok(record) => {
                let (record, read_at) = (Some(record), Some(at));
                *self = Self { record, read_at, is_fresh: true, ..Self::default() };
            }
            Err(failure) => self.failure = Some(failure),
        }
    }

    /// Whether it should be asked for.
    pub(crate) const fn needs_fetch(&self) -> bool {
        !self.is_fresh && self.failure.is_none()
    }

    /// Wants it again.
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

    /// The record, if it was ever requested. Does not count as a use: whatever
    /// is on the screen is marked by [`Self::mark_used`].
    pub(crate) fn get(&self, key: &K) -> Option<&Loaded<T>> {
        self.entries.get(key).map(|(_, loaded)| loaded)
    }

    /// Keeps a record that is looked at from being evicted next.
    pub(crate) fn mark_used(&mut self, key: &K) {
        if let Some((used, _)) = self.entries.get_mut(key) {
            self.uses += 1;
            *used = self.uses;
        }
    }

    /// The entry of a record, made if there is none.
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

    /// Whether the record should be requested.
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
