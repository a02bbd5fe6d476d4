//! Office hours, weekends and holidays at a location.
//!
//! Days count from 1970, times are milliseconds. Daylight saving covers whole
//! months: an error of one hour on a few days a year does no harm here and
//! saves a time zone database.

use chrono::{DateTime, Datelike, Utc};

use super::rng::{Rng, floor_i64};
use super::word_lists::City;
use crate::wire::Timestamp;

/// Milliseconds since 1970, UTC.
pub(super) type EpochMillis = i64;

pub(super) const SECOND: EpochMillis = 1000;
const MINUTE: EpochMillis = 60 * SECOND;
pub(super) const HOUR: EpochMillis = 60 * MINUTE;
const DAY: EpochMillis = 24 * HOUR;

pub(super) fn timestamp(time: EpochMillis) -> Option<Timestamp> {
    DateTime::<Utc>::from_timestamp_millis(time).map(Timestamp::from)
}

#[derive(Debug, Clone, Copy)]
pub(super) struct OfficeHours {
    /// Minutes east of UTC in winter.
    utc_offset: i64,
    summer_months: &'static [u32],
}

impl OfficeHours {
    pub(super) fn for_location(location: &City) -> Self {
        let summer_months: &[u32] = match location.summer_time {
            "N" => &[4, 5, 6, 7, 8, 9, 10],
            "S" => &[10, 11, 12, 1, 2, 3],
            _ => &[],
        };
        Self { utc_offset: location.utc_offset, summer_months }
    }

    fn offset(self, day: i64) -> EpochMillis {
        let is_summer = self.summer_months.contains(&month_and_day(day).0);
        (self.utc_offset + if is_summer { 60 } else { 0 }) * MINUTE
    }

    pub(super) fn day(self, time: EpochMillis) -> i64 {
        (time + self.offset(time.div_euclid(DAY))).div_euclid(DAY)
    }

    /// The time on a local day when this share of its work is done, in whole
    /// seconds.
    pub(super) fn time_at(self, day: i64, share: f64) -> EpochMillis {
        day * DAY - self.offset(day) + time_of_day(share)
    }

    /// This time, or the next one within office hours.
    pub(super) fn next_open(self, time: EpochMillis) -> EpochMillis {
        let today = self.day(time);
        let hours = (today..today + 16)
            .filter(|day| !is_day_off(*day))
            .map(|day| self.time_at(day, 0.0)..self.time_at(day, 1.0));
        let mut open = hours.map(|hours| hours.start.max(time)..hours.end);
        open.find(|hours| !hours.is_empty()).map_or(time, |hours| hours.start)
    }

    /// A time within office hours about `days` after another, and always later
    /// than it.
    pub(super) fn random_after(self, time: EpochMillis, days: f64, rng: &mut Rng) -> EpochMillis {
        let target = time + floor_i64(days * 86_400.0) * SECOND;
        let day = working_day(self.day(target), rng);
        let later = self.time_at(day, rng.unit());
        if later > time {
            return later;
        }
        // The random time is earlier on the same day: use a time soon after, or the next day.
        let soon = time + rng.between(8 * 60, 150 * 60) * SECOND;
        let closing = self.time_at(self.day(time), 1.0);
        if soon < closing {
            soon
        } else {
            self.time_at(working_day(self.day(time) + 1, rng), rng.unit())
        }
    }
}

/// How busy a day is compared to an ordinary working day.
pub(super) fn activity(day: i64) -> f64 {
    let weekly = match weekday(day) {
        5 => 0.05,
        6 => 0.04,
        0 => 1.15,
        4 => 0.8,
        _ => 1.0,
    };
    if is_holiday(day) { weekly * 0.12 } else { weekly }
}

/// This day or the next working day; occasionally a day off.
fn working_day(day: i64, rng: &mut Rng) -> i64 {
    if rng.chance(2.0) {
        return day;
    }
    (day..day + 16).find(|day| !is_day_off(*day)).unwrap_or(day)
}

pub(super) fn last_working_day(day: i64) -> i64 {
    (day - 16..=day).rev().find(|day| !is_day_off(*day)).unwrap_or(day)
}

fn is_day_off(day: i64) -> bool {
    weekday(day) >= 5 || is_holiday(day)
}

/// Monday is 0.
pub(super) const fn weekday(day: i64) -> i64 {
    (day + 3).rem_euclid(7)
}

fn is_holiday(day: i64) -> bool {
    matches!(month_and_day(day), (12, 22..) | (1, 1))
}

fn month_and_day(day: i64) -> (u32, u32) {
    DateTime::from_timestamp(day * 86_400, 0).map_or((1, 1), |date| (date.month(), date.day()))
}

/// The time of day when this share of a day's work is done.
fn time_of_day(share: f64) -> EpochMillis {
    const WORK_DONE_BY_HOUR: [(f64, f64); 6] =
        [(0.0, 8.0), (0.06, 9.0), (0.48, 12.0), (0.56, 13.0), (0.94, 17.0), (1.0, 18.5)];
    let share = share.clamp(0.0, 1.0);
    let hours = WORK_DONE_BY_HOUR.windows(2).find(|pair| share <= pair[1].0).map_or(18.5, |pair| {
        let [(from, start), (to, end)] = [pair[0], pair[1]];
        start + (share - from) / (to - from) * (end - start)
    });
    floor_i64(hours * 3600.0) * SECOND
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::demo::word_lists::locations;

    fn office_in(city: &str) -> OfficeHours {
        OfficeHours::for_location(
            locations().iter().find(|location| location.name == city).unwrap(),
        )
    }

    fn utc(time: EpochMillis) -> String {
        DateTime::from_timestamp_millis(time).unwrap().format("%F %T").to_string()
    }

    #[test]
    fn times_are_local_with_daylight_saving() {
        let (january, july) = (20_468, 20_649);
        assert_eq!(utc(office_in("London").time_at(january, 0.48)), "2026-01-15 12:00:00");
        assert_eq!(utc(office_in("London").time_at(july, 0.48)), "2026-07-15 11:00:00");
        assert_eq!(utc(office_in("Chicago").time_at(july, 0.48)), "2026-07-15 17:00:00");
        assert_eq!(utc(office_in("Sydney").time_at(january, 0.48)), "2026-01-15 01:00:00");
        assert_eq!(office_in("Sydney").day(office_in("Sydney").time_at(january, 0.0)), january);
    }

    #[test]
    fn a_later_time_is_later_and_rarely_on_a_weekend() {
        let office = office_in("Berlin");
        let mut rng = Rng::for_item(1, 1, 1);
        let (mut time, mut weekends) = (office.time_at(20_468, 0.5), 0);
        for _ in 0..1000 {
            let next = office.random_after(time, rng.log_normal(0.8, 1.0), &mut rng);
            assert!(next > time, "{} after {}", utc(next), utc(time));
            weekends += usize::from(weekday(office.day(next)) >= 5);
            time = next;
        }
        assert!((1..60).contains(&weekends), "{weekends} of 1000 on a weekend");
    }

    #[test]
    fn activity_is_low_at_the_end_of_the_year() {
        let christmas = 20_812; // Friday, 25 December 2026
        assert!(activity(christmas) < 0.2 && activity(christmas - 14) > 0.7);
    }
}
