//! Timestamps and dates as the API writes them, and as servers send them.
//!
//! A timestamp is converted to UTC when it is read, and serialized as the server
//! wrote it. A date may be known only to its month or year, as in a career.

mod format;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::time::SystemTime;

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

pub use format::TimestampFormat;

use super::shape::Shape;
use super::token::Token;
use super::tolerant::{Reading, Scalar};

/// Formats with an offset beyond RFC 3339.
const WITH_OFFSET: [&str; 4] = [
    "%Y-%m-%dT%H:%M:%S%.f%#z",
    "%Y-%m-%d %H:%M:%S%.f%#z",
    "%Y-%m-%dT%H:%M%#z",
    "%Y-%m-%d %H:%M%#z",
];
const WITHOUT_OFFSET: [&str; 4] =
    ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"];

/// A moment in UTC, exact to the microsecond.
///
/// It displays in UTC and serializes in the format of the server. The format
/// does not take part in comparisons.
#[derive(Clone, Copy)]
pub struct Timestamp {
    utc: DateTime<Utc>,
    format: TimestampFormat,
}

impl Timestamp {
    /// The time of the system clock. Unlike `Utc::now` it does not panic if the clock jumps to a
    /// time before 1970 while the program runs.
    #[must_use]
    pub fn now() -> Self {
        DateTime::<Utc>::from(SystemTime::now()).into()
    }

    /// Reads RFC 3339 and common variations: any offset (with or without colon),
    /// none (taken as UTC), a space for the `T`, no seconds, a bare date.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let parsed = Self::from(Self::parse_utc(text)?);
        let format = TimestampFormat::parse(text).unwrap_or_default().simplify(parsed.utc);
        Some(Self { format, ..parsed })
    }

    fn parse_utc(text: &str) -> Option<DateTime<Utc>> {
        if let Ok(timestamp) = DateTime::parse_from_rfc3339(text) {
            return Some(timestamp.with_timezone(&Utc));
        }
        let with_offset = WITH_OFFSET
            .iter()
            .find_map(|form| DateTime::parse_from_str(text, form).ok())
            .map(|timestamp| timestamp.with_timezone(&Utc));
        let naive = || {
            let text = text.strip_suffix(['Z', 'z']).unwrap_or(text).trim_end();
            WITHOUT_OFFSET.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())
        };
        let day = || NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?.and_hms_opt(0, 0, 0);
        with_offset.or_else(|| naive().or_else(day).map(|timestamp| timestamp.and_utc()))
    }

    #[must_use]
    pub const fn micros(self) -> i64 {
        self.utc.timestamp_micros()
    }

    /// The inverse of [`micros`](Self::micros); `None` if out of range.
    #[must_use]
    pub fn from_micros(micros: i64) -> Option<Self> {
        DateTime::from_timestamp_micros(micros).map(Self::from)
    }

    /// The moment to the millisecond, which is what our service stores, in the format that it writes.
    #[must_use]
    pub fn to_millis(self) -> Self {
        let millis = DateTime::from_timestamp_millis(self.utc.timestamp_millis());
        Self { utc: millis.unwrap_or(self.utc), format: TimestampFormat::default() }
    }

    #[must_use]
    pub const fn to_utc(self) -> DateTime<Utc> {
        self.utc
    }

    #[must_use]
    pub const fn format(self) -> TimestampFormat {
        self.format
    }

    #[must_use]
    pub const fn with_format(self, format: TimestampFormat) -> Self {
        Self { format, ..self }
    }

    fn is_exact(text: &str) -> bool {
        TimestampFormat::parse(text).is_some()
    }
}

impl From<DateTime<Utc>> for Timestamp {
    fn from(timestamp: DateTime<Utc>) -> Self {
        // Databases store microseconds: finer digits would be displayed once
        // and then lost.
        let micros = timestamp.timestamp_micros();
        let utc = DateTime::from_timestamp_micros(micros).unwrap_or(timestamp);
        Self { utc, format: TimestampFormat::default() }
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = match format::canonical_digits(self.utc) {
            3 => SecondsFormat::Millis,
            _ => SecondsFormat::Micros,
        };
        f.write_str(&self.utc.to_rfc3339_opts(digits, true))
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Timestamp").field(&self.utc).finish()
    }
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Self) -> bool {
        self.utc == other.utc
    }
}

