//! Blind mode reveals no identity anywhere on the screen.

use insta::assert_snapshot;

use super::{add_entry, server};
use crate::recruiting::table::Row;
use crate::recruiting::triage::{EntryKind, Verdict};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::view::tests::{body, screen};
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::prompt::state::{Prompt, PromptKind, PromptSubjects};

const SECRETS: [&str; 7] =
    ["Guðrún", "Þórðardóttir", "Iceland", "gudrun", "gt@example", "555 0101", "2012"];

fn leaked_secrets(text: &str) -> Vec<&'static str> {
    SECRETS.into_iter().filter(|secret| text.contains(secret)).collect()
}

#[test]
fn name_school_and_address_are_nowhere_at_any_size() {
    for (width, height) in
        [(200, 60), (160, 44), (120, 40), (100, 30), (80, 24), (60, 20), (40, 10)]
    {
        for side in [InboxSide::Queue, InboxSide::Card] {
            let mut server = server(width, height, side);
            server.state.inbox.as_mut().unwrap().blind = true;
            for scroll in [0, 1, 5, 10, 15, 20, 30, 40, 60] {
                server.state.inbox.as_mut().unwrap().scroll = scroll;
                let text = screen(&server.state);
                assert_eq!(leaked_secrets(&text), [""; 0], "{width}x{height}: {text}");
                assert!(text.contains("Candidate 1"), "{text}");
            }
            for kind in [
                PromptKind::Note,
                PromptKind::Tags,
                PromptKind::Snooze,
                PromptKind::Reason,
                PromptKind::Verdict(Verdict::Decline),
                PromptKind::Star,
            ] {
                let open = &server.state.open[&"job_rust".into()];
                let subject = (open.subject(Row::at(0)), server.state.snapshot(open, Row::at(0)));
                let subjects = PromptSubjects { all: vec![subject], ..PromptSubjects::default() };
                server.state.dialogs.open(Dialog::Prompt(Box::new(Prompt::new(kind, subjects))));
                let text = screen(&server.state);
                assert_eq!(leaked_secrets(&text), [""; 0], "{width}x{height} {kind:?}: {text}");
            }
        }
    }
}

#[test]
fn degrees_and_positions_stay_visible_in_blind_mode() {
    let mut server = server(100, 30, InboxSide::Card);
    add_entry(&mut server, 0, EntryKind::Note { text: "good questions".into() });
    server.state.inbox.as_mut().unwrap().blind = true;
    let text = screen(&server.state);
    for fact in [
        "MSc",
        "Distributed systems",
        "Staff Engineer",
        "Kestrel",
        "7 mo without an employer",
        "good questions",
    ] {
        assert!(text.contains(fact), "{fact}: {text}");
    }
    assert_snapshot!("blind_100x30", body(&server.state));
}
