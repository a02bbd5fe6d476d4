use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Parser;

use super::args::parse_duration;
use super::observer::OpenObserver;
use super::{default_database, *};
use crate::client::ListEndpoint;
use crate::config::{CreateVersion, KeySource, LoadedConfig, Profile};
use crate::recruiting::mirror_settings::CacheMode;
use crate::service::store::DatabaseUrl;

#[derive(Debug, Parser)]
struct TestArgs {
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

fn parse(arguments: &[&str]) -> WorkspaceArgs {
    TestArgs::try_parse_from([&["shortlist"], arguments].concat()).unwrap().workspace
}

fn database_args(path: &Path) -> WorkspaceArgs {
    parse(&["--database", &format!("sqlite:{}", path.display())])
}

/// A screen opens the workspace on another thread.
const fn assert_send<T: Send>(future: T) -> T {
    future
}

type Events = Arc<Mutex<Vec<OpenProgress>>>;

fn recording_observer() -> (Events, OpenObserver<'static>) {
    let events = Events::default();
    let recorder = Arc::clone(&events);
    (events, OpenObserver::screen(move |event| recorder.lock().unwrap().push(event)))
}

#[test]
fn durations_parse_with_units() {
    for (text, millis) in [("20", 20_000), ("20s", 20_000), ("2m", 120_000), ("500ms", 500)] {
        assert_eq!(parse_duration(text), Ok(Duration::from_millis(millis)), "{text}");
    }
    for invalid in ["", "0", "0s", "soon", "-1", "1.5s", "3d", "25h", "99999999999"] {
        assert!(parse_duration(invalid).is_err(), "{invalid}");
    }
}

#[test]
fn arguments_override_the_environment() {
    let (url, key) = (("SHORTLIST_URL", "https://b.example:8443/api"), ("SHORTLIST_KEY", " k "));
    for (arguments, environment, expected) in [
        (&[][..], &[][..], "here"),
        (&[], &[key], "here, with an idle key"),
        (&[], &[url], "b.example:8443"),
        (&[], &[url, key], "b.example:8443, with its key"),
        (&["--url", "https://a.example"], &[url, key], "a.example"),
        (&["--url", "https://a.example"], &[key], "a.example, with its key"),
        (&["--url", "https://b.example:8443/api/"], &[url, key], "b.example:8443, with its key"),
        (&["--url", "http://localhost:7171"], &[], "localhost:7171"),
        (&["--database", "sqlite:some/agency.db"], &[url, key], "agency.db in some/agency.db"),
    ] {
        let variable = |name: &str| {
            let pair = environment.iter().find(|(key, _)| *key == name);
            pair.map(|(_, value)| (*value).to_owned())
        };
        let target =
            parse(arguments).resolve_in(&LoadedConfig::default(), variable).unwrap().target;
        let title = target.title();
        let actual = match target {
            WorkspaceTarget::Server { key: ServerKey::Unknown, .. } => title,
            WorkspaceTarget::Server { .. } => format!("{title}, with its key"),
            WorkspaceTarget::Database(path) => format!("{title} in {}", path.short()),
            WorkspaceTarget::Default { idle_key: false } => "here".to_owned(),
            WorkspaceTarget::Default { idle_key: true } => "here, with an idle key".to_owned(),
        };
        assert_eq!(actual, expected);
    }
    let result =
        parse(&["--url", "http://a.example"]).resolve_in(&LoadedConfig::default(), |_| None);
    assert_eq!(result.unwrap_err().code(), 2);
}

/// A config with a profile for this machine and three for servers.
fn config() -> LoadedConfig {
    let profile = |name: &str, url: Option<&str>, create| Profile {
        name: name.to_owned(),
        url: url.map(str::to_owned),
        create,
        ..Profile::default()
    };
    let mut loaded = LoadedConfig { file: Some("config.toml".into()), ..LoadedConfig::default() };
    loaded.settings.profiles = vec![
        profile("mine", None, CreateVersion::V0),
        profile("work", Some("https://a.example/api/"), CreateVersion::V1),
        profile("again", Some("https://a.example/api"), CreateVersion::V0),
        profile("broken", Some("http://a.example"), CreateVersion::V1),
    ];
    loaded
}

#[test]
fn a_profile_names_a_workspace_and_is_found_by_its_address() {
    let url = ("SHORTLIST_URL", "https://a.example/api");
    let set = |name| ("SHORTLIST_PROFILE", name);
    let this_machine = "Workspace on this machine by mine";
    for (arguments, environment, expected) in [
        (&[][..], &[][..], this_machine),
        (&["--profile", "mine"], &[url, set("work")], this_machine),
        (&["--profile", "again"], &[], "a.example by again"),
        (&[], &[set("again")], "a.example by again"),
        (&["--url", "https://b.example"], &[set("again")], "b.example by "),
        (&["--url", "https://a.example/api"], &[], "a.example by work"),
        (&["--url", "https://a.example"], &[], "a.example by "),
        (&[], &[url, set("mine")], "a.example by work"),
        (&["--database", "sqlite:x.db"], &[set("work")], "x.db by "),
    ] {
        let variable = |name: &str| {
            let pair = environment.iter().find(|(key, _)| *key == name);
            pair.map(|(_, value)| (*value).to_owned())
        };
        let resolved = parse(arguments).resolve_in(&config(), variable).unwrap();
        let name = resolved.profile.map(|profile| profile.name).unwrap_or_default();
        assert_eq!(format!("{} by {name}", resolved.target.title()), expected, "{arguments:?}");
    }
    for other in ["--url=https://a.example", "--database=sqlite:x.db"] {
        assert!(TestArgs::try_parse_from(["shortlist", "--profile", "work", other]).is_err());
    }
}

#[test]
fn the_environment_comes_before_the_key_of_the_profile() {
    let mut config = config();
    config.settings.profiles[1].key = Some(KeySource::Keyring);
    let key = ("SHORTLIST_KEY", "sl_key");
    for (arguments, environment, expected) in [
        (&["--profile", "work"][..], &[key][..], "environment (SHORTLIST_KEY)"),
        (&["--profile", "work"], &[], "keyring"),
        (&["--url", "https://a.example/api"], &[], "keyring"),
        (&["--profile", "again"], &[], "typed"),
        (&["--profile", "work", "--offline"], &[key], "none"),
    ] {
        let variable = |name: &str| {
            let pair = environment.iter().find(|(key, _)| *key == name);
            pair.map(|(_, value)| (*value).to_owned())
        };
        let resolved = parse(arguments).resolve_in(&config, variable).unwrap();
        let WorkspaceTarget::Server { key, .. } = resolved.target else { panic!("a server") };
        assert_eq!(key.describe(), expected, "{arguments:?}");
    }
}

#[test]
fn the_mirror_follows_the_profile_then_the_top_of_the_config() {
    let mut config = config();
    config.settings.mirror.keep_days = 7;
    config.settings.profiles[1].mirror.cache = CacheMode::Lists;
    for (arguments, cache, keep_days) in [
        (&["--profile", "work"][..], CacheMode::Lists, 90),
        (&["--url", "https://b.example"], CacheMode::All, 7),
        (&["--database", "sqlite:x.db"], CacheMode::All, 7),
        (&["--profile", "work", "--no-cache"], CacheMode::Off, 90),
        (&["--database", "sqlite:x.db", "--no-cache"], CacheMode::Off, 7),
    ] {
        let mirror = parse(arguments).resolve_in(&config, |_| None).unwrap().mirror;
        assert_eq!((mirror.cache, mirror.keep_days), (cache, keep_days), "{arguments:?}");
    }
}

#[test]
fn an_unusable_profile_is_reported_with_its_reason() {
    let error_message = |name: &str, config: &LoadedConfig| {
        let exit = parse(&["--profile", name]).resolve_in(config, |_| None).unwrap_err();
        assert_eq!(exit.code(), 2);
        exit.message().to_owned()
    };
    assert_eq!(
        error_message("wrok", &config()),
        "no profile `wrok` in config.toml, did you mean `work`?"
    );
    assert_eq!(
        error_message("elsewhere", &config()),
        "no profile `elsewhere` in config.toml; known profiles: mine, work, again, broken"
    );
    assert!(
        error_message("broken", &config())
            .starts_with("config.toml:0:0: profiles.broken.url: http://a.example is not encrypted")
    );
    let empty = LoadedConfig { file: Some("config.toml".into()), ..LoadedConfig::default() };
    assert_eq!(
        error_message("work", &empty),
        "no profile `work` in config.toml; add [profiles.NAME] with a url to it"
    );
}

#[test]
fn a_title_has_no_control_characters() {
    let title = WorkspaceTarget::Database("sqlite:x/\u{1b}[31mred\n.db".parse().unwrap()).title();
    assert!(!title.contains(['\u{1b}', '\n']), "{title:?}");
}

#[tokio::test]
async fn a_server_opens_with_a_key_entered_later() {
    let workspace = parse(&["--url", "https://a.example"]);
    let resolved = workspace.resolve_in(&LoadedConfig::default(), |_| None).unwrap();
    let error = workspace.open_observed(resolved.clone(), None, |_| {}).await.unwrap_err();
    assert!(error.message().starts_with("no key for https://a.example"), "{error:?}");
    let key = Some(SecretString::from("sl_key"));
    let open = assert_send(workspace.open_observed(resolved, key, |_| {})).await.unwrap();
    assert_eq!((open.title(), open.is_demo(), open.is_embedded()), ("a.example", false, false));
}

#[tokio::test]
async fn a_new_workspace_reports_how_it_is_filled() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = database_args(&folder.path().join("service.db"));
    let (events, observer) = recording_observer();
    let store = default_database::open(&workspace.database, &observer).await.unwrap();
    assert!(default_database::is_demo(&store).await);
    let progress = std::mem::take(&mut *events.lock().unwrap());
    let (welcome, filling) = progress.split_last().unwrap();
    assert_eq!(*welcome, OpenProgress::Welcome { jobs: 32, candidates: 2400 });
    let expected: Vec<OpenProgress> =
        (1..=100).map(|part| OpenProgress::Filling { count: part * 24, total: 2400 }).collect();
    assert_eq!(filling, expected);

