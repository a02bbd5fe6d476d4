//! Chance that never changes.
//!
//! `SplitMix64` and Box-Muller, written here because a generator from outside
//! may change its stream with any update, and the demo with it. Each thing
//! that is made has dice of its own ([`Dice::of`]), so that a person is the
//! same whatever happened before them. Not for secrets.

use std::f64::consts::TAU;

/// The kinds of things that have dice of their own.
pub(super) const JOB: u64 = 1;
pub(super) const PERSON: u64 = 2;
pub(super) const CANDIDATE: u64 = 3;
pub(super) const SIZES: u64 = 4;
pub(super) const AGE: u64 = 5;

/// A stream of chance.
#[derive(Debug, Clone)]
pub(super) struct Dice(u64);

impl Dice {
    /// The dice of the `index`th thing of a kind.
    pub(super) const fn of(seed: u64, kind: u64, index: u64) -> Self {
        let kind = mix(seed ^ mix(kind.wrapping_mul(0xd6e8_feb8_6659_fd93)));
        Self(mix(kind.wrapping_add(mix(index.wrapping_add(0x2545_f491_4f6c_dd1d)))))
    }

    pub(super) const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Between 0 and 1, never 1.
    pub(super) fn unit(&mut self) -> f64 {
        let high = u32::try_from(self.bits() >> 32).unwrap_or(u32::MAX);
        f64::from(high) / 4_294_967_296.0
    }

    /// One of `0..count`; 0 when there is nothing to choose from.
    pub(super) fn below(&mut self, count: usize) -> usize {
        let wide = u128::from(self.bits()) * (count as u128);
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// One of `low..=high`.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = usize::try_from(high - low + 1).unwrap_or(1);
        low + i64::try_from(self.below(width)).unwrap_or(0)
    }

    pub(super) fn chance(&mut self, percent: f64) -> bool {
        self.unit() * 100.0 < percent
    }

    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// Mean 0, deviation 1.
    pub(super) fn normal(&mut self) -> f64 {
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

/// A count as a real number, for shares.
pub(super) fn real(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// The whole part; numbers too large for it become the largest there is.
#[expect(clippy::cast_possible_truncation, reason = "`as` saturates, which is what is meant")]
pub(super) const fn whole(number: f64) -> i64 {
    number.floor() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thrown<T>(throw: impl Fn(&mut Dice) -> T) -> Vec<T> {
        let mut dice = Dice::of(1, 2, 3);
        (0..10_000).map(|_| throw(&mut dice)).collect()
    }

    #[test]
    fn the_stream_is_the_published_one() {
        let mut dice = Dice(1_234_567);
        assert_eq!(
            [dice.bits(), dice.bits(), dice.bits()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_side_comes_up_about_as_often() {
        let throws = thrown(|dice| dice.below(6));
        for side in 0..6 {
            let times = throws.iter().filter(|throw| **throw == side).count();
            assert!((1500..1840).contains(&times), "{side} came {times} times");
        }
        assert_eq!(Dice::of(1, 2, 3).below(0), 0);
    }

    #[test]
    fn half_of_log_normal_lies_below_its_median() {
        let below =
            thrown(|dice| dice.log_normal(45.0, 0.65)).iter().filter(|x| **x < 45.0).count();
        assert!((4800..5200).contains(&below), "{below}");
    }

    #[test]
    fn neighbours_have_nothing_in_common() {
        let first = |index| Dice::of(7, 1, index).bits();
        let same = (0..64).filter(|bit| first(1) >> bit & 1 == first(2) >> bit & 1).count();
        assert!((16..48).contains(&same), "{same} of 64 bits agree");
        assert_ne!(Dice::of(7, 1, 1).bits(), Dice::of(7, 2, 1).bits());
        assert_ne!(Dice::of(7, 1, 1).bits(), Dice::of(8, 1, 1).bits());
    }
}
