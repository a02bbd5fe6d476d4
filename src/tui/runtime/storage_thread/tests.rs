mod triage;

use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

use tempfile::TempDir;

use tokio::sync::oneshot;

use super::{command, *};
use crate::recruiting::mirror_settings::{CacheMode, MirrorSettings};
use crate::recruiting::person::{
    Draft, DraftId, FieldValue, Form, FormKind, PersonField, ServerQuirks,
};
use crate::storage::{DraftRow, Storage};
use crate::tui::app::restored::Restored;
use crate::wire::Timestamp;

/// A wait fails after this time. Only a failing test spends it.
const TIMEOUT: Duration = Duration::from_mins(2);

fn temp_path() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local/work.db");
    (folder, path)
}

fn local_store(path: &Path) -> LocalStore {
    LocalStore {
        file: Ok(path.to_owned()),
        server: "https://a.example".to_owned(),
        creates_v0: true,
        web_url: None,
        // The records of these tests are old.
        mirror: MirrorSettings { keep_days: 36_500, ..MirrorSettings::default() },
    }
}

/// Keeps only this from the server.
fn store_with_cache(path: &Path, cache: CacheMode) -> LocalStore {
    let mirror = MirrorSettings { cache, ..local_store(path).mirror };
    LocalStore { mirror, ..local_store(path) }
}

/// A storage thread and its messages.
fn start_thread(store: LocalStore) -> (StorageThread, Receiver<Message>) {
    let (sender, receiver) = channel();
    (StorageThread::start(store, move |message| sender.send(message).unwrap_or_default()), receiver)
}

fn draft(id: &str, name: &str) -> Box<Draft> {
    let mut form = Form::create(FormKind::Create, None, "outside".to_owned());
    form.set(PersonField::Name, FieldValue::Text(name.to_owned()));
    let at = Timestamp::parse("2026-03-04T14:02:00Z").unwrap();
    Box::new(Draft::new(DraftId(id.to_owned()), form, at))
}

fn save_draft(id: &str, name: &str) -> StorageCommand {
    StorageCommand::SaveDraft(draft(id, name), Vec::new())
}

fn id(id: &str) -> DraftId {
    DraftId(id.to_owned())
}

fn restored(receiver: &Receiver<Message>) -> Restored {
    match receiver.recv().unwrap() {
        Message::Restored(restored) => *restored,
        other => panic!("{other:?}"),
    }
}

/// What a new window restores.
fn restore_from(path: &Path) -> Restored {
    let (_thread, receiver) = start_thread(local_store(path));
    restored(&receiver)
}

fn names(restored: &Restored) -> Vec<&str> {
    restored.drafts.iter().map(|draft| draft.form.name.as_str()).collect()
}

#[test]
fn a_draft_is_restored_the_next_time() {
    let (_folder, path) = temp_path();
    let (mut thread, receiver) = start_thread(local_store(&path));
    let fresh = restored(&receiver);
    assert_eq!((names(&fresh), fresh.creates_v0, fresh.session.len()), (vec![], true, 16));
    assert!(thread.send(save_draft("a", "Ada")));
    assert_eq!(receiver.recv().unwrap(), Message::DraftSaved(id("a"), Ok(())));
    thread.end(TIMEOUT);
    assert!(!thread.send(save_draft("a", "Bo")), "a thread that ended accepts no command");
    let restored = restore_from(&path);
    assert_eq!(restored.drafts, [*draft("a", "Ada")]);
    assert_eq!(restored.warning, None);
}

#[test]
fn every_queued_command_is_written_when_the_thread_is_dropped() {
    let (_folder, path) = temp_path();
    let (thread, _receiver) = start_thread(local_store(&path));
    for round in 0..10 {
        thread.send(save_draft("a", &format!("Ada {round}")));
        thread.send(StorageCommand::DiscardDraft(id("a")));
        thread.send(save_draft("b", &format!("Bo {round}")));
        thread.send(StorageCommand::DiscardDraft(id("b")));
        thread.send(StorageCommand::RestoreDraft(id("b")));
        thread.send(save_draft("c", &format!("Cy {round}")));
        thread.send(StorageCommand::DeleteDraft(id("c")));
    }
    // As when a panic unwinds: nothing calls `end`.
    drop(thread);
    assert_eq!(names(&restore_from(&path)), ["Bo 9"]);
}

