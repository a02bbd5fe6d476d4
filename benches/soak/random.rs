//! A seeded generator (`SplitMix64`): a run can be repeated.

pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap_or(0) % end.max(1)
    }

    pub(crate) fn is_in(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// An item whose chance is its weight.
    pub(crate) fn pick_weighted<T: Copy>(&mut self, items: &[(usize, T)]) -> T {
        let mut rest = self.below(items.iter().map(|(weight, _)| weight).sum());
        for (weight, item) in items {
            if rest < *weight {
                return *item;
            }
            rest -= weight;
        }
        items[0].1
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}
