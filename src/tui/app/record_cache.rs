//! Records loaded one at a time: candidates and people by id, with their load state.
//!
//! `fetch` decides by it what to request; the views show record, failure or age. Views take the
//! record with its long texts cut ([`Loaded::display`]); only the editor needs all of it, and only
//! for its sake a record with long texts stays in memory.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::Hash;

use crate::recruiting::failure::Failure;
use crate::text::{MAX_SHOWN, excerpt, is_long};
use crate::wire::{Texts, Timestamp};

/// In characters: of the long texts of a record, together.
const MAX_OF_RECORD: usize = 20_000;

/// A record and how loading it went.
#[derive(Debug, Clone)]
pub(crate) struct Loaded<T> {
    /// Missing if a text is too long, unless the editor waits for it.
    whole: Option<T>,
    /// The record as views show it, if a text of it is too long.
    excerpt: Option<Box<T>>,
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
        Self {
            whole: None,
            excerpt: None,
            read_at: None,
            failure: None,
            is_fresh: false,
            is_from_disk: false,
        }
    }
}

impl<T: Texts> Loaded<T> {
    pub(crate) fn set(&mut self, outcome: Result<T, Failure>, at: Timestamp) {
        match outcome {
            Ok(record) => *self = Self { is_fresh: true, ..Self::shown(record, at) },
            Err(failure) => self.failure = Some(failure),
        }
    }

    /// Keeps all of the record, also if its texts are long.
    pub(crate) fn set_whole(&mut self, record: T, at: Timestamp) {
        let excerpt = shorten(&record).map(Box::new);
        let (whole, read_at) = (Some(record), Some(at));
        *self = Self { whole, excerpt, read_at, is_fresh: true, ..Self::default() };
    }

    /// Takes a record of an earlier session, unless there is one.
    pub(crate) fn restore(&mut self, record: T, at: Timestamp) {
        if !self.is_loaded() {
            let Self { failure, is_fresh, .. } = std::mem::take(self);
            *self = Self { failure, is_fresh, is_from_disk: true, ..Self::shown(record, at) };
        }
    }

    fn shown(record: T, at: Timestamp) -> Self {
        let excerpt = shorten(&record).map(Box::new);
        let whole = excerpt.is_none().then_some(record);
        Self { whole, excerpt, read_at: Some(at), ..Self::default() }
    }
}

/// A copy with the long texts cut, if there are any. Many long texts are cut shorter, so that the
/// cost of a frame does not depend on their number.
pub(crate) fn shorten<T: Texts>(record: &T) -> Option<T> {
    let long = Cell::new(0);
    record.any_text(&|text| {
        long.update(|count| count + usize::from(is_long(text)));
        false
    });
    let max = MAX_OF_RECORD.checked_div(long.get())?.min(MAX_SHOWN);
    let rewrite = |text: &str| if is_long(text) { excerpt(text, max) } else { text.to_owned() };
    Some(record.map_texts(&rewrite))
}

impl<T> Loaded<T> {
    pub(crate) fn failed(failure: Failure) -> Self {
        Self { failure: Some(failure), ..Self::default() }
    }

    /// The record with its long texts cut: what is measured and drawn has a bounded size.
    pub(crate) fn display(&self) -> Option<&T> {
        self.excerpt.as_deref().or(self.whole.as_ref())
    }

    /// All of the record, for the editor.
    pub(crate) const fn whole(&self) -> Option<&T> {
        self.whole.as_ref()
    }

    /// All of the record, for the editor, which keeps it from now on: long texts leave the cache.
    pub(crate) fn take_whole(&mut self) -> Option<T>
    where
        T: Clone,
    {
        if self.excerpt.is_some() { self.whole.take() } else { self.whole.clone() }
    }

    #[cfg(test)]
    pub(crate) const fn whole_mut(&mut self) -> Option<&mut T> {
        self.whole.as_mut()
    }

    pub(crate) fn is_loaded(&self) -> bool {
        self.display().is_some()
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

    /// Whether only a part of the record is here, because it has long texts.
    pub(crate) fn is_cut(&self, key: &K) -> bool {
        self.get(key).is_some_and(|it| it.is_fresh && it.whole.is_none() && it.failure.is_none())
    }

    pub(crate) fn records(&self) -> impl Iterator<Item = &T> {
        self.entries.values().filter_map(|(_, loaded)| loaded.display())
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut Loaded<T>> {
        self.entries.values_mut().map(|(_, loaded)| loaded)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::text::MAX_SHOWN;
    use crate::wire::Person;

    #[test]
    fn views_get_long_texts_cut_and_the_editor_gets_all_of_them() {
        let long = "x".repeat(1 << 20);
        let position = json!({"title": long, "description": long});
        let json = json!({
            "id": "per_1", "name": "Ada", "external_source_id": long, "custom": long,
            "emails": [{"value": long, "contact_data_type": "work"}],
            "work_experience": [{"company_name": long, "positions": [position]}],
        });
        let person: Person = serde_json::from_value(json).unwrap();
        let at = Timestamp::parse("2026-03-04T14:02:00Z").unwrap();
        let (mut read, mut edited, mut restored) =
            (Loaded::default(), Loaded::default(), Loaded::default());
        read.set(Ok(person.clone()), at);
        edited.set_whole(person.clone(), at);
        restored.restore(person.clone(), at);
        assert_eq!(read.whole(), None, "it would fill the memory");
        assert_eq!(edited.whole(), Some(&person));
        for loaded in [read, edited, restored] {
            let display = loaded.display().unwrap();
            assert!(!display.any_text(&|text| text.chars().count() > MAX_SHOWN + 100));
            assert!(display.extra.keys().eq(person.extra.keys()));
            assert_eq!((display.id.as_str(), &*display.name), ("per_1", "Ada"));
            let description = &display.work_experience[0].positions[0].description;
            assert!(description.ends_with("[cut here: the rest is not shown]"));
        }
        let mut short = Loaded::default();
        short.set(Ok(Person { name: "Ada".to_owned(), ..Person::default() }), at);
        assert!(short.excerpt.is_none(), "a record without long texts is not copied");
        assert!(short.whole().is_some());
    }

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
