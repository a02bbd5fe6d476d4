//! Blind, nothing on the screen tells who it is.

use insta::assert_snapshot;

use super::{did, stage};
use crate::recruiting::table::Row;
use crate::recruiting::triage::{EntryKind, Verdict};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::view::tests::screen;
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::prompt::state::{Prompt, PromptKind, PromptSubject};

const SECRETS: [&str; 7] =
    ["Guðrún", "Þórðardóttir", "Iceland", "gudrun", "gt@example", "555 0101", "2012"];

fn told(shown: &str) -> Vec<&'static str> {
    SECRETS.into_iter().filter(|secret| shown.contains(secret)).collect()
}

#[test]
fn name_school_and_address_are_nowhere_at_any_size() {
    for (width, height) in
        [(200, 60), (160, 44), (120, 40), (100, 30), (80, 24), (60, 20), (40, 10)]
    {
        for side in [InboxSide::Queue, InboxSide::Card] {
            let mut stage = stage(width, height, side);
            stage.state.inbox.as_mut().unwrap().blind = true;
            for scroll in [0, 1, 5, 10, 15, 20, 30, 40, 60] {
                stage.state.inbox.as_mut().unwrap().scroll = scroll;
                let shown = screen(&stage.state);
                assert_eq!(told(&shown), [""; 0], "{width}x{height}: {shown}");
                assert!(shown.contains("Candidate 1"), "{shown}");
            }
            for about in [
                PromptKind::Note,
                PromptKind::Tags,
                PromptKind::Snooze,
                PromptKind::Reason(Verdict::Decline),
                PromptKind::Verdict(Verdict::Decline),
                PromptKind::Star,
            ] {
                let open = &stage.state.open[&"job_rust".into()];
                let whom = (open.subject(Row::at(0)), stage.state.as_seen(open, Row::at(0)));
                let whom = PromptSubject { all: vec![whom], ..PromptSubject::default() };
                stage.state.over = Some(Dialog::Asking(Box::new(Prompt::new(about, whom))));
                let shown = screen(&stage.state);
                assert_eq!(told(&shown), [""; 0], "{width}x{height} {about:?}: {shown}");
            }
        }
    }
}

#[test]
fn what_was_studied_and_done_stays() {
    let mut stage = stage(100, 30, InboxSide::Card);
    did(&mut stage, 0, EntryKind::Note { text: "good questions".into() });
    stage.state.inbox.as_mut().unwrap().blind = true;
    let shown = screen(&stage.state);
    for kept in
        ["MSc", "Distributed systems", "Staff Engineer", "Kestrel", "gap 7 mo", "good questions"]
    {
        assert!(shown.contains(kept), "{kept}: {shown}");
    }
    assert_snapshot!("blind_100x30", shown);
}
