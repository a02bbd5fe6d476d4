mod moving;
mod server;

use server::{Count, Pages, Server};

use super::*;
use crate::client::{Refusal, Sent, What};

/// Walks with so many pages out at once, the oldest answered first.
fn walk(plan: &mut Plan, server: &Server, window: usize) -> Vec<Ask> {
    let mut asked = Vec::new();
    let mut out = VecDeque::new();
    loop {
        while out.len() < window {
            let Some(ask) = plan.next() else { break };
            asked.push(ask);
            out.push_back(ask);
            assert!(asked.len() < 20_000, "it goes on for ever");
        }
        let Some(ask) = out.pop_front() else { break };
        plan.arrived(ask, server.serve(&ask));
    }
    plan.finish();
    asked
}

fn whole(server: &Server) -> (Vec<Ask>, Statement) {
    let mut plan = Plan::new(None);
    let asked = walk(&mut plan, server, 8);
    (asked, plan.statement())
}

fn reason(statement: &Statement) -> String {
    statement.gaps.iter().map(|gap| gap.reason.to_string()).collect()
}

#[test]
fn a_quiet_list_is_read_once() {
    for (count, pages) in
        [(0, 1), (1, 1), (2, 1), (99, 1), (101, 2), (150, 2), (640, 7), (1000, 11)]
    {
        let (asked, statement) = whole(&Server::new(count));
        assert!(statement.is_complete(), "{count}: {statement:?}");
        assert_eq!((statement.read, asked.len()), (count, pages), "{count}");
    }
}

#[test]
fn a_list_that_ends_on_a_full_page_is_asked_whether_there_is_more() {
    let (asked, statement) = whole(&Server::new(100));
    assert_eq!((statement.read, asked.len()), (100, 2));
    assert!(statement.is_complete());
}

#[test]
fn enough_is_enough() {
    for (enough, pages, last) in
        [(0, 0, None), (10, 1, Some(10)), (100, 1, Some(100)), (150, 2, Some(100))]
    {
        let mut plan = Plan::new(Some(enough));
        let asked = walk(&mut plan, &Server::new(640), 8);
        assert!(plan.read() >= enough && asked.len() == pages, "{enough}: {asked:?}");
        assert_eq!(asked.last().map(|ask| ask.limit), last);
        assert!(plan.statement().is_complete());
    }
    let mut plan = Plan::new(Some(500));
    walk(&mut plan, &Server::new(32), 8);
    assert!(plan.statement().is_complete(), "there are no more than 32");
}

#[test]
fn another_limit_than_asked_is_lived_with() {
    for (cap, tells_limit) in [(50, true), (50, false), (7, false), (1, true), (1, false)] {
        let server = Server { cap, tells_limit, ..Server::new(120) };
        let (asked, statement) = whole(&server);
        assert!(statement.is_complete(), "{cap}: {statement:?}");
        assert_eq!(statement.read, 120, "{cap}");
        assert!(
            asked.len() as u64 <= 120 / cap.max(2).saturating_sub(1) + 10,
            "{cap}: {}",
            asked.len()
        );
    }
}

#[test]
fn without_a_count_the_end_is_felt_for() {
    for count in [0, 1, 2, 99, 100, 101, 250] {
        for cap in [100, 40, 2, 1] {
            let server =
                Server { total: Count::Missing, cap, tells_limit: false, ..Server::new(count) };
            let (_, statement) = whole(&server);
            assert!(statement.is_complete(), "{count}/{cap}: {statement:?}");
            assert_eq!((statement.read, statement.total), (count, None));
        }
    }
}

#[test]
fn a_count_that_is_too_small_hides_nothing() {
    for lie in [0, 10, 100, 199, 249] {
        let (_, statement) = whole(&Server { total: Count::Says(lie), ..Server::new(250) });
        assert_eq!((statement.read, statement.is_complete()), (250, true), "{lie}: {statement:?}");
    }
}

#[test]
fn a_count_that_is_too_large_is_told() {
    let (asked, statement) = whole(&Server { total: Count::Says(100_000), ..Server::new(250) });
    assert_eq!(statement.read, 250);
    assert_eq!(reason(&statement), Reason::EndsEarly.to_string());
    assert!(asked.len() < 14, "it does not ask a thousand times for nothing: {}", asked.len());
}

