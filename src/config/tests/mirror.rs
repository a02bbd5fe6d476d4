//! The settings of the mirror.

use std::time::Duration;

use super::*;
use crate::recruiting::mirror_settings::CacheMode;

#[test]
fn a_profile_overrides_the_settings_at_the_top_one_by_one() {
    // The order in the file does not matter.
    let text = "profiles.off.cache = 'off'\nprofiles.often.sync = '1m'\nprofiles.short.cache_days = 1\n\
                profiles.plain = {}\ncache = 'lists'\ncache_days = 3650\nsync = 'manual'\n";
    let (settings, mistakes) = load_text(text);
    assert_eq!(mistakes, [""; 0]);
    let top = MirrorSettings { cache: CacheMode::Lists, keep_days: 3650, sync: None };
    assert_eq!(settings.mirror, top);
    let mirrors: Vec<_> = settings.profiles.iter().map(|profile| profile.mirror).collect();
    let minute = Some(Duration::from_mins(1));
    assert_eq!(
        mirrors,
        [
            MirrorSettings { cache: CacheMode::Off, ..top },
            MirrorSettings { sync: minute, ..top },
            MirrorSettings { keep_days: 1, ..top },
            top,
        ]
    );
}

#[test]
fn the_interval_of_the_sync_is_in_minutes_or_hours() {
    for (text, minutes) in
        [("1m", 1), ("15m", 15), ("90M", 90), ("2h", 120), ("1440m", 1440), (" 24 H", 1440)]
    {
        let (settings, mistakes) = load_text(format!("sync = '{text}'"));
        assert_eq!((settings.mirror.sync, mistakes), (Some(Duration::from_mins(minutes)), vec![]));
    }
    for text in ["", "m", "0m", "15", "15s", "25h", "1d", "-1m", "1.5h", "99999999999h", "off"] {
        let (settings, mistakes) = load_text(format!("sync = '{text}'"));
        assert_eq!((settings, mistakes.len()), (Settings::default(), 1), "{text:?}");
    }
}
