//! Random keys and random answers: whatever happens, these things hold.

use proptest::prelude::*;

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::table::ListField;
use crate::recruiting::table::store::RowStore;
use crate::tui::app::fixture::{FakeServer, crowd};
use crate::tui::app::list::List;
use crate::tui::app::message::{Message, MouseAction, MouseInput};
use crate::tui::app::request::Slot;

const ACTIONS: &[Action] = &[
    Action::Down,
    Action::Up,
    Action::Left,
    Action::Right,
    Action::PageDown,
    Action::PageUp,
    Action::HalfDown,
    Action::HalfUp,
    Action::Top,
    Action::Bottom,
    Action::NextPane,
    Action::PreviousPane,
    Action::Go(Pane::Jobs),
    Action::Go(Pane::Job),
    Action::Go(Pane::Candidates),
    Action::Go(Pane::Candidate),
    Action::Open,
    Action::Back,
    Action::Quit,
    Action::Zoom,
    Action::Board,
    Action::Filter,
    Action::ClearFilter,
    Action::LikeThis,
    Action::Sort(ListField::Name),
    Action::Sort(ListField::Age),
    Action::Sort(ListField::Stage),
    Action::Sort(ListField::Count),
    Action::SortReverse,
    Action::SortOff,
    Action::Mark,
    Action::MarkRange,
    Action::MarkInvert,
    Action::Refresh,
    Action::Palette,
    Action::Help,
    Action::Requests,
    Action::Notices,
    Action::Raw,
    Action::Previous,
    Action::Forward,
    Action::History,
    Action::Copy,
    Action::SaveView,
    Action::CancelRequest,
    Action::Edit(TextEdit::Accept),
    Action::Edit(TextEdit::Leave),
    Action::Edit(TextEdit::Complete),
    Action::Edit(TextEdit::Next),
    Action::Edit(TextEdit::Erase),
    Action::Edit(TextEdit::EraseAll),
];

#[derive(Debug, Clone)]
enum Event {
    Act(Action),
    Type(char),
    Wait(u64),
    Answer(usize),
    Fail(usize, FailureKind),
    Late(usize),
    Resize(u16, u16),
    Click(MouseAction, u16, u16),
    Grow(usize),
    Shrink(usize),
    Shuffle(usize, usize),
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        12 => proptest::sample::select(ACTIONS).prop_map(Event::Act),
        3 => proptest::sample::select(&['a', 'e', 's', ':', '-', '"', '>', '1', 'd', 'ø', ' '][..]).prop_map(Event::Type),
        4 => (0..500_u64).prop_map(Event::Wait),
        8 => (0..12_usize).prop_map(Event::Answer),
        1 => (0..12_usize, proptest::sample::select(&[FailureKind::Network, FailureKind::Silence, FailureKind::Cancelled, FailureKind::Server, FailureKind::Key, FailureKind::Missing, FailureKind::Waiting][..]))
            .prop_map(|(at, trouble)| Event::Fail(at, trouble)),
        1 => (0..12_usize).prop_map(Event::Late),
        1 => (0..200_u16, 0..60_u16).prop_map(|(width, height)| Event::Resize(width, height)),
        1 => (proptest::sample::select(&[MouseAction::Once, MouseAction::Twice, MouseAction::WheelUp, MouseAction::WheelDown][..]), 0..140_u16, 0..45_u16)
            .prop_map(|(what, x, y)| Event::Click(what, x, y)),
        1 => (1..150_usize).prop_map(Event::Grow),
        1 => (1..150_usize).prop_map(Event::Shrink),
        1 => (0..300_usize, 0..300_usize).prop_map(|(one, other)| Event::Shuffle(one, other)),
    ]
}

fn happen(stage: &mut FakeServer, event: &Event, born: &mut usize) {
    match event.clone() {
        Event::Act(action) => _ = stage.act(&[action]),
        Event::Type(letter) => _ = stage.type_text(&letter.to_string()),
        Event::Wait(millis) => _ = stage.wait(millis),
        Event::Answer(at) => _ = stage.answer_at(at),
        Event::Fail(at, trouble) => {
            if let Some((slot, _, ticket)) = stage.asked.get(at).cloned() {
                stage.asked.remove(at);
                let outcome = Err(Failure::new(trouble, "no"));
                stage.send(Message::Arrived { slot, ticket, outcome });
            }
        }
        Event::Late(at) => {
            if let Some((slot, limit, ticket)) = stage.asked.get(at).cloned() {
                let ticket = crate::tui::app::request::Ticket(ticket.0.wrapping_sub(1));
                let outcome = Ok(stage.reply(&slot, limit));
                stage.send(Message::Arrived { slot, ticket, outcome });
            }
        }
        Event::Resize(width, height) => _ = stage.send(Message::Resized(width, height)),
        Event::Click(what, x, y) => _ = stage.send(Message::Mouse(MouseInput { what, x, y })),
        Event::Grow(by) => {
            let more = crowd(*born + by).split_off(*born);
            *born += by;
            stage.candidates.extend(more);
        }
        Event::Shrink(by) => {
            let left = stage.candidates.len().saturating_sub(by);
            stage.candidates.truncate(left);
        }
        Event::Shuffle(one, other) => {
            let count = stage.candidates.len();
            if count > 0 {
                stage.candidates.swap(one % count, other % count);
            }
        }
    }
}

