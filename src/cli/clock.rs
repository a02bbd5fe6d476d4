//! Refuses to run with a system clock before 1970. Stored times and TLS count from then, and chrono
//! and rustls panic before it. `cli` checks it once, before a command runs.

use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Utc};

use super::exit::Exit;

pub(super) fn check(now: SystemTime) -> Result<(), Exit> {
    if now >= UNIX_EPOCH {
        return Ok(());
    }
    let day = DateTime::<Utc>::from(now).format("%-d %B %Y");
    Err(Exit::failure(format!(
        "the clock of this computer is set to {day}, before 1970: set the date and time, then start again"
    )))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_before_1970_is_refused_with_its_date() {
        const DAY: Duration = Duration::from_hours(24);
        let table = [
            (UNIX_EPOCH, None),
            (UNIX_EPOCH + DAY, None),
            (UNIX_EPOCH - Duration::from_nanos(1), Some("31 December 1969")),
            (UNIX_EPOCH - DAY, Some("31 December 1969")),
            (UNIX_EPOCH - 365 * 30 * DAY, Some("9 January 1940")),
        ];
        for (now, date) in table {
            let message = check(now).err().map(|exit| exit.message().to_owned());
            let expected = date.map(|date| {
                format!(
                    "the clock of this computer is set to {date}, before 1970: set the date and time, then start again"
                )
            });
            assert_eq!(message, expected);
        }
    }
}
