//! A read that claims to be complete misses nothing, however the list changes meanwhile.

use std::collections::HashSet;

use proptest::prelude::*;

use super::super::{MIN_REPAIRS, PageContents, PlannedPage, Planner};
use super::server::{Pages, Server};

/// An event while a changing list is read.
#[derive(Debug, Clone)]
enum Event {
    Request,
    /// The server answers one of the requests.
    Serve(prop::sample::Index),
    /// One of the responses arrives.
    Deliver(prop::sample::Index),
    Insert(prop::sample::Index),
    Remove(prop::sample::Index),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let index = any::<prop::sample::Index>;
    let event = prop_oneof![
        8 => Just(Event::Request),
        8 => index().prop_map(Event::Serve),
        8 => index().prop_map(Event::Deliver),
        1 => index().prop_map(Event::Insert),
        1 => index().prop_map(Event::Remove),
    ];
    prop::collection::vec(event, 0..300)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_complete_read_misses_no_row_that_never_moved(
        count in 0_u64..900, page_size in 1_u64..=100, aligned: bool, reports_limit: bool,
        unreadable in prop::collection::vec(0_u64..900, 0..3), events in events()
    ) {
        // Without overlap only the total shows a move, so rows are only removed.
        let overlaps = page_size > 1 && !aligned;
        let pages = if aligned { Pages::Aligned } else { Pages::Exact };
        let mut server = Server {
            page_size, pages, reports_limit, unreadable: unreadable.clone(), ..Server::new(count)
        };
        let mut is_unchanged = true;
        let mut stable: HashSet<u64> = server.rows.iter().copied().collect();
        let mut planner = Planner::new(None);
        let mut in_flight: Vec<PlannedPage> = Vec::new();
        let mut answers: Vec<(PlannedPage, PageContents)> = Vec::new();
        let mut requests = 0;
        let mut seen = HashSet::new();
        let mut deliver = |planner: &mut Planner, (request, contents): (PlannedPage, PageContents)| {
            let ids = contents.ids.clone();
            let is_new = planner.handle_page(request, contents);
            seen.extend(ids.into_iter().zip(is_new).filter(|(_, is_new)| *is_new).map(|(id, _)| id));
        };
        for (number, event) in events.into_iter().enumerate() {
            match event {
                Event::Request if in_flight.len() + answers.len() < 8 => {
                    let request = planner.next_request();
                    requests += request.iter().len();
                    in_flight.extend(request);
                }
                Event::Serve(index) if !in_flight.is_empty() => {
                    let request = in_flight.remove(index.index(in_flight.len()));
                    answers.push((request, server.serve(&request)));
                }
                Event::Deliver(index) if !answers.is_empty() => {
                    let answer = answers.remove(index.index(answers.len()));
                    deliver(&mut planner, answer);
                }
                Event::Insert(position) if overlaps => {
                    is_unchanged = false;
                    let position = position.index(server.rows.len() + 1);
                    server.rows.insert(position, 1_000_000 + number as u64);
                }
                Event::Remove(position) if !server.rows.is_empty() => {
                    is_unchanged = false;
                    stable.remove(&server.rows.remove(position.index(server.rows.len())));
                }
                _ => {}
            }
        }
        // From here on the list no longer changes and is read to the end.
        loop {
            while in_flight.len() < 8 {
                let Some(request) = planner.next_request() else { break };
                requests += 1;
                in_flight.push(request);
            }
            answers.extend(in_flight.drain(..).map(|request| (request, server.serve(&request))));
            let Some(answer) = answers.pop() else { break };
            deliver(&mut planner, answer);
        }
        planner.finish();
        let completeness = planner.completeness();
        prop_assert_eq!(completeness.read, seen.len() as u64);
        prop_assert!(completeness.is_complete() || !is_unchanged, "{completeness:?}");
        if completeness.is_complete() {
            let missed: Vec<_> =
                stable.difference(&seen).filter(|row| !unreadable.contains(row)).collect();
            prop_assert!(missed.is_empty(), "missed {missed:?}");
        }
        let pages = (count + 300) / (page_size - 1).max(1) + 12;
        let max = 2 * pages + MIN_REPAIRS + 8;
        let max = if aligned { 2 * max } else { max };
        prop_assert!(requests as u64 <= max, "{requests} for {pages} pages");
    }
}