fn list_holds<S: RowStore>(list: &List<S>) -> Result<(), TestCaseError> {
    prop_assert!(list.is_empty() || list.index() < list.len());
    if let Some(row) = list.row() {
        prop_assert!(list.roll.rows.is_live(row), "the cursor is on a row that exists");
    }
    prop_assert!(list.roll.loaded() <= list.roll.len());
    if let Some(total) = list.roll.total() {
        prop_assert!(list.roll.loaded() as u64 <= total.max(list.roll.len() as u64));
    }
    prop_assert!(list.marks.iter().all(|row| list.roll.rows.is_live(*row)));
    prop_assert!(list.top <= list.index());
    prop_assert!(list.index() < list.top + list.height.max(1) || list.is_empty());
    Ok(())
}

fn holds(played: &FakeServer) -> Result<(), TestCaseError> {
    let state = &played.state;
    list_holds(&state.jobs)?;
    for open in state.open.values() {
        list_holds(&open.list)?;
    }
    for slot in state.asked.keys() {
        match slot {
            Slot::Job(job) | Slot::Roster(job, _) => prop_assert_eq!(state.job.as_ref(), Some(job)),
            Slot::Candidate(id) => {
                let open = state.opened().unwrap();
                let near =
                    (open.list.index()..open.list.index() + 3).filter_map(|at| open.list.at(at));
                let column = open.list.row().and_then(|row| open.board.find(row));
                let below = column.map(|(at, row)| open.board.columns[at].rows.iter().skip(row));
                let below = below.into_iter().flatten().take(3).copied();
                let mut shown = near.chain(below).chain(open.list.row());
                let is_shown = shown.any(|row| open.list.roll.rows.id(row) == id.as_str());
                prop_assert!(is_shown, "{} is asked for and not shown", id);
            }
            _ => {}
        }
    }
    let asked: Vec<&Slot> = played.asked.iter().map(|(slot, ..)| slot).collect();
    for slot in state.asked.keys() {
        prop_assert!(asked.contains(&slot), "{:?} is awaited but nobody carries it out", slot);
    }
    prop_assert_eq!(asked.len(), state.asked.len(), "what was let go was cancelled");
    Ok(())
}

#[test]
fn who_vanishes_right_after_the_list_was_put_in_order_takes_the_cursor_with_nobody() {
    use Event::{Act, Answer, Grow, Shrink, Wait};
    let click = Event::Click(MouseAction::Once, 0, 16);
    let events = [
        Act(Action::Down),
        Answer(0),
        Wait(90),
        Grow(30),
        click,
        Act(Action::Sort(ListField::Name)),
        Shrink(120),
        Answer(1),
        Shrink(161),
        Wait(90),
        Answer(0),
        Answer(2),
        Answer(2),
    ];
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(191);
    let mut born = 191;
    for event in &events {
        happen(&mut stage, event, &mut born);
        holds(&stage).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]
    #[test]
    fn random_keys_and_random_answers_break_nothing(
        events in proptest::collection::vec(event(), 1..160),
        size in 0..500_usize,
    ) {
        let mut stage = FakeServer::new(120, 40);
        stage.candidates = crowd(size);
        let mut born = size;
        for event in events {
            happen(&mut stage, &event, &mut born);
            holds(&stage)?;
        }
        stage.state.over = None;
        stage.state.locked = None;
        (stage.state.size, stage.state.zoom) = ((120, 40), false);
        stage.act(&[Action::Refresh]).settle();
        holds(&stage)?;
        // A filter may have hidden every job.
        if let Some(open) = stage.state.opened() {
            prop_assert!(open.list.roll.is_complete());
            prop_assert_eq!(open.list.roll.loaded(), stage.candidates.len());
        }
    }
}
