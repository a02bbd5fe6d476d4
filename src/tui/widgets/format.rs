//! Numbers, days and durations as text, for rich text and views. Nothing is rounded up, and a date
//! that is known only to the month is shown without a day.

pub(crate) use crate::recruiting::date_text::{
    calendar, date, day, days, month, span, span_in_months,
};

/// `1,000,000`.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// As `count`, for numbers of a server, which may be negative.
pub(crate) fn signed(number: i64) -> String {
    format!("{}{}", if number < 0 { "-" } else { "" }, count(number.unsigned_abs()))
}

/// `12 d`.
pub(crate) fn age(days: i64) -> String {
    format!("{} d", signed(days))
}

/// `41d`, for columns.
pub(crate) fn short_age(days: i64) -> String {
    format!("{days}d")
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
    fn an_age_is_in_days() {
        assert_eq!((age(1200), short_age(41)), ("1,200 d".to_owned(), "41d".to_owned()));
    }
}
