use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::mpsc::{Sender, channel};
use std::thread::{JoinHandle, spawn};

use super::*;
use crate::client::{Address, Client, Options, SecretString};
use crate::config::LoadedConfig;
use crate::keymap::action::Action;
use crate::recruiting::mirror_settings::MirrorSettings;
use crate::recruiting::triage::{EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup};
use crate::storage::{LocalStore, Storage};
use crate::tui::app::effect::StorageEffect;
use crate::tui::app::message::Message;
use crate::tui::runtime::controller::Controller;
use crate::tui::runtime::workspace::{OpenError, Workspace, WorkspaceOpener};
use crate::wire::Timestamp;

const SERVER: &str = "http://127.0.0.1:9";

struct FakeOpener(Result<PathBuf, String>);

impl WorkspaceOpener for FakeOpener {
    fn open(
        &self,
        _key: Option<SecretString>,
        _progress: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>> {
        let address = Address::parse(SERVER).unwrap();
        let local_store = LocalStore {
            file: self.0.clone(),
            server: SERVER.to_owned(),
            creates_v0: false,
            web_url: None,
            mirror: MirrorSettings::default(),
        };
        let workspace = Workspace {
            client: Client::new(&address, &Options::new(SecretString::from("key"))).unwrap(),
            title: String::new(),
            welcome: Vec::new(),
            is_offline: false,
            local_store,
            own_database: None,
            guard: Box::new(()),
        };
        Box::pin(std::future::ready(Ok(workspace)))
    }
}

/// A controller with restored storage and no server.
async fn start(file: Result<PathBuf, String>) -> Controller {
    let mut controller = Controller::new((80, 24), LoadedConfig::default(), FakeOpener(file));
    controller.open();
    while !matches!(controller.executor.next().await, Message::Restored(_)) {}
    controller
}

fn decide(controller: &mut Controller, number: usize) {
    let group = UndoGroup(format!("a-{number}"));
    let entry = LogEntry {
        id: EntryId(format!("{}.0", group.0)),
        group: group.clone(),
        at: Timestamp::parse("2026-03-04T14:02:00Z").unwrap(),
        subject: Subject::default().into(),
        snapshot: Snapshot::default().into(),
        kind: EntryKind::Star,
        source: None,
    };
    let position = None;
    controller.executor.carry_out_storage(StorageEffect::Append {
        group,
        entries: vec![entry],
        position,
    });
}

fn written_count(path: &Path) -> usize {
    Storage::open(path).unwrap().log(SERVER, 0).unwrap().0.len()
}

/// Another process with a write transaction that stays open until the sender is dropped.
fn lock_storage(path: &Path) -> (Sender<()>, JoinHandle<()>) {
    let (path, (release, released), (ready_sender, ready)) =
        (path.to_owned(), channel(), channel());
    let holder = spawn(move || {
        let storage = Storage::open(&path).unwrap();
        let wait = |_| {
            ready_sender.send(()).unwrap();
            released.recv().unwrap_or_default();
            String::new()
        };
        storage.update_quirks("another", wait).unwrap();
    });
    ready.recv().unwrap();
    (release, holder)
}

/// Takes messages, as the loop does, until the frame may be drawn. The time stands still: a busy
/// machine does not end the wait.
async fn draw(controller: &mut Controller, now: Instant) {
    while controller.frame_held_until(now).is_some() {
        let message = controller.next_message().await;
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
    assert_eq!(controller.executor.unwritten_count(), 30);
    draw(&mut controller, Instant::now()).await;
    assert_eq!((controller.executor.unwritten_count(), written_count(&path)), (0, 30));
}

#[tokio::test]
async fn keys_are_handled_while_a_frame_waits_for_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local.db");
    let mut controller = start(Ok(path.clone())).await;
    let (release, holder) = lock_storage(&path);
    decide(&mut controller, 1);
    let now = Instant::now();
    assert_eq!(controller.frame_held_until(now), Some(now + MAX_HOLD));
    controller.feed(Message::Act(Action::Help));
    assert!(!controller.state.dialogs.is_empty(), "the key took effect");
    controller.feed(Message::Act(Action::Quit));
    let later = now + MAX_HOLD / 2;
    assert_eq!(
        controller.frame_held_until(later),
        Some(now + MAX_HOLD),
        "keys do not extend the wait"
    );
    drop(release);
    holder.join().unwrap();
    draw(&mut controller, later).await;
    assert_eq!((controller.executor.unwritten_count(), written_count(&path)), (0, 1));
}

#[tokio::test]
async fn a_disk_that_hangs_holds_one_frame_for_the_time_of_a_frame() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local.db");
    let mut controller = start(Ok(path.clone())).await;
    let (release, holder) = lock_storage(&path);
    decide(&mut controller, 1);
    let now = Instant::now();
    assert_eq!(controller.frame_held_until(now), Some(now + MAX_HOLD));
    assert!(MAX_HOLD < Duration::from_millis(50));
    let late = now + MAX_HOLD;
    assert_eq!(controller.frame_held_until(late), None);
    decide(&mut controller, 2);
    assert_eq!(controller.frame_held_until(late), None, "while the disk hangs, frames do not wait");
    drop(release);
    holder.join().unwrap();
    while controller.executor.unwritten_count() > 0 {
        let message = controller.next_message().await;
        assert!(matches!(message, Message::Appended(_, Ok(()))), "{message:?}");
        controller.feed(message);
    }
    assert_eq!(controller.frame_held_until(late), None);
    assert_eq!(written_count(&path), 2);
    decide(&mut controller, 3);
    draw(&mut controller, Instant::now()).await;
    assert_eq!(written_count(&path), 3, "frames wait for the disk again");
}

#[tokio::test]
async fn a_failed_write_is_reported_before_the_frame() {
    let mut controller = start(Err("there is no home".to_owned())).await;
    decide(&mut controller, 1);
    let message = controller.executor.next_written().await;
    let failed = Message::Appended(UndoGroup("a-1".to_owned()), Err("there is no home".to_owned()));
    assert_eq!(message, failed);
    decide(&mut controller, 2);
    draw(&mut controller, Instant::now()).await;
    assert_eq!(controller.executor.unwritten_count(), 0);
    decide(&mut controller, 3);
    assert_eq!(controller.finish().await, ["your last change is not on disk: there is no home"]);
}
