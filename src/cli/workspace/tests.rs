use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Parser;

use super::args::time;
use super::observer::OpenObserver;
use super::{default_database, *};
use crate::client::ListEndpoint;
use crate::config::{Create, Loaded, Mistake, Place};

#[derive(Debug, Parser)]
struct Line {
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

fn typed(arguments: &[&str]) -> WorkspaceArgs {
    Line::try_parse_from([&["shortlist"], arguments].concat()).unwrap().workspace
}

fn at(path: &Path) -> WorkspaceArgs {
    typed(&["--database", &format!("sqlite:{}", path.display())])
}

/// A screen opens it on another thread.
const fn in_the_background<T: Send>(opening: T) -> T {
    opening
}

type Events = Arc<Mutex<Vec<OpenProgress>>>;

fn recorded() -> (Events, OpenObserver<'static>) {
    let events = Events::default();
    let into = Arc::clone(&events);
    (events, OpenObserver::screen(move |opening| into.lock().unwrap().push(opening)))
}

#[test]
fn a_time_is_read_as_people_write_it() {
    for (text, millis) in [("20", 20_000), ("20s", 20_000), ("2m", 120_000), ("500ms", 500)] {
        assert_eq!(time(text), Ok(Duration::from_millis(millis)), "{text}");
    }
    for wrong in ["", "0", "0s", "soon", "-1", "1.5s", "3d", "25h", "99999999999"] {
        assert!(time(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_is_typed_counts_before_the_environment() {
    let (url, key) = (("SHORTLIST_URL", "https://b.example:8443/api"), ("SHORTLIST_KEY", " k "));
    for (arguments, environment, told) in [
        (&[][..], &[][..], "here"),
        (&[], &[key], "here, with an idle key"),
        (&[], &[url], "b.example:8443"),
        (&[], &[url, key], "b.example:8443, with its key"),
        (&["--url", "https://a.example"], &[url, key], "a.example, with its key"),
        (&["--url", "http://localhost:7171"], &[], "localhost:7171"),
        (&["--database", "sqlite:some/agency.db"], &[url, key], "agency.db in some/agency.db"),
    ] {
        let variable = |name: &str| {
            let found = environment.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let target = typed(arguments).resolve_in(&Loaded::default(), variable).unwrap().target;
        let title = target.title();
        let found = match target {
            Target::Server { key: None, .. } => title,
            Target::Server { key: Some(_), .. } => format!("{title}, with its key"),
            Target::Database(path) => format!("{title} in {}", path.display()),
            Target::Default { idle_key: false } => "here".to_owned(),
            Target::Default { idle_key: true } => "here, with an idle key".to_owned(),
        };
        assert_eq!(found, told);
    }
    let wrong = typed(&["--url", "http://a.example"]).resolve_in(&Loaded::default(), |_| None);
    assert_eq!(wrong.unwrap_err().code(), 2);
}

/// A config with a profile for this machine and three for servers.
fn config() -> Loaded {
    let profile = |name: &str, url: Option<&str>, create| Profile {
        name: name.to_owned(),
        url: url.map(str::to_owned),
        create,
        ..Profile::default()
    };
    let mut loaded = Loaded { file: Some("config.toml".into()), ..Loaded::default() };
    loaded.settings.profiles = vec![
        profile("mine", None, Create::V0),
        profile("work", Some("https://a.example/api/"), Create::V1),
        profile("again", Some("https://a.example/api"), Create::V0),
        profile("broken", Some("http://a.example"), Create::V1),
    ];
    loaded
}

#[test]
fn a_profile_names_a_workspace_and_is_found_by_its_address() {
    let url = ("SHORTLIST_URL", "https://a.example/api");
    let set = |name| ("SHORTLIST_PROFILE", name);
    let here = "Workspace on this machine by mine";
    for (arguments, environment, told) in [
        (&[][..], &[][..], here),
        (&["--profile", "mine"], &[url, set("work")], here),
        (&["--profile", "again"], &[], "a.example by again"),
        (&[], &[set("again")], "a.example by again"),
        (&["--url", "https://b.example"], &[set("again")], "b.example by "),
        (&["--url", "https://a.example/api"], &[], "a.example by work"),
        (&["--url", "https://a.example"], &[], "a.example by "),
        (&[], &[url, set("mine")], "a.example by work"),
        (&["--database", "sqlite:x.db"], &[set("work")], "x.db by "),
    ] {
        let variable = |name: &str| {
            let found = environment.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let resolved = typed(arguments).resolve_in(&config(), variable).unwrap();
        let name = resolved.profile.map(|profile| profile.name).unwrap_or_default();
        assert_eq!(format!("{} by {name}", resolved.target.title()), told, "{arguments:?}");
    }
    for other in ["--url=https://a.example", "--database=sqlite:x.db"] {
        assert!(Line::try_parse_from(["shortlist", "--profile", "work", other]).is_err());
    }
}

#[test]
fn a_profile_that_cannot_be_used_says_why() {
    let refused = |name: &str, config: &Loaded| {
        let exit = typed(&["--profile", name]).resolve_in(config, |_| None).unwrap_err();
        assert_eq!(exit.code(), 2);
        exit.message().to_owned()
    };
    assert_eq!(
        refused("wrok", &config()),
        "no profile `wrok` in config.toml, did you mean `work`?"
    );
    assert_eq!(
        refused("elsewhere", &config()),
        "no profile `elsewhere` in config.toml; there are mine, work, again, broken"
    );
    assert!(
        refused("broken", &config())
            .starts_with("config.toml:0:0: profiles.broken.url: http://a.example is not encrypted")
    );
    let mut none = Loaded { file: Some("config.toml".into()), ..Loaded::default() };
    assert_eq!(
        refused("work", &none),
        "no profile `work` in config.toml; write [profiles.NAME] with its url there"
    );
    let wrong = "profiles.work.url: expected text, found an integer";
    let place = Place { line: 2, column: 7 };
    none.mistakes = vec![Mistake::at(Path::new("config.toml"), place, wrong)];
    assert!(refused("work", &none).ends_with(&format!("; config.toml:2:7: {wrong}")));
}

#[test]
fn no_title_steers_a_terminal() {
    let title = Target::Database(PathBuf::from("x/\u{1b}[31mred\n.db")).title();
    assert!(!title.contains(['\u{1b}', '\n']), "{title:?}");
}

#[tokio::test]
async fn a_server_opens_with_the_key_that_is_given_later() {
    let workspace = typed(&["--url", "https://a.example"]);
    let mut resolved = workspace.resolve_in(&Loaded::default(), |_| None).unwrap();
    let refused = workspace.open_observed(resolved.clone(), |_| {}).await.unwrap_err();
    assert!(refused.message().starts_with("no key for https://a.example"), "{refused:?}");
    let Target::Server { key, .. } = &mut resolved.target else { panic!("a server") };
    *key = Some(SecretString::from("sl_key"));
    let open = in_the_background(workspace.open_observed(resolved, |_| {})).await.unwrap();
    assert_eq!((open.title(), open.is_demo(), open.is_embedded()), ("a.example", false, false));
}

#[tokio::test]
async fn a_new_workspace_tells_how_it_is_filled() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = at(&folder.path().join("service.db"));
    let (events, observer) = recorded();
    let store = default_database::open(&workspace.database, &observer).await.unwrap();
    assert!(default_database::is_demo(&store).await);
    let told = std::mem::take(&mut *events.lock().unwrap());
    let (welcome, filling) = told.split_last().unwrap();
    assert_eq!(*welcome, OpenProgress::Welcome { jobs: 32, candidates: 2400 });
    let expected: Vec<OpenProgress> =
        (1..=100).map(|part| OpenProgress::Filling { done: part * 24, of: 2400 }).collect();
    assert_eq!(filling, expected);

    default_database::open(&workspace.database, &observer).await.unwrap();
    assert_eq!(*events.lock().unwrap(), [], "the second time there is nothing to tell");

    let target = Target::Database(folder.path().join("service.db"));
    let resolved = ResolvedWorkspace { target, profile: None };
    let open = workspace.open_observed(resolved, |_| {}).await.unwrap();
    assert_eq!((open.title(), open.is_demo(), open.is_embedded()), ("service.db", true, true));
    assert_eq!(open.client.page(&ListEndpoint::jobs(), 0, 1).await.unwrap().total, Some(32));
}

#[tokio::test]
async fn a_fill_that_is_let_go_is_undone_and_done_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = at(&folder.path().join("service.db"));
    let (teller, mut told) = tokio::sync::mpsc::unbounded_channel();
    let (go_on, held) = std::sync::mpsc::channel::<()>();
    let held = Mutex::new(held);
    let observer = OpenObserver::screen(move |opening| {
        teller.send(opening).unwrap_or_default();
        // Until the test has let go.
        let _ = held.lock().unwrap().recv();
    });
    tokio::select! {
        opened = default_database::open(&workspace.database, &observer) => panic!("{opened:?}"),
        first = told.recv() => assert_eq!(first, Some(OpenProgress::Filling { done: 24, of: 2400 })),
    }
    drop(go_on);
    let (events, again) = recorded();
    default_database::open(&workspace.database, &again).await.unwrap();
    assert_eq!(told.try_recv().ok(), None, "the first fill went no further");
    assert!(matches!(events.lock().unwrap().last(), Some(OpenProgress::Welcome { .. })));
}

#[tokio::test]
async fn a_database_of_ones_own_is_no_demo() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = at(&folder.path().join("own.db"));
    let store = workspace.database.open(IfMissing::Create).unwrap();
    assert!(!default_database::is_demo(&store).await);
    let (events, observer) = recorded();
    let store = default_database::open(&workspace.database, &observer).await.unwrap();
    assert_eq!((store.stats().await.unwrap().jobs, events.lock().unwrap().len()), (0, 0));
}
