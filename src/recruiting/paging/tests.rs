use proptest::prelude::*;

use super::*;
use crate::recruiting::failure::FailureKind;
use crate::recruiting::table::CandidateTable;
use crate::wire::{CandidateItem, Timestamp};

fn now() -> Timestamp {
    Timestamp::from("2026-11-15T12:04:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap())
}

fn item(id: u32) -> CandidateItem {
    CandidateItem { id: format!("c{id}").into(), name: format!("Name {id}"), ..Default::default() }
}

fn page(all: &[u32], offset: usize, limit: usize, total: Option<u64>) -> ListPage<CandidateItem> {
    let good = all.iter().skip(offset).take(limit).map(|id| item(*id)).collect();
    ListPage { items: Items { good, bad: Vec::new() }, total }
}

fn ids(roll: &PagedList<CandidateTable>) -> Vec<String> {
    roll.in_order().map(|row| roll.rows.id(row).to_owned()).collect()
}

fn names(all: &[u32]) -> Vec<String> {
    all.iter().map(|id| format!("c{id}")).collect()
}

fn first(roll: &PagedList<CandidateTable>) -> Option<PageRequest> {
    roll.wanted(0..10, |_| false).next()
}

/// Reads on, the most urgent first, until nothing is wanted.
fn read(roll: &mut PagedList<CandidateTable>, all: &[u32], counts: bool) -> Vec<usize> {
    let mut asked = Vec::new();
    while let Some(want) = first(roll) {
        asked.push(want.offset);
        assert!(asked.len() < 500, "it ends: {asked:?}");
        let total = counts.then_some(all.len() as u64);
        roll.arrive(want.offset, &page(all, want.offset, want.limit, total), now());
    }
    asked
}

#[test]
fn what_is_seen_comes_first_then_its_neighbours_then_the_rest() {
    let all: Vec<u32> = (0..1000).collect();
    let mut roll = PagedList::<CandidateTable>::default();
    roll.arrive(0, &page(&all, 0, 100, Some(1000)), now());
    let wanted: Vec<(usize, Urgency)> =
        roll.wanted(520..560, |_| false).map(|want| (want.offset, want.urgency)).collect();
    assert_eq!(wanted[..3], [(500, Urgency::Seen), (400, Urgency::Near), (600, Urgency::Near)]);
    assert_eq!(wanted[3], (100, Urgency::Rest));
    assert_eq!(wanted.len(), 9);
    let skipping: Vec<usize> =
        roll.wanted(0..1, |offset| offset == 100).map(|w| w.offset).collect();
    assert_eq!(skipping[0], 200, "what is asked for is not asked again");
}

#[test]
fn a_server_that_gives_smaller_pages_is_read_in_its_own_steps() {
    let all: Vec<u32> = (0..95).collect();
    let mut roll = PagedList::<CandidateTable>::default();
    roll.arrive(0, &page(&all, 0, 30, Some(95)), now());
    assert_eq!(first(&roll).map(|want| want.offset), Some(30), "is it the end, or cut?");
    roll.arrive(30, &page(&all, 30, 30, Some(95)), now());
    assert_eq!(first(&roll).map(|want| (want.offset, want.limit)), Some((60, 30)));
    read(&mut roll, &all, true);
    assert_eq!(ids(&roll), names(&all));
    assert!(roll.is_complete());
}

#[test]
fn a_list_without_a_count_is_read_until_a_page_is_empty() {
    let all: Vec<u32> = (0..250).collect();
    let mut roll = PagedList::<CandidateTable>::default();
    let asked = read(&mut roll, &all, false);
    assert_eq!(asked, [0, 100, 200, 250]);
    assert_eq!(ids(&roll), names(&all));
    assert!(roll.is_complete());
}

#[test]
fn without_a_count_the_last_one_can_leave_and_pages_can_be_smaller() {
    let mut roll = PagedList::<CandidateTable>::default();
    read(&mut roll, &(0..139).collect::<Vec<_>>(), false);
    let fewer: Vec<u32> = (0..138).collect();
    roll.refresh();
    read(&mut roll, &fewer, false);
    assert_eq!(ids(&roll), names(&fewer));
    assert!(roll.is_complete());
    // The same server, now with pages of thirty.
    roll.refresh();
    let mut turns = 0;
    while let Some(want) = first(&roll) {
        turns += 1;
        assert!(turns < 40, "it ends");
        roll.arrive(want.offset, &page(&fewer, want.offset, want.limit.min(30), None), now());
        assert!(roll.loaded() >= 90, "what is there stays, but for the rest of one page");
    }
    assert_eq!(ids(&roll), names(&fewer));
}

#[test]
fn a_page_that_failed_is_a_gap_until_it_is_forgiven() {
    let all: Vec<u32> = (0..300).collect();
    let mut roll = PagedList::<CandidateTable>::default();
    roll.arrive(0, &page(&all, 0, 100, Some(300)), now());
    roll.fail(100, Failure::new(FailureKind::Server, "no"));
    read(&mut roll, &all, true);
    assert_eq!((roll.loaded(), roll.is_complete()), (200, false));
    assert_eq!(roll.gaps().map(|(count, _)| count), Some(1));
    assert!(roll.failure_at(150).is_some());
    roll.forgive(|_| true);
    assert_eq!(read(&mut roll, &all, true), [100]);
    assert!(roll.is_complete());
}

#[test]
fn an_end_that_does_not_come_is_a_gap_and_is_not_asked_for_again_by_itself() {
    let failure = || Failure::new(FailureKind::Server, "no such page");
    for count in [200, 250] {
        let all: Vec<u32> = (0..count).collect();
        let mut roll = PagedList::<CandidateTable>::default();
        for offset in (0..all.len()).step_by(100) {
            roll.arrive(offset, &page(&all, offset, 100, None), now());
        }
        let end = first(&roll).unwrap().offset;
        assert_eq!(end, all.len());
        roll.fail(end, failure());
        assert_eq!(first(&roll), None);
        assert_eq!(roll.gaps(), Some((1, &failure())));
        roll.forgive(|_| true);
        assert_eq!(first(&roll).unwrap().offset, end);
        roll.arrive(end, &page(&all, end, 100, None), now());
        assert!(roll.is_complete() && roll.gaps().is_none());
    }
}

#[test]
fn a_count_that_is_a_lie_takes_no_memory_and_does_not_hide_what_there_is() {
    let mut roll = PagedList::<CandidateTable>::default();
    roll.arrive(0, &page(&[1, 2, 3], 0, 100, Some(u64::MAX)), now());
    assert!(roll.len() <= MOST);
    assert_eq!(ids(&roll), names(&[1, 2, 3]));
}

#[test]
fn who_left_is_named_when_the_pass_is_done_and_not_before() {
    let mut roll = PagedList::<CandidateTable>::default();
    read(&mut roll, &(0..250).collect::<Vec<_>>(), true);
    roll.refresh();
    let all: Vec<u32> = (0..250).filter(|id| *id != 7).collect();
    let early = roll.arrive(0, &page(&all, 0, 100, Some(249)), now());
    assert_eq!(early.gone, [""; 0]);
    let mut gone = Vec::new();
    while let Some(want) = first(&roll) {
        let page = page(&all, want.offset, want.limit, Some(249));
        gone.extend(roll.arrive(want.offset, &page, now()).gone);
    }
    assert_eq!(gone, ["Name 7"]);
    assert_eq!(ids(&roll), names(&all));
}

#[test]
fn a_count_that_is_a_little_too_high_leaves_nothing_unread() {
    let all: Vec<u32> = (0..9990).collect();
    let mut roll = PagedList::<CandidateTable>::default();
    for offset in [0, 9900, 9800] {
        roll.arrive(offset, &page(&all, offset, 100, Some(10_000)), now());
    }
    while let Some(want) = first(&roll) {
        let page = page(&all, want.offset, want.limit, Some(10_000));
        roll.arrive(want.offset, &page, now());
    }
    assert!(roll.is_complete());
    assert_eq!((roll.loaded(), roll.unreadable()), (9990, 10));
}

#[test]
fn a_count_that_is_far_too_high_is_not_believed_for_ever() {
    let mut roll = PagedList::<CandidateTable>::default();
    let all: Vec<u32> = (0..100).collect();
    let mut asked = 0;
    while let Some(want) = first(&roll) {
        asked += 1;
        let page = page(&all, want.offset, want.limit, Some(1_000_000_000_000));
        roll.arrive(want.offset, &page, now());
    }
    assert!(asked < 20 && roll.loaded() == 100, "{asked} pages");
}

#[derive(Debug, Clone)]
enum Event {
    Answer(usize),
    Fail(usize),
    Insert(usize, u32),
    Remove(usize),
    Swap(usize, usize),
    Refresh,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        6 => (0..400_usize).prop_map(Event::Answer),
        1 => (0..400_usize).prop_map(Event::Fail),
        1 => (0..400_usize, 1000..2000_u32).prop_map(|(at, id)| Event::Insert(at, id)),
        1 => (0..400_usize).prop_map(Event::Remove),
        1 => (0..400_usize, 0..400_usize).prop_map(|(one, other)| Event::Swap(one, other)),
        1 => Just(Event::Refresh),
    ]
}

