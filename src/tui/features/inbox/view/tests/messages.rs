//! Messages of the inbox: the error of the filter, the last verdict.

use super::server;
use crate::recruiting::table::Row;
use crate::recruiting::triage::Verdict;
use crate::tui::app::view::tests::body;
use crate::tui::features::inbox::state::{InboxSide, LastVerdict};

#[test]
fn a_filter_error_appears_below_the_filter() {
    for (width, height) in [(100, 30), (80, 24), (40, 10)] {
        let mut server = server(width, height, InboxSide::Queue);
        let inbox = server.state.inbox.as_mut().unwrap();
        inbox.filter.set("verdict:foo");
        inbox.filter_error = Some("verdict is none, advance, wait or decline".to_owned());
        let screen = body(&server.state);
        let lines: Vec<&str> = screen.lines().skip(1).take(3).map(str::trim).collect();
        assert_eq!(lines[0], "/ verdict:foo");
        assert!(lines[1].starts_with("verdict is none, advance, wait or"), "{screen}");
        assert_eq!(lines[2] == "decline", width == 40, "{screen}");
    }
}

#[test]
fn the_edge_shows_the_last_verdict_and_no_name_in_blind_mode() {
    for (width, height, blind, expected) in [
        (100, 30, false, "╰ ⇒ 佐藤 健太郎 advanced · u undoes"),
        (80, 24, true, "╰ ⇒ Candidate 2 of Senior Rust Engineer advanced · u undoes"),
        (40, 10, false, "╰ ⇒ 佐藤 健太郎 advance…"),
    ] {
        let mut server = server(width, height, InboxSide::Card);
        let open = &server.state.open[&"job_rust".into()];
        let (subject, snapshot) =
            (open.subject(Row::at(1)), server.state.snapshot(open, Row::at(1)));
        let inbox = server.state.inbox.as_mut().unwrap();
        inbox.blind = blind;
        inbox.last_verdict =
            Some(LastVerdict { verdict: Some(Verdict::Advance), reason: None, subject, snapshot });
        let screen = body(&server.state);
        let edge = screen.lines().last().unwrap_or_default();
        assert!(edge.starts_with(expected), "{screen}");
    }
}
