//! Names for things that mean nothing and never change.
//!
//! An id follows from the seed and from what it names, never from the day, so
//! that a bookmark of yesterday opens the same record today.

use super::dice::Dice;
use crate::service::store::ids::base32;

/// Makes the ids of one seed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ids {
    seed: u64,
}

impl Ids {
    pub(super) const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The id of the thing with these numbers: a job's place, a stage's place in it.
    pub(super) fn numbered(self, prefix: &str, major: usize, minor: usize) -> String {
        let index = (major as u64).wrapping_shl(32) ^ (minor as u64);
        self.id(prefix, index)
    }

    /// The id of the thing of this name: the same name is the same thing.
    pub(super) fn named(self, prefix: &str, name: &str) -> String {
        self.id(prefix, hash(name))
    }

    fn id(self, prefix: &str, index: u64) -> String {
        let mut dice = Dice::of(self.seed, hash(prefix), index);
        let mut bytes = [0; 10];
        for half in bytes.chunks_exact_mut(5) {
            half.copy_from_slice(&dice.bits().to_le_bytes()[..5]);
        }
        format!("{prefix}_{}", base32(&bytes))
    }
}

/// FNV-1a: a number for a text, the same everywhere.
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
    fn an_id_is_a_prefix_and_eighty_bits_in_crockford_digits() {
        let id = Ids::new(7).numbered("job", 3, 0);
        let (prefix, digits) = id.split_once('_').unwrap();
        assert_eq!((prefix, digits.len()), ("job", 16));
        assert!(digits.chars().all(|digit| digit.is_ascii_digit() || digit.is_ascii_lowercase()));
        assert!(!digits.contains(['i', 'l', 'o', 'u']));
    }

    #[test]
    fn different_things_have_different_ids_and_the_same_thing_one() {
        let ids = Ids::new(7);
        let places = (0..100).flat_map(|job| (0..100).map(move |at| (job, at)));
        let made: HashSet<String> = places.map(|(job, at)| ids.numbered("can", job, at)).collect();
        assert_eq!(made.len(), 10_000);
        assert_eq!(ids.named("com", "Larkmoor Systems"), ids.named("com", "Larkmoor Systems"));
        assert_ne!(ids.named("com", "Larkmoor Systems"), ids.named("com", "Larkmoor System"));
        assert_ne!(ids.numbered("can", 1, 1), Ids::new(8).numbered("can", 1, 1));
    }
}
