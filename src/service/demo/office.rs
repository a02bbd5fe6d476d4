//! When people work: office hours, weekends and the end of the year.
//!
//! Moments are milliseconds since 1970 here. Summer time is taken by whole
//! months: an hour's error for a few days a year harms nobody, a database of
//! time zones would. Arrivals and moves both take their hours from here.

use chrono::{DateTime, Datelike, Utc};

use super::dice::{Dice, whole};
use super::pools::Place;
use crate::wire::Timestamp;

/// Milliseconds since 1970 in UTC.
pub(super) type Moment = i64;

/// The moment as records write it.
pub(super) fn timestamp(moment: Moment) -> Option<Timestamp> {
    DateTime::<Utc>::from_timestamp_millis(moment).map(Timestamp::from)
}

pub(super) const SECOND: Moment = 1000;
pub(super) const MINUTE: Moment = 60 * SECOND;
pub(super) const HOUR: Moment = 60 * MINUTE;
pub(super) const DAY: Moment = 24 * HOUR;

/// The hours kept in one place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Office {
    winter_minutes: i64,
    summer_months: &'static [u32],
}

impl Office {
    pub(super) fn at(place: &Place) -> Self {
        let summer_months: &[u32] = match place.summer {
            "N" => &[4, 5, 6, 7, 8, 9, 10],
            "S" => &[10, 11, 12, 1, 2, 3],
            _ => &[],
        };
        Self { winter_minutes: place.winter_minutes, summer_months }
    }

    fn offset(self, day: i64) -> Moment {
        let summer = self.summer_months.contains(&date(day).0);
        (self.winter_minutes + if summer { 60 } else { 0 }) * MINUTE
    }

    /// The local day a moment falls on, counted from 1970.
    pub(super) fn day(self, moment: Moment) -> i64 {
        (moment + self.offset(moment.div_euclid(DAY))).div_euclid(DAY)
    }

    /// The moment of a local day at a share of its working hours, in whole seconds.
    pub(super) fn moment(self, day: i64, share: f64) -> Moment {
        day * DAY - self.offset(day) + clock(share)
    }

    /// This moment, or the next in office hours of a working day.
    pub(super) fn open_from(self, moment: Moment) -> Moment {
        let today = self.day(moment);
        let hours = (today..today + 16)
            .filter(|day| !is_quiet(*day))
            .map(|day| self.moment(day, 0.0)..self.moment(day, 1.0));
        let mut open = hours.map(|hours| hours.start.max(moment)..hours.end);
        open.find(|hours| !hours.is_empty()).map_or(moment, |hours| hours.start)
    }

    /// A working moment about `days` after another, and always after it.
    pub(super) fn after(self, moment: Moment, days: f64, dice: &mut Dice) -> Moment {
        let target = moment + whole(days * 86_400.0) * SECOND;
        let day = working_day(self.day(target), dice);
        let then = self.moment(day, dice.unit());
        if then > moment {
            return then;
        }
        // The same day, and the hour drawn is over: soon, or tomorrow.
        let soon = moment + dice.between(8 * 60, 150 * 60) * SECOND;
        let evening = self.moment(self.day(moment), 1.0);
        if soon < evening {
            soon
        } else {
            self.moment(working_day(self.day(moment) + 1, dice), dice.unit())
        }
    }
}

/// How busy a day is, 1 being an ordinary working day.
pub(super) fn weight(day: i64) -> f64 {
    let week = match weekday(day) {
        5 => 0.05,
        6 => 0.04,
        0 => 1.15,
        4 => 0.8,
        _ => 1.0,
    };
    if festive(day) { week * 0.12 } else { week }
}

/// This day, or the next one on which offices are open; a few work regardless.
fn working_day(day: i64, dice: &mut Dice) -> i64 {
    if dice.chance(2.0) {
        return day;
    }
    (day..day + 16).find(|day| !is_quiet(*day)).unwrap_or(day)
}

/// This day, or the last before it on which offices were open.
pub(super) fn last_working_day(day: i64) -> i64 {
    (day - 16..=day).rev().find(|day| !is_quiet(*day)).unwrap_or(day)
}

fn is_quiet(day: i64) -> bool {
    weekday(day) >= 5 || festive(day)
}

/// Monday is 0.
pub(super) const fn weekday(day: i64) -> i64 {
    (day + 3).rem_euclid(7)
}

fn festive(day: i64) -> bool {
    matches!(date(day), (12, 22..) | (1, 1))
}

/// Month and day of the month.
fn date(day: i64) -> (u32, u32) {
    DateTime::from_timestamp(day * 86_400, 0).map_or((1, 1), |date| (date.month(), date.day()))
}

/// The time of day by which this share of a day's work is done.
fn clock(share: f64) -> Moment {
    const DONE: [(f64, f64); 6] =
        [(0.0, 8.0), (0.06, 9.0), (0.48, 12.0), (0.56, 13.0), (0.94, 17.0), (1.0, 18.5)];
    let share = share.clamp(0.0, 1.0);
    let hours = DONE.windows(2).find(|pair| share <= pair[1].0).map_or(18.5, |pair| {
        let [(from, begin), (to, end)] = [pair[0], pair[1]];
        begin + (share - from) / (to - from) * (end - begin)
    });
    whole(hours * 3600.0) * SECOND
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::demo::pools::places;

    fn office(city: &str) -> Office {
        Office::at(places().iter().find(|place| place.city == city).unwrap())
    }

    fn utc(moment: Moment) -> String {
        DateTime::from_timestamp_millis(moment).unwrap().format("%F %T").to_string()
    }

    #[test]
    fn noon_is_noon_on_the_clock_of_the_place() {
        let (january, july) = (20_468, 20_649);
        assert_eq!(utc(office("London").moment(january, 0.48)), "2026-01-15 12:00:00");
        assert_eq!(utc(office("London").moment(july, 0.48)), "2026-07-15 11:00:00");
        assert_eq!(utc(office("Chicago").moment(july, 0.48)), "2026-07-15 17:00:00");
        assert_eq!(utc(office("Sydney").moment(january, 0.48)), "2026-01-15 01:00:00");
        assert_eq!(office("Sydney").day(office("Sydney").moment(january, 0.0)), january);
    }

    #[test]
    fn a_move_comes_later_and_seldom_on_a_weekend() {
        let office = office("Berlin");
        let mut dice = Dice::of(1, 1, 1);
        let (mut moment, mut weekends) = (office.moment(20_468, 0.5), 0);
        for _ in 0..1000 {
            let next = office.after(moment, dice.log_normal(0.8, 1.0), &mut dice);
            assert!(next > moment, "{} after {}", utc(next), utc(moment));
            weekends += usize::from(weekday(office.day(next)) >= 5);
            moment = next;
        }
        assert!((1..60).contains(&weekends), "{weekends} of 1000 on a weekend");
    }

    #[test]
    fn little_happens_between_the_years() {
        let christmas = 20_812; // Friday, 25 December 2026
        assert!(weight(christmas) < 0.2 && weight(christmas - 14) > 0.7);
    }
}
