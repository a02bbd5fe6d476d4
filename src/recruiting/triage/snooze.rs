//! Parses the end of a snooze: `3d`, `2w`, `mon`, `tomorrow`, `2026-12-01`.

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};

use crate::text::split_count;

const DAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Mon),
    ("tuesday", Weekday::Tue),
    ("wednesday", Weekday::Wed),
    ("thursday", Weekday::Thu),
    ("friday", Weekday::Fri),
    ("saturday", Weekday::Sat),
    ("sunday", Weekday::Sun),
];

/// The day is always after today. The error is a sentence for the user.
pub(crate) fn parse_until(text: &str, today: NaiveDate) -> Result<NaiveDate, String> {
    let word = text.trim().to_lowercase();
    let day =
        parse_span(&word, today).or_else(|| parse_weekday(&word, today)).or_else(|| match &*word {
            "tomorrow" | "tom" => today.checked_add_days(Days::new(1)),
            _ => NaiveDate::parse_from_str(&word, "%Y-%m-%d").ok(),
        });
    match day {
        Some(day) if day > today => Ok(day),
        Some(_) => Err("choose a day after today".to_owned()),
        None => Err("enter a date: 3d, 2w, 1m, mon, tomorrow or 2026-12-01".to_owned()),
    }
}

fn parse_span(word: &str, today: NaiveDate) -> Option<NaiveDate> {
    let (count, unit) = split_count(word);
    let count: u32 = count.parse().ok()?;
    match unit {
        "d" => today.checked_add_days(Days::new(count.into())),
        "w" => today.checked_add_days(Days::new(u64::from(count) * 7)),
        "m" => today.checked_add_months(Months::new(count)),
        _ => None,
    }
}

/// The next such day, never today.
fn parse_weekday(word: &str, today: NaiveDate) -> Option<NaiveDate> {
    let is_match = |(name, _): &&(&str, Weekday)| word.len() >= 2 && name.starts_with(word);
    let (_, day) = DAYS.iter().find(is_match)?;
    let ahead = (7 + day.num_days_from_monday() - today.weekday().num_days_from_monday()) % 7;
    today.checked_add_days(Days::new(if ahead == 0 { 7 } else { ahead.into() }))
}
