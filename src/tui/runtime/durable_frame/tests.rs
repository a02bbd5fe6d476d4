use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::mpsc::{Sender, channel};
use std::thread::{JoinHandle, spawn};

use super::*;
use crate::client::{Address, Client, Options, SecretString};
use crate::config::Loaded;
use crate::keymap::action::Action;
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

/// A controller that has read its storage and asks no server.
async fn start(file: Result<PathBuf, String>) -> Controller {
    let mut controller = Controller::new((80, 24), Loaded::default(), Open(file));
    controller.open();
    while !matches!(controller.worker.next().await, Message::Remembered(_)) {}
    controller
}

fn decide(controller: &mut Controller, number: usize) {
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
    controller.worker.carry_out(Effect::Append { step, entries: vec![entry], place });
}

fn written(path: &Path) -> usize {
    Storage::open(path).unwrap().log(SERVER, 0).unwrap().0.len()
}

fn notices(controller: &Controller) -> Vec<String> {
    controller
        .state
        .notices
        .shown(controller.state.clock.moment)
        .map(|notice| notice.text.clone())
        .collect()
}

/// Another process with a write transaction that stays open until the sender is dropped.
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

/// Takes messages, as the loop does, until the frame may be drawn.
async fn draw(controller: &mut Controller) {
    let now = Instant::now();
    while controller.frame_held_until(now).is_some() {
        let message = controller.news().await;
        controller.feed(message);
    }
}

#[tokio::test]
async fn a_frame_waits_until_every_step_is_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local.db");
    let mut controller = start(Ok(path.clone())).await;
    assert_eq!(controller.frame_held_until(Instant::now()), None);
    for number in 0..30 {
        decide(&mut controller, number);
    }
    assert_eq!(controller.worker.unwritten(), 30);
    draw(&mut controller).await;
    assert_eq!((controller.worker.unwritten(), written(&path)), (0, 30));
    assert_eq!(notices(&controller), [""; 0]);
}

#[tokio::test]
async fn keys_are_handled_while_a_frame_waits_for_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local.db");
    let mut controller = start(Ok(path.clone())).await;
    let (go_on, holder) = hold(&path);
    decide(&mut controller, 1);
    let now = Instant::now();
    assert_eq!(controller.frame_held_until(now), Some(now + PATIENCE));
    controller.act(Action::Help);
    assert!(controller.state.over.is_some(), "the key took effect");
    controller.act(Action::Quit);
    let later = now + PATIENCE / 2;
    assert_eq!(controller.frame_held_until(later), Some(now + PATIENCE), "keys do not prolong it");
    drop(go_on);
    holder.join().unwrap();
    draw(&mut controller).await;
    assert_eq!((controller.worker.unwritten(), written(&path)), (0, 1));
}

#[tokio::test]
async fn a_disk_that_hangs_is_reported_and_holds_only_one_frame() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local.db");
    let mut controller = start(Ok(path.clone())).await;
    let (go_on, holder) = hold(&path);
    decide(&mut controller, 1);
    let now = Instant::now();
    assert_eq!(controller.frame_held_until(now), Some(now + PATIENCE));
    let late = now + PATIENCE;
    assert_eq!(controller.frame_held_until(late), None);
    assert_eq!(notices(&controller), ["the disk has not taken 1 verdict yet"]);
    assert_eq!(controller.frame_held_until(late), None);
    decide(&mut controller, 2);
    assert_eq!(controller.frame_held_until(late), None, "the user goes on");
    assert_eq!(notices(&controller).last().unwrap(), "the disk has not taken 2 verdicts yet");
    assert_eq!(notices(&controller).len(), 2);
    drop(go_on);
    holder.join().unwrap();
    while controller.worker.unwritten() > 0 {
        let message = controller.news().await;
        assert!(matches!(message, Message::Appended(_, Ok(()))), "{message:?}");
        controller.feed(message);
    }
    assert_eq!(controller.frame_held_until(late), None);
    assert_eq!((written(&path), notices(&controller).len()), (2, 2));
    decide(&mut controller, 3);
    draw(&mut controller).await;
    assert_eq!(written(&path), 3, "the disk is waited for again");
}

#[tokio::test]
async fn a_failed_write_is_known_before_the_frame() {
    let mut controller = start(Err("there is no home".to_owned())).await;
    decide(&mut controller, 1);
    let message = controller.worker.written().await;
    let failed = Message::Appended(UndoGroup("a-1".to_owned()), Err("there is no home".to_owned()));
    assert_eq!(message, failed);
    decide(&mut controller, 2);
    draw(&mut controller).await;
    assert_eq!(controller.worker.unwritten(), 0);
    decide(&mut controller, 3);
    assert_eq!(
        controller.finish().await,
        ["the last thing you decided is not on disk: there is no home"]
    );
}
