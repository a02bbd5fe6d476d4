//! Lists that never end, never advance or repeat rows.

use super::*;
use crate::list_guard::StopReason;

/// A page of one unreadable row.
fn unreadable_page(total: Option<u64>) -> RowPage<CandidateItem> {
    Page::new(Items { bad: vec![0], ..Items::all_good(Vec::new()) }, total).into()
}

/// Reads with six pages in flight until nothing is left to request. Returns how many pages were
/// requested.
fn read_ahead(
    list: &mut PagedList<CandidateTable>,
    mut server: impl FnMut(PageRequest) -> RowPage<CandidateItem>,
) -> usize {
    let mut requested = 0;
    loop {
        let requests: Vec<PageRequest> = list.next_requests(0..10, |_| false).take(6).collect();
        if requests.is_empty() {
            return requested;
        }
        for request in requests {
            requested += 1;
            assert!(requested < 3000, "reading must come to an end");
            list.apply_page(request.offset, &server(request), now());
        }
    }
}

#[test]
fn a_server_that_ignores_the_offset_is_read_once() {
    for (rows, total) in [(3, None), (100, None), (100, Some(1_000_000)), (30, Some(31))] {
        let all: Vec<u32> = (0..rows).collect();
        let mut list = PagedList::<CandidateTable>::default();
        for _ in 0..2 {
            let requested = read_ahead(&mut list, |_| page(&all, 0, 100, total));
            assert!(requested <= 7, "{rows} of {total:?}: {requested}");
            assert_eq!(ids(&list), names(&all), "{total:?}");
            assert_eq!(list.stop_reason(), Some(StopReason::Repeating), "{rows} {total:?}");
            list.refresh();
        }
    }
}

#[test]
fn rows_that_cannot_be_read_at_every_offset_stop_the_pass() {
    for total in [None, Some(1_000_000)] {
        let mut list = PagedList::<CandidateTable>::default();
        let requested = read_ahead(&mut list, |_| unreadable_page(total));
        assert!(requested <= 30, "{total:?}: {requested}");
        assert_eq!(list.stop_reason(), Some(StopReason::Unreadable));
    }
}

#[test]
fn a_list_with_always_more_rows_is_stopped_and_its_rows_stay() {
    type GrowingTotal = fn(usize) -> Option<u64>;
    let totals: [GrowingTotal; 2] = [|_| None, |offset| Some(offset as u64 + 300)];
    for total in totals {
        let mut list = PagedList::<CandidateTable>::default();
        for _ in 0..2 {
            read_ahead(&mut list, |PageRequest { offset, limit, .. }| {
                let from = u32::try_from(offset).unwrap();
                let all: Vec<u32> = (from..from + u32::try_from(limit).unwrap()).collect();
                page(&all, 0, limit, total(offset))
            });
            assert!((100_000..102_000).contains(&list.loaded()), "{}", list.loaded());
            assert_eq!(list.stop_reason(), Some(StopReason::Endless));
            assert!(!list.is_whole());
            list.refresh();
        }
    }
}

#[test]
fn a_total_that_changes_with_every_page_of_the_same_rows_is_stopped() {
    let all: Vec<u32> = (0..100).collect();
    let mut list = PagedList::<CandidateTable>::default();
    let mut total = 100_000;
    let requested = read_ahead(&mut list, |_| {
        total += 1;
        page(&all, 0, 100, Some(total))
    });
    assert!(requested <= 80, "{requested}");
    assert_eq!(list.stop_reason(), Some(StopReason::Repeating));
}

#[test]
fn a_row_that_comes_twice_is_loaded_once_and_the_list_is_whole() {
    for all in [vec![0, 1, 1, 2], (0..100).chain(99..200).collect(), vec![5, 5]] {
        let mut list = PagedList::<CandidateTable>::default();
        for _ in 0..2 {
            let total = Some(all.len() as u64);
            read_from(&mut list, |request| page(&all, request.offset, request.limit, total));
            let mut once = all.clone();
            once.dedup();
            assert_eq!(ids(&list), names(&once));
            assert_eq!((list.repeated(), list.unreadable()), (1, 0));
            assert!(list.is_complete() && list.is_whole());
            let hole = (0..list.len()).find(|position| list.row_at(*position).is_none());
            assert_eq!(hole.map(|position| list.hole_at(position)), Some(Hole::Repeated));
            list.refresh();
        }
        let once = [0, 1, 2];
        read_from(&mut list, |request| page(&once, request.offset, request.limit, Some(3)));
        assert_eq!((ids(&list), list.repeated()), (names(&once), 0));
    }
}

#[test]
fn an_empty_page_between_others_leaves_the_list_in_part() {
    let all: Vec<u32> = (0..300).collect();
    let mut list = PagedList::<CandidateTable>::default();
    list.apply_page(0, &page(&all, 0, 100, Some(300)), now());
    list.apply_page(200, &page(&all, 200, 100, Some(300)), now());
    list.apply_page(100, &page(&all, 100, 0, Some(300)), now());
    assert!(list.is_covered() && !list.is_whole());
    assert_eq!(list.hole_at(150), Hole::NotSent);
}

