//! Stable ids.
//!
//! An id depends on the seed and on what it names, never on the date, so a
//! bookmark from yesterday opens the same record today.

use super::rng::Rng;
use crate::service::store::ids::base32;

#[derive(Debug, Clone, Copy)]
pub(super) struct IdGenerator {
    seed: u64,
}

impl IdGenerator {
    pub(super) const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The id of a record with these indexes, such as a job and a stage in it.
    pub(super) fn numbered(self, prefix: &str, major: usize, minor: usize) -> String {
        let index = (major as u64).wrapping_shl(32) ^ (minor as u64);
        self.id(prefix, index)
    }

    /// The same name has the same id.
    pub(super) fn named(self, prefix: &str, name: &str) -> String {
        self.id(prefix, hash(name))
    }

    fn id(self, prefix: &str, index: u64) -> String {
        let mut rng = Rng::for_item(self.seed, hash(prefix), index);
        let mut bytes = [0; 10];
        for half in bytes.chunks_exact_mut(5) {
            half.copy_from_slice(&rng.next_u64().to_le_bytes()[..5]);
        }
        format!("{prefix}_{}", base32(&bytes))
    }
}

/// FNV-1a: stable across platforms and versions, unlike the hasher of `std`.
pub(super) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn an_id_is_a_prefix_and_eighty_bits_in_crockford_base32() {
        let id = IdGenerator::new(7).numbered("job", 3, 0);
        let (prefix, digits) = id.split_once('_').unwrap();
        assert_eq!((prefix, digits.len()), ("job", 16));
        assert!(digits.chars().all(|digit| digit.is_ascii_digit() || digit.is_ascii_lowercase()));
        assert!(!digits.contains(['i', 'l', 'o', 'u']));
    }

    #[test]
    fn ids_are_unique_and_stable() {
        let ids = IdGenerator::new(7);
        let indexes = (0..100).flat_map(|job| (0..100).map(move |nth| (job, nth)));
        let unique: HashSet<String> =
            indexes.map(|(job, nth)| ids.numbered("can", job, nth)).collect();
        assert_eq!(unique.len(), 10_000);
        assert_eq!(ids.named("com", "Larkmoor Systems"), ids.named("com", "Larkmoor Systems"));
        assert_ne!(ids.named("com", "Larkmoor Systems"), ids.named("com", "Larkmoor System"));
        assert_ne!(ids.numbered("can", 1, 1), IdGenerator::new(8).numbered("can", 1, 1));
    }
}