#[test]
fn a_server_that_cuts_its_pages_itself_is_followed() {
    for count in [100, 250, 371, 640, 1000] {
        for (cap, tells_limit) in [(100, true), (95, true), (95, false), (7, false)] {
            for total in [Count::True, Count::Missing] {
                let pages = Pages::Aligned;
                let server = Server { cap, total, pages, tells_limit, ..Server::new(count) };
                let (_, statement) = whole(&server);
                let found = (statement.read, statement.is_complete());
                assert_eq!(found, (count, true), "{count}/{cap} {total:?}: {statement:?}");
            }
        }
    }
    for enough in [1, 10, 99, 100, 101, 217, 250, 300] {
        for cap in [100, 33, 7] {
            let mut plan = Plan::new(Some(enough));
            walk(&mut plan, &Server { pages: Pages::Aligned, cap, ..Server::new(250) }, 8);
            assert!(plan.read() >= enough.min(250), "{enough}/{cap}: {}", plan.read());
            assert!(plan.statement().is_complete(), "{enough}/{cap}: {:?}", plan.statement());
        }
    }
}

#[test]
fn a_server_that_repeats_itself_is_stopped() {
    for total in [Count::True, Count::Missing, Count::AlwaysMore, Count::Says(500)] {
        let (asked, statement) = whole(&Server { pages: Pages::First, total, ..Server::new(250) });
        assert_eq!(statement.read, 100);
        assert_eq!(reason(&statement), Reason::Repeating.to_string(), "{total:?}");
        assert!(asked.len() <= 24, "{total:?}: {}", asked.len());
    }
}

#[test]
fn a_server_that_always_has_more_is_stopped() {
    for pages in [Pages::Endless, Pages::Rubbish] {
        for total in [Count::Says(1000), Count::AlwaysMore] {
            let (_, statement) = whole(&Server { total, pages, ..Server::new(0) });
            let told = reason(&statement);
            let repeats = pages == Pages::Rubbish && told.contains(&Reason::Repeating.to_string());
            assert!(told.contains("always more") || repeats, "{told}");
            let met = statement.read + statement.unreadable.len() as u64;
            assert!(met < 105_000, "{met}");
        }
    }
}

#[test]
fn no_list_is_believed_to_be_longer_than_any() {
    let mut plan = Plan::new(None);
    let server = Server { total: Count::Says(u64::MAX), ..Server::new(640) };
    let first = plan.next().unwrap();
    plan.arrived(first, server.serve(&first));
    assert_eq!(plan.announced(), CEILING);
}

#[test]
fn a_server_that_repeats_what_nobody_can_read_is_stopped() {
    for count in [2, 36, 100] {
        for total in [Count::Missing, Count::True] {
            let pages = Pages::Whole;
            let broken = (0..count).collect();
            let (asked, _) = whole(&Server { total, pages, broken, ..Server::new(count) });
            assert!(asked.len() < 40, "{count} {total:?}: {}", asked.len());
        }
    }
}

#[test]
fn rows_that_push_a_page_down_are_not_taken_for_the_end() {
    let mut server =
        Server { cap: 6, total: Count::Missing, tells_limit: false, ..Server::new(60) };
    let mut plan = Plan::new(None);
    for _ in 0..2 {
        let ask = plan.next().unwrap();
        plan.arrived(ask, server.serve(&ask));
    }
    server.rows.splice(0..0, 9001..9006);
    walk(&mut plan, &server, 8);
    let statement = plan.statement();
    assert_eq!(statement.read, 60, "all that were there from the beginning: {statement:?}");
}

#[test]
fn a_server_that_knows_no_pages_is_believed() {
    for count in [100, 101, 150, 640] {
        for total in [Count::True, Count::Missing] {
            let server =
                Server { pages: Pages::Whole, total, tells_limit: false, ..Server::new(count) };
            let (asked, statement) = whole(&server);
            if count == 100 && total == Count::Missing {
                // Full pages again and again: nobody can tell.
                assert_eq!(reason(&statement), Reason::Repeating.to_string());
                continue;
            }
            assert_eq!((statement.read, statement.is_complete()), (count, true), "{statement:?}");
            assert!(asked.len() <= 3, "{count}: {}", asked.len());
        }
    }
    let short = Server { pages: Pages::Whole, total: Count::Missing, ..Server::new(32) };
    assert!(whole(&short).1.is_complete());
}

