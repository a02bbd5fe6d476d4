use std::path::Path;
use std::sync::{Arc, Mutex};

use clap::Parser;

use super::watch::Watch;
use super::*;
use crate::client::List;

#[derive(Debug, Parser)]
struct Line {
    #[command(flatten)]
    workspace: Workspace,
}

fn typed(arguments: &[&str]) -> Workspace {
    Line::try_parse_from([&["shortlist"], arguments].concat()).unwrap().workspace
}

fn at(path: &Path) -> Workspace {
    typed(&["--database", &format!("sqlite:{}", path.display())])
}

/// A screen opens it on another thread.
const fn in_the_background<T: Send>(opening: T) -> T {
    opening
}

type Heard = Arc<Mutex<Vec<Opening>>>;

fn recorded() -> (Heard, Watch<'static>) {
    let heard = Heard::default();
    let into = Arc::clone(&heard);
    (heard, Watch::screen(move |opening| into.lock().unwrap().push(opening)))
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
        let target = typed(arguments).target_in(variable).unwrap();
        let title = target.title();
        let found = match target {
            Target::Server { key: None, .. } => title,
            Target::Server { key: Some(_), .. } => format!("{title}, with its key"),
            Target::Database(path) => format!("{title} in {}", path.display()),
            Target::Here { idle_key: false } => "here".to_owned(),
            Target::Here { idle_key: true } => "here, with an idle key".to_owned(),
        };
        assert_eq!(found, told);
    }
    let wrong = typed(&["--url", "http://a.example"]).target_in(|_| None);
    assert_eq!(wrong.unwrap_err().code(), 2);
}

#[test]
fn no_title_steers_a_terminal() {
    let title = Target::Database(PathBuf::from("x/\u{1b}[31mred\n.db")).title();
    assert!(!title.contains(['\u{1b}', '\n']), "{title:?}");
}

#[tokio::test]
async fn a_server_opens_with_the_key_that_is_given_later() {
    let workspace = typed(&["--url", "https://a.example"]);
    let Target::Server { address, key: None } = workspace.target_in(|_| None).unwrap() else {
        panic!("a server without a key")
    };
    let closed = Target::Server { address: address.clone(), key: None };
    let refused = workspace.open_quietly(closed, |_| {}).await.unwrap_err();
    assert!(refused.message().starts_with("no key for https://a.example"), "{refused:?}");
    let key = Some(SecretString::from("sl_key"));
    let target = Target::Server { address, key };
    let open = in_the_background(workspace.open_quietly(target, |_| {})).await.unwrap();
    assert_eq!((open.title(), open.is_demo(), open.is_here()), ("a.example", false, false));
}

#[tokio::test]
async fn a_new_workspace_tells_how_it_is_filled() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = at(&folder.path().join("service.db"));
    let (heard, watch) = recorded();
    let store = here::open(&workspace.database, &watch).await.unwrap();
    assert!(here::is_demo(&store).await);
    let told = std::mem::take(&mut *heard.lock().unwrap());
    let (welcome, filling) = told.split_last().unwrap();
    assert_eq!(*welcome, Opening::Welcome { jobs: 32, candidates: 2400 });
    let expected: Vec<Opening> =
        (1..=100).map(|part| Opening::Filling { done: part * 24, of: 2400 }).collect();
    assert_eq!(filling, expected);

    here::open(&workspace.database, &watch).await.unwrap();
    assert_eq!(*heard.lock().unwrap(), [], "the second time there is nothing to tell");

    let target = Target::Database(folder.path().join("service.db"));
    let open = workspace.open_quietly(target, |_| {}).await.unwrap();
    assert_eq!((open.title(), open.is_demo(), open.is_here()), ("service.db", true, true));
    assert_eq!(open.client.page(&List::jobs(), 0, 1).await.unwrap().total, Some(32));
}

#[tokio::test]
async fn a_fill_that_is_let_go_is_undone_and_done_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = at(&folder.path().join("service.db"));
    let (teller, mut told) = tokio::sync::mpsc::unbounded_channel();
    let (go_on, held) = std::sync::mpsc::channel::<()>();
    let held = Mutex::new(held);
    let watch = Watch::screen(move |opening| {
        teller.send(opening).unwrap_or_default();
        // Until the test has let go.
        let _ = held.lock().unwrap().recv();
    });
    tokio::select! {
        opened = here::open(&workspace.database, &watch) => panic!("{opened:?}"),
        first = told.recv() => assert_eq!(first, Some(Opening::Filling { done: 24, of: 2400 })),
    }
    drop(go_on);
    let (heard, again) = recorded();
    here::open(&workspace.database, &again).await.unwrap();
    assert_eq!(told.try_recv().ok(), None, "the first fill went no further");
    assert!(matches!(heard.lock().unwrap().last(), Some(Opening::Welcome { .. })));
}

#[tokio::test]
async fn a_database_of_ones_own_is_no_demo() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = at(&folder.path().join("own.db"));
    let store = workspace.database.open(Missing::Create).unwrap();
    assert!(!here::is_demo(&store).await);
    let (heard, watch) = recorded();
    let store = here::open(&workspace.database, &watch).await.unwrap();
    assert_eq!((store.stats().await.unwrap().jobs, heard.lock().unwrap().len()), (0, 0));
}
