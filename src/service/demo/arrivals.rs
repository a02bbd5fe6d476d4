//! When the candidates of one job come: many at first, then fewer, in order.
//!
//! The `i`th of `n` lies somewhere in the `i`th slice of the job's working
//! days, so the stream is sorted without ever being held.

use super::dice::{Dice, real};
use super::office::{Moment, Office, SECOND, weight};

/// The moments at which candidates come, strictly ascending.
#[derive(Debug)]
pub(super) struct Arrivals {
    office: Office,
    first_day: i64,
    /// How much of all that comes has come by the end of each day.
    done: Vec<f64>,
    day: usize,
    step: Moment,
    last: Moment,
}

impl Arrivals {
    /// For `count` candidates from `first_day` to `last_day`, both included.
    pub(super) fn new(office: Office, first_day: i64, last_day: i64, count: usize) -> Self {
        let length = usize::try_from(last_day - first_day + 1).unwrap_or(1).max(1);
        let fade = (real(length) * 0.38).max(8.0);
        let mut sum = 0.0;
        let mut done: Vec<f64> = (first_day..)
            .take(length)
            .enumerate()
            .map(|(nth, day)| {
                sum += weight(day) * (0.12 + (-real(nth) / fade).exp());
                sum
            })
            .collect();
        for share in &mut done {
            *share /= sum;
        }
        // Whole seconds look true, but a crowd needs more room than they give.
        let step = if count > 20_000 { 1 } else { SECOND };
        Self { office, first_day, done, day: 0, step, last: Moment::MIN }
    }

    /// When the `nth` of `count` comes; to be asked in order.
    pub(super) fn next(&mut self, nth: usize, count: usize, dice: &mut Dice) -> Moment {
        let share = (real(nth) + dice.unit()) / real(count.max(1));
        while self.day + 1 < self.done.len() && self.done[self.day] <= share {
            self.day += 1;
        }
        let before = self.day.checked_sub(1).map_or(0.0, |before| self.done[before]);
        let within = (share - before) / (self.done[self.day] - before);
        let day = self.first_day + i64::try_from(self.day).unwrap_or(0);
        let drawn = self.office.moment(day, within);
        self.last = drawn.max(self.last.saturating_add(self.step));
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::demo::office::weekday;
    use crate::service::demo::pools::places;

    fn arrivals(count: usize) -> (Office, Vec<Moment>) {
        let office = Office::at(&places()[0]);
        let mut arrivals = Arrivals::new(office, 20_500, 20_590, count);
        let mut dice = Dice::of(3, 1, 4);
        (office, (0..count).map(|nth| arrivals.next(nth, count, &mut dice)).collect())
    }

    #[test]
    fn they_come_one_after_the_other_however_many_they_are() {
        for count in [1, 2, 640, 30_000] {
            let (office, moments) = arrivals(count);
            assert!(moments.windows(2).all(|pair| pair[0] < pair[1]), "{count}");
            assert!(moments.iter().all(|moment| (20_500..=20_590).contains(&office.day(*moment))));
        }
    }

    #[test]
    fn most_come_early_and_few_on_weekends() {
        let (office, moments) = arrivals(640);
        let early = moments.iter().filter(|moment| office.day(**moment) < 20_530).count();
        let idle = moments.iter().filter(|moment| weekday(office.day(**moment)) >= 5).count();
        assert!((300..500).contains(&early), "{early} in the first month");
        assert!((1..40).contains(&idle), "{idle} on weekends");
        assert!(moments.iter().all(|moment| moment % SECOND == 0), "whole seconds");
    }
}
