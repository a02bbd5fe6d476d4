//! Properties that hold after any sequence of keys, responses and disk failures.

use std::collections::{BTreeSet, HashSet};

use proptest::prelude::*;

use super::*;
use crate::recruiting::triage::{CandidateTriage, EntryKind};
use crate::tui::app::effect::StorageEffect;
use crate::tui::features::inbox::areas::QueueLine;

const ACTIONS: &[Action] = &[
    ADVANCE,
    WAIT,
    DECLINE,
    ADVANCE,
    DECLINE,
    Action::Undo,
    Action::Redo,
    Action::Undo,
    Action::Redo,
    Action::Down,
    Action::Up,
    Action::PageDown,
    Action::PageUp,
    Action::Top,
    Action::Bottom,
    Action::Open,
    Action::Back,
    Action::Quit,
    Action::Refresh,
    INBOX,
    Action::Filter,
    Action::Palette,
    ENTER,
    Action::Edit(TextEdit::Cancel),
    Action::Edit(TextEdit::Complete),
    Action::Edit(TextEdit::Next),
    Action::Mark,
    Action::Go(Pane::Candidates),
    Action::Triage(TriageAction::Star),
    Action::Triage(TriageAction::Tags),
    Action::Triage(TriageAction::Snooze),
    Action::Triage(TriageAction::Note),
    Action::Triage(TriageAction::DeclineWithReason),
    Action::Triage(TriageAction::RepeatReason),
    Action::Triage(TriageAction::CycleOrder),
    Action::Triage(TriageAction::Blind),
];

#[derive(Debug, Clone)]
enum Event {
    Act(Action),
    Type(char),
    Wait(u64),
    Answer(usize),
    Move(usize, usize),
    Shrink(usize),
    Written,
    Lost,
    Resize(u16, u16),
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        14 => proptest::sample::select(ACTIONS).prop_map(Event::Act),
        3 => proptest::sample::select(&['3', 'd', 'a', ' ', '-', ':', '0'][..]).prop_map(Event::Type),
        3 => (0..500_u64).prop_map(Event::Wait),
        5 => (0..12_usize).prop_map(Event::Answer),
        1 => (0..7_usize, 1..6_usize).prop_map(|(index, stage)| Event::Move(index, stage)),
        1 => (0..7_usize).prop_map(Event::Shrink),
        4 => Just(Event::Written),
        1 => Just(Event::Lost),
        1 => (30..160_u16, 8..45_u16).prop_map(|(width, height)| Event::Resize(width, height)),
    ]
}

/// A fake disk: groups that wait for acknowledgement, written entries, and failed groups.
#[derive(Default)]
struct Disk {
    pending: Vec<(UndoGroup, Vec<LogEntry>)>,
    written: Vec<LogEntry>,
    lost: HashSet<UndoGroup>,
}

fn apply_event(server: &mut FakeServer, disk: &mut Disk, event: &Event) {
    match event.clone() {
        Event::Act(action) => _ = server.act(&[action]),
        Event::Type(letter) if server.state.is_typing() => {
            server.type_text(&letter.to_string());
        }
        Event::Wait(millis) => _ = server.wait(millis),
        Event::Answer(at) => _ = server.answer_at(at),
        Event::Move(index, to) => {
            for candidates in server.candidates_by_job.values_mut() {
                if let Some(item) = candidates.get_mut(index) {
                    item.current_pipeline_stage_id = format!("st_{to}").as_str().into();
                }
            }
        }
        Event::Shrink(index) => {
            for candidates in server
                .candidates_by_job
                .values_mut()
                .filter(|candidates| candidates.len() > index + 1)
            {
                candidates.remove(index);
            }
        }
        Event::Written if !disk.pending.is_empty() => {
            let (group, entries) = disk.pending.remove(0);
            disk.written.extend(entries);
            server.send(Message::Appended(group, Ok(())));
        }
        // A failing disk fails all pending writes.
        Event::Lost => {
            for (group, _) in std::mem::take(&mut disk.pending).into_iter().rev() {
                disk.lost.insert(group.clone());
                server.send(Message::Appended(group, Err("full".to_owned())));
            }
        }
        Event::Type(_) | Event::Written => {}
        Event::Resize(width, height) => _ = server.send(Message::Resized(width, height)),
    }
    for effect in std::mem::take(&mut server.others) {
        if let Effect::Storage(StorageEffect::Append { group, entries, .. }) = effect {
            disk.pending.push((group, entries));
        }
    }
}

