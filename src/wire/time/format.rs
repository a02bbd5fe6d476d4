//! How a server writes a timestamp, so that JSON output can repeat it exactly.
//!
//! A few bytes instead of the text, because every row of a long list has one.

use std::fmt::{self, Write as _};

use chrono::{DateTime, Datelike, TimeDelta, Timelike, Utc};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TimestampFormat {
    layout: TimestampLayout,
    has_space: bool,
    /// Digits of the fraction, 0 to 9.
    digits: u8,
    zone: Zone,
    /// UTC offset in quarter hours.
    quarters: i8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum TimestampLayout {
    /// RFC 3339 in UTC with 3 digits, as our service writes it, or 6 if 3 are not enough.
    #[default]
    Canonical,
    Date,
    Minutes,
    Seconds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Zone {
    /// `Z`.
    #[default]
    Utc,
    Missing,
    /// `+02:00`.
    Colon,
    /// `+0200`.
    Compact,
    /// `+02`.
    Hours,
}

impl TimestampFormat {
    /// `None` if [`write`](Self::write) cannot repeat the text exactly.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (date, rest) = text.split_at_checked(10)?;
        let has_space = rest.starts_with(' ');
        let (layout, digits, rest) = match rest.strip_prefix(['T', ' ']) {
            _ if !fits(date, b"0000-00-00") => return None,
            None if rest.is_empty() => (TimestampLayout::Date, 0, rest),
            None => return None,
            Some(rest) => {
                let (minutes, rest) = rest.split_at_checked(5)?;
                match rest.strip_prefix(':') {
                    _ if !fits(minutes, b"00:00") => return None,
                    None => (TimestampLayout::Minutes, 0, rest),
                    Some(rest) => {
                        let (seconds, rest) = rest.split_at_checked(2)?;
                        // A leap second is read as the following second.
                        if !fits(seconds, b"00") || seconds == "60" {
                            return None;
                        }
                        let (digits, rest) = fraction(rest)?;
                        (TimestampLayout::Seconds, digits, rest)
                    }
                }
            }
        };
        let (zone, quarters) = zone(rest)?;
        Some(Self { layout, has_space, digits, zone, quarters })
    }

    /// Returns the default if the spelling is the canonical one of this timestamp.
    pub(super) fn simplify(self, utc: DateTime<Utc>) -> Self {
        let digits = canonical_digits(utc);
        let canonical = Self { layout: TimestampLayout::Seconds, digits, ..Self::default() };
        if self == canonical { Self::default() } else { self }
    }

    pub(super) fn is_canonical(self) -> bool {
        self.layout == TimestampLayout::Canonical
    }

    pub(super) fn write(self, utc: DateTime<Utc>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = TimeDelta::minutes(15 * i64::from(self.quarters));
        let local = utc.naive_utc().checked_add_signed(offset).unwrap_or(utc.naive_utc());
        write!(f, "{:04}-{:02}-{:02}", local.year(), local.month(), local.day())?;
        if self.layout != TimestampLayout::Date {
            f.write_char(if self.has_space { ' ' } else { 'T' })?;
            write!(f, "{:02}:{:02}", local.hour(), local.minute())?;
        }
        if self.layout == TimestampLayout::Seconds {
            write!(f, ":{:02}", local.second())?;
        }
        if self.digits > 0 {
            let width = usize::from(self.digits);
            let unit = 10_u32.pow(9_u32.saturating_sub(self.digits.into()));
            write!(f, ".{:0width$}", local.nanosecond() / unit)?;
        }
        let sign = if self.quarters < 0 { '-' } else { '+' };
        let minutes = 15 * u32::from(self.quarters.unsigned_abs());
        let (hours, minutes) = (minutes / 60, minutes % 60);
        match self.zone {
            Zone::Utc => f.write_char('Z'),
            Zone::Missing => Ok(()),
            Zone::Colon => write!(f, "{sign}{hours:02}:{minutes:02}"),
            Zone::Compact => write!(f, "{sign}{hours:02}{minutes:02}"),
            Zone::Hours => write!(f, "{sign}{hours:02}"),
        }
    }
}

/// The digits of the fraction in the canonical format. Always the same number, so that the timestamps
/// of our service sort as text.
pub(super) const fn canonical_digits(utc: DateTime<Utc>) -> u8 {
    if utc.timestamp_subsec_micros().is_multiple_of(1000) { 3 } else { 6 }
}

/// Compares with a pattern in which `0` stands for any digit.
fn fits(text: &str, pattern: &[u8]) -> bool {
    let is_match = |(byte, pattern): (u8, &u8)| match pattern {
        b'0' => byte.is_ascii_digit(),
        other => byte == *other,
    };
    text.len() == pattern.len() && text.bytes().zip(pattern).all(is_match)
}

/// The number of digits of the fraction, and the text after it. `None` if the fraction is finer
/// than the microseconds that a timestamp keeps.
fn fraction(text: &str) -> Option<(u8, &str)> {
    let Some(text) = text.strip_prefix('.') else { return Some((0, text)) };
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    let is_exact = digits.bytes().skip(6).all(|digit| digit == b'0');
    let count = u8::try_from(end).ok().filter(|count| (1..=9).contains(count) && is_exact)?;
    Some((count, rest))
}

fn zone(text: &str) -> Option<(Zone, i8)> {
    let zone = match text.len() {
        0 => return Some((Zone::Missing, 0)),
        1 => return (text == "Z").then_some((Zone::Utc, 0)),
        6 => Zone::Colon,
        5 => Zone::Compact,
        3 => Zone::Hours,
        _ => return None,
    };
    let (sign, time) = text.split_at_checked(1)?;
    let (hours, minutes) = time.split_at_checked(2)?;
    let minutes = if zone == Zone::Colon { minutes.strip_prefix(':')? } else { minutes };
    if !fits(hours, b"00") || !(minutes.is_empty() || fits(minutes, b"00")) {
        return None;
    }
    let minutes = 60 * hours.parse::<i16>().ok()? + minutes.parse::<i16>().unwrap_or(0);
    if minutes % 15 != 0 {
        return None;
    }
    let quarters = i8::try_from(minutes / 15).ok()?;
    match sign {
        "+" => Some((zone, quarters)),
        "-" if quarters > 0 => Some((zone, -quarters)),
        _ => None,
    }
}
