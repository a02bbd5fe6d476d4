//! Numbers, days and durations as text, for rich text and views. Nothing is rounded up, and a date
//! that is known only to the month is shown without a day.

pub(crate) use crate::recruiting::date_text::{
    calendar, date, day, days, month, span, span_in_months,
};
use crate::text;

/// `1,000,000`.
pub(crate) fn count(number: u64) -> String {
    text::group_digits(number)
}

/// As `count`, for numbers of a server, which may be negative.
pub(crate) fn signed(number: i64) -> String {
    format!("{}{}", if number < 0 { "-" } else { "" }, count(number.unsigned_abs()))
}

/// `90`, `99,999`, `200k`, `1.2m`: short enough for a column of counts.
pub(crate) fn short_count(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let size = number.unsigned_abs();
    let (unit, name) = match size {
        0..100_000 => return signed(number),
        100_000..1_000_000 => (1_000, "k"),
        1_000_000..1_000_000_000 => (1_000_000, "m"),
        _ => (1_000_000_000, "bn"),
    };
    let (whole, tenths) = (size / unit, size % unit * 10 / unit);
    let fraction = if whole < 10 && tenths > 0 { format!(".{tenths}") } else { String::new() };
    format!("{sign}{}{fraction}{name}", count(whole))
}

/// `12 d`, `5 mo`, `3.3 y`.
pub(crate) fn age(days: i64) -> String {
    duration(days, " ")
}

/// `12d`, `5mo`, `3.3y`, for columns.
pub(crate) fn short_age(days: i64) -> String {
    duration(days, "")
}

/// Days up to 99, then months, and from two years on years.
fn duration(days: i64, gap: &str) -> String {
    let sign = if days < 0 { "-" } else { "" };
    let size = u128::from(days.unsigned_abs());
    // 1,461 days are four years.
    let (number, unit) = match size {
        0..100 => (size.to_string(), "d"),
        100..731 => ((size * 48 / 1461).to_string(), "mo"),
        _ => {
            let tenths = size * 40 / 1461;
            let years = count(u64::try_from(tenths / 10).unwrap_or(u64::MAX));
            match tenths % 10 {
                0 => (years, "y"),
                tenth => (format!("{years}.{tenth}"), "y"),
            }
        }
    };
    format!("{sign}{number}{gap}{unit}")
}

/// A time in words: days up to three months, then months: `41 d`, `5 mo`, `3 y 4 mo`.
pub(crate) fn stay(days: i64) -> String {
    if days < 90 { age(days) } else { months(days * 12 / 365) }
}

/// `2 y 3 mo`.
pub(crate) fn months(months: i64) -> String {
    let sign = if months < 0 { "-" } else { "" };
    match (months.unsigned_abs() / 12, months.unsigned_abs() % 12) {
        (0, months) => format!("{sign}{months} mo"),
        (years, 0) => format!("{sign}{} y", count(years)),
        (years, months) => format!("{sign}{} y {months} mo", count(years)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let table = [(0, "0"), (999, "999"), (1_000, "1,000"), (1_000_000, "1,000,000")];
        for (number, expected) in table {
            assert_eq!(count(number), expected);
        }
        assert_eq!(signed(i64::MIN), "-9,223,372,036,854,775,808");
    }

    #[test]
    fn months_become_years() {
        let table = [(0, "0 mo"), (11, "11 mo"), (12, "1 y"), (27, "2 y 3 mo"), (-3, "-3 mo")];
        for (number, expected) in table {
            assert_eq!(months(number), expected);
        }
        assert_eq!(months(i64::MIN), "-768,614,336,404,564,650 y 8 mo");
    }

    #[test]
    fn a_long_stay_is_in_months() {
        let table = [(0, "0 d"), (89, "89 d"), (95, "3 mo"), (1_211, "3 y 3 mo")];
        for (days, expected) in table {
            assert_eq!(stay(days), expected);
        }
    }

    #[test]
    fn a_count_for_a_column_is_short() {
        let table = [
            (0, "0"),
            (99_999, "99,999"),
            (200_000, "200k"),
            (999_999, "999k"),
            (1_000_000, "1m"),
            (1_290_000, "1.2m"),
            (12_900_000, "12m"),
            (-2_500_000_000, "-2.5bn"),
            (i64::MIN, "-9,223,372,036bn"),
        ];
        for (number, expected) in table {
            assert_eq!(short_count(number), expected);
        }
    }

    #[test]
    fn an_age_is_in_days_then_months_then_years() {
        let table = [
            (0, "0d"),
            (41, "41d"),
            (99, "99d"),
            (100, "3mo"),
            (365, "11mo"),
            (366, "12mo"),
            (730, "23mo"),
            (731, "2y"),
            (1211, "3.3y"),
            (400_000, "1,095.1y"),
            (-120, "-3mo"),
        ];
        for (days, expected) in table {
            assert_eq!(short_age(days), expected);
        }
        assert_eq!(age(1211), "3.3 y");
        assert!(age(i64::MIN).starts_with('-'));
    }
}
