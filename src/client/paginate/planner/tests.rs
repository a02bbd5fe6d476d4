mod moving;
mod server;

use server::{Pages, Server, Total};

use super::*;
use crate::client::{Delivery, ErrorKind, Refusal};
use crate::list_guard::StopReason;

/// Reads to the end with `window` pages in flight. The oldest request is answered first.
fn run(planner: &mut Planner, server: &Server, window: usize) -> Vec<PlannedPage> {
    run_with_failure(planner, server, window, None)
}

/// The page of this number fails.
fn run_with_failure(
    planner: &mut Planner,
    server: &Server,
    window: usize,
    failing: Option<usize>,
) -> Vec<PlannedPage> {
    let mut requests = Vec::new();
    let mut in_flight = VecDeque::new();
    for number in 0.. {
        while in_flight.len() < window {
            let Some(request) = planner.next_request() else { break };
            requests.push(request);
            in_flight.push_back(request);
            assert!(requests.len() < 20_000, "reading must come to an end");
        }
        let Some(request) = in_flight.pop_front() else { break };
        if failing == Some(number) {
            planner.handle_failure(request, error(500));
        } else {
            planner.handle_page(request, server.serve(&request));
        }
    }
    planner.finish();
    requests
}

fn read_all(server: &Server) -> (Vec<PlannedPage>, Completeness) {
    let mut planner = Planner::new(None);
    let requests = run(&mut planner, server, 8);
    (requests, planner.completeness())
}

fn reason(completeness: &Completeness) -> String {
    completeness.gaps.iter().map(|gap| gap.reason.to_string()).collect()
}

#[test]
fn an_unchanging_list_is_read_once() {
    for (count, pages) in
        [(0, 1), (1, 1), (2, 1), (99, 1), (101, 2), (150, 2), (640, 7), (1000, 11)]
    {
        let (requests, completeness) = read_all(&Server::new(count));
        assert!(completeness.is_complete(), "{count}: {completeness:?}");
        assert_eq!((completeness.read, requests.len()), (count, pages), "{count}");
    }
}

#[test]
fn a_list_that_ends_on_a_full_page_is_checked_for_more() {
    let (requests, completeness) = read_all(&Server::new(100));
    assert_eq!((completeness.read, requests.len()), (100, 2));
    assert!(completeness.is_complete());
}

#[test]
fn reading_stops_at_the_maximum() {
    for (max, pages, last) in
        [(0, 0, None), (10, 1, Some(10)), (100, 1, Some(100)), (150, 2, Some(100))]
    {
        let mut planner = Planner::new(Some(max));
        let requests = run(&mut planner, &Server::new(640), 8);
        assert!(planner.read_count() >= max && requests.len() == pages, "{max}: {requests:?}");
        assert_eq!(requests.last().map(|request| request.limit), last);
        assert!(planner.completeness().is_complete());
    }
    let mut planner = Planner::new(Some(500));
    run(&mut planner, &Server::new(32), 8);
    assert!(planner.completeness().is_complete(), "the list has only 32 rows");
}

#[test]
fn a_smaller_page_size_than_requested_is_accepted() {
    for (page_size, reports_limit) in [(50, true), (50, false), (7, false), (1, true), (1, false)] {
        let server = Server { page_size, reports_limit, ..Server::new(120) };
        let (requests, completeness) = read_all(&server);
        assert!(completeness.is_complete(), "{page_size}: {completeness:?}");
        assert_eq!(completeness.read, 120, "{page_size}");
        assert!(
            requests.len() as u64 <= 120 / page_size.max(2).saturating_sub(1) + 10,
            "{page_size}: {}",
            requests.len()
        );
    }
}

#[test]
fn without_a_total_the_end_is_found_by_probing() {
    for count in [0, 1, 2, 99, 100, 101, 250] {
        for page_size in [100, 40, 2, 1] {
            let server = Server {
                total: Total::Missing,
                page_size,
                reports_limit: false,
                ..Server::new(count)
            };
            let (_, completeness) = read_all(&server);
            assert!(completeness.is_complete(), "{count}/{page_size}: {completeness:?}");
            assert_eq!((completeness.read, completeness.total), (count, None));
        }
    }
}

#[test]
fn a_total_that_is_too_small_hides_nothing() {
    for claimed in [0, 10, 100, 199, 249] {
        let (_, completeness) =
            read_all(&Server { total: Total::Claimed(claimed), ..Server::new(250) });
        assert_eq!(
            (completeness.read, completeness.is_complete()),
            (250, true),
            "{claimed}: {completeness:?}"
        );
    }
}

