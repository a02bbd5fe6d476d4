//! Who has a career, and the months it is counted in.

use chrono::{Datelike, Months, NaiveDate};

use super::pools::{Family, House, Place};

/// A month, counted from year 0.
pub(super) type Month = i64;

/// Who has the career.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worker<'a> {
    pub(super) family: Family,
    /// Empty in trades that have none.
    pub(super) specialty: &'static str,
    /// The trade they began in, where theirs has no beginners.
    pub(super) origin: Family,
    /// From 1, a beginner, to 5.
    pub(super) level: usize,
    pub(super) place: &'a Place,
    /// The country whose titles they use.
    pub(super) tongue: &'a str,
    /// The employer, where it is settled.
    pub(super) employer: Option<House>,
    /// The job we found them.
    pub(super) placed: Option<Placed>,
    pub(super) today: NaiveDate,
}

/// A position taken up through us.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub(super) title: &'static str,
    pub(super) house: House,
    pub(super) since: Month,
}

pub(super) fn month_of(day: NaiveDate) -> Month {
    i64::from(day.year()) * 12 + i64::from(day.month0())
}

pub(super) fn first_day(month: Month) -> NaiveDate {
    let year = i32::try_from(month.div_euclid(12)).unwrap_or(2000);
    let of_year = u32::try_from(month.rem_euclid(12)).unwrap_or(0);
    NaiveDate::from_ymd_opt(year, of_year + 1, 1).unwrap_or_default()
}

pub(super) fn last_day(month: Month) -> NaiveDate {
    let next = first_day(month).checked_add_months(Months::new(1));
    next.and_then(|next| next.pred_opt()).unwrap_or_default()
}
