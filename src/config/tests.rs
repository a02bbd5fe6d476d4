mod mirror;
mod profiles;
mod saving;

use std::fs;

use super::*;
use crate::keymap::Rebinding;
use crate::recruiting::mail::MailSettings;
use crate::recruiting::mirror_settings::MirrorSettings;
use crate::theme::{SymbolChoice, ThemeChoice, ThemeName};

/// Loads a text. Returns the settings, and the mistakes as the user sees them.
fn load_text(text: impl AsRef<[u8]>) -> (Settings, Vec<String>) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("config.toml");
    fs::write(&file, text).unwrap();
    let loaded = load_from(file, true);
    let messages = loaded.mistakes.iter().map(ToString::to_string);
    let directory = format!("{}/", directory.path().display());
    (loaded.settings, messages.map(|message| message.replace(&directory, "")).collect())
}

#[test]
fn every_setting_is_read() {
    let (settings, mistakes) = load_text(
        r#"
theme = "contrast"
symbols = "ascii"
mouse = false
hyperlinks = false
history_prefetch = false
limits = { Screen = "5d", offer = " 2 W", 'on hold' = '2m' }
reasons = ["too junior", "", " location ", "too junior"]
[views.mine]
pane = "jobs"
[keys]
refresh = ["R", "f5"]
quit = "ctrl-q"
mark = []
[views."fresh ones"]
job = "job_1"
filter = "stage:screen new<7d"
sort = "-age"
"#,
    );
    assert_eq!(mistakes, [""; 0]);
    assert_eq!(
        settings,
        Settings {
            theme: ThemeChoice::Named(ThemeName::Contrast),
            symbols: SymbolChoice::Ascii,
            mouse: false,
            hyperlinks: false,
            history_prefetch: false,
            mirror: MirrorSettings::default(),
            limits: vec![
                ("Screen".to_owned(), 5),
                ("offer".to_owned(), 14),
                ("on hold".to_owned(), 60)
            ],
            reasons: vec!["too junior".to_owned(), "location".to_owned()],
            mail: MailSettings::default(),
            keys: vec![
                keys("refresh", &["R", "f5"], 12),
                keys("quit", &["ctrl-q"], 13),
                keys("mark", &[], 14),
            ],
            views: vec![
                SavedView { name: "mine".to_owned(), pane: ViewPane::Jobs, ..SavedView::default() },
                SavedView {
                    name: "fresh ones".to_owned(),
                    job: Some("job_1".to_owned()),
                    pane: ViewPane::Candidates,
                    filter: "stage:screen new<7d".to_owned(),
                    sort: "-age".to_owned(),
                },
            ],
            profiles: Vec::new(),
        }
    );
}

#[test]
fn a_mail_template_replaces_or_extends_the_defaults() {
    let (settings, mistakes) = load_text(
        r#"
[mail]
me = " Vera "
[mail.invite]
subject = "{job}"
body = "Hi {first_name}"
[mail.news]
body = "{notes}"
"#,
    );
    let unknown = "config.toml:8:8: mail.news.body: unknown field `notes`; expected one of: first_name, name, title, company, stage, job, client, me";
    assert_eq!(mistakes, [unknown], "only this template is left out");
    let mut expected = MailSettings { me: "Vera".to_owned(), ..MailSettings::default() };
    expected.templates[0].subject = "{job}".to_owned();
    expected.templates[0].body = "Hi {first_name}".to_owned();
    assert_eq!(settings.mail, expected);
}

fn keys(action: &str, keys: &[&str], line: usize) -> Rebinding {
    let keys = keys.iter().map(|&key| key.to_owned()).collect();
    Rebinding { action: action.to_owned(), keys, line }
}

#[test]
fn an_empty_file_gives_the_defaults() {
    let empty = ["", "\n\n", "# nothing\r\n", "\u{feff}", "[keys]\n[views]\n", "keys = {}"];
    for text in empty {
        assert_eq!(load_text(text), (Settings::default(), Vec::new()), "{text:?}");
    }
}

