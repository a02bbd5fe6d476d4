//! Finds rows by the hashes of their ids. The table of candidates keeps it.
//!
//! A hash table doubles when it is full: a single one would take up to twice what its entries need,
//! and move all of them at once. Of these, each holds another share of the rows, so they double one
//! after the other, and memory grows with the rows.

use hashbrown::HashTable;

/// Where the shares end among 2^16 hashes. Each is larger than the one before by the same factor,
/// and the last almost twice as large as the first. The rest belongs to the last one.
const ENDS: [u16; 7] = [5_932, 12_400, 19_454, 27_146, 35_534, 44_682, 54_658];

#[derive(Debug, Clone, Default)]
pub(super) struct RowIndex {
    shares: [HashTable<u32>; ENDS.len() + 1],
}

impl RowIndex {
    /// Reserves memory for `more` rows.
    pub(super) fn reserve(&mut self, more: usize, hash_of: impl Fn(u32) -> u64) {
        let ends = ENDS.map(u64::from).into_iter().chain([1 << u16::BITS]);
        let mut start = 0;
        for (share, end) in self.shares.iter_mut().zip(ends) {
            let rows = (more as u64 * (end - start)) >> u16::BITS;
            share.reserve(usize::try_from(rows).unwrap_or(more), |row| hash_of(*row));
            start = end;
        }
    }

    #[inline]
    pub(super) fn find(&self, hash: u64, mut is_row: impl FnMut(u32) -> bool) -> Option<u32> {
        self.shares[share(hash)].find(hash, |row| is_row(*row)).copied()
    }

    /// The row must not be there.
    pub(super) fn insert(&mut self, hash: u64, row: u32, hash_of: impl Fn(u32) -> u64) {
        self.shares[share(hash)].insert_unique(hash, row, |row| hash_of(*row));
    }
}

/// By bits in the middle: a table takes the highest and the lowest ones.
#[inline]
fn share(hash: u64) -> usize {
    let middle = hash >> u32::BITS & u64::from(u16::MAX);
    ENDS.iter().filter(|end| middle >= u64::from(**end)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_in_shares_of_the_planned_sizes() {
        let hash = |row: u32| u64::from(row).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17);
        let mut index = RowIndex::default();
        index.reserve(100_000, hash);
        let capacity = |index: &RowIndex| index.shares.each_ref().map(HashTable::capacity);
        let reserved = capacity(&index);
        for row in 0..100_000 {
            assert_eq!(index.find(hash(row), |other| other == row), None);
            index.insert(hash(row), row, hash);
        }
        assert!((0..100_000).all(|row| index.find(hash(row), |other| other == row) == Some(row)));
        assert_eq!(capacity(&index), reserved, "nothing was moved");
        let sizes = index.shares.each_ref().map(HashTable::len);
        assert!(sizes.is_sorted() && sizes[7] < 2 * sizes[0], "{sizes:?}");
    }
}