impl Eq for Timestamp {}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> Ordering {
        self.utc.cmp(&other.utc)
    }
}

impl Hash for Timestamp {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.utc.hash(state);
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        struct AsSent(Timestamp);

        impl fmt::Display for AsSent {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.format.write(self.0.utc, f)
            }
        }

        if self.format.is_canonical() {
            to.collect_str(self)
        } else {
            to.collect_str(&AsSent(*self))
        }
    }
}

/// A day, or only its month or year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: i32,
    month: Option<u32>,
    day: Option<u32>,
}

impl Date {
    /// Reads `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, or the day of a timestamp.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.split_once(['T', ' ']).map_or(text, |(day, _)| day);
        let mut parts = text.split('-');
        let year = digits(parts.next()?, 4)?;
        let month = parts.next().map(|part| digits(part, 2)).map_or(Some(None), |m| m.map(Some))?;
        let day = parts.next().map(|part| digits(part, 2)).map_or(Some(None), |d| d.map(Some))?;
        let earliest = NaiveDate::from_ymd_opt(
            i32::try_from(year).ok()?,
            month.unwrap_or(1),
            day.unwrap_or(1),
        )?;
        parts.next().is_none().then_some(Self { year: earliest.year(), month, day })
    }

    #[must_use]
    pub const fn parts(self) -> (i32, Option<u32>, Option<u32>) {
        (self.year, self.month, self.day)
    }

    /// `None` unless it is known to the day.
    #[must_use]
    pub fn exact(self) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(self.year, self.month?, self.day?)
    }

    #[must_use]
    pub fn earliest(self) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    const fn is_exact(text: &str) -> bool {
        matches!(text.len(), 4 | 7 | 10)
    }
}

fn digits(text: &str, width: usize) -> Option<u32> {
    let is_number = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

impl From<NaiveDate> for Date {
    fn from(day: NaiveDate) -> Self {
        Self { year: day.year(), month: Some(day.month()), day: Some(day.day()) }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        self.month.map_or(Ok(()), |month| write!(f, "-{month:02}"))?;
        self.day.map_or(Ok(()), |day| write!(f, "-{day:02}"))
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

macro_rules! as_text {
    ($name:ident, $shape:expr, $expected:literal) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = String::deserialize(from)?;
                Self::parse(&text)
                    .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&text), &$expected))
            }
        }

        impl Scalar for Option<$name> {
            const SHAPE: Shape = Shape::Nullable(&$shape);

            fn absent() -> Self {
                None
            }

            fn accept(token: Token<'_>) -> Result<Self, Token<'_>> {
                match token {
                    Token::Null => Ok(None),
                    Token::Str(text) if text.trim().is_empty() => Ok(None),
                    Token::Str(text) => match $name::parse(&text) {
                        Some(value) => Ok(Some(value)),
                        None => Err(Token::Str(text)),
                    },
                    Token::Int(year) => match $name::parse(&year.to_string()) {
                        Some(value) => Ok(Some(value)),
                        None => Err(Token::Int(year)),
                    },
                    other => Err(other),
                }
            }

            /// Keeps what serializing the value would not repeat exactly.
            fn read_token(token: Token<'_>) -> Reading<Self> {
                let sent = match &token {
                    Token::Str(text) if !$name::is_exact(text) => Some(Value::from(&**text)),
                    Token::Int(number) => Some(Value::from(*number)),
                    _ => None,
                };
                match Self::accept(token) {
                    Ok(value) => Reading { value, rest: value.and(sent) },
                    Err(token) => Reading { value: None, rest: Some(token.into()) },
                }
            }
        }
    };
}

as_text!(Timestamp, Shape::Timestamp, "an ISO 8601 timestamp such as 2026-03-12T09:30:00Z");
as_text!(Date, Shape::Date, "a date YYYY-MM-DD");
