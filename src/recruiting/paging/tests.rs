mod endless;

use proptest::prelude::*;

use super::row_page::RowPage;
use super::*;
use crate::recruiting::failure::FailureKind;
use crate::recruiting::table::CandidateTable;
use crate::wire::{CandidateItem, Items, Page, Timestamp};

fn now() -> Timestamp {
    Timestamp::from("2026-11-15T12:04:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap())
}

fn item(id: u32) -> CandidateItem {
    CandidateItem { id: format!("c{id}").into(), name: format!("Name {id}"), ..Default::default() }
}

fn page(all: &[u32], offset: usize, limit: usize, total: Option<u64>) -> RowPage<CandidateItem> {
    Page::new(records(all, offset, limit), total).into()
}

fn records(all: &[u32], offset: usize, limit: usize) -> Items<CandidateItem> {
    Items::all_good(all.iter().skip(offset).take(limit).map(|id| item(*id)).collect())
}

fn ids(list: &PagedList<CandidateTable>) -> Vec<String> {
    list.in_order().map(|row| list.rows.id(row).to_owned()).collect()
}

fn names(all: &[u32]) -> Vec<String> {
    all.iter().map(|id| format!("c{id}")).collect()
}

fn first(list: &PagedList<CandidateTable>) -> Option<PageRequest> {
    list.next_requests(0..10, |_| false).next()
}

/// Requests the most urgent page until none is left. Returns the requested offsets.
fn read_from(
    list: &mut PagedList<CandidateTable>,
    mut server: impl FnMut(PageRequest) -> RowPage<CandidateItem>,
) -> Vec<usize> {
    let mut offsets = Vec::new();
    while let Some(request) = first(list) {
        offsets.push(request.offset);
        assert!(offsets.len() < 500, "reading must come to an end: {offsets:?}");
        list.apply_page(request.offset, &server(request), now());
    }
    offsets
}

fn read_all(list: &mut PagedList<CandidateTable>, all: &[u32], counts: bool) -> Vec<usize> {
    let total = counts.then_some(all.len() as u64);
    read_from(list, |request| page(all, request.offset, request.limit, total))
}

#[test]
fn visible_pages_are_requested_first_then_neighbours_then_the_rest() {
    let all: Vec<u32> = (0..1000).collect();
    let mut list = PagedList::<CandidateTable>::default();
    list.apply_page(0, &page(&all, 0, 100, Some(1000)), now());
    let requests: Vec<(usize, Urgency)> = list
        .next_requests(520..560, |_| false)
        .map(|request| (request.offset, request.urgency))
        .collect();
    assert_eq!(
        requests[..3],
        [(500, Urgency::Visible), (400, Urgency::Near), (600, Urgency::Near)]
    );
    assert_eq!(requests[3], (100, Urgency::Rest));
    assert_eq!(requests.len(), 9);
    let skipping: Vec<usize> =
        list.next_requests(0..1, |offset| offset == 100).map(|w| w.offset).collect();
    assert_eq!(skipping[0], 200, "a page in flight must not be requested again");
}

#[test]
fn a_server_with_smaller_pages_is_read_at_its_own_page_size() {
    let all: Vec<u32> = (0..95).collect();
    let mut list = PagedList::<CandidateTable>::default();
    list.apply_page(0, &page(&all, 0, 30, Some(95)), now());
    assert_eq!(
        first(&list).map(|request| request.offset),
        Some(30),
        "the page after a short one shows whether the list ends"
    );
    list.apply_page(30, &page(&all, 30, 30, Some(95)), now());
    assert_eq!(first(&list).map(|request| (request.offset, request.limit)), Some((60, 30)));
    read_all(&mut list, &all, true);
    assert_eq!(ids(&list), names(&all));
    assert!(list.is_complete());
}

#[test]
fn a_list_without_a_count_is_read_until_a_page_is_empty() {
    let all: Vec<u32> = (0..250).collect();
    let mut list = PagedList::<CandidateTable>::default();
    let offsets = read_all(&mut list, &all, false);
    assert_eq!(offsets, [0, 100, 200, 250]);
    assert_eq!(ids(&list), names(&all));
    assert!(list.is_complete());
}

#[test]
fn without_a_total_the_last_row_can_leave_and_pages_can_shrink() {
    let mut list = PagedList::<CandidateTable>::default();
    read_all(&mut list, &(0..139).collect::<Vec<_>>(), false);
    let fewer: Vec<u32> = (0..138).collect();
    list.refresh();
    read_all(&mut list, &fewer, false);
    assert_eq!(ids(&list), names(&fewer));
    assert!(list.is_complete());
    // The same server, now with pages of 30 rows.
    list.refresh();
    let mut rounds = 0;
    while let Some(request) = first(&list) {
        rounds += 1;
        assert!(rounds < 40, "reading must come to an end");
        list.apply_page(
            request.offset,
            &page(&fewer, request.offset, request.limit.min(30), None),
            now(),
        );
        assert!(list.loaded() >= 90, "at most the rest of one page may disappear");
    }
    assert_eq!(ids(&list), names(&fewer));
}

#[test]
fn a_failed_page_is_a_gap_until_its_failure_is_cleared() {
    let all: Vec<u32> = (0..300).collect();
    let mut list = PagedList::<CandidateTable>::default();
    list.apply_page(0, &page(&all, 0, 100, Some(300)), now());
    list.fail(100, Failure::new(FailureKind::Server, "no"));
    read_all(&mut list, &all, true);
    assert_eq!((list.loaded(), list.is_complete()), (200, false));
    assert_eq!(list.gaps().map(|(count, _)| count), Some(1));
    assert!(matches!(list.hole_at(150), Hole::Failed(_)));
    list.clear_failures(|_| true);
    assert_eq!(read_all(&mut list, &all, true), [100]);
    assert!(list.is_complete());
}

#[test]
fn a_failed_end_is_a_gap_and_is_not_requested_again() {
    let failure = || Failure::new(FailureKind::Server, "no such page");
    for count in [200, 250] {
        let all: Vec<u32> = (0..count).collect();
        let mut list = PagedList::<CandidateTable>::default();
        for offset in (0..all.len()).step_by(100) {
            list.apply_page(offset, &page(&all, offset, 100, None), now());
        }
        let end = first(&list).unwrap().offset;
        assert_eq!(end, all.len());
        list.fail(end, failure());
        assert_eq!(first(&list), None);
        assert_eq!(list.gaps(), Some((1, &failure())));
        list.clear_failures(|_| true);
        assert_eq!(first(&list).unwrap().offset, end);
        list.apply_page(end, &page(&all, end, 100, None), now());
        assert!(list.is_complete() && list.gaps().is_none());
    }
}

#[test]
fn a_huge_total_takes_no_memory_and_hides_no_rows() {
    let mut list = PagedList::<CandidateTable>::default();
    list.apply_page(0, &page(&[1, 2, 3], 0, 100, Some(u64::MAX)), now());
    assert!(list.len() <= MAX_ROWS);
    assert_eq!(ids(&list), names(&[1, 2, 3]));
}

#[test]
fn removed_rows_are_reported_only_after_the_whole_pass() {
    let mut list = PagedList::<CandidateTable>::default();
    read_all(&mut list, &(0..250).collect::<Vec<_>>(), true);
    list.refresh();
    let all: Vec<u32> = (0..250).filter(|id| *id != 7).collect();
    let early = list.apply_page(0, &page(&all, 0, 100, Some(249)), now());
    assert_eq!(early.removed, [""; 0]);
    let mut removed = Vec::new();
    while let Some(request) = first(&list) {
        let page = page(&all, request.offset, request.limit, Some(249));
        removed.extend(list.apply_page(request.offset, &page, now()).removed);
    }
    assert_eq!(removed, ["Name 7"]);
    assert_eq!(ids(&list), names(&all));
}

#[test]
fn a_total_that_is_slightly_too_high_makes_nothing_unreadable() {
    let all: Vec<u32> = (0..9990).collect();
    let mut list = PagedList::<CandidateTable>::default();
    for offset in [0, 9900, 9800] {
        list.apply_page(offset, &page(&all, offset, 100, Some(10_000)), now());
    }
    read_from(&mut list, |PageRequest { offset, limit, .. }| {
        page(&all, offset, limit, Some(10_000))
    });
    assert!(list.is_complete() && list.is_covered() && list.is_short());
    assert_eq!((list.len(), list.loaded(), list.unreadable()), (9990, 9990, 0));
    assert_eq!(list.total(), Some(10_000));
}

#[test]
fn a_huge_total_with_short_pages_ends_where_the_rows_do() {
    for (rows, limit) in [(0, 20), (1, 20), (20, 20), (45, 20), (100, 100), (250, 100), (7, 1)] {
        let all: Vec<u32> = (0..rows).collect();
        let mut list = PagedList::<CandidateTable>::default();
        for _ in 0..2 {
            let offsets = read_from(&mut list, |request| {
                page(&all, request.offset, request.limit.min(limit), Some(u64::MAX))
            });
            assert!(offsets.len() <= all.len() / limit + 3, "{rows} by {limit}: {offsets:?}");
            assert!(list.is_complete() && list.is_covered() && list.is_short());
            assert_eq!((ids(&list), list.unreadable()), (names(&all), 0));
            assert_eq!((list.len(), list.total()), (all.len(), Some(u64::MAX)));
            list.refresh();
        }
    }
}

#[test]
fn unreadable_rows_before_an_early_end_are_still_counted() {
    let mut list = PagedList::<CandidateTable>::default();
    read_from(&mut list, |request| {
        let mut records = records(&[0, 1, 2], request.offset, request.limit);
        records.retain(|item| item.name != "Name 1");
        Page::new(records, Some(1000)).into()
    });
    assert!(list.is_covered() && list.is_short());
    assert_eq!((list.len(), list.loaded(), list.unreadable()), (3, 2, 1));
}

#[test]
fn an_empty_page_between_others_is_a_hole_and_is_requested_once() {
    let all: Vec<u32> = (0..400).collect();
    let server = |offset: usize, limit: usize| {
        let limit = if (100..300).contains(&offset) { 0 } else { limit };
        page(&all, offset, limit, Some(400))
    };
    let mut list = PagedList::<CandidateTable>::default();
    for offset in [0, 300] {
        list.apply_page(offset, &server(offset, 100), now());
    }
    let offsets = read_from(&mut list, |request| server(request.offset, request.limit));
    assert_eq!(offsets, [100, 200]);
    assert!(list.is_complete() && list.is_covered() && list.is_short());
    assert_eq!((list.len(), list.loaded(), list.unreadable()), (400, 200, 0));
    assert_eq!((list.row_at(150), list.row_at(300).is_some()), (None, true));
    list.refresh();
    read_from(&mut list, |request| page(&all, request.offset, request.limit, Some(400)));
    assert!(!list.is_short());
    assert_eq!(ids(&list), names(&all));
}

#[test]
fn a_page_with_rows_behind_the_end_continues_the_list() {
    let all: Vec<u32> = (0..300).collect();
    let mut list = PagedList::<CandidateTable>::default();
    list.apply_page(0, &page(&all, 0, 100, Some(300)), now());
    list.apply_page(100, &page(&all, 100, 0, Some(300)), now());
    assert_eq!((list.len(), list.is_complete(), first(&list)), (100, true, None));
    // This page was in flight when the empty one arrived.
    list.apply_page(200, &page(&all, 200, 100, Some(300)), now());
    assert_eq!((list.len(), list.is_complete()), (300, false));
    assert_eq!(read_all(&mut list, &all, true), [100]);
    assert_eq!(ids(&list), names(&all));
}

#[test]
fn a_total_that_shrinks_leaves_nothing_behind() {
    let all: Vec<u32> = (0..450).collect();
    let mut list = PagedList::<CandidateTable>::default();
    // The total lags behind the rows: it counts 100 too many.
    let mut rows = 450;
    read_from(&mut list, |PageRequest { offset, limit, .. }| {
        let page = page(&all[..rows], offset, limit, Some(rows as u64 + 100));
        rows = (rows - 100).max(250);
        page
    });
    assert!(list.is_complete() && list.is_covered() && list.is_short());
    assert_eq!((ids(&list), list.unreadable()), (names(&all[..250]), 0));
    list.refresh();
    read_all(&mut list, &all[..120], true);
    assert!(!list.is_short());
    assert_eq!((ids(&list), list.total()), (names(&all[..120]), Some(120)));
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
        1 => (0..400_usize, 0..400_usize).prop_map(|(first, second)| Event::Swap(first, second)),
        1 => Just(Event::Refresh),
    ]
}

