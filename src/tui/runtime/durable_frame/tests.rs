use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::mpsc::{Sender, channel};
use std::thread::{JoinHandle, spawn};

use super::*;
use crate::client::{Address, Client, Options, SecretString};
use crate::config::Loaded;
use crate::recruiting::triage::{EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup};
use crate::storage::Storage;
use crate::tui::app::effect::Effect;
use crate::tui::runtime::storage_thread::local_store::LocalStore;
use crate::tui::runtime::workspace::{OpenError, Workspace, WorkspaceOpener};
use crate::wire::Timestamp;

const SERVER: &str = "http://127.0.0.1:9";

struct Open(Result<PathBuf, String>);

impl WorkspaceOpener for Open {
    fn open(
        &self,
        _key: Option<SecretString>,
        _tell: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>> {
        let address = Address::parse(SERVER).unwrap();
        let memory = LocalStore {
            file: self.0.clone(),
            server: SERVER.to_owned(),
            creates_v0: false,
            web_url: None,
            caches: true,
        };
        let opened = Workspace {
            client: Client::new(&address, &Options::new(SecretString::from("key"))).unwrap(),
            title: String::new(),
            welcome: Vec::new(),
            memory,
            mover: None,
            guard: Box::new(()),
        };
        Box::pin(std::future::ready(Ok(opened)))
    }
}

/// A desk that knows what it remembers, and asks no server.
async fn desk(file: Result<PathBuf, String>) -> Controller {
    let mut desk = Controller::new((80, 24), Loaded::default(), Open(file));
    desk.open();
    while !matches!(desk.worker.next().await, Message::Remembered(_)) {}
    desk
}

fn decide(desk: &mut Controller, number: usize) {
    let step = UndoGroup(format!("a-{number}"));
    let entry = LogEntry {
        id: EntryId(format!("{}.0", step.0)),
        step: step.clone(),
        at: Timestamp::parse("2026-03-04T14:02:00Z").unwrap(),
        subject: Subject::default().into(),
        seen: Snapshot::default().into(),
        act: EntryKind::Star,
        source: None,
    };
    let place = None;
    desk.worker.carry_out(Effect::Append { step, entries: vec![entry], place });
}

fn written(path: &Path) -> usize {
    Storage::open(path).unwrap().log(SERVER, 0).unwrap().0.len()
}

fn told(desk: &Controller) -> Vec<String> {
    desk.state.notices.shown(desk.state.clock.moment).map(|notice| notice.text.clone()).collect()
}

/// Another program that writes, and does not end before it is let go.
fn hold(path: &Path) -> (Sender<()>, JoinHandle<()>) {
    let (path, (go_on, held), (begun, begins)) = (path.to_owned(), channel(), channel());
    let holder = spawn(move || {
        let local = Storage::open(&path).unwrap();
        let wait = |_| {
            begun.send(()).unwrap();
            held.recv().unwrap_or_default();
            String::new()
        };
        local.learn("another", wait).unwrap();
    });
    begins.recv().unwrap();
    (go_on, holder)
}

#[tokio::test]
async fn many_steps_are_on_disk_when_it_is_settled() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local.db");
    let mut desk = desk(Ok(path.clone())).await;
    desk.settled().await;
    for number in 0..30 {
        decide(&mut desk, number);
    }
    assert_eq!(desk.worker.unwritten(), 30);
    desk.settled().await;
    assert_eq!((desk.worker.unwritten(), written(&path)), (0, 30));
    assert_eq!(told(&desk), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn a_disk_that_hangs_is_told_and_waited_for_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local.db");
    let mut desk = desk(Ok(path.clone())).await;
    let (go_on, holder) = hold(&path);
    decide(&mut desk, 1);
    let begun = Instant::now();
    desk.settled().await;
    assert!(begun.elapsed() >= PATIENCE);
    assert_eq!(told(&desk), ["the disk has not taken 1 verdict yet"]);
    let begun = Instant::now();
    desk.settled().await;
    decide(&mut desk, 2);
    desk.settled().await;
    assert_eq!(begun.elapsed(), Duration::ZERO, "the person goes on");
    assert_eq!(told(&desk).last().unwrap(), "the disk has not taken 2 verdicts yet");
    assert_eq!(told(&desk).len(), 2);
    drop(go_on);
    holder.join().unwrap();
    while desk.worker.unwritten() > 0 {
        let message = desk.news().await;
        assert!(matches!(message, Message::Appended(_, Ok(()))), "{message:?}");
        desk.feed(message);
    }
    desk.settled().await;
    assert_eq!((written(&path), told(&desk).len()), (2, 2));
}

#[tokio::test]
async fn what_cannot_be_written_is_known_before_the_frame() {
    let mut desk = desk(Err("there is no home".to_owned())).await;
    decide(&mut desk, 1);
    let message = desk.worker.written().await;
    let failed = Message::Appended(UndoGroup("a-1".to_owned()), Err("there is no home".to_owned()));
    assert_eq!(message, failed);
    decide(&mut desk, 2);
    desk.settled().await;
    assert_eq!(desk.worker.unwritten(), 0);
    decide(&mut desk, 3);
    assert_eq!(
        desk.finish().await,
        ["the last thing you decided is not on disk: there is no home"]
    );
}