#[test]
fn only_a_long_list_of_full_pages_and_a_steady_total_is_read_in_bulk() {
    let all: Vec<u32> = (0..200).collect();
    // The totals on the first two pages, and the size of the pages.
    for (totals, size, is_bulk) in [
        ([Some(2_000), Some(2_000)], 100, true),
        ([Some(1_999), Some(1_999)], 100, false),
        ([Some(2_000), Some(2_100)], 100, false),
        ([Some(2_000), Some(2_000)], 7, false),
        ([None, None], 100, false),
    ] {
        let mut list = PagedList::<CandidateTable>::default();
        for (index, total) in totals.into_iter().enumerate() {
            let offset = index * size;
            list.apply_page(offset, &page(&all, offset, size, total), now());
        }
        assert_eq!(list.is_bulk(), is_bulk, "{totals:?} by {size}");
    }
}

#[test]
fn a_list_that_repeats_its_first_page_is_not_read_in_bulk() {
    let all: Vec<u32> = (0..100).collect();
    let mut list = PagedList::<CandidateTable>::default();
    for offset in [0, 100, 200] {
        list.apply_page(offset, &page(&all, 0, 100, Some(1_000_000)), now());
        assert!(!list.is_bulk(), "at {offset}");
        assert!(list.len() <= 10_000, "nor does it take the memory of a million rows");
    }
    assert_eq!(list.total(), Some(1_000_000));
    list.refresh();
    assert!(!list.is_bulk(), "a new pass has to prove it again");
}

#[test]
fn after_three_failed_pages_only_the_visible_ones_are_requested() {
    let all: Vec<u32> = (0..100).collect();
    let mut list = PagedList::<CandidateTable>::default();
    list.apply_page(0, &page(&all, 0, 100, Some(1_000_000)), now());
    let failure = || Failure::new(FailureKind::Unusable, "no JSON");
    let wanted = |list: &PagedList<CandidateTable>, from: usize| {
        list.next_requests(from..from + 10, |_| false).take(6).collect::<Vec<_>>()
    };
    assert_eq!(wanted(&list, 0).len(), 6);
    for _ in 0..3 {
        let next = wanted(&list, 0)[0];
        list.fail(next.offset, failure());
        assert!(!list.is_bulk());
        assert!(wanted(&list, 0).len() <= 1, "one at a time");
    }
    assert_eq!(wanted(&list, 0), []);
    assert_eq!(wanted(&list, 5_000)[0].urgency, Urgency::Visible);
    list.clear_failure(300);
    assert_eq!(wanted(&list, 0).iter().map(|request| request.offset).collect::<Vec<_>>(), [300]);
    let more: Vec<u32> = (300..400).collect();
    list.apply_page(300, &page(&more, 0, 100, Some(1_000_000)), now());
    assert_eq!(wanted(&list, 0).len(), 6);
}

#[test]
fn a_refresh_that_is_stopped_or_finds_a_hole_removes_nothing() {
    let all: Vec<u32> = (0..500).collect();
    let total = Some(500);
    let read = |list: &mut PagedList<CandidateTable>, hole: Option<usize>, ignores_offset: bool| {
        let mut removed = Vec::new();
        loop {
            let next = list.next_requests(0..10, |_| false).next();
            let Some(PageRequest { offset, limit, .. }) = next else { return removed };
            let from = if ignores_offset { 0 } else { offset };
            let size = if hole == Some(offset) { 0 } else { limit };
            removed.extend(list.apply_page(offset, &page(&all, from, size, total), now()).removed);
        }
    };
    let mut list = PagedList::<CandidateTable>::default();
    assert!(read(&mut list, None, false).is_empty());
    list.refresh();
    assert!(read(&mut list, None, true).is_empty(), "the server ignores the offset for a moment");
    assert_eq!((list.loaded(), list.stop_reason()), (500, Some(StopReason::Repeating)));
    list.refresh();
    assert!(read(&mut list, Some(200), false).is_empty(), "a page comes empty");
    assert_eq!(list.rows.rows().count(), 500);
    list.refresh();
    assert!(read(&mut list, None, false).is_empty());
    assert_eq!(list.loaded(), 500, "everything is back");
    list.refresh();
    read(&mut list, Some(200), false);
    list.refresh();
    assert_eq!(read(&mut list, Some(200), false).len(), 300, "they stay away");
}

#[test]
fn a_row_that_moved_behind_the_end_of_the_first_page_does_not_stop_the_pass() {
    let mut all: Vec<u32> = (0..101).collect();
    let mut list = PagedList::<CandidateTable>::default();
    list.apply_page(0, &page(&all, 0, 100, Some(101)), now());
    // It was edited between the two reads, and the server sorts by the last change.
    let edited = all.remove(5);
    all.push(edited);
    list.apply_page(100, &page(&all, 100, 100, Some(101)), now());
    assert_eq!(list.stop_reason(), None);
    let requested = read_ahead(&mut list, |PageRequest { offset, limit, .. }| {
        page(&all, offset, limit, Some(101))
    });
    assert!(requested <= 2, "{requested}");
    assert_eq!(list.loaded(), 101);
}
