//! Requests to a server that fails for an hour, in virtual time.

use std::collections::BTreeMap;

use crate::keymap::action::Action;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::tui::app::clock::Moment;
use crate::tui::app::effect::{Effect, HttpEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::request::Slot;
use crate::tui::app::view::tests::screen;

const HOUR: u64 = 3_600_000;
/// How long the server takes for a response, in milliseconds.
const LATENCY: u64 = 10;

#[rustfmt::skip]
const KINDS: [FailureKind; 12] = [
    FailureKind::Network, FailureKind::Timeout, FailureKind::Server, FailureKind::Unusable,
    FailureKind::InvalidKey, FailureKind::Forbidden, FailureKind::NotFound, FailureKind::RateLimited,
    FailureKind::Busy, FailureKind::Cancelled, FailureKind::Invalid, FailureKind::Conflict,
];

/// Which requests fail.
type Fails = fn(&Slot) -> bool;

#[rustfmt::skip]
const FAULTS: [(&str, Fails); 4] = [
    ("everything", |_| true),
    ("everything but the jobs", |slot| !matches!(slot, Slot::Jobs(_))),
    ("candidate pages", |slot| matches!(slot, Slot::CandidatePage(..))),
    ("records", |slot| matches!(slot, Slot::Job(_) | Slot::Candidate(_) | Slot::Person(_))),
];

/// Runs the program against a failing server for an hour. Returns when each slot was requested.
fn run(server: &mut FakeServer, kind: FailureKind, fails: Fails) -> BTreeMap<Slot, Vec<u64>> {
    let mut requests: BTreeMap<Slot, Vec<u64>> = BTreeMap::new();
    let end = server.state.clock.moment.0 + HOUR;
    loop {
        let Moment(now) = server.state.clock.moment;
        for slot in server.fetched.drain(..) {
            requests.entry(slot).or_default().push(now);
        }
        if let Some((slot, ..)) = server.in_flight.first() {
            let is_failing = fails(slot);
            server.wait(LATENCY);
            if is_failing && !server.in_flight.is_empty() {
                server.fail_oldest(Failure::new(kind, "it did not work"));
            } else {
                server.answer();
            }
            continue;
        }
        let Some(Moment(wake)) = server.state.wakes_at().filter(|wake| wake.0 < end) else {
            return requests;
        };
        server.wait(wake.saturating_sub(now).max(1));
    }
}

#[test]
fn a_failing_server_is_never_flooded() {
    for kind in KINDS {
        for (fault, fails) in FAULTS {
            let mut server = FakeServer::new(120, 40);
            let requests = run(&mut server, kind, fails);
            let mut times: Vec<u64> = requests.values().flatten().copied().collect();
            times.sort_unstable();
            let within =
                |start: &u64| times.iter().filter(|at| (*start..start + 1000).contains(at)).count();
            let busiest = times.iter().map(within).max().unwrap_or(0);
            assert!(busiest <= 50, "{kind:?} of {fault}: {busiest} requests within a second");
            for (slot, times) in requests.iter().filter(|(slot, _)| fails(slot)) {
                let limit = match kind {
                    // One probe at a time, every 15 s.
                    FailureKind::Network | FailureKind::Timeout if *slot == Slot::Jobs(0) => 2000,
                    kind if kind.is_transient() => 25,
                    _ => 1,
                };
                let count = times.len();
                assert!(
                    count <= limit,
                    "{kind:?} of {fault}: {slot:?} was requested {count} times"
                );
            }
        }
    }
}

#[test]
fn a_failure_that_does_not_pass_waits_for_the_user() {
    for kind in [FailureKind::Unusable, FailureKind::Forbidden, FailureKind::Invalid] {
        let mut server = FakeServer::new(120, 40);
        let first = run(&mut server, kind, |_| true);
        assert_eq!(first.values().map(Vec::len).sum::<usize>(), 1, "{kind:?}: {first:?}");
        server.act(&[Action::Refresh]);
        let second = run(&mut server, kind, |_| true);
        assert_eq!(second.values().map(Vec::len).sum::<usize>(), 1, "{kind:?}: {second:?}");
    }
}

#[test]
fn a_server_error_is_retried_with_growing_waits() {
    let mut server = FakeServer::new(120, 40);
    let requests = run(&mut server, FailureKind::Server, |_| true);
    let times = &requests[&Slot::Jobs(0)];
    let waits: Vec<u64> = times.windows(2).map(|pair| (pair[1] - pair[0]) / 1000).collect();
    assert_eq!(waits[..9], [2, 4, 8, 16, 32, 64, 128, 256, 300]);
    server.wait(300_000).settle();
    assert_eq!(server.state.jobs.len(), 4, "it recovers by itself");
}

#[test]
fn a_server_that_hangs_is_found_again_by_itself() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Refresh]);
    server.wait(20_000);
    server.fail_all(FailureKind::Timeout);
    assert!(server.state.connection.offline.is_some(), "nothing was answered meanwhile");
    assert_eq!(server.in_flight.len(), 0);
    server.wait(2000);
    assert_eq!(server.in_flight.len(), 1, "one request stays out");
    server.wait(20_000);
    server.fail_all(FailureKind::Timeout);
    server.wait(2000);
    assert_eq!(server.in_flight.len(), 1);
    server.settle();
    assert!(server.state.connection.offline.is_none());
    let open = server.state.open_job().unwrap();
    assert!(open.list.pages.is_complete() && open.list.pages.gaps().is_none());
    assert!(open.job.failure.is_none());
}

#[test]
fn one_slow_record_does_not_mean_that_the_server_hangs() {
    let mut server = FakeServer::new(120, 40);
    while server.in_flight.iter().any(|(slot, ..)| !matches!(slot, Slot::Person(_))) {
        let at = server.in_flight.iter().position(|(slot, ..)| !matches!(slot, Slot::Person(_)));
        server.answer_at(at.unwrap());
        server.wait(200);
    }
    server.fail_all(FailureKind::Timeout);
    assert!(server.state.connection.offline.is_none());
}

#[test]
fn the_user_can_end_a_long_pause() {
    let mut server = FakeServer::loaded(120, 40);
    server.send(Message::Paused(24 * HOUR));
    let banner = screen(&server.state);
    assert!(
        banner.contains("The server asks us to wait until tomorrow 12:04 · R retries now"),
        "{banner}"
    );
    assert!(server.state.wakes_at().is_none_or(|wake| wake.0 > server.moment + 60_000));
    server.act(&[Action::Refresh]);
    assert_eq!(server.state.connection.paused_until, None);
    assert!(server.others.contains(&Effect::Http(HttpEffect::EndPause)));
    assert!(!server.in_flight.is_empty());
}
