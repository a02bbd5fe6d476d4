//! Numbers, days and spans of time as a reader likes them.
//!
//! Shared by the sheets and the views. Nothing here rounds up, and what is not
//! known to the day is not shown to the day.

use chrono::Datelike;

use crate::wire::{Date, Timestamp};

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A number with its thousands apart: `1,000,000`.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// A number that a server sent, which may be below zero.
#[must_use]
pub fn signed(number: i64) -> String {
    format!("{}{}", if number < 0 { "-" } else { "" }, count(number.unsigned_abs()))
}

/// The whole days from one moment to another; none when the second comes first
/// by a day or more. Less than a day is two clocks that differ.
#[must_use]
pub fn days(from: Timestamp, to: Timestamp) -> Option<i64> {
    Some((to.to_utc() - from.to_utc()).num_days()).filter(|days| *days >= 0)
}

/// So many days: `12 d`.
#[must_use]
pub fn age(days: i64) -> String {
    format!("{} d", signed(days))
}

/// So many days where room is short: `41d`.
#[must_use]
pub fn short_age(days: i64) -> String {
    format!("{days}d")
}

/// So many months: `2 y 3 mo`.
#[must_use]
pub fn months(months: i64) -> String {
    let sign = if months < 0 { "-" } else { "" };
    match (months.unsigned_abs() / 12, months.unsigned_abs() % 12) {
        (0, months) => format!("{sign}{months} mo"),
        (years, 0) => format!("{sign}{} y", count(years)),
        (years, months) => format!("{sign}{} y {months} mo", count(years)),
    }
}

/// The day of a moment: `12 Mar 2026`.
#[must_use]
pub fn day(moment: Timestamp) -> String {
    let day = moment.to_utc();
    spelled(day.year(), Some(day.month()), Some(day.day()))
}

/// A date as far as it is known: `12 Mar 2026`, `Mar 2026` or `2026`.
#[must_use]
pub fn date(date: Date) -> String {
    let (year, month, day) = date.parts();
    spelled(year, month, day)
}

/// The month of a date, as far as it is known: `Mar 2026` or `2026`.
#[must_use]
pub fn month(date: Date) -> String {
    let (year, month, _) = date.parts();
    spelled(year, month, None)
}

/// From one date to another: `Jan 2024 - Mar 2026`. Without an end it is
/// `open`, as in `now`; nothing when nothing is known.
#[must_use]
pub fn span(from: Option<Date>, to: Option<Date>, open: &str) -> String {
    spanned(from.map(date), to.map(date), open)
}

/// The same, to the month: `Jan 2024 - now`.
#[must_use]
pub fn span_in_months(from: Option<Date>, to: Option<Date>, open: &str) -> String {
    spanned(from.map(month), to.map(month), open)
}

fn spanned(from: Option<String>, to: Option<String>, open: &str) -> String {
    match (from, to) {
        (None, None) => String::new(),
        (Some(from), None) if open.is_empty() => format!("from {from}"),
        (Some(from), None) => format!("{from} - {open}"),
        (None, Some(to)) => format!("until {to}"),
        (Some(from), Some(to)) => format!("{from} - {to}"),
    }
}

/// A day of the calendar: `1 Dec 2026`.
#[must_use]
pub fn calendar(day: chrono::NaiveDate) -> String {
    spelled(day.year(), Some(day.month()), Some(day.day()))
}

fn spelled(year: i32, month: Option<u32>, day: Option<u32>) -> String {
    let name = month
        .and_then(|month| usize::try_from(month).ok()?.checked_sub(1))
        .and_then(|month| MONTHS.get(month));
    match (name, day) {
        (Some(month), Some(day)) => format!("{day} {month} {year}"),
        (Some(month), None) => format!("{month} {year}"),
        _ => year.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let table = [(0, "0"), (999, "999"), (1_000, "1,000"), (1_000_000, "1,000,000")];
        for (number, shown) in table {
            assert_eq!(count(number), shown);
        }
        assert_eq!(signed(i64::MIN), "-9,223,372,036,854,775,808");
    }

    #[test]
    fn months_become_years() {
        let table = [(0, "0 mo"), (11, "11 mo"), (12, "1 y"), (27, "2 y 3 mo"), (-3, "-3 mo")];
        for (number, shown) in table {
            assert_eq!(months(number), shown);
        }
        assert_eq!(months(i64::MIN), "-768,614,336,404,564,650 y 8 mo");
    }

    #[test]
    fn a_date_is_shown_as_far_as_it_is_known() {
        let shown = |text| date(Date::parse(text).unwrap());
        assert_eq!(
            ["2026-03-12", "2026-03", "2026"].map(shown),
            ["12 Mar 2026", "Mar 2026", "2026"]
        );
        let at = |text| Date::parse(text);
        assert_eq!(span(at("2024"), None, "now"), "2024 - now");
        assert_eq!(span(None, at("2024-02"), "now"), "until Feb 2024");
        assert_eq!(span(at("2024"), None, ""), "from 2024");
        assert_eq!(span(None, None, "now"), "");
    }

    #[test]
    fn days_are_whole_and_never_negative() {
        let at = |text| Timestamp::parse(text).unwrap();
        let now = at("2026-03-12T12:00:00Z");
        assert_eq!(days(at("2026-03-10T13:00:00Z"), now), Some(1));
        assert_eq!(days(at("2026-03-12T12:05:00Z"), now), Some(0), "the clocks differ");
        assert_eq!(days(at("2026-03-14T12:00:00Z"), now), None);
        assert_eq!((age(1200), short_age(41)), ("1,200 d".to_owned(), "41d".to_owned()));
    }
}
