//! Dates in words, as exact as the server gave them: `2024`, `Jan 2024`, `3 Jan 2024`; and the days
//! between two times.
//!
//! Used by `person::career`, `funnel::overdue` and, through `tui::widgets::format`, by the screens.
//! The terminal UI chooses once how dates are written.

use std::sync::{PoisonError, RwLock};

use chrono::Datelike;

use crate::wire::{Date, Timestamp};

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Whole days between two times; `None` if the second is at least a day earlier. Less than that is
/// clock skew and counts as 0.
pub(crate) fn days(from: Timestamp, to: Timestamp) -> Option<i64> {
    Some((to.to_utc() - from.to_utc()).num_days()).filter(|days| *days >= 0)
}

/// How dates are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum DateFormat {
    /// `12 Mar 2026`.
    #[default]
    Words,
    /// `2026-03-12`.
    Iso,
    /// `12.03.2026`.
    European,
    /// `03/12/2026`.
    American,
}

impl DateFormat {
    fn day(self, at: Timestamp) -> String {
        self.calendar(at.to_utc().date_naive())
    }

    fn calendar(self, day: chrono::NaiveDate) -> String {
        self.format(day.year(), Some(day.month()), Some(day.day()))
    }

    fn date(self, date: Date) -> String {
        let (year, month, day) = date.parts();
        self.format(year, month, day)
    }

    fn month(self, date: Date) -> String {
        let (year, month, _) = date.parts();
        self.format(year, month, None)
    }

    fn format(self, year: i32, month: Option<u32>, day: Option<u32>) -> String {
        let name = month
            .and_then(|month| usize::try_from(month).ok()?.checked_sub(1))
            .and_then(|month| MONTHS.get(month));
        let (Some(name), Some(month)) = (name, month) else { return year.to_string() };
        match (self, day) {
            (Self::Words, Some(day)) => format!("{day} {name} {year}"),
            (Self::Words, None) => format!("{name} {year}"),
            (Self::Iso, Some(day)) => format!("{year:04}-{month:02}-{day:02}"),
            (Self::Iso, None) => format!("{year:04}-{month:02}"),
            (Self::European, Some(day)) => format!("{day:02}.{month:02}.{year}"),
            (Self::European, None) => format!("{month:02}.{year}"),
            (Self::American, Some(day)) => format!("{month:02}/{day:02}/{year}"),
            (Self::American, None) => format!("{month:02}/{year}"),
        }
    }
}

/// How this process writes dates, like a locale. Set before the first frame of a workspace.
static FORMAT: RwLock<DateFormat> = RwLock::new(DateFormat::Words);

/// Chooses how dates are written from now on. Commands do not, so that their output is always the
/// same.
pub(crate) fn use_format(format: DateFormat) {
    *FORMAT.write().unwrap_or_else(PoisonError::into_inner) = format;
}

fn format() -> DateFormat {
    *FORMAT.read().unwrap_or_else(PoisonError::into_inner)
}

/// The day of a timestamp: `12 Mar 2026`.
pub(crate) fn day(at: Timestamp) -> String {
    format().day(at)
}

/// A date as far as it is known: `12 Mar 2026`, `Mar 2026` or `2026`.
pub(crate) fn date(date: Date) -> String {
    format().date(date)
}

/// The month of a date, as far as it is known: `Mar 2026` or `2026`.
pub(crate) fn month(date: Date) -> String {
    format().month(date)
}

/// A range: `Jan 2024 - Mar 2026`. `open` replaces a missing end, as in `now`. Empty if both dates
/// are missing.
pub(crate) fn span(from: Option<Date>, to: Option<Date>, open: &str) -> String {
    join_span(from.map(date), to.map(date), " - ", open)
}

/// The same, with months: `Jan 2024 - now`.
pub(crate) fn span_in_months(from: Option<Date>, to: Option<Date>, open: &str) -> String {
    join_span(from.map(month), to.map(month), " - ", open)
}

/// A calendar day: `1 Dec 2026`.
pub(crate) fn calendar(day: chrono::NaiveDate) -> String {
    format().calendar(day)
}

/// Joins the texts of two dates.
pub(crate) fn join_span(
    from: Option<String>,
    to: Option<String>,
    dash: &str,
    open: &str,
) -> String {
    match (from, to) {
        (None, None) => String::new(),
        (Some(from), None) if open.is_empty() => format!("from {from}"),
        (Some(from), None) => format!("{from}{dash}{open}"),
        (None, Some(to)) => format!("until {to}"),
        (Some(from), Some(to)) => format!("{from}{dash}{to}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_whole_and_never_negative() {
        let at = |text| Timestamp::parse(text).unwrap();
        let now = at("2026-03-12T12:00:00Z");
        assert_eq!(days(at("2026-03-10T13:00:00Z"), now), Some(1));
        assert_eq!(
            days(at("2026-03-12T12:05:00Z"), now),
            Some(0),
            "less than a day ahead is clock skew"
        );
        assert_eq!(days(at("2026-03-14T12:00:00Z"), now), None);
    }

    #[test]
    fn a_date_is_formatted_with_the_parts_it_has() {
        for (format, expected) in [
            (DateFormat::Words, ["12 Mar 2026", "Mar 2026", "2026"]),
            (DateFormat::Iso, ["2026-03-12", "2026-03", "2026"]),
            (DateFormat::European, ["12.03.2026", "03.2026", "2026"]),
            (DateFormat::American, ["03/12/2026", "03/2026", "2026"]),
        ] {
            let formatted = |text| format.date(Date::parse(text).unwrap());
            assert_eq!(["2026-03-12", "2026-03", "2026"].map(formatted), expected);
        }
        let parse = |text| Date::parse(text);
        assert_eq!(span(parse("2024"), None, "now"), "2024 - now");
        assert_eq!(span(None, parse("2024-02"), "now"), "until Feb 2024");
        assert_eq!(span(parse("2024"), None, ""), "from 2024");
        assert_eq!(span(None, None, "now"), "");
    }
}
