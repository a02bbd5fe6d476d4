//! A random number generator whose stream never changes.
//!
//! `SplitMix64` and Box-Muller, written here because a crate may change its
//! stream with any update, and the demo data with it. Every generated item has
//! a generator of its own ([`Rng::for_item`]), so an item does not depend on
//! those before it. Not for secrets.

use std::f64::consts::TAU;

/// Numbers of the independent streams, one for each kind of item.
pub(super) const JOB_STREAM: u64 = 1;
pub(super) const PERSON_STREAM: u64 = 2;
pub(super) const CANDIDATE_STREAM: u64 = 3;
pub(super) const COUNT_STREAM: u64 = 4;
pub(super) const AGE_STREAM: u64 = 5;

#[derive(Debug, Clone)]
pub(super) struct Rng(u64);

impl Rng {
    pub(super) const fn for_item(seed: u64, stream: u64, index: u64) -> Self {
        let stream = mix(seed ^ mix(stream.wrapping_mul(0xd6e8_feb8_6659_fd93)));
        Self(mix(stream.wrapping_add(mix(index.wrapping_add(0x2545_f491_4f6c_dd1d)))))
    }

    pub(super) const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Uniform in `0.0..1.0`.
    pub(super) fn unit(&mut self) -> f64 {
        let high = u32::try_from(self.next_u64() >> 32).unwrap_or(u32::MAX);
        f64::from(high) / 4_294_967_296.0
    }

    /// Uniform in `0..count`; 0 if `count` is 0.
    pub(super) fn below(&mut self, count: usize) -> usize {
        let wide = u128::from(self.next_u64()) * (count as u128);
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// Uniform in `low..=high`.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = usize::try_from(high - low + 1).unwrap_or(1);
        low + i64::try_from(self.below(width)).unwrap_or(0)
    }

    pub(super) fn chance(&mut self, percent: f64) -> bool {
        self.unit() * 100.0 < percent
    }

    pub(super) fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// Mean 0, standard deviation 1.
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (TAU * self.unit()).cos()
    }

    pub(super) fn log_normal(&mut self, median: f64, sigma: f64) -> f64 {
        median * (sigma * self.normal()).exp()
    }
}

const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

pub(super) fn to_f64(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[expect(clippy::cast_possible_truncation, reason = "`as` saturates, which is the intent")]
pub(super) const fn floor_i64(number: f64) -> i64 {
    number.floor() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample<T>(draw: impl Fn(&mut Rng) -> T) -> Vec<T> {
        let mut rng = Rng::for_item(1, 2, 3);
        (0..10_000).map(|_| draw(&mut rng)).collect()
    }

    #[test]
    fn the_stream_is_the_published_one() {
        let mut rng = Rng(1_234_567);
        assert_eq!(
            [rng.next_u64(), rng.next_u64(), rng.next_u64()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn below_is_uniform() {
        let sample = sample(|rng| rng.below(6));
        for number in 0..6 {
            let count = sample.iter().filter(|drawn| **drawn == number).count();
            assert!((1500..1840).contains(&count), "{number} occurred {count} times");
        }
        assert_eq!(Rng::for_item(1, 2, 3).below(0), 0);
    }

    #[test]
    fn half_of_log_normal_is_below_its_median() {
        let below = sample(|rng| rng.log_normal(45.0, 0.65)).iter().filter(|x| **x < 45.0).count();
        assert!((4800..5200).contains(&below), "{below}");
    }

    #[test]
    fn neighbouring_items_are_independent() {
        let first = |index| Rng::for_item(7, 1, index).next_u64();
        let same = (0..64).filter(|bit| first(1) >> bit & 1 == first(2) >> bit & 1).count();
        assert!((16..48).contains(&same), "{same} of 64 bits agree");
        assert_ne!(Rng::for_item(7, 1, 1).next_u64(), Rng::for_item(7, 2, 1).next_u64());
        assert_ne!(Rng::for_item(7, 1, 1).next_u64(), Rng::for_item(8, 1, 1).next_u64());
    }
}