#[test]
fn an_unreadable_row_is_counted_wherever_it_stands() {
    for broken in [0, 1, 98, 99, 100, 197, 198, 199, 249] {
        for total in [Count::True, Count::Missing] {
            let server = Server { broken: vec![broken], total, ..Server::new(250) };
            let (asked, statement) = whole(&server);
            assert!(statement.is_complete(), "{broken}: {statement:?}");
            assert_eq!((statement.read, &statement.unreadable[..]), (249, &[broken][..]));
            assert!(asked.len() <= 4, "{broken}: {}", asked.len());
        }
    }
    let all = Server { broken: (0..250).collect(), ..Server::new(250) };
    let (_, statement) = whole(&all);
    assert_eq!((statement.read, statement.unreadable.len()), (0, 250));
    assert!(statement.is_complete());
}

#[test]
fn rows_that_come_in_at_the_beginning_are_fetched() {
    let mut server = Server::new(640);
    let mut plan = Plan::new(None);
    let first = plan.next().unwrap();
    plan.arrived(first, server.serve(&first));
    server.rows.splice(0..0, [9001, 9002]);
    walk(&mut plan, &server, 8);
    let statement = plan.statement();
    assert_eq!((statement.read, statement.is_complete()), (642, true), "{statement:?}");
}

#[test]
fn a_failed_page_is_a_gap_and_its_neighbours_are_kept() {
    let server = Server::new(640);
    let mut plan = Plan::new(None);
    let mut out = VecDeque::new();
    let mut number = 0;
    loop {
        while out.len() < 3 {
            let Some(ask) = plan.next() else { break };
            out.push_back(ask);
        }
        let Some(ask) = out.pop_front() else { break };
        if number == 2 {
            plan.failed(ask, error(500));
        } else {
            plan.arrived(ask, server.serve(&ask));
        }
        number += 1;
    }
    plan.finish();
    let statement = plan.statement();
    assert_eq!(statement.read, 640 - 98, "all but what only that page held");
    assert_eq!(statement.gaps.len(), 1);
    assert_eq!((statement.gaps[0].from, statement.gaps[0].until), (199, Some(298)));
}

#[test]
fn a_failure_is_no_gap_only_where_it_was_no_more_than_a_doubt() {
    // All that is counted is there; whether there is more was asked in vain.
    let mut plan = Plan::new(None);
    failing_at(&mut plan, &Server::new(100), 1);
    assert!(plan.statement().is_complete(), "{:?}", plan.statement());
    // The count was wrong, and the rest is there and cannot be had.
    for count in [10, 100, 150] {
        let mut plan = Plan::new(None);
        failing_at(&mut plan, &Server { total: Count::Says(count), ..Server::new(250) }, 2);
        assert!(!plan.statement().is_complete(), "{count}: {:?}", plan.statement());
    }
    // Rows went: more was met than is counted now, and some of the rest was not.
    let (mut server, mut plan) = (Server::new(640), Plan::new(None));
    for _ in 0..3 {
        let ask = plan.next().unwrap();
        plan.arrived(ask, server.serve(&ask));
    }
    server.rows.drain(0..350);
    failing_at(&mut plan, &server, 1);
    assert!(!plan.statement().is_complete(), "{:?}", plan.statement());
}

/// Walks one page at a time; this one of them cannot be had.
fn failing_at(plan: &mut Plan, server: &Server, which: usize) {
    let mut number = 0;
    while let Some(ask) = plan.next() {
        if number == which {
            plan.failed(ask, error(500));
        } else {
            plan.arrived(ask, server.serve(&ask));
        }
        number += 1;
    }
    plan.finish();
}

#[test]
fn a_refused_key_ends_the_walk_with_the_rest_as_a_gap() {
    let server = Server::new(100_000);
    let mut plan = Plan::new(None);
    let first = plan.next().unwrap();
    plan.arrived(first, server.serve(&first));
    let second = plan.next().unwrap();
    plan.failed(second, error(401));
    assert_eq!(plan.next(), None);
    plan.finish();
    let statement = plan.statement();
    assert_eq!(statement.error().and_then(ClientError::status), Some(401));
    assert_eq!(statement.gaps.last().unwrap().until, Some(100_000));
}

fn error(status: u16) -> ClientError {
    let refusal = Refusal { status, ..Refusal::default() };
    ClientError::new("GET /v1/jobs".into(), What::Refused(refusal), Sent::Yes, 1)
}