/// Texts, each with one mistake and its message.
const MISTAKES: [(&str, &str); 48] = [
    ("theem = 'dark'", "config.toml:1:1: unknown field `theem`, did you mean `theme`?"),
    ("\n  Mouse = true", "config.toml:2:3: unknown field `Mouse`, did you mean `mouse`?"),
    ("[key]\na = 'b'", "config.toml:1:2: unknown field `key`, did you mean `keys`?"),
    (
        "'a\u{1b}' = 1",
        "config.toml:1:3: invalid literal string, expected non-single-quote visible characters",
    ),
    (
        "\"colour\\u001b\" = 1",
        "config.toml:1:1: unknown field `colour\\u{1b}`; expected one of: theme, symbols, mouse, hyperlinks, history_prefetch, cache, cache_days, sync, limits, reasons, mail, keys, views, profiles",
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
        "config.toml:2:11: profiles.work.web_url: unknown placeholder `{jobid}`, did you mean `{job_id}`?",
    ),
    (
        "[profiles.work]\nweb_ur = 1",
        "config.toml:2:1: profiles.work: unknown field `web_ur`, did you mean `web_url`?",
    ),
    ("theme = dark", "config.toml:1:9: string values must be quoted, expected literal string"),
    ("theme = 'dark", "config.toml:1:14: invalid literal string, expected `'`"),
    ("theme", "config.toml:1:6: key with no value, expected `=`"),
    ("[keys", "config.toml:1:6: unclosed table, expected `]`"),
    ("[keys]\na = ['x',", "config.toml:2:10: unclosed array, expected `]`"),
    ("mouse = true\nmouse = false", "config.toml:2:1: duplicate key"),
    ("é = 1", "config.toml:1:1: invalid unquoted key, expected letters, numbers, `-`, `_`"),
];

#[test]
fn a_mistake_has_its_position_and_a_suggestion() {
    let results = MISTAKES.map(|(text, _)| load_text(text));
    let messages: Vec<&String> = results.iter().flat_map(|(_, mistakes)| mistakes).collect();
    assert_eq!(messages, MISTAKES.map(|(_, message)| message));
    assert!(results.iter().all(|(settings, _)| *settings == Settings::default()));
}

#[test]
fn a_mistake_affects_only_its_own_setting() {
    let text = "mouse = 1\ntheme = 'light'\ncolor = 'red'\n[views.bad]\nfilter = 3\nsort = 'age'\n\
                [views.good]\nsort = 'age'\n[keys]\nopen = 7\nquit = 'q'\n";
    let (settings, mistakes) = load_text(text);
    assert_eq!(settings.theme, ThemeChoice::Named(ThemeName::Light));
    assert!(settings.mouse);
    assert_eq!(settings.keys, [keys("quit", &["q"], 11)]);
    let views: Vec<&str> = settings.views.iter().map(|saved| saved.name.as_str()).collect();
    assert_eq!(views, ["good"], "a view with a mistake is dropped");
    let positions: Vec<&str> =
        mistakes.iter().map(|message| message.split_once(": ").unwrap().0).collect();
    assert_eq!(
        positions,
        ["config.toml:1:9", "config.toml:3:1", "config.toml:5:10", "config.toml:10:8"]
    );
}

#[test]
fn a_profile_is_read_with_defaults_for_missing_fields() {
    let text = "[profiles.mine]\nurl = ''\n[profiles.'The Agency']\nurl = ' https://a.example/api '\n\
                create = 'v0'\nca_file = 'agency.pem'\n\
                web_url = 'https://a.example/{candidate_id}'\n[profiles.third]\nca_file = '/etc/ca.pem'\n";
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("config.toml");
    fs::write(&file, text).unwrap();
    let loaded = load_from(file, true);
    assert_eq!(loaded.mistakes, []);
    let [mine, agency, third] = loaded.settings.profiles.as_slice() else { panic!("three") };
    let position = SourcePosition { line: 1, column: 11 };
    assert_eq!(*mine, Profile { name: "mine".to_owned(), position, ..Profile::default() });
    assert_eq!((agency.name.as_str(), agency.position.line), ("The Agency", 3));
    assert_eq!(agency.url.as_deref(), Some("https://a.example/api"));
    assert_eq!(agency.create, CreateVersion::V0);
    assert_eq!(
        agency.ca_file,
        Some(directory.path().join("agency.pem")),
        "a relative path is relative to the config"
    );
    assert_eq!(agency.web_url.as_deref(), Some("https://a.example/{candidate_id}"));
    assert_eq!((third.create, &third.ca_file), (CreateVersion::V1, &Some("/etc/ca.pem".into())));
}

