//! What is told beside the queue: the filter's mistake, the verdict that was given.

use super::stage;
use crate::recruiting::table::Row;
use crate::recruiting::triage::Verdict;
use crate::tui::app::view::tests::screen;
use crate::tui::features::inbox::state::{InboxSide, LastVerdict};

#[test]
fn a_mistake_in_the_filter_stands_below_it() {
    for (width, height) in [(100, 30), (80, 24), (40, 10)] {
        let mut stage = stage(width, height, InboxSide::Queue);
        let inbox = stage.state.inbox.as_mut().unwrap();
        inbox.filter.set("verdict:foo");
        inbox.wrong = Some("verdict is none, advance, wait or decline".to_owned());
        let screen = screen(&stage.state);
        let told: Vec<&str> = screen.lines().skip(2).take(3).map(str::trim).collect();
        assert_eq!(told[0], "/ verdict:foo");
        assert!(told[1].starts_with("verdict is none, advance, wait or"), "{screen}");
        assert_eq!(told[2] == "decline", width == 40, "{screen}");
    }
}

#[test]
fn what_was_decided_last_is_told_at_the_edge_and_names_nobody_when_blind() {
    for (width, height, blind, expected) in [
        (100, 30, false, "╰ ⇒ 佐藤 健太郎 advanced · u undoes · d declines: too junior"),
        (80, 24, true, "╰ ⇒ Candidate 2 of Senior Rust Engineer advanced · u undoes"),
        (40, 10, false, "╰ ⇒ 佐藤 健太郎 advance…"),
    ] {
        let mut stage = stage(width, height, InboxSide::Card);
        let open = &stage.state.open[&"job_rust".into()];
        let (subject, seen) = (open.subject(Row::at(1)), stage.state.as_seen(open, Row::at(1)));
        stage.state.deciding.sticky[2] = Some("too junior".into());
        let inbox = stage.state.inbox.as_mut().unwrap();
        inbox.blind = blind;
        inbox.just = Some(LastVerdict { verdict: Some(Verdict::Advance), subject, seen });
        let screen = screen(&stage.state);
        let edge = screen.lines().rev().nth(1).unwrap_or_default();
        assert!(edge.starts_with(expected), "{screen}");
    }
}
