//! A shortlist that waits for records.

use crate::keymap::action::{Action, Pane, TextEdit, TriageAction};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, TerminalEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::features::triage::tests::last_message;

const STAR: Action = Action::Triage(TriageAction::Star);
const COPY: Action = Action::Triage(TriageAction::Shortlist);
const FILE: Action = Action::Triage(TriageAction::ShortlistFile);

/// Two starred candidates whose records are not loaded.
fn server_with_stars() -> FakeServer {
    let mut server = FakeServer::triage(140, 40);
    server.act(&[Action::Go(Pane::Candidates), STAR, Action::Down, STAR]).settle();
    server.state.people = crate::tui::app::record_cache::RecordCache::new(9);
    server.in_flight.clear();
    server.state.fetching.in_flight.clear();
    server
}

fn is_export_open(server: &FakeServer) -> bool {
    matches!(server.state.dialogs.top(), Some(Dialog::Export(_)))
}

#[test]
fn the_export_dialog_does_not_interrupt_typing() {
    let mut server = server_with_stars();
    server.act(&[FILE, Action::Filter]).type_text("mu").settle();
    assert!(!is_export_open(&server));
    server.type_text("l");
    assert_eq!(server.state.open_job().expect("a job is open").list.field.text(), "mul");
    server.act(&[Action::Edit(TextEdit::Cancel)]);
    assert!(is_export_open(&server));
}

#[test]
fn the_export_dialog_waits_until_other_dialogs_close() {
    let mut server = server_with_stars();
    server.act(&[FILE, Action::Help]).settle();
    assert!(
        matches!(server.state.dialogs.top(), Some(Dialog::Help { .. })),
        "{:?}",
        server.state.dialogs.top()
    );
    server.act(&[Action::Back]);
    assert!(is_export_open(&server));
}

#[test]
fn the_same_key_or_escape_cancels_the_shortlist_with_a_message() {
    for (key, cancel_key) in
        [(FILE, FILE), (FILE, Action::Back), (COPY, COPY), (COPY, Action::Back)]
    {
        let mut server = server_with_stars();
        server.others.clear();
        server.act(&[key, cancel_key]);
        assert_eq!(last_message(&server), "Shortlist canceled");
        server.settle();
        assert!(server.state.dialogs.is_empty());
        assert!(
            !server
                .others
                .iter()
                .any(|effect| matches!(effect, Effect::Terminal(TerminalEffect::Copy(_))))
        );
    }
    let mut server = server_with_stars();
    server.act(&[FILE, COPY]).settle();
    assert!(server.state.dialogs.is_empty(), "the copy replaces the export");
    assert!(
        server
            .others
            .iter()
            .any(|effect| matches!(effect, Effect::Terminal(TerminalEffect::Copy(_))))
    );
}
