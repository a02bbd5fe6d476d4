use insta::assert_snapshot;

use super::state::TodayDialog;
use crate::keymap::Keymap;
use crate::keymap::action::{Action, OverviewAction, TriageAction};
use crate::recruiting::changes::tests::{change, some_changes};
use crate::recruiting::changes::{Change, ChangeKind, ChangeList};
use crate::recruiting::document::DocumentFormat;
use crate::recruiting::today::TodayKind;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::{SIZES, popup_text};
use crate::tui::features::todo::tests::{server as decided, snooze};

const TODAY: Action = Action::Overview(OverviewAction::Today);
const REMINDERS: Action = Action::Overview(OverviewAction::Reminders);

fn news() -> ChangeList {
    let new = Change {
        job: "job_rust".into(),
        candidate: "can_3".into(),
        ..change(ChangeKind::CandidateNew, "Ines", "", "Applied")
    };
    let changes = some_changes().into_iter().chain([new]).collect();
    ChangeList { changes, ..ChangeList::default() }
}

/// With verdicts, a snooze that is due, one that is not, and news.
fn server(width: u16, height: u16) -> FakeServer {
    let mut server = decided(width, height);
    server.state.actions = Keymap::default().action_infos();
    let entries = vec![snooze(30, "can_3", "2026-11-14"), snooze(31, "can_7", "2026-12-01")];
    server.send(Message::Logged(entries));
    server.settle();
    server.send(Message::Changes { since: None, list: Box::new(news()) });
    server
}

fn dialog(server: &FakeServer) -> &TodayDialog {
    let Some(Dialog::Today(today)) = server.state.dialogs.top() else {
        panic!("{:?}", server.state.dialogs.top())
    };
    today
}

#[test]
fn the_overview_renders() {
    for (width, height) in SIZES {
        let mut server = server(width, height);
        server.act(&[TODAY, Action::Down]);
        assert_snapshot!(format!("today_{width}x{height}"), popup_text(&server.state));
    }
}

#[test]
fn rows_that_arrive_above_leave_a_moved_cursor_on_its_row_and_another_one_at_the_top() {
    for (keys, is_at_top) in [(vec![TODAY], true), (vec![TODAY, Action::Down, Action::Up], false)] {
        let mut server = decided(80, 24);
        server.act(&keys);
        let selected = dialog(&server).rows().next().cloned();
        server.send(Message::Changes { since: None, list: Box::new(news()) });
        let today = dialog(&server);
        assert_eq!(today.at == 0, is_at_top);
        assert_eq!(today.rows().nth(today.at) != selected.as_ref(), is_at_top);
    }
}

#[test]
fn an_empty_overview_says_so() {
    let mut server = FakeServer::new(80, 24);
    server.act(&[TODAY]);
    let text = popup_text(&server.state);
    assert!(text.contains("Nothing new and nothing due."), "{text}");
    server.act(&[Action::Open, REMINDERS]);
    assert_eq!(server.state.notices.newest_first().next().unwrap().text, "No snoozes to export");
}

#[test]
fn a_heading_counts_the_rows_that_are_cut() {
    let mut server = server(80, 24);
    server.act(&[TODAY]);
    let Some(Dialog::Today(today)) = server.state.dialogs.top_mut() else { panic!("no overview") };
    today.sections[0].total = 298;
    let text = popup_text(&server.state);
    let heading = text.lines().find(|line| line.contains("New since your last visit")).unwrap();
    assert!(heading.contains(" 298"), "{text}");
}

#[test]
fn the_overview_is_offered_once_in_one_line() {
    let mut server = server(80, 24);
    let offers = |server: &FakeServer| {
        let texts = server.state.notices.newest_first().map(|notice| notice.text.clone());
        texts.filter(|text| text.ends_with(": g t")).collect::<Vec<_>>()
    };
    assert_eq!(offers(&server).len(), 1);
    assert!(
        offers(&server)[0].starts_with("5 new, 4 to do, 1 snooze due"),
        "{:?}",
        offers(&server)
    );
    server.send(Message::Changes { since: None, list: Box::new(news()) });
    assert_eq!(offers(&server).len(), 1);
    let mut idle = FakeServer::loaded(80, 24);
    idle.send(Message::Changes { since: None, list: Box::default() });
    assert_eq!(offers(&idle), [""; 0]);
}

#[test]
fn enter_leads_to_where_a_row_is_settled() {
    let open = |kind: TodayKind| {
        let mut server = server(120, 40);
        server.act(&[TODAY]);
        let sections = &dialog(&server).sections;
        let at = sections.iter().position(|section| section.kind == kind).unwrap();
        let above: usize = sections[..at].iter().map(|section| section.rows.len()).sum();
        server.act(&vec![Action::Down; above]);
        server.act(&[Action::Open]).settle();
        server
    };
    assert!(matches!(open(TodayKind::ToDo).state.dialogs.top(), Some(Dialog::Todo(_))));
    let server = open(TodayKind::Snoozes);
    assert_eq!(server.state.selected().unwrap().0, "can_3".into());
    let mut server = self::server(120, 40);
    server.act(&[TODAY, Action::Down, Action::Down, Action::Open]);
    assert!(matches!(server.state.dialogs.top(), Some(Dialog::Changes(_))));
}

#[test]
fn the_snoozes_are_exported_as_a_calendar() {
    let mut server = server(80, 24);
    server.act(&[TODAY, REMINDERS]);
    let Some(Dialog::Export(export)) = server.state.dialogs.top() else { panic!("no export") };
    assert_eq!(export.name(), "reminders-2026-11-15.ics");
    assert_eq!(export.document.size, "2 reminders");
    assert!(export.document.render(DocumentFormat::Calendar).starts_with("BEGIN:VCALENDAR\r\n"));
    server.act(&[Action::Edit(crate::keymap::action::TextEdit::Accept)]);
    assert!(matches!(server.others.last(), Some(Effect::Storage(StorageEffect::Export { .. }))));
}

#[test]
fn the_overview_is_exported_and_opens_again_with_fresh_changes() {
    let mut server = server(80, 24);
    server.act(&[TODAY, Action::Triage(TriageAction::Export)]);
    let Some(Dialog::Export(export)) = server.state.dialogs.top() else { panic!("no export") };
    assert!(export.document.calendar.is_empty());
    assert_eq!(server.change_reads, [None, None], "at the start and now");
}
