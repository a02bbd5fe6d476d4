//! Properties that hold after any sequence of keys and responses.

use proptest::prelude::*;

use crate::keymap::action::{Action, CopyField, Pane, TextEdit};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::table::ListField;
use crate::recruiting::table::store::RowStore;
use crate::tui::app::fixture::{FakeServer, many_candidates};
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
    Action::ToggleClosed,
    Action::Mark,
    Action::MarkRange,
    Action::MarkInvert,
    Action::Refresh,
    Action::AllCandidates,
    Action::GroupByPerson,
    Action::Palette,
    Action::Help,
    Action::Requests,
    Action::Notices,
    Action::Json,
    Action::Previous,
    Action::Forward,
    Action::History,
    Action::CopyField(CopyField::Emails),
    Action::CopyField(CopyField::Id),
    Action::SaveView,
    Action::CancelRequest,
    Action::Edit(TextEdit::Accept),
    Action::Edit(TextEdit::Cancel),
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
        1 => (0..12_usize, proptest::sample::select(&[FailureKind::Network, FailureKind::Timeout, FailureKind::Cancelled, FailureKind::Server, FailureKind::InvalidKey, FailureKind::NotFound, FailureKind::RateLimited][..]))
            .prop_map(|(at, kind)| Event::Fail(at, kind)),
        1 => (0..12_usize).prop_map(Event::Late),
        1 => (0..200_u16, 0..60_u16).prop_map(|(width, height)| Event::Resize(width, height)),
        1 => (proptest::sample::select(&[MouseAction::Click, MouseAction::DoubleClick, MouseAction::WheelUp, MouseAction::WheelDown][..]), 0..140_u16, 0..45_u16)
            .prop_map(|(action, x, y)| Event::Click(action, x, y)),
        1 => (1..150_usize).prop_map(Event::Grow),
        1 => (1..150_usize).prop_map(Event::Shrink),
        1 => (0..300_usize, 0..300_usize).prop_map(|(first, second)| Event::Shuffle(first, second)),
    ]
}

fn apply(server: &mut FakeServer, event: &Event, created: &mut usize) {
    match event.clone() {
        Event::Act(action) => _ = server.act(&[action]),
        Event::Type(letter) => _ = server.type_text(&letter.to_string()),
        Event::Wait(millis) => _ = server.wait(millis),
        Event::Answer(at) => _ = server.answer_at(at),
        Event::Fail(at, kind) => {
            if let Some((slot, _, ticket)) = server.in_flight.get(at).cloned() {
                server.in_flight.remove(at);
                let outcome = Err(Failure::new(kind, "no"));
                server.send(Message::Fetched { slot, ticket, outcome });
            }
        }
        Event::Late(at) => {
            if let Some((slot, limit, ticket)) = server.in_flight.get(at).cloned() {
                let ticket = crate::tui::app::request::Ticket(ticket.0.wrapping_sub(1));
                let outcome = Ok(server.reply(&slot, limit));
                server.send(Message::Fetched { slot, ticket, outcome });
            }
        }
        Event::Resize(width, height) => _ = server.send(Message::Resized(width, height)),
        Event::Click(action, x, y) => _ = server.send(Message::Mouse(MouseInput { action, x, y })),
        Event::Grow(by) => {
            let more = many_candidates(*created + by).split_off(*created);
            *created += by;
            server.candidates.extend(more);
        }
        Event::Shrink(by) => {
            let left = server.candidates.len().saturating_sub(by);
            server.candidates.truncate(left);
        }
        Event::Shuffle(first, second) => {
            let count = server.candidates.len();
            if count > 0 {
                server.candidates.swap(first % count, second % count);
            }
        }
    }
}

