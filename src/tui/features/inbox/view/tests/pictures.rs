//! Queue and card at every size.

use insta::assert_snapshot;

use super::stage;
use crate::theme::{Name, Symbols};
use crate::tui::app::record_cache::RecordCache;
use crate::tui::app::view::tests::{cells, screen, text};
use crate::tui::features::inbox::state::InboxSide;

const SIZES: [(u16, u16); 4] = [(160, 44), (100, 30), (80, 24), (40, 10)];

#[test]
fn the_queue_has_a_heading_for_each_job_and_says_why_they_wait() {
    for (width, height) in SIZES {
        let mut stage = stage(width, height, InboxSide::Queue);
        stage.state.deciding.sticky[2] = Some("too junior".into());
        assert_snapshot!(format!("queue_{width}x{height}"), screen(&stage.state));
    }
}

#[test]
fn the_card_has_all_that_a_first_look_needs() {
    for (width, height) in SIZES {
        let stage = stage(width, height, InboxSide::Card);
        assert_snapshot!(format!("card_{width}x{height}"), screen(&stage.state));
    }
}

#[test]
fn missing_data_keeps_its_place() {
    for (width, height) in [(100, 30), (40, 10)] {
        let mut stage = stage(width, height, InboxSide::Card);
        stage.state.inbox.as_mut().unwrap().at = 1;
        (stage.state.people, stage.state.candidates) = (RecordCache::new(9), RecordCache::new(9));
        assert_snapshot!(format!("card_unread_{width}x{height}"), screen(&stage.state));
    }
}

#[test]
fn a_card_that_does_not_fit_is_cut_and_scrolls() {
    let mut stage = stage(100, 18, InboxSide::Card);
    assert_snapshot!("card_cut", screen(&stage.state));
    let inbox = stage.state.inbox.as_mut().unwrap();
    inbox.scroll = usize::MAX;
    assert_snapshot!("card_scrolled", screen(&stage.state));
}

#[test]
fn an_empty_queue_says_what_was_covered() {
    for (width, height) in [(100, 12), (40, 10)] {
        let mut stage = stage(width, height, InboxSide::Queue);
        let inbox = stage.state.inbox.as_mut().unwrap();
        inbox.items.clear();
        inbox.jobs[0].waiting = 0;
        assert_snapshot!(format!("nobody_{width}x{height}"), screen(&stage.state));
    }
}

#[test]
fn without_unicode_and_colours_it_is_still_told() {
    let stage = stage(130, 30, InboxSide::Card);
    let plain = text(&cells(&stage.state, Name::Plain, Symbols::ascii()));
    assert_snapshot!("ascii", plain);
}

#[test]
fn who_is_over_the_limit_of_the_stage_has_a_sign_in_the_queue_and_on_the_card() {
    let mut stage = stage(120, 40, InboxSide::Card);
    let shown = screen(&stage.state);
    assert!(!shown.contains("over the limit"), "{shown}");
    stage.state.rules.limits = vec![("recruiter".into(), 2)];
    let over = {
        let (open, row) = stage.state.shown_row().unwrap();
        stage.state.overdue(open, row).unwrap()
    };
    let shown = screen(&stage.state);
    assert!(shown.contains("! over the limit of 2 d"), "{shown}");
    assert!(shown.contains(&format!("!{}d", over + 2)), "{shown}");
}
