//! Reads the settings of the mirror, at the top of the file and in a profile: `cache`, `cache_days`
//! and `sync`.

use std::time::Duration;

use super::read::{ConfigReader, Value};
use crate::recruiting::mirror_settings::{CacheMode, MirrorSettings};

const CACHES: [(&str, CacheMode); 3] =
    [("off", CacheMode::Off), ("lists", CacheMode::Lists), ("all", CacheMode::All)];

const MAX_DAYS: u32 = 3650;
const MAX_SYNC: Duration = Duration::from_hours(24);

impl ConfigReader<'_> {
    /// Reads one of the three settings. `field` is its full name.
    pub(super) fn read_mirror(
        &mut self,
        name: &str,
        field: &str,
        value: &Value<'_>,
        settings: &mut MirrorSettings,
    ) {
        match name {
            "cache" => self.read_choice(field, value, &CACHES, &mut settings.cache),
            "cache_days" => self.read_days(field, value, &mut settings.keep_days),
            _ => self.read_sync(field, value, &mut settings.sync),
        }
    }

    fn read_days(&mut self, field: &str, value: &Value<'_>, setting: &mut u32) {
        let Some(number) = value.get_ref().as_integer() else {
            return self.add_type_mistake(field, "a number of days", value);
        };
        let days = u32::from_str_radix(number.as_str(), number.radix()).ok();
        match days.filter(|days| (1..=MAX_DAYS).contains(days)) {
            Some(days) => *setting = days,
            None => self.add_mistake(value, format!("{field}: must be 1 to {MAX_DAYS} days")),
        }
    }

    fn read_sync(&mut self, field: &str, value: &Value<'_>, setting: &mut Option<Duration>) {
        match value.get_ref().as_str().map(str::trim) {
            Some("manual") => *setting = None,
            Some(text) => match parse_interval(text) {
                Some(interval) => *setting = Some(interval),
                None => self.add_mistake(
                    value,
                    format!("{field}: write a time from 1m to 24h, such as 15m or 2h, or manual"),
                ),
            },
            None => {
                self.add_type_mistake(
                    field,
                    "a time as text, such as \"15m\", or \"manual\"",
                    value,
                );
            }
        }
    }
}

/// A number of minutes or hours, within the limits.
fn parse_interval(text: &str) -> Option<Duration> {
    let unit = text.chars().next_back()?;
    let count: u32 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
    let minutes = match unit.to_ascii_lowercase() {
        'm' => 1,
        'h' => 60,
        _ => return None,
    };
    let interval = Duration::from_mins(u64::from(count) * minutes);
    (!interval.is_zero() && interval <= MAX_SYNC).then_some(interval)
}
