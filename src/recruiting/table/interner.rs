//! Reference-counted texts that many rows share.

use std::hash::BuildHasher as _;

use hashbrown::{DefaultHashBuilder, HashTable};

/// Pairs of a name and an id.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interner {
    pairs: Vec<Pair>,
    free: Vec<u32>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// Keys below this one are never freed, so that they keep their meaning.
    permanent: u32,
}

#[derive(Debug, Clone)]
pub(crate) struct Pair {
    /// The name, followed by the id.
    text: Box<str>,
    id_at: u32,
    /// What distinguishes pairs of the same texts: the job of a stage.
    pub(crate) scope: u32,
    /// The number of rows that refer to it.
    references: u32,
    /// Of `references`: rows that are not removed. Counted for stages only.
    pub(crate) live: u32,
}

impl Pair {
    #[inline]
    pub(crate) fn name(&self) -> &str {
        self.text.get(..self.id_at as usize).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn id(&self) -> &str {
        self.text.get(self.id_at as usize..).unwrap_or_default()
    }
}

impl Interner {
    pub(crate) fn with_permanent(permanent: u32) -> Self {
        Self { permanent, ..Self::default() }
    }

    #[inline]
    pub(crate) fn pair(&self, key: u32) -> &Pair {
        &self.pairs[key as usize]
    }

    #[inline]
    pub(crate) fn pair_mut(&mut self, key: u32) -> &mut Pair {
        &mut self.pairs[key as usize]
    }

    /// All pairs in use, with their keys.
    pub(crate) fn used(&self) -> impl Iterator<Item = (u32, &Pair)> {
        (0..).zip(&self.pairs).filter(|(_, pair)| pair.references > 0)
    }

    pub(crate) fn intern(&mut self, name: &str, id: &str) -> u32 {
        self.intern_in(0, name, id)
    }

    pub(crate) fn intern_in(&mut self, scope: u32, name: &str, id: &str) -> u32 {
        let hash = self.hasher.hash_one((scope, name, id));
        let pairs = &self.pairs;
        let same = |key: &u32| {
            let pair = &pairs[*key as usize];
            pair.scope == scope && pair.name() == name && pair.id() == id
        };
        if let Some(key) = self.index.find(hash, same).copied() {
            self.pairs[key as usize].references += 1;
            return key;
        }
        // A name that is shown has a thousand letters at most.
        let id_at = u32::try_from(name.len()).unwrap_or(u32::MAX);
        let pair = Pair { text: [name, id].concat().into(), id_at, scope, references: 1, live: 0 };
        let key = if let Some(key) = self.free.pop() {
            self.pairs[key as usize] = pair;
            key
        } else {
            self.pairs.push(pair);
            u32::try_from(self.pairs.len() - 1).unwrap_or(u32::MAX)
        };
        let (pairs, hasher) = (&self.pairs, &self.hasher);
        self.index.insert_unique(hash, key, |key| hash_of(hasher, &pairs[*key as usize]));
        key
    }

    /// Whether only one row refers to it, so that it may be new.
    pub(crate) fn is_only_use(&self, key: u32) -> bool {
        self.pairs[key as usize].references == 1
    }

    pub(crate) fn release(&mut self, key: u32) {
        let pair = &mut self.pairs[key as usize];
        pair.references -= 1;
        if pair.references > 0 || key < self.permanent {
            return;
        }
        let hash = hash_of(&self.hasher, pair);
        if let Ok(entry) = self.index.find_entry(hash, |other| *other == key) {
            entry.remove();
        }
        (pair.text, pair.id_at) = (Box::default(), 0);
        self.free.push(key);
    }
}

fn hash_of(hasher: &DefaultHashBuilder, pair: &Pair) -> u64 {
    hasher.hash_one((pair.scope, pair.name(), pair.id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unused_text_frees_its_key() {
        let mut texts = Interner::default();
        let used_key = texts.intern("kept", "");
        for number in 0..10_000 {
            let key = texts.intern(&format!("title {number}"), "");
            texts.release(key);
        }
        assert_eq!(texts.pairs.len(), 2);
        assert_eq!(texts.pair(used_key).name(), "kept");
        assert_eq!(texts.intern("kept", ""), used_key);
        assert_ne!(texts.intern("kept", "by another id"), used_key);
        assert_ne!(texts.intern_in(1, "kept", ""), used_key);
    }
}
