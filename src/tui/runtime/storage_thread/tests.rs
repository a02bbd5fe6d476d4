mod triage;

use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

use tempfile::TempDir;

use tokio::sync::oneshot;

use super::{command, *};
use crate::recruiting::person::{
    Draft, DraftId, FieldValue, Form, FormKind, PersonField, ServerQuirks,
};
use crate::storage::{DraftRow, Storage};
use crate::tui::app::restored::Restored;
use crate::wire::Timestamp;

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local/work.db");
    (folder, path)
}

fn at(path: &Path) -> LocalStore {
    LocalStore {
        file: Ok(path.to_owned()),
        server: "https://a.example".to_owned(),
        creates_v0: true,
        web_url: None,
        caches: true,
    }
}

/// A keeper, and what it told.
fn keeper(memories: LocalStore) -> (StorageThread, Receiver<Message>) {
    let (told, heard) = channel();
    (StorageThread::start(memories, move |message| told.send(message).unwrap_or_default()), heard)
}

fn draft(id: &str, name: &str) -> Box<Draft> {
    let mut form = Form::create(FormKind::Create, None, "outside".to_owned());
    form.set(PersonField::Name, FieldValue::Text(name.to_owned()));
    let at = Timestamp::parse("2026-03-04T14:02:00Z").unwrap();
    Box::new(Draft { id: DraftId(id.to_owned()), form, at, text: None, sent: false })
}

fn keep(id: &str, name: &str) -> StorageCommand {
    StorageCommand::Keep(draft(id, name), Vec::new())
}

fn id(id: &str) -> DraftId {
    DraftId(id.to_owned())
}

fn memory(heard: &Receiver<Message>) -> Restored {
    match heard.recv().unwrap() {
        Message::Remembered(memory) => *memory,
        other => panic!("{other:?}"),
    }
}

/// What a new window finds.
fn found(path: &Path) -> Restored {
    let (_keeper, heard) = keeper(at(path));
    memory(&heard)
}

fn names(memory: &Restored) -> Vec<&str> {
    memory.drafts.iter().map(|draft| draft.form.name.as_str()).collect()
}

#[test]
fn what_is_typed_is_there_the_next_time() {
    let (_folder, path) = place();
    let (mut keeper, heard) = keeper(at(&path));
    let fresh = memory(&heard);
    assert_eq!((names(&fresh), fresh.creates_v0, fresh.session.len()), (vec![], true, 16));
    assert!(keeper.send(keep("a", "Ada")));
    assert_eq!(heard.recv().unwrap(), Message::DraftKept(id("a"), Ok(())));
    keeper.end(SHUTDOWN_LIMIT);
    assert!(!keeper.send(keep("a", "Bo")), "the end is the end");
    let found = found(&path);
    assert_eq!(found.drafts, [*draft("a", "Ada")]);
    assert_eq!(found.trouble, None);
}

#[test]
fn everything_that_was_ordered_is_written_when_the_keeper_is_let_go() {
    let (_folder, path) = place();
    let (keeper, _heard) = keeper(at(&path));
    for round in 0..50 {
        keeper.send(keep("a", &format!("Ada {round}")));
        keeper.send(StorageCommand::Drop(id("a")));
        keeper.send(keep("b", &format!("Bo {round}")));
        keeper.send(StorageCommand::Drop(id("b")));
        keeper.send(StorageCommand::Restore(id("b")));
        keeper.send(keep("c", &format!("Cy {round}")));
        keeper.send(StorageCommand::Forget(id("c")));
    }
    // As in a panic: nobody waits by name.
    drop(keeper);
    assert_eq!(names(&found(&path)), ["Bo 49"]);
}

