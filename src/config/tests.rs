mod mirror;
mod mistakes;
mod profiles;
mod saving;

use std::fs;

use super::fields::FILE;
use super::*;
use crate::keymap::Rebinding;
use crate::recruiting::date_text::DateFormat;
use crate::recruiting::mail::MailSettings;
use crate::recruiting::mirror_settings::MirrorSettings;
use crate::recruiting::query::Direction;
use crate::recruiting::table::{CANDIDATE_COLUMNS, JOB_COLUMNS, ListField};
use crate::theme::{Role, RoleColors, SymbolChoice, ThemeChoice, ThemeName};

/// Loads a text. Returns the settings, and the mistakes as the user sees them.
fn load_text(text: impl AsRef<[u8]>) -> (Settings, Vec<String>) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("config.toml");
    fs::write(&file, text).unwrap();
    let loaded = load_settings(file, true);
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
dates = "iso"
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
            dates: DateFormat::Iso,
            lists: ListSettings::default(),
            colors: Vec::new(),
            mirror: MirrorSettings::default(),
            limits: vec![
                ("Screen".to_owned(), 5),
                ("offer".to_owned(), 14),
                ("on hold".to_owned(), 60)
            ],
            reasons: vec!["too junior".to_owned(), "location".to_owned()],
            mail: MailSettings::default(),
            keys: vec![keys("refresh", &["R", "f5"]), keys("quit", &["ctrl-q"]), keys("mark", &[]),],
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
fn a_wrong_column_or_color_does_not_affect_the_others() {
    let (settings, mistakes) = load_text(
        "lists.jobs = { columns = ['age', 'name'], sort = '-count' }\n\
         lists.candidates = { columns = ['client'], sort = 'name' }\n\
         [colors]\nborder-focused = 'bright-red on default'\ntitle = 'rde'\n",
    );
    assert_eq!(mistakes.len(), 2, "{mistakes:?}");
    let jobs = ListLayout {
        columns: Some(vec![ListField::Age, ListField::Name]),
        sort: Some((ListField::Count, Direction::Descending)),
    };
    let candidates =
        ListLayout { columns: None, sort: Some((ListField::Name, Direction::Ascending)) };
    assert_eq!(settings.lists, ListSettings { jobs, candidates, ..ListSettings::default() });
    let color = RoleColors::parse("bright-red on default").unwrap();
    assert_eq!(settings.colors, [(Role::BorderFocused, color)]);
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

fn keys(action: &str, keys: &[&str]) -> Rebinding {
    let keys = keys.iter().map(|&key| key.to_owned()).collect();
    Rebinding { action: action.to_owned(), keys }
}

#[test]
fn an_empty_file_gives_the_defaults() {
    let empty = ["", "\n\n", "# nothing\r\n", "\u{feff}", "[keys]\n[views]\n", "keys = {}"];
    for text in empty {
        assert_eq!(load_text(text), (Settings::default(), Vec::new()), "{text:?}");
    }
}

#[test]
fn a_mistake_affects_only_its_own_setting() {
    let text = "mouse = 1\ntheme = 'light'\ncolor = 'red'\n[views.bad]\nfilter = 3\nsort = 'age'\n\
                [views.good]\nsort = 'age'\n[keys]\nopen = 7\nquit = 'q'\n";
    let (settings, mistakes) = load_text(text);
    assert_eq!(settings.theme, ThemeChoice::Named(ThemeName::Light));
    assert!(settings.mouse);
    assert_eq!(settings.keys, [keys("quit", &["q"])]);
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
    for field in FILE.fields {
        let starts = [format!("{} =", field.name), format!("[{}]", field.name)];
        let is_there = text.lines().any(|line| starts.iter().any(|start| line.starts_with(start)));
        assert!(is_there, "{} must be documented", field.name);
    }
}

#[test]
fn the_defaults_in_the_table_are_those_of_the_settings() {
    let table = |fields: &[fields::Field]| -> String {
        let default = |field: &fields::Field| {
            let value = field.default.to_json()?;
            Some(format!("{} = {value}\n", field.name))
        };
        fields.iter().filter_map(default).collect()
    };
    assert_eq!(load_text(table(FILE.fields)), (Settings::default(), Vec::new()));
    let profile = format!("[profiles.x]\n{}", table(fields::PROFILE.fields));
    let (settings, mistakes) = load_text(profile);
    assert_eq!(mistakes, [""; 0]);
    let position = settings.profiles[0].position;
    let expected = Profile { name: "x".to_owned(), position, ..Profile::default() };
    assert_eq!(settings.profiles, [expected]);
}

/// Everything that the file names is explained to its reader.
#[test]
fn the_documented_file_names_every_role_and_column() {
    let words = |text: &str| -> Vec<String> {
        text.split(|it: char| !(it.is_alphanumeric() || "-_".contains(it)))
            .map(str::to_owned)
            .collect()
    };
    let documented = words(DOCUMENTED);
    let columns = JOB_COLUMNS.iter().chain(&CANDIDATE_COLUMNS).map(|(name, _)| *name);
    for name in Role::names().into_iter().chain(columns) {
        assert!(documented.iter().any(|word| word == name), "{name}");
    }
}

#[test]
fn the_examples_in_the_documented_file_can_be_read() {
    let examples: String = include_str!("../../assets/config.toml")
        .lines()
        .filter_map(|line| line.strip_prefix("#     "))
        .flat_map(|line| [line, "\n"])
        .collect();
    let (settings, mistakes) = load_text(examples);
    assert_eq!(mistakes, [""; 0]);
    let counts = (settings.keys.len(), settings.views.len(), settings.profiles.len());
    assert_eq!((counts, settings.colors.len()), ((1, 1, 1), 3));
    assert_eq!((settings.limits.len(), settings.reasons.len()), (2, 3));
    assert!(settings.profiles[0].web_url.is_some());
}