#[test]
fn a_newer_text_replaces_an_unwritten_one_and_nothing_changes_places() {
    let queued = |commands: Vec<StorageCommand>| -> Vec<String> {
        let mut queue = VecDeque::new();
        for command in commands {
            command::enqueue(&mut queue, command);
        }
        let descriptions = queue.iter().map(|command| match command {
            StorageCommand::SaveDraft(draft, answers) => {
                format!("keep {} {} {}", draft.id.0, draft.form.name, answers.len())
            }
            StorageCommand::DiscardDraft(id) => format!("drop {}", id.0),
            StorageCommand::DeleteDraft(id) => format!("forget {}", id.0),
            StorageCommand::RestoreDraft(id) => format!("restore {}", id.0),
            StorageCommand::CheckOtherEditors(person) => format!("who else {person}"),
            StorageCommand::LearnQuirks(_) | StorageCommand::ForgetQuirks(_) => "learn".to_owned(),
            other => panic!("{other:?}"),
        });
        descriptions.collect()
    };
    let awaited = || StorageCommand::SaveDraft(draft("a", "sent"), vec![oneshot::channel().0]);
    assert_eq!(
        queued(vec![
            save_draft("a", "1"),
            save_draft("b", "1"),
            save_draft("a", "2"),
            awaited(),
            save_draft("a", "3")
        ]),
        ["keep a 3 1", "keep b 1 0"]
    );
    assert_eq!(
        queued(vec![
            save_draft("a", "1"),
            StorageCommand::DiscardDraft(id("a")),
            save_draft("a", "2"),
            StorageCommand::LearnQuirks(ServerQuirks::default()),
            save_draft("a", "3"),
            StorageCommand::RestoreDraft(id("a")),
        ]),
        ["keep a 1 0", "drop a", "keep a 3 0", "learn", "restore a"]
    );
}

#[test]
fn an_unreadable_draft_is_reported_and_left_alone() {
    let (_folder, path) = temp_path();
    let storage = Storage::open(&path).unwrap();
    let row = DraftRow {
        id: "newer".to_owned(),
        session: "gone".to_owned(),
        server: local_store(&path).server,
        person: None,
        name: "Ada".to_owned(),
        at: draft("", "").at,
        body: r#"{"version": 9}"#.to_owned(),
    };
    storage.save_draft(&row).unwrap();
    let (mut thread, receiver) = start_thread(local_store(&path));
    let restored = restored(&receiver);
    assert_eq!(restored.drafts, []);
    assert!(restored.warning.unwrap().starts_with("1 unsaved edit could not be read"));
    thread.end(TIMEOUT);
    assert_eq!(storage.drafts().unwrap(), [row]);
}

#[test]
fn a_draft_is_offered_only_for_its_server() {
    let (_folder, path) = temp_path();
    let (mut thread, receiver) = start_thread(local_store(&path));
    restored(&receiver);
    thread.send(save_draft("a", "Ada"));
    thread.end(TIMEOUT);
    // The profile has another address now.
    let moved = LocalStore { server: "https://b.example".to_owned(), ..local_store(&path) };
    let (mut other_thread, receiver) = start_thread(moved);
    let other = restored(&receiver);
    assert_eq!(names(&other), [""; 0]);
    assert_eq!(
        other.warning.as_deref(),
        Some("not shown here: 1 unsaved edit for https://a.example")
    );
    other_thread.end(TIMEOUT);
    assert_eq!(names(&restore_from(&path)), ["Ada"]);
}

#[test]
fn a_failed_save_is_reported_and_retried_with_the_next_edit() {
    let (folder, path) = temp_path();
    // A file blocks the path of the directory.
    std::fs::write(folder.path().join("local"), "").unwrap();
    let (mut thread, receiver) = start_thread(local_store(&path));
    let restored = restored(&receiver);
    assert!(restored.warning.unwrap().starts_with("Your text is not being saved: "));
    assert!(!restored.session.is_empty(), "drafts need the prefix even without a database");
    thread.send(save_draft("a", "Ada"));
    let Message::DraftSaved(_, Err(error)) = receiver.recv().unwrap() else {
        panic!("the draft was saved")
    };
    assert!(error.contains("the directory cannot be created"), "{error}");
    for command in [
        StorageCommand::DiscardDraft(id("a")),
        StorageCommand::DeleteDraft(id("a")),
        StorageCommand::LearnQuirks(ServerQuirks::default()),
    ] {
        thread.send(command);
        assert!(matches!(receiver.recv().unwrap(), Message::Notice(_)));
    }

    std::fs::remove_file(folder.path().join("local")).unwrap();
    thread.send(save_draft("a", "Ada L"));
    assert_eq!(receiver.recv().unwrap(), Message::DraftSaved(id("a"), Ok(())));
    thread.end(TIMEOUT);
    assert_eq!(names(&restore_from(&path)), ["Ada L"]);
}

