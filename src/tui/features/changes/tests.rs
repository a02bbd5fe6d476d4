use insta::assert_snapshot;

use super::state::ChangesDialog;
use crate::keymap::Keymap;
use crate::keymap::action::{Action, OverviewAction, Pane, TextEdit, TriageAction};
use crate::recruiting::changes::tests::{at, change, some_changes};
use crate::recruiting::changes::{Change, ChangeKind, ChangeList};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::{SIZES, popup_text};
use crate::wire::JobId;

const CHANGES: Action = Action::Overview(OverviewAction::Changes);
const NEXT_PERIOD: Action = Action::Overview(OverviewAction::NextPeriod);
const SINCE: Action = Action::Overview(OverviewAction::Since);
const REGROUP: Action = Action::Overview(OverviewAction::Regroup);

/// Changes of the jobs and candidates of the fixture.
fn changes() -> Vec<Change> {
    let mut changes = some_changes();
    for change in &mut changes {
        change.last_read_at = Some(at("2026-11-14T18:04:00Z"));
        change.read_at = at("2026-11-15T09:12:00Z");
        if change.job == "j1".into() {
            change.job = "job_rust".into();
        }
    }
    changes[0].candidate = "can_2".into();
    changes[1].person = "per_1".into();
    changes
}

fn list(changes: Vec<Change>) -> ChangeList {
    let visit = Some(at("2026-11-14T18:00:00Z"));
    ChangeList { changes, last_visit: visit, last_read_at: visit, ..ChangeList::default() }
}

/// Everything is loaded, and the list of changes is open.
fn server(size: (u16, u16), changes: Vec<Change>) -> FakeServer {
    let mut server = FakeServer::loaded(size.0, size.1);
    server.state.actions = Keymap::default().action_infos();
    server.act(&[CHANGES]);
    server.send(Message::Changes { since: None, list: Box::new(list(changes)) });
    server
}

fn dialog(server: &FakeServer) -> &ChangesDialog {
    let Some(Dialog::Changes(changes)) = server.state.dialogs.top() else {
        panic!("{:?}", server.state.dialogs.top())
    };
    changes
}

#[test]
fn the_changes_render() {
    for size in SIZES {
        let mut server = server(size, changes());
        assert_snapshot!(format!("by_job_{}x{}", size.0, size.1), popup_text(&server.state));
        server.act(&[REGROUP, Action::Down]);
        assert_snapshot!(format!("by_person_{}x{}", size.0, size.1), popup_text(&server.state));
        server.act(&[Action::Filter]).type_text("ada reje");
        assert_snapshot!(format!("filter_{}x{}", size.0, size.1), popup_text(&server.state));
    }
}

#[test]
fn an_empty_list_says_why() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[CHANGES]);
    assert!(popup_text(&server.state).contains("Reading the changes"));
    server.send(Message::Changes { since: None, list: Box::default() });
    let text = popup_text(&server.state);
    assert!(text.contains("The server has not been read yet"), "{text}");
    server.send(Message::Changes { since: None, list: Box::new(list(Vec::new())) });
    let text = popup_text(&server.state);
    assert!(text.contains("No changes since your last visit (14 Nov 18:00)"), "{text}");
    assert!(text.contains("The server was last read at 14 Nov 18:00."), "{text}");
}

#[test]
fn tab_changes_the_period_and_an_answer_for_another_period_is_ignored() {
    let mut server = server((80, 24), changes());
    assert_eq!(server.change_reads.last(), Some(&None));
    server.act(&[NEXT_PERIOD]);
    let yesterday = Some(at("2026-11-14T00:00:00Z"));
    assert_eq!(server.change_reads.last(), Some(&yesterday));
    server.send(Message::Changes { since: None, list: Box::new(list(changes())) });
    assert_eq!(dialog(&server).list, None);
    server.send(Message::Changes { since: yesterday, list: Box::new(list(changes())) });
    assert_eq!(dialog(&server).row_count(), 5);
    server.act(&[NEXT_PERIOD, NEXT_PERIOD]);
    assert_eq!(server.change_reads.last(), Some(&None), "after Monday comes the last visit");
}

#[test]
fn a_typed_date_is_a_period() {
    let mut server = server((80, 24), changes());
    server.act(&[SINCE]).type_text("soon");
    server.act(&[Action::Edit(TextEdit::Accept)]);
    assert!(popup_text(&server.state).contains("Enter a time"));
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("2026-11-10");
    assert_snapshot!(popup_text(&server.state));
    server.act(&[Action::Edit(TextEdit::Accept)]);
    assert_eq!(server.change_reads.last(), Some(&Some(at("2026-11-10T00:00:00Z"))));
    assert!(popup_text(&server.state).contains("Changes since 10 Nov 00:00"));
}

#[test]
fn the_filter_matches_names_jobs_and_words() {
    for (words, rows) in [("ada", 3), ("baker", 1), ("rejected", 1), ("you", 1), ("nobody", 0)] {
        let mut server = server((80, 24), changes());
        server.act(&[Action::Filter]).type_text(words);
        assert_eq!(dialog(&server).row_count(), rows, "{words}");
        server.act(&[Action::Edit(TextEdit::Accept), Action::Back]);
        assert_eq!(dialog(&server).row_count(), 5, "esc clears the filter first");
        server.act(&[Action::Back]);
        assert!(server.state.dialogs.is_empty());
    }
}

#[test]
fn enter_goes_to_the_candidate_the_person_or_the_job() {
    let go = |row: usize, changes: Vec<Change>| {
        let mut server = server((120, 40), changes);
        server.act(&vec![Action::Down; row]);
        server.act(&[Action::Open]).settle();
        server
    };
    let server = go(0, changes());
    assert_eq!(server.state.selected().unwrap().0, "can_2".into());
    assert_eq!(server.state.focus, Pane::Candidate);
    let server = go(0, vec![changes().remove(1)]);
    assert_eq!(server.state.selected().unwrap().1, "per_1".into());
    let job = Change { job: "job_sales".into(), ..change(ChangeKind::JobClosed, "", "Open", "x") };
    let server = go(0, vec![job.clone()]);
    assert_eq!(server.state.job, Some(JobId::from("job_sales")));
    let server = go(0, vec![Change { kind: ChangeKind::JobGone, ..job }]);
    assert!(!server.state.dialogs.is_empty());
}

#[test]
fn the_visible_changes_are_exported() {
    let mut server = server((80, 24), changes());
    server.act(&[Action::Filter]).type_text("ada");
    server.act(&[Action::Edit(TextEdit::Accept), Action::Triage(TriageAction::Export)]);
    let Some(Dialog::Export(export)) = server.state.dialogs.top() else { panic!("no export") };
    assert_eq!(export.document.size, "3 changes");
    assert_eq!(export.name(), "changes-2026-11-15.md");
    server.act(&[Action::Edit(TextEdit::Cancel), Action::Copy]);
    assert!(matches!(server.others.last(), Some(Effect::Terminal(_))));
}