#[test]
fn a_newer_text_replaces_an_unwritten_one_and_nothing_changes_places() {
    let told = |orders: Vec<StorageCommand>| -> Vec<String> {
        let mut waiting = VecDeque::new();
        for order in orders {
            command::take_in(&mut waiting, order);
        }
        let told = waiting.iter().map(|order| match order {
            StorageCommand::Keep(draft, answers) => {
                format!("keep {} {} {}", draft.id.0, draft.form.name, answers.len())
            }
            StorageCommand::Drop(id) => format!("drop {}", id.0),
            StorageCommand::Forget(id) => format!("forget {}", id.0),
            StorageCommand::Restore(id) => format!("restore {}", id.0),
            StorageCommand::WhoElse(person) => format!("who else {person}"),
            StorageCommand::Learn(_) | StorageCommand::Unlearn(_) => "learn".to_owned(),
            other => panic!("{other:?}"),
        });
        told.collect()
    };
    let awaited = || StorageCommand::Keep(draft("a", "sent"), vec![oneshot::channel().0]);
    assert_eq!(
        told(vec![keep("a", "1"), keep("b", "1"), keep("a", "2"), awaited(), keep("a", "3")]),
        ["keep a 3 1", "keep b 1 0"]
    );
    assert_eq!(
        told(vec![
            keep("a", "1"),
            StorageCommand::Drop(id("a")),
            keep("a", "2"),
            StorageCommand::Learn(ServerQuirks::default()),
            keep("a", "3"),
            StorageCommand::Restore(id("a")),
        ]),
        ["keep a 1 0", "drop a", "keep a 3 0", "learn", "restore a"]
    );
}

#[test]
fn a_draft_that_cannot_be_read_is_told_and_left_alone() {
    let (_folder, path) = place();
    let local = Storage::open(&path).unwrap();
    let row = DraftRow {
        id: "newer".to_owned(),
        session: "gone".to_owned(),
        server: at(&path).server,
        person: None,
        name: "Ada".to_owned(),
        at: draft("", "").at,
        body: r#"{"version": 9}"#.to_owned(),
    };
    local.keep_draft(&row).unwrap();
    let (mut keeper, heard) = keeper(at(&path));
    let memory = memory(&heard);
    assert_eq!(memory.drafts, []);
    assert!(memory.trouble.unwrap().starts_with("1 unsaved edit on this machine cannot be read"));
    keeper.end(SHUTDOWN_LIMIT);
    assert_eq!(local.drafts().unwrap(), [row]);
}

#[test]
fn a_draft_is_offered_for_the_server_that_it_was_begun_for() {
    let (_folder, path) = place();
    let (mut keeper, heard) = keeper(at(&path));
    memory(&heard);
    keeper.send(keep("a", "Ada"));
    keeper.end(SHUTDOWN_LIMIT);
    // The profile has another address now.
    let moved = LocalStore { server: "https://b.example".to_owned(), ..at(&path) };
    let (mut elsewhere, heard) = self::keeper(moved);
    let other = memory(&heard);
    assert_eq!(names(&other), [""; 0]);
    assert_eq!(
        other.trouble.as_deref(),
        Some("kept for https://a.example, and not offered here: 1 unsaved edit")
    );
    elsewhere.end(SHUTDOWN_LIMIT);
    assert_eq!(names(&found(&path)), ["Ada"]);
}

#[test]
fn what_cannot_be_kept_is_told_and_tried_again_with_the_next_word() {
    let (folder, path) = place();
    // A file stands where the directory should be.
    std::fs::write(folder.path().join("local"), "").unwrap();
    let (mut keeper, heard) = keeper(at(&path));
    let memory = memory(&heard);
    assert!(memory.trouble.unwrap().starts_with("what you type is not kept on disk: "));
    assert!(!memory.session.is_empty(), "drafts have names all the same");
    keeper.send(keep("a", "Ada"));
    let Message::DraftKept(_, Err(told)) = heard.recv().unwrap() else { panic!("it was kept") };
    assert!(told.contains("the directory cannot be made"), "{told}");
    for order in [
        StorageCommand::Drop(id("a")),
        StorageCommand::Forget(id("a")),
        StorageCommand::Learn(ServerQuirks::default()),
    ] {
        keeper.send(order);
        assert!(matches!(heard.recv().unwrap(), Message::Notice(_)));
    }

    std::fs::remove_file(folder.path().join("local")).unwrap();
    keeper.send(keep("a", "Ada L"));
    assert_eq!(heard.recv().unwrap(), Message::DraftKept(id("a"), Ok(())));
    keeper.end(SHUTDOWN_LIMIT);
    assert_eq!(names(&found(&path)), ["Ada L"]);
}