#[test]
fn a_total_that_is_too_large_is_reported() {
    let (requests, completeness) =
        read_all(&Server { total: Total::Claimed(100_000), ..Server::new(250) });
    assert_eq!(completeness.read, 250);
    assert_eq!(reason(&completeness), GapReason::EndsEarly.to_string());
    assert!(requests.len() < 14, "must give up early: {}", requests.len());
}

#[test]
fn a_server_that_aligns_its_pages_is_read_completely() {
    for count in [100, 250, 371, 640, 1000] {
        for (page_size, reports_limit) in [(100, true), (95, true), (95, false), (7, false)] {
            for total in [Total::Correct, Total::Missing] {
                let pages = Pages::Aligned;
                let server =
                    Server { page_size, total, pages, reports_limit, ..Server::new(count) };
                let (_, completeness) = read_all(&server);
                let result = (completeness.read, completeness.is_complete());
                assert_eq!(
                    result,
                    (count, true),
                    "{count}/{page_size} {total:?}: {completeness:?}"
                );
            }
        }
    }
    for max in [1, 10, 99, 100, 101, 217, 250, 300] {
        for page_size in [100, 33, 7] {
            let mut planner = Planner::new(Some(max));
            run(&mut planner, &Server { pages: Pages::Aligned, page_size, ..Server::new(250) }, 8);
            assert!(
                planner.read_count() >= max.min(250),
                "{max}/{page_size}: {}",
                planner.read_count()
            );
            assert!(
                planner.completeness().is_complete(),
                "{max}/{page_size}: {:?}",
                planner.completeness()
            );
        }
    }
}

#[test]
fn a_server_that_repeats_itself_is_stopped() {
    for total in [Total::Correct, Total::Missing, Total::AlwaysMore, Total::Claimed(500)] {
        let (requests, completeness) =
            read_all(&Server { pages: Pages::First, total, ..Server::new(250) });
        assert_eq!(completeness.read, 100);
        assert_eq!(
            reason(&completeness),
            GapReason::Stopped(StopReason::Repeating).to_string(),
            "{total:?}"
        );
        assert!(requests.len() <= 24, "{total:?}: {}", requests.len());
    }
}

#[test]
fn a_server_that_always_has_more_is_stopped() {
    for pages in [Pages::Endless, Pages::Garbage] {
        for total in [Total::Claimed(1000), Total::AlwaysMore] {
            let (_, completeness) = read_all(&Server { total, pages, ..Server::new(0) });
            let expected = match pages {
                Pages::Garbage => StopReason::Unreadable,
                _ => StopReason::Endless,
            };
            assert!(reason(&completeness).contains(&expected.to_string()), "{completeness:?}");
            let rows = completeness.read + completeness.unreadable.len() as u64;
            assert!(rows < 105_000, "{rows}");
        }
    }
}

#[test]
fn a_server_that_repeats_unreadable_rows_is_stopped() {
    for count in [2, 36, 100] {
        for total in [Total::Missing, Total::Correct] {
            let pages = Pages::Everything;
            let unreadable = (0..count).collect();
            let (requests, _) =
                read_all(&Server { total, pages, unreadable, ..Server::new(count) });
            assert!(requests.len() < 40, "{count} {total:?}: {}", requests.len());
        }
    }
}

#[test]
fn a_page_of_shifted_rows_is_not_taken_for_the_end() {
    let mut server =
        Server { page_size: 6, total: Total::Missing, reports_limit: false, ..Server::new(60) };
    let mut planner = Planner::new(None);
    for _ in 0..2 {
        let request = planner.next_request().unwrap();
        planner.handle_page(request, server.serve(&request));
    }
    server.rows.splice(0..0, 9001..9006);
    run(&mut planner, &server, 8);
    let completeness = planner.completeness();
    assert_eq!(
        completeness.read, 60,
        "every row that was in the list from the start: {completeness:?}"
    );
}