/// `before` is the order at the last check.
fn check_invariants(
    list: &mut PagedList<CandidateTable>,
    before: &mut Vec<u32>,
) -> Result<(), TestCaseError> {
    let unchanged = list.take_unchanged().min(before.len()).min(list.len());
    prop_assert_eq!(&list.order[..unchanged], &before[..unchanged]);
    before.clone_from(&list.order);
    prop_assert!(list.order[list.rows_end..].iter().all(|row| *row == NONE));
    let holes = (0..list.len()).filter(|position| list.row_at(*position).is_none());
    prop_assert!(list.holes(0).flatten().eq(holes));
    let filled = list.order.iter().filter(|row| **row != NONE).count();
    prop_assert_eq!(list.loaded(), filled);
    prop_assert!(list.loaded() <= list.len());
    for position in 0..list.len() {
        if let Some(row) = list.row_at(position) {
            prop_assert_eq!(list.position_of(row), Some(position), "a row must have one position");
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_pass_without_changes_repairs_the_list(
        events in proptest::collection::vec(event(), 0..60),
        size in 0..350_u32, step in prop_oneof![Just(100_usize), 1..100_usize], counts: bool,
    ) {
        let mut all: Vec<u32> = (0..size).collect();
        let (mut list, mut before) = (PagedList::<CandidateTable>::default(), Vec::new());
        let answer = |list: &mut PagedList<CandidateTable>, all: &[u32], near: usize| {
            let request = list.next_requests(near..near + 20, |_| false).next();
            if let Some(request) = request {
                let limit = request.limit.min(step);
                let total = counts.then_some(all.len() as u64);
                list.apply_page(request.offset, &page(all, request.offset, limit, total), now());
            }
            request.is_some()
        };
        for event in events {
            match event {
                Event::Answer(near) => _ = answer(&mut list, &all, near),
                Event::Insert(at, id) if !all.contains(&id) => all.insert(at.min(all.len()), id),
                Event::Remove(at) if at < all.len() => _ = all.remove(at),
                Event::Swap(first, second) if first.max(second) < all.len() => all.swap(first, second),
                Event::Fail(near) => {
                    let next_request = |list: &PagedList<_>| list.next_requests(near..near + 20, |_| false).next();
                    if let Some(request) = next_request(&list) {
                        list.fail(request.offset, Failure::new(FailureKind::Server, "no"));
                        let again = next_request(&list).map(|request| request.offset);
                        prop_assert_ne!(again, Some(request.offset));
                    }
                }
                Event::Refresh => list.refresh(),
                _ => {}
            }
            check_invariants(&mut list, &mut before)?;
        }
        list.clear_failures(|_| true);
        for _ in 0..2 {
            let mut rounds = 0;
            while answer(&mut list, &all, 0) {
                rounds += 1;
                prop_assert!(rounds < 4000, "reading must come to an end");
                check_invariants(&mut list, &mut before)?;
            }
            list.refresh();
        }
        while answer(&mut list, &all, 0) {}
        prop_assert_eq!(ids(&list), names(&all));
        prop_assert!(list.is_complete());
        prop_assert_eq!(list.rows.len(), all.len());
    }
}
