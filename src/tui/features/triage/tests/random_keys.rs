//! Random keys, answers and disks: whatever happens, these things hold.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::recruiting::triage::CandidateTriage;
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
    Action::Edit(TextEdit::Leave),
    Action::Edit(TextEdit::Complete),
    Action::Edit(TextEdit::Next),
    Action::Mark,
    Action::Go(Pane::Candidates),
    Action::Triage(TriageAction::Star),
    Action::Triage(TriageAction::Tags),
    Action::Triage(TriageAction::Snooze),
    Action::Triage(TriageAction::Note),
    Action::Triage(TriageAction::Reason),
    Action::Triage(TriageAction::Order),
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
        1 => (0..7_usize, 1..6_usize).prop_map(|(who, stage)| Event::Move(who, stage)),
        1 => (0..7_usize).prop_map(Event::Shrink),
        4 => Just(Event::Written),
        1 => Just(Event::Lost),
        1 => (30..160_u16, 8..45_u16).prop_map(|(width, height)| Event::Resize(width, height)),
    ]
}

/// What was sent to the disk and not answered yet, and what is there.
#[derive(Default)]
struct Disk {
    out: Vec<(UndoGroup, Vec<LogEntry>)>,
    written: Vec<LogEntry>,
    lost: HashSet<UndoGroup>,
}

fn happen(stage: &mut FakeServer, disk: &mut Disk, event: &Event) {
    match event.clone() {
        Event::Act(action) => _ = stage.act(&[action]),
        Event::Type(letter) if stage.state.is_typing() => {
            stage.type_text(&letter.to_string());
        }
        Event::Wait(millis) => _ = stage.wait(millis),
        Event::Answer(at) => _ = stage.answer_at(at),
        Event::Move(who, to) => {
            for roster in stage.rosters.values_mut() {
                if let Some(item) = roster.get_mut(who) {
                    item.current_pipeline_stage_id = format!("st_{to}").as_str().into();
                }
            }
        }
        Event::Shrink(who) => {
            for roster in stage.rosters.values_mut().filter(|roster| roster.len() > who + 1) {
                roster.remove(who);
            }
        }
        Event::Written if !disk.out.is_empty() => {
            let (step, entries) = disk.out.remove(0);
            disk.written.extend(entries);
            stage.send(Message::Appended(step, Ok(())));
        }
        // A disk that fails fails for all that follows.
        Event::Lost => {
            for (step, _) in std::mem::take(&mut disk.out).into_iter().rev() {
                disk.lost.insert(step.clone());
                stage.send(Message::Appended(step, Err("full".to_owned())));
            }
        }
        Event::Type(_) | Event::Written => {}
        Event::Resize(width, height) => _ = stage.send(Message::Resized(width, height)),
    }
    for effect in std::mem::take(&mut stage.others) {
        if let Effect::Append { step, entries, .. } = effect {
            disk.out.push((step, entries));
        }
    }
}

fn holds(stage: &FakeServer, disk: &Disk) {
    let known: HashSet<_> = stage.state.book.log().iter().map(|entry| &entry.id).collect();
    for entry in &disk.written {
        assert!(known.contains(&entry.id), "{entry:?} is on disk and not in the book");
    }
    let out = disk.out.iter().map(|(_, entries)| entries.len()).sum::<usize>();
    assert_eq!(known.len(), disk.written.len() + out, "the book says what the disk will say");
    let Some(inbox) = stage.state.inbox.as_deref() else { return };
    assert!(inbox.at < inbox.items.len().max(1));
    assert_eq!(stage.state.shown_row().is_some(), !inbox.items.is_empty());
    for (at, group) in inbox.jobs.iter().enumerate() {
        let waits = |item: &&crate::tui::features::inbox::state::InboxItem| {
            item.job == at && item.why != InboxReason::Decided
        };
        assert_eq!(group.waiting, inbox.items.iter().filter(waits).count(), "{}", group.name);
    }
    for (at, item) in inbox.items.iter().enumerate() {
        assert!(at == 0 || inbox.items[at - 1].job <= item.job);
        assert_eq!(inbox.line(inbox.line_of(at)), Some(QueueLine::Item(at)));
    }
}

fn all(stage: &FakeServer) -> Vec<(String, CandidateTriage)> {
    let mut all: Vec<(String, CandidateTriage)> = stage
        .state
        .book
        .log()
        .iter()
        .filter_map(|entry| {
            let id = entry.subject.candidate.as_str();
            Some((id.to_owned(), stage.state.book.own(id)?.clone()))
        })
        .collect();
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all.dedup_by(|one, other| one.0 == other.0);
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn after_random_keys_memory_matches_disk_and_undo_matches_redo(
        events in proptest::collection::vec(event(), 1..120),
        turns in 1..12_usize,
    ) {
        let mut stage = FakeServer::triage(120, 40);
        stage.act(&[INBOX]);
        let mut disk = Disk::default();
        stage.others.clear();
        for event in &events {
            happen(&mut stage, &mut disk, event);
            holds(&stage, &disk);
        }
        stage.state.over = None;
        stage.state.filtering = None;
        if stage.state.inbox.is_none() {
            stage.act(&[INBOX]);
        }
        stage.state.inbox.as_mut().unwrap().filtering = false;
        let before = all(&stage);
        let mut back = 0;
        for _ in 0..turns {
            back += usize::from(stage.state.book.last().is_some());
            stage.act(&[Action::Undo]);
        }
        for _ in 0..back {
            stage.act(&[Action::Redo]);
        }
        prop_assert_eq!(all(&stage), before);
    }
}