    default_database::open(&workspace.database, &observer).await.unwrap();
    assert_eq!(*events.lock().unwrap(), [], "opening an existing database reports no progress");

    let target = WorkspaceTarget::Database(DatabaseUrl::Sqlite(folder.path().join("service.db")));
    let resolved = ResolvedWorkspace {
        target,
        profile: None,
        is_first: true,
        hiding: None,
        mirror: MirrorSettings::default(),
    };
    let open = workspace.open_observed(resolved, None, |_| {}).await.unwrap();
    assert_eq!((open.title(), open.is_demo(), open.is_embedded()), ("service.db", true, true));
    assert_eq!(open.client.page(&ListEndpoint::jobs(), 0, 1).await.unwrap().total, Some(32));
}

#[tokio::test]
async fn an_abandoned_fill_is_repeated_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = database_args(&folder.path().join("service.db"));
    let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
    let (release, blocked) = std::sync::mpsc::channel::<()>();
    let blocked = Mutex::new(blocked);
    let observer = OpenObserver::screen(move |event| {
        sender.send(event).unwrap_or_default();
        // Blocks until the test releases it.
        let _ = blocked.lock().unwrap().recv();
    });
    tokio::select! {
        opened = default_database::open(&workspace.database, &observer) => panic!("{opened:?}"),
        first = receiver.recv() => assert_eq!(first, Some(OpenProgress::Filling { count: 24, total: 2400 })),
    }
    drop(release);
    let (events, second_observer) = recording_observer();
    default_database::open(&workspace.database, &second_observer).await.unwrap();
    assert_eq!(receiver.try_recv().ok(), None, "the abandoned fill must not continue");
    assert!(matches!(events.lock().unwrap().last(), Some(OpenProgress::Welcome { .. })));
}

#[tokio::test]
async fn a_database_with_other_data_is_not_the_demo() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = database_args(&folder.path().join("own.db"));
    let store = workspace.database.open(IfMissing::Create).await.unwrap();
    assert!(!default_database::is_demo(&store).await);
    let (events, observer) = recording_observer();
    let store = default_database::open(&workspace.database, &observer).await.unwrap();
    assert_eq!((store.stats().await.unwrap().jobs, events.lock().unwrap().len()), (0, 0));
}