#[test]
fn a_thread_that_cannot_start_reports_that_nothing_is_saved() {
    let (_folder, path) = temp_path();
    let (sender, receiver) = channel();
    let notify = move |message| sender.send(message).unwrap_or_default();
    let refused = |_work| Err(io::Error::other("no more threads"));
    let thread = StorageThread::start_with(local_store(&path), notify, refused);
    let restored = restored(&receiver);
    assert_eq!(restored.warning.as_deref(), Some("Your text is not being saved: no more threads"));
    assert!(!restored.session.is_empty());
    assert!(!thread.send(save_draft("a", "Ada")));
}

#[test]
fn two_windows_know_of_each_other() {
    let (_folder, path) = temp_path();
    let (first, receiver) = start_thread(local_store(&path));
    restored(&receiver);
    let (second, second_receiver) = start_thread(local_store(&path));
    restored(&second_receiver);
    let mut mine = draft("a", "Ada");
    mine.form.person = Some("per_1".into());
    first.send(StorageCommand::SaveDraft(mine, Vec::new()));
    first.send(StorageCommand::LearnQuirks(ServerQuirks {
        extends_lists: true,
        ..ServerQuirks::default()
    }));
    first.send(save_draft("b", "Bo"));
    while receiver.recv().unwrap() != Message::DraftSaved(id("b"), Ok(())) {}
    // The second window opened before the first one wrote its draft.
    for person in ["per_2", "per_1"] {
        second.send(StorageCommand::CheckOtherEditors(person.into()));
    }
    assert_eq!(second_receiver.recv().unwrap(), Message::EditedElsewhere("per_1".into()));
    let third = restore_from(&path);
    assert_eq!((names(&third), third.quirks.extends_lists), (vec![], true));
    drop(first);
    second.send(StorageCommand::CheckOtherEditors("per_1".into()));
    drop(second);
    assert!(second_receiver.recv().is_err(), "drafts of a closed window are not reported");
    let mut later = restore_from(&path);
    later.drafts.sort_by(|left, right| left.id.cmp(&right.id));
    assert_eq!(names(&later), ["Ada", "Bo"]);
}

#[test]
fn quirks_learned_by_two_windows_are_merged() {
    let (_folder, path) = temp_path();
    let store = local_store(&path);
    let (first, second) = (store.open().unwrap(), store.open().unwrap());
    let extends = ServerQuirks { extends_lists: true, ..ServerQuirks::default() };
    store.learn(&first, extends).unwrap();
    store.learn(&second, ServerQuirks { clears_omitted: true, ..ServerQuirks::default() }).unwrap();
    let both = ServerQuirks { extends_lists: true, clears_omitted: true };
    assert_eq!(store.quirks(&first).unwrap(), both);
    first.update_quirks(&store.server, |_| "{".to_owned()).unwrap();
    store.learn(&second, extends).unwrap();
    assert_eq!(store.quirks(&first).unwrap(), extends, "unreadable quirks are replaced");
}

#[tokio::test]
async fn a_create_waits_until_its_draft_is_on_disk() {
    let (_folder, path) = temp_path();
    let (thread, receiver) = start_thread(local_store(&path));
    restored(&receiver);
    let (sender, written) = oneshot::channel();
    thread.send(StorageCommand::SaveDraft(draft("a", "Ada"), vec![sender]));
    assert_eq!(written.await, Ok(Ok(())));
    let storage = Storage::open(&path).unwrap();
    assert_eq!(storage.drafts().unwrap().len(), 1);
}

#[test]
fn a_window_reports_when_another_edits_the_same_person() {
    let (_folder, path) = temp_path();
    let (first, _receiver) = start_thread(local_store(&path));
    let (second, receiver) = start_thread(local_store(&path));
    restored(&receiver);
    let mut theirs = draft("a", "Ada");
    theirs.form.person = Some("per_1".into());
    let (sender, written) = oneshot::channel();
    first.send(StorageCommand::SaveDraft(theirs, vec![sender]));
    written.blocking_recv().unwrap().unwrap();
    for (round, person) in [("Bo", "per_2"), ("Ada", "per_1"), ("Ada L.", "per_1")] {
        let mut mine = draft("b", round);
        mine.form.person = Some(person.into());
        second.send(StorageCommand::SaveDraft(mine, Vec::new()));
        assert_eq!(receiver.recv().unwrap(), Message::DraftSaved(id("b"), Ok(())));
        if round == "Ada" {
            assert_eq!(receiver.recv().unwrap(), Message::EditedElsewhere("per_1".into()));
        }
    }
    drop(second);
    assert!(receiver.recv().is_err(), "the other editor is reported once");
}
