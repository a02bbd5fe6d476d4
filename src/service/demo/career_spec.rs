//! What a person's career is generated from, and arithmetic in whole months.

use chrono::{Datelike, Months, NaiveDate};

use super::word_lists::{City, JobFamily, Organization};

/// Months since year 0.
pub(super) type Month = i64;

#[derive(Debug, Clone, Copy)]
pub(super) struct CareerSpec<'a> {
    pub(super) family: JobFamily,
    /// Empty in families without specialties.
    pub(super) specialty: &'static str,
    /// The family of the first positions, if `family` has no junior titles.
    pub(super) entry_family: JobFamily,
    /// From 1 (junior) to 5.
    pub(super) level: usize,
    pub(super) location: &'a City,
    /// The country whose local titles the person may use.
    pub(super) title_country: &'a str,
    pub(super) employer: Option<Organization>,
    pub(super) placement: Option<Placement>,
    pub(super) today: NaiveDate,
}

/// A position that the person got through the agency.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placement {
    pub(super) title: &'static str,
    pub(super) employer: Organization,
    pub(super) since: Month,
}

pub(super) fn month_of(day: NaiveDate) -> Month {
    i64::from(day.year()) * 12 + i64::from(day.month0())
}

pub(super) fn first_day(month: Month) -> NaiveDate {
    let year = i32::try_from(month.div_euclid(12)).unwrap_or(2000);
    let month0 = u32::try_from(month.rem_euclid(12)).unwrap_or(0);
    NaiveDate::from_ymd_opt(year, month0 + 1, 1).unwrap_or_default()
}

pub(super) fn last_day(month: Month) -> NaiveDate {
    let next = first_day(month).checked_add_months(Months::new(1));
    next.and_then(|next| next.pred_opt()).unwrap_or_default()
}