fn check_list<S: RowStore>(list: &List<S>) -> Result<(), TestCaseError> {
    prop_assert!(list.is_empty() || list.index() < list.len());
    if let Some(row) = list.row() {
        prop_assert!(list.pages.rows.is_live(row), "the cursor is on a row that exists");
    }
    prop_assert!(list.pages.loaded() <= list.pages.len());
    if let Some(total) = list.pages.total() {
        prop_assert!(list.pages.loaded() as u64 <= total.max(list.pages.len() as u64));
    }
    prop_assert!(list.marks.iter().all(|row| list.pages.rows.is_live(*row)));
    prop_assert!(list.top <= list.index());
    prop_assert!(list.index() < list.top + list.height.max(1) || list.is_empty());
    Ok(())
}

fn check(server: &FakeServer) -> Result<(), TestCaseError> {
    let state = &server.state;
    check_list(&state.jobs)?;
    for open in state.candidate_lists() {
        check_list(&open.list)?;
    }
    for slot in state.fetching.in_flight.keys() {
        match slot {
            Slot::Job(job) | Slot::CandidatePage(job, _) => {
                let is_read = state.jobs_being_read().contains(job);
                prop_assert!(is_read || state.job.as_ref() == Some(job), "{:?}", slot);
            }
            Slot::Candidate(id) => {
                let open = state.open_job().unwrap();
                let near =
                    (open.list.index()..open.list.index() + 3).filter_map(|at| open.list.at(at));
                let column = open.list.row().and_then(|row| open.board.find(row));
                let below = column.map(|(at, row)| open.board.columns[at].rows.iter().skip(row));
                let below = below.into_iter().flatten().take(3).copied();
                let mut visible = near.chain(below).chain(open.list.row());
                let is_visible = visible.any(|row| open.list.pages.rows.id(row) == id.as_str());
                prop_assert!(is_visible, "{} is requested but not visible", id);
            }
            _ => {}
        }
    }
    let slots: Vec<&Slot> = server.in_flight.iter().map(|(slot, ..)| slot).collect();
    for slot in state.fetching.in_flight.keys() {
        prop_assert!(slots.contains(&slot), "{:?} is awaited but no effect fetches it", slot);
    }
    prop_assert_eq!(
        slots.len(),
        state.fetching.in_flight.len(),
        "every request that was dropped was cancelled"
    );
    Ok(())
}

#[test]
fn a_row_removed_right_after_a_sort_leaves_no_stale_cursor() {
    use Event::{Act, Answer, Grow, Shrink, Wait};
    let click = Event::Click(MouseAction::Click, 0, 16);
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
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(191);
    let mut created = 191;
    for event in &events {
        apply(&mut server, event, &mut created);
        check(&server).unwrap();
    }
}

#[test]
fn the_list_of_all_candidates_may_become_shorter_while_a_job_is_open() {
    use Event::{Act, Answer, Shrink};
    let events = [
        Shrink(96),
        Act(Action::Down),
        Answer(0),
        Act(Action::Go(Pane::Candidates)),
        Act(Action::Down),
        Act(Action::Refresh),
        Act(Action::Down),
        Answer(2),
        Shrink(45),
        Act(Action::AllCandidates),
        Act(Action::Bottom),
        Act(Action::Go(Pane::Candidate)),
        Act(Action::Open),
        Act(Action::Down),
    ];
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(142);
    let mut created = 142;
    for event in &events {
        apply(&mut server, event, &mut created);
        check(&server).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]
    #[test]
    fn random_keys_and_random_answers_break_nothing(
        events in proptest::collection::vec(event(), 1..160),
        size in 0..500_usize,
    ) {
        let mut server = FakeServer::new(120, 40);
        server.candidates = many_candidates(size);
        let mut created = size;
        for event in events {
            apply(&mut server, &event, &mut created);
            check(&server)?;
        }
        server.state.dialogs.clear();
        server.state.connection.locked = None;
        (server.state.size, server.state.zoom) = ((120, 40), false);
        server.act(&[Action::Refresh]).settle();
        check(&server)?;
        // A filter may have hidden every job.
        if let Some(open) = server.state.open_job().filter(|open| open.listed.is_none()) {
            prop_assert!(open.list.pages.is_complete());
            prop_assert_eq!(open.list.pages.loaded(), server.candidates.len());
        }
    }
}
