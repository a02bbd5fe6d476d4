//! Whatever happens to the list meanwhile, a complete walk misses nothing.

use std::collections::HashSet;

use proptest::prelude::*;

use super::super::{Ask, MENDING, Plan, Sight};
use super::server::{Pages, Server};

/// What happens next in a walk over a list that changes.
#[derive(Debug, Clone)]
enum Event {
    Ask,
    /// The server looks at one of the requests.
    Serve(prop::sample::Index),
    /// One of its answers arrives.
    Deliver(prop::sample::Index),
    Insert(prop::sample::Index),
    Remove(prop::sample::Index),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let index = any::<prop::sample::Index>;
    let event = prop_oneof![
        8 => Just(Event::Ask),
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
    fn a_complete_walk_misses_no_row_that_was_there_all_the_time(
        count in 0_u64..900, cap in 1_u64..=100, aligned: bool, tells_limit: bool,
        broken in prop::collection::vec(0_u64..900, 0..3), events in events()
    ) {
        // Without overlap only the count can tell of a move: rows only go.
        let overlaps = cap > 1 && !aligned;
        let pages = if aligned { Pages::Aligned } else { Pages::AsAsked };
        let mut server = Server { cap, pages, tells_limit, broken: broken.clone(), ..Server::new(count) };
        let mut quiet = true;
        let mut stable: HashSet<u64> = server.rows.iter().copied().collect();
        let mut plan = Plan::new(None);
        let (mut out, mut served): (Vec<Ask>, Vec<(Ask, Sight)>) = (Vec::new(), Vec::new());
        let mut asked = 0;
        let mut seen = HashSet::new();
        let mut deliver = |plan: &mut Plan, (ask, sight): (Ask, Sight)| {
            let ids = sight.ids.clone();
            let fresh = plan.arrived(ask, sight);
            seen.extend(ids.into_iter().zip(fresh).filter(|(_, fresh)| *fresh).map(|(id, _)| id));
        };
        for (number, event) in events.into_iter().enumerate() {
            match event {
                Event::Ask if out.len() + served.len() < 8 => {
                    let ask = plan.next();
                    asked += ask.iter().len();
                    out.extend(ask);
                }
                Event::Serve(which) if !out.is_empty() => {
                    let ask = out.remove(which.index(out.len()));
                    served.push((ask, server.serve(&ask)));
                }
                Event::Deliver(which) if !served.is_empty() => {
                    let answer = served.remove(which.index(served.len()));
                    deliver(&mut plan, answer);
                }
                Event::Insert(place) if overlaps => {
                    quiet = false;
                    let place = place.index(server.rows.len() + 1);
                    server.rows.insert(place, 1_000_000 + number as u64);
                }
                Event::Remove(place) if !server.rows.is_empty() => {
                    quiet = false;
                    stable.remove(&server.rows.remove(place.index(server.rows.len())));
                }
                _ => {}
            }
        }
        // From here on the list is quiet, and the walk goes to its end.
        loop {
            while out.len() < 8 {
                let Some(ask) = plan.next() else { break };
                asked += 1;
                out.push(ask);
            }
            served.extend(out.drain(..).map(|ask| (ask, server.serve(&ask))));
            let Some(answer) = served.pop() else { break };
            deliver(&mut plan, answer);
        }
        plan.finish();
        let statement = plan.statement();
        prop_assert_eq!(statement.read, seen.len() as u64);
        prop_assert!(statement.is_complete() || !quiet, "{statement:?}");
        if statement.is_complete() {
            let missed: Vec<_> =
                stable.difference(&seen).filter(|row| !broken.contains(row)).collect();
            prop_assert!(missed.is_empty(), "missed {missed:?}");
        }
        let pages = (count + 300) / (cap - 1).max(1) + 12;
        let most = 2 * pages + MENDING + 8;
        let most = if aligned { 2 * most } else { most };
        prop_assert!(asked as u64 <= most, "{asked} for {pages} pages");
    }
}