#[test]
fn a_keeper_that_cannot_start_says_that_nothing_is_kept() {
    let (_folder, path) = place();
    let (told, heard) = channel();
    let tell = move |message| told.send(message).unwrap_or_default();
    let refused = |_work| Err(io::Error::other("no more threads"));
    let keeper = StorageThread::start_with(at(&path), tell, refused);
    let memory = memory(&heard);
    assert_eq!(
        memory.trouble.as_deref(),
        Some("what you type is not kept on disk: no more threads")
    );
    assert!(!memory.session.is_empty());
    assert!(!keeper.send(keep("a", "Ada")));
}

#[test]
fn two_windows_know_of_each_other() {
    let (_folder, path) = place();
    let (one, heard) = keeper(at(&path));
    memory(&heard);
    let (other, answers) = keeper(at(&path));
    memory(&answers);
    let mut mine = draft("a", "Ada");
    mine.form.person = Some("per_1".into());
    one.send(StorageCommand::Keep(mine, Vec::new()));
    one.send(StorageCommand::Learn(ServerQuirks {
        extends_lists: true,
        ..ServerQuirks::default()
    }));
    one.send(keep("b", "Bo"));
    while heard.recv().unwrap() != Message::DraftKept(id("b"), Ok(())) {}
    // The other was there before anything was typed.
    for person in ["per_2", "per_1"] {
        other.send(StorageCommand::WhoElse(person.into()));
    }
    assert_eq!(answers.recv().unwrap(), Message::AlsoEdited("per_1".into()));
    let third = found(&path);
    assert_eq!((names(&third), third.habits.extends_lists), (vec![], true));
    drop(one);
    other.send(StorageCommand::WhoElse("per_1".into()));
    drop(other);
    assert!(answers.recv().is_err(), "whoever is gone edits nothing");
    let mut later = found(&path);
    later.drafts.sort_by(|one, other| one.id.cmp(&other.id));
    assert_eq!(names(&later), ["Ada", "Bo"]);
}

#[test]
fn what_two_windows_learned_of_a_server_is_both_remembered() {
    let (_folder, path) = place();
    let memories = at(&path);
    let (one, other) = (memories.open().unwrap(), memories.open().unwrap());
    let extends = ServerQuirks { extends_lists: true, ..ServerQuirks::default() };
    memories.learn(&one, extends).unwrap();
    memories
        .learn(&other, ServerQuirks { clears_omitted: true, ..ServerQuirks::default() })
        .unwrap();
    let both = ServerQuirks { extends_lists: true, clears_omitted: true };
    assert_eq!(memories.habits(&one).unwrap(), both);
    one.learn(&memories.server, |_| "{".to_owned()).unwrap();
    memories.learn(&other, extends).unwrap();
    assert_eq!(memories.habits(&one).unwrap(), extends, "what cannot be read is learned anew");
}

#[tokio::test]
async fn a_create_waits_until_its_draft_is_on_disk() {
    let (_folder, path) = place();
    let (keeper, heard) = keeper(at(&path));
    memory(&heard);
    let (answer, answered) = oneshot::channel();
    keeper.send(StorageCommand::Keep(draft("a", "Ada"), vec![answer]));
    assert_eq!(answered.await, Ok(Ok(())));
    let local = Storage::open(&path).unwrap();
    assert_eq!(local.drafts().unwrap().len(), 1);
}

#[test]
fn a_window_hears_whom_another_one_begins_to_edit() {
    let (_folder, path) = place();
    let (first, _told) = keeper(at(&path));
    let (second, heard) = keeper(at(&path));
    memory(&heard);
    let mut theirs = draft("a", "Ada");
    theirs.form.person = Some("per_1".into());
    let (answer, answered) = oneshot::channel();
    first.send(StorageCommand::Keep(theirs, vec![answer]));
    answered.blocking_recv().unwrap().unwrap();
    for (round, person) in [("Bo", "per_2"), ("Ada", "per_1"), ("Ada L.", "per_1")] {
        let mut mine = draft("b", round);
        mine.form.person = Some(person.into());
        second.send(StorageCommand::Keep(mine, Vec::new()));
        assert_eq!(heard.recv().unwrap(), Message::DraftKept(id("b"), Ok(())));
        if round == "Ada" {
            assert_eq!(heard.recv().unwrap(), Message::AlsoEdited("per_1".into()));
        }
    }
    drop(second);
    assert!(heard.recv().is_err(), "it is told once");
}