#[test]
fn views_are_saved_around_profiles() {
    let text = "[views.a]\nfilter = 'x'\n\n[profiles.work]\nurl = 'https://a.example'\n";
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("config.toml");
    fs::write(&file, text).unwrap();
    save_view(&file, &SavedView { name: "b".to_owned(), ..SavedView::default() }).unwrap();
    let loaded = load_from(file, true);
    assert_eq!(loaded.mistakes, []);
    let settings = loaded.settings;
    assert_eq!((settings.views.len(), settings.profiles[0].name.as_str()), (2, "work"));
}

#[test]
fn an_unreadable_file_is_reported_and_ignored() {
    let (settings, mistakes) = load_text(b"theme = 'dark'\n# caf\xe9\n");
    assert_eq!(settings, Settings::default());
    assert_eq!(mistakes, ["config.toml:2:6: is not UTF-8 from here on"]);

    let (settings, mistakes) = load_text("#".repeat((1 << 20) + 1));
    assert_eq!(settings, Settings::default());
    assert_eq!(mistakes, ["config.toml: is larger than 1 MiB"]);

    let directory = tempfile::tempdir().unwrap();
    let loaded = load_from(directory.path().to_owned(), false);
    assert_eq!(loaded.settings, Settings::default());
    assert_eq!(loaded.mistakes.len(), 1, "a directory is a mistake");
}

#[test]
fn a_missing_file_is_a_mistake_only_if_it_was_named() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("config.toml");
    let unnamed = load_from(file.clone(), false);
    assert_eq!(unnamed, LoadedConfig { file: Some(file.clone()), ..LoadedConfig::default() });
    assert_eq!(load_from(file, true).mistakes.len(), 1);
}

/// The documented file, with the chosen lines uncommented.
fn uncomment_if(is_uncommented: impl Fn(&str) -> bool) -> String {
    include_str!("../../assets/config.toml")
        .lines()
        .map(|line| match line.strip_prefix('#') {
            Some(rest) if is_uncommented(rest) => format!("{rest}\n"),
            _ => format!("{line}\n"),
        })
        .collect()
}

#[test]
fn the_documented_file_has_only_comments_with_the_defaults() {
    let text = uncomment_if(|_| false);
    assert!(text.lines().all(|line| line.is_empty() || line.starts_with('#')));
    let text = uncomment_if(|rest| rest.starts_with(|first: char| !first.is_whitespace()));
    assert_eq!(load_text(&text), (Settings::default(), Vec::new()));
    for field in [
        "theme =",
        "symbols =",
        "mouse =",
        "history_prefetch =",
        "cache =",
        "cache_days =",
        "sync =",
        "limits =",
        "reasons =",
        "[keys]",
        "[views]",
        "[profiles]",
    ] {
        assert!(text.lines().any(|line| line.starts_with(field)), "{field} must be documented");
    }
}

#[test]
fn the_examples_in_the_documented_file_can_be_read() {
    let examples: String = include_str!("../../assets/config.toml")
        .lines()
        .filter_map(|line| line.strip_prefix("#     "))
        .map(|line| {
            if line.starts_with("refresh") {
                format!("[keys]\n{line}\n")
            } else {
                format!("{line}\n")
            }
        })
        .collect();
    let (settings, mistakes) = load_text(examples);
    assert_eq!(mistakes, [""; 0]);
    let counts = (settings.keys.len(), settings.views.len(), settings.profiles.len());
    assert_eq!(counts, (1, 1, 1));
    assert_eq!((settings.limits.len(), settings.reasons.len()), (2, 3));
    assert!(settings.profiles[0].web_url.is_some());
}
