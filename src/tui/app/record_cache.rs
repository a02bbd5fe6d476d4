//! A record that was read, or is to be.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use crate::recruiting::failure::Failure;
use crate::wire::Timestamp;

/// A record, as far as it is known.
#[derive(Debug, Clone)]
pub struct Loaded<T> {
    /// What came last.
    pub record: Option<T>,
    /// When that was.
    pub read_at: Option<Timestamp>,
    /// Why it could not be read again.
    pub failure: Option<Failure>,
    /// Whether it need not be read again.
    pub is_fresh: bool,
    /// Whether it was read in another session: the server may say something else now.
    pub is_recalled: bool,
}

impl<T> Default for Loaded<T> {
    fn default() -> Self {
        Self { record: None, read_at: None, failure: None, is_fresh: false, is_recalled: false }
    }
}

impl<T> Loaded<T> {
    /// Takes an answer in.
    pub fn take(&mut self, outcome: Result<T, Failure>, at: Timestamp) {
        match outcome {
            Ok(record) => {
                let (record, read_at) = (Some(record), Some(at));
                *self = Self { record, read_at, is_fresh: true, ..Self::default() };
            }
            Err(failure) => self.failure = Some(failure),
        }
    }

    /// Whether it should be asked for.
    #[must_use]
    pub const fn is_wanted(&self) -> bool {
        !self.is_fresh && self.failure.is_none()
    }

    /// Wants it again.
    pub fn expire(&mut self) {
        self.is_fresh = false;
        self.failure = None;
    }
}

/// Records that were looked at, the most recent kept.
#[derive(Debug)]
pub struct RecordCache<K, T> {
    held: HashMap<K, Loaded<T>>,
    order: VecDeque<K>,
    most: usize,
}

impl<K: Clone + Eq + Hash, T> RecordCache<K, T> {
    /// A shelf for so many.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { held: HashMap::new(), order: VecDeque::new(), most }
    }

    /// A record, if it was ever asked for.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&Loaded<T>> {
        self.held.get(key)
    }

    /// Its place on the shelf.
    pub fn place(&mut self, key: &K) -> &mut Loaded<T> {
        if !self.held.contains_key(key) {
            self.order.push_back(key.clone());
            if self.order.len() > self.most
                && let Some(oldest) = self.order.pop_front()
            {
                self.held.remove(&oldest);
            }
        }
        self.held.entry(key.clone()).or_default()
    }

    /// Whether it should be asked for.
    #[must_use]
    pub fn wants(&self, key: &K) -> bool {
        self.get(key).is_none_or(Loaded::is_wanted)
    }

    /// Those that were read.
    pub fn records(&self) -> impl Iterator<Item = &T> {
        self.held.values().filter_map(|loaded| loaded.record.as_ref())
    }

    /// All that are held.
    pub fn all(&mut self) -> impl Iterator<Item = &mut Loaded<T>> {
        self.held.values_mut()
    }
}
