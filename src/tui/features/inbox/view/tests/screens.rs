//! Queue and card at every size.

use insta::assert_snapshot;

use super::server;
use crate::tui::app::record_cache::RecordCache;
use crate::tui::app::view::tests::{ascii_body, body};
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::triage::selectors::overdue;

const SIZES: [(u16, u16); 4] = [(160, 44), (100, 30), (80, 24), (40, 10)];

#[test]
fn the_queue_has_job_headings_and_shows_the_reasons() {
    for (width, height) in SIZES {
        let server = server(width, height, InboxSide::Queue);
        assert_snapshot!(format!("queue_{width}x{height}"), body(&server.state));
    }
}

#[test]
fn the_card_shows_everything_for_a_first_impression() {
    for (width, height) in SIZES {
        let server = server(width, height, InboxSide::Card);
        assert_snapshot!(format!("card_{width}x{height}"), body(&server.state));
    }
}

#[test]
fn missing_data_keeps_its_place() {
    for (width, height) in [(100, 30), (40, 10)] {
        let mut server = server(width, height, InboxSide::Card);
        server.state.inbox.as_mut().unwrap().at = 1;
        (server.state.people, server.state.candidates) = (RecordCache::new(9), RecordCache::new(9));
        assert_snapshot!(format!("card_unread_{width}x{height}"), body(&server.state));
    }
}

#[test]
fn a_card_that_does_not_fit_is_cut_and_scrolls() {
    let mut server = server(100, 18, InboxSide::Card);
    assert_snapshot!("card_cut", body(&server.state));
    let inbox = server.state.inbox.as_mut().unwrap();
    inbox.scroll = usize::MAX;
    assert_snapshot!("card_scrolled", body(&server.state));
}

#[test]
fn an_empty_queue_says_what_was_covered() {
    for (width, height) in [(100, 12), (40, 10)] {
        let mut server = server(width, height, InboxSide::Queue);
        let inbox = server.state.inbox.as_mut().unwrap();
        inbox.items.clear();
        inbox.jobs[0].waiting = 0;
        assert_snapshot!(format!("empty_{width}x{height}"), body(&server.state));
    }
}

#[test]
fn the_card_is_readable_without_unicode_and_colours() {
    let server = server(130, 30, InboxSide::Card);
    assert_snapshot!("ascii", ascii_body(&server.state));
}

#[test]
fn an_overdue_candidate_has_a_sign_in_the_queue_and_on_the_card() {
    let mut server = server(120, 40, InboxSide::Card);
    let text = body(&server.state);
    assert!(!text.contains("over the limit"), "{text}");
    server.state.rules.limits = vec![("recruiter".into(), 2)];
    let excess = {
        let (open, row) = server.state.current_row().unwrap();
        overdue(&server.state.rules.limits, open, row, server.state.clock.date).unwrap().1
    };
    let text = body(&server.state);
    assert!(text.contains("over the limit of 2 d"), "{text}");
    assert!(text.contains(&format!("!{}d", excess + 2)), "{text}");
}