fn holds(roll: &PagedList<CandidateTable>) -> Result<(), TestCaseError> {
    let filled = roll.places.iter().filter(|row| **row != NONE).count();
    prop_assert_eq!(roll.loaded(), filled);
    prop_assert!(roll.loaded() <= roll.len());
    for place in 0..roll.len() {
        if let Some(row) = roll.row_at(place) {
            prop_assert_eq!(roll.place_of(row), Some(place), "a row stands in one place");
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn whatever_moves_while_it_is_read_a_quiet_pass_sets_right(
        events in proptest::collection::vec(event(), 0..60),
        size in 0..350_u32, step in prop_oneof![Just(100_usize), 1..100_usize], counts: bool,
    ) {
        let mut all: Vec<u32> = (0..size).collect();
        let mut roll = PagedList::<CandidateTable>::default();
        let answer = |roll: &mut PagedList<CandidateTable>, all: &[u32], near: usize| {
            let want = roll.wanted(near..near + 20, |_| false).next();
            if let Some(want) = want {
                let limit = want.limit.min(step);
                let total = counts.then_some(all.len() as u64);
                roll.arrive(want.offset, &page(all, want.offset, limit, total), now());
            }
            want.is_some()
        };
        for event in events {
            match event {
                Event::Answer(near) => _ = answer(&mut roll, &all, near),
                Event::Insert(at, id) if !all.contains(&id) => all.insert(at.min(all.len()), id),
                Event::Remove(at) if at < all.len() => _ = all.remove(at),
                Event::Swap(one, other) if one.max(other) < all.len() => all.swap(one, other),
                Event::Fail(near) => {
                    let wanted = |roll: &PagedList<_>| roll.wanted(near..near + 20, |_| false).next();
                    if let Some(want) = wanted(&roll) {
                        roll.fail(want.offset, Failure::new(FailureKind::Server, "no"));
                        let again = wanted(&roll).map(|want| want.offset);
                        prop_assert_ne!(again, Some(want.offset));
                    }
                }
                Event::Refresh => roll.refresh(),
                _ => {}
            }
            holds(&roll)?;
        }
        roll.forgive(|_| true);
        for _ in 0..2 {
            let mut turns = 0;
            while answer(&mut roll, &all, 0) {
                turns += 1;
                prop_assert!(turns < 4000, "it ends");
                holds(&roll)?;
            }
            roll.refresh();
        }
        while answer(&mut roll, &all, 0) {}
        prop_assert_eq!(ids(&roll), names(&all));
        prop_assert!(roll.is_complete());
        prop_assert_eq!(roll.rows.len(), all.len());
    }
}
