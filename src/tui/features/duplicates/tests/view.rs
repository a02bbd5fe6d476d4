//! Snapshots of the duplicates screen.

use insta::assert_snapshot;

use crate::keymap::action::{Action, TriageAction};
use crate::tui::app::view::tests::{SIZES, popup_text};
use crate::tui::features::compare::tests::view::open_candidates;

#[test]
fn possible_duplicates_are_listed() {
    for (width, height) in SIZES {
        let mut server = open_candidates((width, height));
        server.act(&[Action::Triage(TriageAction::Duplicates), Action::Down]).settle().wait(20_000);
        assert_snapshot!(format!("duplicates_{width}x{height}"), popup_text(&server.state));
    }
}
