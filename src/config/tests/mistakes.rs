//! Mistakes in the form of settings, each with its message.

use super::*;

/// Texts, each with one mistake and its message.
const MISTAKES: &[(&str, &str)] = &[
    ("theem = 'dark'", "config.toml:1:1: unknown field `theem`, did you mean `theme`?"),
    ("\n  Mouse = true", "config.toml:2:3: unknown field `Mouse`, did you mean `mouse`?"),
    ("[key]\na = 'b'", "config.toml:1:2: unknown field `key`, did you mean `keys`?"),
    (
        "'a\u{1b}' = 1",
        "config.toml:1:3: invalid literal string, expected non-single-quote visible characters",
    ),
    (
        "\"blink\\u001b\" = 1",
        "config.toml:1:1: unknown field `blink\\u{1b}`; expected one of: theme, symbols, mouse, hyperlinks, dates, history_prefetch, cache, cache_days, sync, limits, reasons, lists, colors, mail, keys, views, profiles",
    ),
    ("theme = 'drak'", "config.toml:1:9: theme: unknown value `drak`, did you mean `dark`?"),
    (
        "theme = 'solarized'",
        "config.toml:1:9: theme: unknown value `solarized`; expected one of: auto, dark, light, contrast, sixteen, plain",
    ),
    (
        "theme = 16",
        "config.toml:1:9: theme: expected one of auto, dark, light, contrast, sixteen, plain, found an integer",
    ),
    (
        "symbols = 'unicod'",
        "config.toml:1:11: symbols: unknown value `unicod`, did you mean `unicode`?",
    ),
    ("mouse = 'yes'", "config.toml:1:9: mouse: expected true or false, found a string"),
    ("keys = 'R'", "config.toml:1:8: keys: expected a table of actions, found a string"),
    (
        "[keys]\nrefresh = 5",
        "config.toml:2:11: keys.refresh: expected a key or a list of keys, each as text, found an integer",
    ),
    (
        "[keys]\nrefresh = ['R', 5]",
        "config.toml:2:11: keys.refresh: expected a key or a list of keys, each as text, found an array",
    ),
    ("views = []", "config.toml:1:9: views: expected a table of views, found an array"),
    ("[views]\nfresh = 1.5", "config.toml:2:9: views.fresh: expected a table, found a float"),
    (
        "[views.fresh]\nfiltre = 'x'",
        "config.toml:2:1: views.fresh: unknown field `filtre`, did you mean `filter`?",
    ),
    (
        "[views.fresh]\npane = 'job'",
        "config.toml:2:8: views.fresh.pane: unknown value `job`, did you mean `jobs`?",
    ),
    (
        "[views.fresh]\nsort = 1",
        "config.toml:2:8: views.fresh.sort: expected a string, found an integer",
    ),
    ("profiles = 1", "config.toml:1:12: profiles: expected a table of profiles, found an integer"),
    ("profiles.work = 'x'", "config.toml:1:17: profiles.work: expected a table, found a string"),
    (
        "[profiles.work]\nurl = 1",
        "config.toml:2:7: profiles.work.url: expected a string, found an integer",
    ),
    (
        "[profiles.work]\nurl = 'https://a.example'\ncreate = 'v2'",
        "config.toml:3:10: profiles.work.create: unknown value `v2`, did you mean `v0`?",
    ),
    (
        "[profiles.work]\nca_fil = 'x'",
        "config.toml:2:1: profiles.work: unknown field `ca_fil`, did you mean `ca_file`?",
    ),
    (
        "history_prefetch = 1",
        "config.toml:1:20: history_prefetch: expected true or false, found an integer",
    ),
    (
        "cache = 'on'",
        "config.toml:1:9: cache: unknown value `on`; expected one of: off, lists, all",
    ),
    ("cache = false", "config.toml:1:9: cache: expected one of off, lists, all, found a boolean"),
    (
        "cache_days = '90d'",
        "config.toml:1:14: cache_days: expected a number of days, found a string",
    ),
    ("cache_days = 0", "config.toml:1:14: cache_days: must be 1 to 3650 days"),
    ("cache_days = -4", "config.toml:1:14: cache_days: must be 1 to 3650 days"),
    (
        "sync = '30s'",
        "config.toml:1:8: sync: write a time from 1m to 24h, such as 15m or 2h, or manual",
    ),
    (
        "[profiles.work]\nsync = 15",
        "config.toml:2:8: profiles.work.sync: expected a time as text, such as \"15m\", or \"manual\", found an integer",
    ),
    (
        "[profiles.work]\ncache_day = 3",
        "config.toml:2:1: profiles.work: unknown field `cache_day`, did you mean `cache_days`?",
    ),
    ("limit = {}", "config.toml:1:1: unknown field `limit`, did you mean `limits`?"),
    ("limits = '5d'", "config.toml:1:10: limits: expected a table of stages, found a string"),
    (
        "[limits]\nscreen = 5",
        "config.toml:2:10: limits.screen: expected a time as text, such as \"5d\", found an integer",
    ),
    (
        "limits = { screen = 'soon' }",
        "config.toml:1:21: limits.screen: write a number with d, w or m, such as 5d",
    ),
    ("reasons = 'x'", "config.toml:1:11: reasons: expected a list of strings, found a string"),
    (
        "[profiles.work]\nweb_url = 'ftp://a.example/{candidate_id}'",
        "config.toml:2:11: profiles.work.web_url: must begin with https:// or http://",
    ),
    (
        "[profiles.work]\nweb_url = 'https://a.example/x'",
        "config.toml:2:11: profiles.work.web_url: must contain {candidate_id}, the ID of the candidate",
    ),
    (
        "[profiles.work]\nweb_url = 'https://a.example/{candidate_id}?{jobid}'",
        "config.toml:2:45: profiles.work.web_url: unknown placeholder `{jobid}`, did you mean `{job_id}`?",
    ),
    (
        "[profiles.work]\nweb_ur = 1",
        "config.toml:2:1: profiles.work: unknown field `web_ur`, did you mean `web_url`?",
    ),
    (
        "[lists.jobs]\ncolumns = ['name', 'stauts']",
        "config.toml:2:20: lists.jobs.columns: unknown value `stauts`, did you mean `status`?",
    ),
    (
        "[lists.candidates]\nsort = '-aeg'",
        "config.toml:2:10: lists.candidates.sort: unknown field `aeg`, did you mean `age`?",
    ),
    (
        "[lists.people]",
        "config.toml:1:8: lists: unknown field `people`; expected one of: jobs, candidates, all_candidates",
    ),
    (
        "colors.title = 'black on rde'",
        "config.toml:1:26: colors.title: unknown color `rde`, did you mean `red`?",
    ),
    (
        "colors.titel = 'red'",
        "config.toml:1:8: colors: unknown field `titel`, did you mean `title`?",
    ),
    ("theme = dark", "config.toml:1:9: string values must be quoted"),
    ("theme = 'dark", "config.toml:1:14: invalid literal string, expected `'`"),
    ("theme", "config.toml:1:6: key with no value, expected `=`"),
    ("[keys", "config.toml:1:6: unclosed table, expected `]`"),
    ("[keys]\na = ['x',", "config.toml:2:10: unclosed array, expected `]`"),
    ("mouse = true\nmouse = false", "config.toml:2:1: duplicate key"),
    ("é = 1", "config.toml:1:1: invalid unquoted key, expected letters, numbers, `-`, `_`"),
];

#[test]
fn a_mistake_has_its_position_and_a_suggestion() {
    for (text, message) in MISTAKES {
        let (settings, mistakes) = load_text(text);
        assert_eq!(mistakes, [*message], "{text}");
        assert_eq!(settings, Settings::default(), "{text}");
    }
}