fn check_invariants(server: &FakeServer, disk: &Disk) {
    check_pending(server, disk);
    let ids: HashSet<_> = server.state.triage.log().iter().map(|entry| &entry.id).collect();
    for entry in &disk.written {
        assert!(ids.contains(&entry.id), "{entry:?} is on disk but not in the triage state");
    }
    let pending = disk.pending.iter().map(|(_, entries)| entries.len()).sum::<usize>();
    assert_eq!(
        ids.len(),
        disk.written.len() + pending,
        "the triage state equals written plus pending entries"
    );
    let Some(inbox) = server.state.inbox.as_deref() else { return };
    assert!(inbox.at < inbox.items.len().max(1));
    assert_eq!(server.state.current_row().is_some(), !inbox.items.is_empty());
    for (at, group) in inbox.jobs.iter().enumerate() {
        let is_waiting = |item: &&crate::tui::features::inbox::state::InboxItem| {
            item.job == at && item.reason != InboxReason::Decided
        };
        assert_eq!(group.waiting, inbox.items.iter().filter(is_waiting).count(), "{}", group.name);
    }
    for (at, item) in inbox.items.iter().enumerate() {
        assert!(at == 0 || inbox.items[at - 1].job <= item.job);
        assert_eq!(inbox.line(inbox.line_of(at)), Some(QueueLine::Item(at)));
    }
}

fn check_pending(server: &FakeServer, disk: &Disk) {
    let pending = disk.pending.iter().flat_map(|(_, entries)| entries);
    let candidates: BTreeSet<&str> =
        pending.flat_map(|entry| candidates_of(server, entry)).collect();
    let marked = server.state.triage.pending_candidates();
    let marked: BTreeSet<&str> = marked.map(|triage| triage.subject.candidate.as_str()).collect();
    assert_eq!(marked, candidates, "exactly the candidates whose entries are not on disk");
}

/// The candidates that an entry is about; an undo is about those of its group.
fn candidates_of<'a>(server: &'a FakeServer, entry: &'a LogEntry) -> Vec<&'a str> {
    let (EntryKind::Undo { group } | EntryKind::Redo { group }) = &entry.kind else {
        return vec![entry.subject.candidate.as_str()];
    };
    let entries = server.state.triage.log().iter().filter(|entry| entry.group == *group);
    entries.map(|entry| entry.subject.candidate.as_str()).collect()
}

fn all_triage(server: &FakeServer) -> Vec<(String, CandidateTriage)> {
    let mut all: Vec<(String, CandidateTriage)> = server
        .state
        .triage
        .log()
        .iter()
        .filter_map(|entry| {
            let id = entry.subject.candidate.as_str();
            Some((id.to_owned(), server.state.triage.candidate(id)?.clone()))
        })
        .collect();
    all.sort_by(|left, right| left.0.cmp(&right.0));
    all.dedup_by(|left, right| left.0 == right.0);
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn after_random_keys_memory_matches_disk_and_undo_matches_redo(
        events in proptest::collection::vec(event(), 1..120),
        undo_count in 1..12_usize,
    ) {
        let mut server = FakeServer::triage(120, 40);
        server.holds_disk = true;
        server.act(&[INBOX]);
        let mut disk = Disk::default();
        server.others.clear();
        for event in &events {
            apply_event(&mut server, &mut disk, event);
            check_invariants(&server, &disk);
        }
        server.holds_disk = false;
        for (group, _) in disk.pending {
            server.send(Message::Appended(group, Ok(())));
        }
        prop_assert!(all_triage(&server).iter().all(|(_, triage)| !triage.is_pending));
        server.state.dialogs.clear();
        server.state.filter_prompt.pane = None;
        if server.state.inbox.is_none() {
            server.act(&[INBOX]);
        }
        server.state.inbox.as_mut().unwrap().filtering = false;
        let before = all_triage(&server);
        let mut undone = 0;
        for _ in 0..undo_count {
            undone += usize::from(server.state.triage.undoable().is_some());
            server.act(&[Action::Undo]);
        }
        for _ in 0..undone {
            server.act(&[Action::Redo]);
        }
        prop_assert_eq!(all_triage(&server), before);
    }
}