#[test]
fn a_server_without_paging_is_read_completely() {
    for count in [100, 101, 150, 640] {
        for total in [Total::Correct, Total::Missing] {
            let server = Server {
                pages: Pages::Everything,
                total,
                reports_limit: false,
                ..Server::new(count)
            };
            let (requests, completeness) = read_all(&server);
            if count == 100 && total == Total::Missing {
                // Repeated full pages could be either.
                assert_eq!(
                    reason(&completeness),
                    GapReason::Stopped(StopReason::Repeating).to_string()
                );
                continue;
            }
            assert_eq!(
                (completeness.read, completeness.is_complete()),
                (count, true),
                "{completeness:?}"
            );
            assert!(requests.len() <= 3, "{count}: {}", requests.len());
        }
    }
    let short = Server { pages: Pages::Everything, total: Total::Missing, ..Server::new(32) };
    assert!(read_all(&short).1.is_complete());
}

#[test]
fn an_unreadable_row_is_counted_at_every_position() {
    for unreadable in [0, 1, 98, 99, 100, 197, 198, 199, 249] {
        for total in [Total::Correct, Total::Missing] {
            let server = Server { unreadable: vec![unreadable], total, ..Server::new(250) };
            let (requests, completeness) = read_all(&server);
            assert!(completeness.is_complete(), "{unreadable}: {completeness:?}");
            assert_eq!((completeness.read, &completeness.unreadable[..]), (249, &[unreadable][..]));
            assert!(requests.len() <= 4, "{unreadable}: {}", requests.len());
        }
    }
    let all = Server { unreadable: (0..250).collect(), ..Server::new(250) };
    let (_, completeness) = read_all(&all);
    assert_eq!((completeness.read, completeness.unreadable.len()), (0, 250));
    assert!(completeness.is_complete());
}

#[test]
fn rows_added_at_the_start_are_fetched() {
    let mut server = Server::new(640);
    let mut planner = Planner::new(None);
    let first = planner.next_request().unwrap();
    planner.handle_page(first, server.serve(&first));
    server.rows.splice(0..0, [9001, 9002]);
    run(&mut planner, &server, 8);
    let completeness = planner.completeness();
    assert_eq!((completeness.read, completeness.is_complete()), (642, true), "{completeness:?}");
}

#[test]
fn a_failed_page_is_a_gap_and_its_neighbours_are_kept() {
    let server = Server::new(640);
    let mut planner = Planner::new(None);
    run_with_failure(&mut planner, &server, 3, Some(2));
    let completeness = planner.completeness();
    assert_eq!(completeness.read, 640 - 98, "all rows except those only on the failed page");
    assert_eq!(completeness.gaps.len(), 1);
    assert_eq!((completeness.gaps[0].from, completeness.gaps[0].until), (199, Some(298)));
}

#[test]
fn a_failed_probe_beyond_a_complete_list_is_no_gap() {
    // All announced rows were read; only the check for more failed.
    let mut planner = Planner::new(None);
    run_with_failure(&mut planner, &Server::new(100), 1, Some(1));
    assert!(planner.completeness().is_complete(), "{:?}", planner.completeness());
    // The total was wrong: the list has more rows, and reading them failed.
    for count in [10, 100, 150] {
        let mut planner = Planner::new(None);
        run_with_failure(
            &mut planner,
            &Server { total: Total::Claimed(count), ..Server::new(250) },
            1,
            Some(2),
        );
        assert!(!planner.completeness().is_complete(), "{count}: {:?}", planner.completeness());
    }
    // Rows were removed: more rows were read than the total now says, but some of the rest were
    // not.
    let (mut server, mut planner) = (Server::new(640), Planner::new(None));
    for _ in 0..3 {
        let request = planner.next_request().unwrap();
        planner.handle_page(request, server.serve(&request));
    }
    server.rows.drain(0..350);
    run_with_failure(&mut planner, &server, 1, Some(1));
    assert!(!planner.completeness().is_complete(), "{:?}", planner.completeness());
}

#[test]
fn a_refused_key_ends_the_read_with_the_rest_as_a_gap() {
    let server = Server::new(100_000);
    let mut planner = Planner::new(None);
    let first = planner.next_request().unwrap();
    planner.handle_page(first, server.serve(&first));
    let second = planner.next_request().unwrap();
    planner.handle_failure(second, error(401));
    assert_eq!(planner.next_request(), None);
    planner.finish();
    let completeness = planner.completeness();
    assert_eq!(completeness.error().and_then(ClientError::status), Some(401));
    assert_eq!(completeness.gaps.last().unwrap().until, Some(100_000));
}

fn error(status: u16) -> ClientError {
    let refusal = Refusal { status, ..Refusal::default() };
    ClientError::new("GET /v1/jobs".into(), ErrorKind::Refused(refusal), Delivery::Confirmed, 1)
}
