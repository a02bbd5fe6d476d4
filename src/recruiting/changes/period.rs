//! The time since when changes are listed: `1d`, `yesterday`, `monday`, `2026-11-10`, `last visit`.
//! Used by the list of changes and by `shortlist changes --since`.

use chrono::{DateTime, Datelike, Days, FixedOffset, NaiveDate, TimeDelta, Weekday};

use super::ChangeList;
use super::wording::stamp;
use crate::text::split_count;
use crate::wire::Timestamp;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Period {
    #[default]
    LastVisit,
    Yesterday,
    Monday,
    From(Timestamp),
}

impl Period {
    /// Those that keys step through.
    pub(crate) const STEPS: [Self; 3] = [Self::LastVisit, Self::Yesterday, Self::Monday];

    /// `None` for the last visit, which only the storage knows. Days begin at local midnight.
    pub(crate) fn start(self, now: DateTime<FixedOffset>) -> Option<Timestamp> {
        let today = now.date_naive();
        match self {
            Self::LastVisit => None,
            Self::Yesterday => midnight(today.checked_sub_days(Days::new(1))?, now),
            Self::Monday => midnight(last_weekday(Weekday::Mon, today)?, now),
            Self::From(at) => Some(at),
        }
    }

    /// When the log of changes begins, if the period begins before: earlier changes are not known.
    pub(crate) fn unknown_before(
        self,
        list: &ChangeList,
        now: DateTime<FixedOffset>,
    ) -> Option<Timestamp> {
        let start = if self == Self::LastVisit { list.last_visit } else { self.start(now) };
        list.first_read_at.filter(|first| start.is_none_or(|start| start < *first))
    }

    /// After `since`: `your last visit`, `9 Nov 18:04`.
    pub(crate) fn label(self, now: DateTime<FixedOffset>) -> String {
        match self {
            Self::LastVisit => "your last visit".to_owned(),
            Self::Yesterday => "yesterday".to_owned(),
            Self::Monday => "Monday".to_owned(),
            Self::From(at) => stamp(at.to_utc().with_timezone(&now.timezone()), now),
        }
    }
}

/// The error is a sentence for the user.
pub(crate) fn parse_period(text: &str, now: DateTime<FixedOffset>) -> Result<Period, String> {
    let word = text.trim().to_lowercase();
    let today = now.date_naive();
    let period = match &*word {
        "last visit" | "last-visit" | "visit" => return Ok(Period::LastVisit),
        "yesterday" => return Ok(Period::Yesterday),
        "monday" | "mon" => return Ok(Period::Monday),
        "today" => midnight(today, now),
        word => {
            let weekday = || word.parse().ok().and_then(|day| last_weekday(day, today));
            let date = || NaiveDate::parse_from_str(word, "%Y-%m-%d").ok();
            let day = weekday().or_else(date).and_then(|day| midnight(day, now));
            day.or_else(|| parse_span(word, now)).or_else(|| Timestamp::parse(text))
        }
    };
    match period {
        Some(at) if at.to_utc() <= now => Ok(Period::From(at)),
        Some(_) => Err("enter a time in the past".to_owned()),
        None => {
            Err("enter a time: 12h, 1d, 2w, yesterday, monday, 2026-11-10 or last-visit".to_owned())
        }
    }
}

/// The latest such day; today if it is one.
fn last_weekday(day: Weekday, today: NaiveDate) -> Option<NaiveDate> {
    today.checked_sub_days(Days::new(today.weekday().days_since(day).into()))
}

fn midnight(day: NaiveDate, now: DateTime<FixedOffset>) -> Option<Timestamp> {
    let local = day.and_hms_opt(0, 0, 0)?.and_local_timezone(now.timezone()).single()?;
    Some(Timestamp::from(local.to_utc()))
}

fn parse_span(word: &str, now: DateTime<FixedOffset>) -> Option<Timestamp> {
    let (count, unit) = split_count(word);
    let count: i64 = count.parse().ok()?;
    let span = match unit {
        "h" => TimeDelta::try_hours(count),
        "d" => TimeDelta::try_days(count),
        "w" => TimeDelta::try_weeks(count),
        _ => None,
    };
    Some(Timestamp::from(now.to_utc().checked_sub_signed(span?)?))
}
