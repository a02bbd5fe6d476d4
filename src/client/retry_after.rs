//! The `Retry-After` header, as seconds or as a date.

use std::time::{Duration, SystemTime};

/// A wrong date must not overflow the clock. The user can end any pause.
const MAX_WAIT: Duration = Duration::from_hours(24 * 366);

/// The wait from `now`; `None` if the header is malformed.
pub(super) fn parse(text: &str, now: SystemTime) -> Option<Duration> {
    let text = text.trim();
    let wait = if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().map_or(Duration::MAX, Duration::from_secs)
    } else if let Ok(seconds) = text.parse::<f64>() {
        Duration::try_from_secs_f64(seconds).ok()?
    } else {
        // A date in the past means no wait.
        httpdate::parse_http_date(text).ok()?.duration_since(now).unwrap_or_default()
    };
    Some(wait.min(MAX_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_dates_are_read_and_bounded() {
        let now = httpdate::parse_http_date("Sun, 15 Nov 2026 12:00:00 GMT").expect("a date");
        for (text, seconds) in [
            ("0", Some(0)),
            (" 12 ", Some(12)),
            ("1.5", Some(1)),
            ("Sun, 15 Nov 2026 12:00:07 GMT", Some(7)),
            ("Sunday, 15-Nov-26 12:01:00 GMT", Some(60)),
            ("Sun, 15 Nov 2026 11:00:00 GMT", Some(0)),
            ("86400", Some(86_400)),
            ("99999999999999999999999999", Some(MAX_WAIT.as_secs())),
            ("Fri, 31 Dec 9999 23:59:59 GMT", Some(MAX_WAIT.as_secs())),
            ("-3", None),
            ("NaN", None),
            ("inf", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(parse(text, now).map(|wait| wait.as_secs()), seconds, "{text:?}");
        }
    }
}
