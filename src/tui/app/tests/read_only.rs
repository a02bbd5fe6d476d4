//! A workspace whose profile is read-only, and the others that the palette offers.

use crate::keymap::action::{Action, JobAction, Pane, TriageAction};
use crate::recruiting::triage::Verdict;
use crate::tui::app::connection::status::ReadOnlyReason;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, TerminalEffect};
use crate::tui::app::view::tests::{header_text, screen, server};
use crate::tui::app::workspace_choice::WorkspaceChoice;
use crate::tui::features::palette::state::PaletteTarget;

const WRITES: [Action; 7] = [
    Action::EditPerson,
    Action::EditExternally,
    Action::CreatePerson,
    Action::AttachJob,
    Action::Job(JobAction::Add),
    Action::Triage(TriageAction::Apply),
    Action::Triage(TriageAction::MoveStage),
];

#[test]
fn actions_that_change_the_server_are_refused_and_not_offered() {
    for (width, height) in [(120, 40), (40, 10)] {
        let mut server = server(width, height);
        server.state.connection.read_only = Some(ReadOnlyReason::Profile);
        server.state.local_data.can_apply = true;
        server.act(&[Action::Go(Pane::Candidates)]).settle();
        for action in WRITES {
            server.act(&[action]);
            assert!(
                screen(&server.state).contains(ReadOnlyReason::Profile.describe()),
                "{action:?} at {width}"
            );
            assert!(server.state.editor.is_none() && server.state.dialogs.is_empty());
            server.act(&[Action::Top]);
        }
        server.act(&[Action::Palette]);
        let Some(Dialog::Palette(palette)) = server.state.dialogs.top() else { panic!("closed") };
        let is_offered = |action: &Action| {
            palette.hits.iter().any(|hit| hit.target == PaletteTarget::Action(*action))
        };
        assert_eq!(WRITES.iter().find(|action| is_offered(action)), None);
    }
}

#[test]
fn the_first_line_says_read_only_and_verdicts_are_still_possible() {
    let mut server = server(80, 24);
    assert!(!header_text(&server.state).contains("read-only"));
    server.state.connection.read_only = Some(ReadOnlyReason::Profile);
    server.act(&[Action::Go(Pane::Candidates)]).settle();
    let header = header_text(&server.state);
    assert!(header.contains("read-only"), "{header}");
    assert!(server.state.can(Action::Triage(TriageAction::Give(Verdict::Advance))));
}

#[test]
fn the_palette_offers_the_other_workspaces() {
    let mut server = server(120, 40);
    let choice = |name: &str, is_current| WorkspaceChoice {
        name: name.to_owned(),
        detail: "a.example".to_owned(),
        is_current,
    };
    server.state.workspaces = vec![choice("profile a", true), choice("profile \u{1b}b", false)];
    server.act(&[Action::Palette]).type_text("switch");
    let Some(Dialog::Palette(palette)) = server.state.dialogs.top() else { panic!("closed") };
    let hits = palette.hits.iter().filter(|hit| matches!(hit.target, PaletteTarget::Workspace(_)));
    let names: Vec<&str> = hits.map(|hit| hit.name.as_str()).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    assert!(names[0].starts_with("Switch to profile ") && !names[0].contains('\u{1b}'));
    let at = palette.hits.iter().position(|hit| hit.target == PaletteTarget::Workspace(1));
    for _ in 0..at.unwrap() {
        server.act(&[Action::Edit(crate::keymap::action::TextEdit::Next)]);
    }
    server.act(&[Action::Edit(crate::keymap::action::TextEdit::Accept)]);
    let switch = Effect::Terminal(TerminalEffect::SwitchWorkspace(1));
    assert!(server.others.contains(&switch), "{:?}", server.others);
}
