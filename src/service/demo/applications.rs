//! When the candidates of a job apply: many at first, then fewer.
//!
//! Candidate `i` of `n` falls into slice `i` of the job's working time, so the
//! times are sorted without being collected first.

use super::office_hours::{EpochMillis, OfficeHours, SECOND, activity};
use super::rng::{Rng, to_f64};

#[derive(Debug)]
pub(super) struct ApplicationTimes {
    office: OfficeHours,
    first_day: i64,
    /// The share of all applications by the end of each day.
    cumulative: Vec<f64>,
    day: usize,
    min_gap: EpochMillis,
    last: EpochMillis,
}

impl ApplicationTimes {
    /// Both days are inclusive.
    pub(super) fn new(office: OfficeHours, first_day: i64, last_day: i64, count: usize) -> Self {
        let days = usize::try_from(last_day - first_day + 1).unwrap_or(1).max(1);
        let decay = (to_f64(days) * 0.38).max(8.0);
        let mut sum = 0.0;
        let mut cumulative: Vec<f64> = (first_day..)
            .take(days)
            .enumerate()
            .map(|(nth, day)| {
                sum += activity(day) * (0.12 + (-to_f64(nth) / decay).exp());
                sum
            })
            .collect();
        for share in &mut cumulative {
            *share /= sum;
        }
        // Whole seconds look natural, but large jobs have more candidates than
        // seconds.
        let min_gap = if count > 20_000 { 1 } else { SECOND };
        Self { office, first_day, cumulative, day: 0, min_gap, last: EpochMillis::MIN }
    }

    /// The time of candidate `nth`; callers must ask in ascending order.
    pub(super) fn next(&mut self, nth: usize, count: usize, rng: &mut Rng) -> EpochMillis {
        let share = (to_f64(nth) + rng.unit()) / to_f64(count.max(1));
        while self.day + 1 < self.cumulative.len() && self.cumulative[self.day] <= share {
            self.day += 1;
        }
        let before = self.day.checked_sub(1).map_or(0.0, |before| self.cumulative[before]);
        let share_of_day = (share - before) / (self.cumulative[self.day] - before);
        let day = self.first_day + i64::try_from(self.day).unwrap_or(0);
        let time = self.office.time_at(day, share_of_day);
        self.last = time.max(self.last.saturating_add(self.min_gap));
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::demo::office_hours::weekday;
    use crate::service::demo::word_lists::locations;

    fn applications(count: usize) -> (OfficeHours, Vec<EpochMillis>) {
        let office = OfficeHours::for_location(&locations()[0]);
        let mut times = ApplicationTimes::new(office, 20_500, 20_590, count);
        let mut rng = Rng::for_item(3, 1, 4);
        (office, (0..count).map(|nth| times.next(nth, count, &mut rng)).collect())
    }

    #[test]
    fn times_ascend_within_the_days_for_any_count() {
        for count in [1, 2, 640, 30_000] {
            let (office, times) = applications(count);
            assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{count}");
            assert!(times.iter().all(|time| (20_500..=20_590).contains(&office.day(*time))));
        }
    }

    #[test]
    fn most_apply_early_and_few_on_weekends() {
        let (office, times) = applications(640);
        let early = times.iter().filter(|time| office.day(**time) < 20_530).count();
        let weekends = times.iter().filter(|time| weekday(office.day(**time)) >= 5).count();
        assert!((300..500).contains(&early), "{early} in the first month");
        assert!((1..40).contains(&weekends), "{weekends} on weekends");
        assert!(times.iter().all(|time| time % SECOND == 0), "whole seconds");
    }
}
