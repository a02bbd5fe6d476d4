//! The queue, and moving through it.

use super::state::{InboxOrder, InboxPosition, InboxScope, InboxSide};
use crate::config::{SavedView, ViewPane};
use crate::keymap::action::{Action, CopyField, Pane, TriageAction};
use crate::recruiting::person::{FieldValue, PersonField};
use crate::recruiting::triage::Verdict;
use crate::tui::app::effect::{Effect, StorageEffect, TerminalEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::{Message, MouseAction, MouseInput};
use crate::tui::app::record_cache::RecordCache;
use crate::tui::app::restored::Restored;
use crate::tui::features::triage::tests::{
    ADVANCE, DECLINE, ENTER, INBOX, WAIT, advance_clock, inbox, last_message, open_inbox, queue,
    selected_candidate, verdict,
};

#[test]
fn the_queue_covers_open_jobs_without_final_and_rejection_stages() {
    let server = open_inbox();
    let people = [
        "  Łukasz Wiśniewski: new",
        "  Zoë Müller: new",
        "  Guðrún Þórðardóttir: unseen",
        "  佐藤 健太郎: unseen",
        "  أميرة الحسن: unseen",
    ];
    assert_eq!(queue(&server)[0], "Head of Sales 5");
    assert_eq!(queue(&server)[1..6], people);
    assert_eq!(queue(&server)[6..8], ["Senior Rust Engineer 5", "  Łukasz Wiśniewski: unseen"]);
    assert_eq!(selected_candidate(&server), "job_sales_can_2");
    assert_eq!(server.state.inbox_coverage(), (2, 2, 14, Some(14)));
}

#[test]
fn a_verdict_takes_one_key_and_opens_the_next_card() {
    let mut server = open_inbox();
    server.act(&[DECLINE, ADVANCE, WAIT]);
    assert_eq!(verdict(&server, "job_sales_can_2"), Some(Verdict::Decline));
    assert_eq!(verdict(&server, "job_sales_can_3"), Some(Verdict::Advance));
    assert_eq!(verdict(&server, "job_sales_can_0"), Some(Verdict::Wait));
    assert_eq!(selected_candidate(&server), "job_sales_can_1");
    assert_eq!(
        queue(&server)[..3],
        ["Head of Sales 2", "  Łukasz Wiśniewski: decided", "  Zoë Müller: decided"]
    );
    let Some(Effect::Storage(StorageEffect::Append { entries, position, .. })) = server
        .others
        .iter()
        .rev()
        .find(|effect| matches!(effect, Effect::Storage(StorageEffect::Append { .. })))
    else {
        panic!("nothing was written")
    };
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].snapshot.stage_id, "st_2");
    assert_eq!(
        position.as_ref().unwrap().candidate,
        Some("job_sales_can_1".into()),
        "the stored position is the next card"
    );
    let progress = inbox(&server).progress(server.state.clock.moment);
    assert_eq!((progress.decided, progress.total), (3, 10));
}

#[test]
fn skipped_candidates_come_last() {
    let mut server = open_inbox();
    server.act(&[Action::Bottom, Action::Up, ADVANCE, ADVANCE]);
    assert_eq!(selected_candidate(&server), "job_sales_can_2");
    server.act(&[ADVANCE; 8]);
    assert_eq!(inbox(&server).waiting(), 0);
    assert_eq!(inbox(&server).items.len(), 10, "decided candidates keep their places");
    server.others.clear();
    server.act(&[Action::Quit, INBOX]);
    assert_eq!(inbox(&server).items.len(), 0, "after reopening, the queue is empty");
    assert!(
        server.others.contains(&Effect::Storage(StorageEffect::Tail)),
        "opening the inbox reads the entries of other windows"
    );
    server.act(&[ADVANCE]);
    assert_eq!(last_message(&server), "No candidate is selected");
}

#[test]
fn verdicts_are_refused_until_the_log_is_loaded() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[INBOX]).settle();
    server.act(&[DECLINE]);
    assert_eq!(last_message(&server), "Your verdicts are still loading; try again in a moment");
    assert!(server.state.triage.log().is_empty());
}

#[test]
fn the_inbox_covers_a_marked_job_and_the_palette_returns_to_all_jobs() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::Go(Pane::Jobs), Action::Mark, INBOX]).settle();
    assert_eq!(queue(&server)[0], "Senior Rust Engineer 5");
    assert_eq!(inbox(&server).jobs.len(), 1);
    server.act(&[Action::Quit]);
    server.state.jobs.marks.clear();
    server.act(&[INBOX]);
    assert_eq!(inbox(&server).jobs.len(), 1, "the inbox keeps its scope");
    assert!(
        last_message(&server).contains("shows Senior Rust Engineer, as you left it"),
        "{}",
        last_message(&server)
    );
    server.act(&[INBOX]);
    assert_eq!(inbox(&server).jobs.len(), 2);
}

#[test]
fn a_saved_view_picked_in_the_inbox_becomes_its_scope() {
    let mut server = open_inbox();
    let view = |name: &str, pane, job: Option<&str>, filter: &str| SavedView {
        name: name.to_owned(),
        job: job.map(str::to_owned),
        pane,
        filter: filter.to_owned(),
        sort: String::new(),
    };
    server.state.views = vec![
        view("umbra", ViewPane::Jobs, None, "client:umbra -archived:yes"),
        view("screened", ViewPane::Candidates, Some("job_rust"), "stage:screen"),
    ];
    server.act(&[Action::Palette]).type_text("umbra").act(&[ENTER]).settle();
    assert_eq!(inbox(&server).scope, InboxScope::View("umbra".to_owned()));
    assert_eq!(queue(&server)[0], "Head of Sales 5");
    assert_eq!(inbox(&server).jobs.len(), 1);
    server.act(&[Action::Palette]).type_text("screened").act(&[ENTER]).settle();
    assert_eq!(
        queue(&server),
        ["Senior Rust Engineer 2", "  Guðrún Þórðardóttir: unseen", "  佐藤 健太郎: unseen"]
    );
}

#[test]
fn the_inbox_reopens_at_the_position_of_the_last_session() {
    let position = InboxPosition {
        scope: InboxScope::Jobs(vec!["job_rust".into()]),
        order: InboxOrder::Oldest,
        side: InboxSide::Card,
        candidate: Some("job_rust_can_3".into()),
        blind: true,
    };
    let mut server = FakeServer::triage(80, 24);
    let restored = Restored {
        session: "next".to_owned(),
        inbox_position: Some(position.clone()),
        ..Restored::default()
    };
    server.send(Message::Restored(Box::new(restored))).act(&[INBOX]).settle();
    let inbox = inbox(&server);
    assert_eq!(
        (&inbox.scope, inbox.order, inbox.side),
        (&position.scope, position.order, position.side)
    );
    assert!(inbox.blind);
    assert_eq!(selected_candidate(&server), "job_rust_can_3");
    assert!(
        !server
            .others
            .iter()
            .any(|effect| matches!(effect, Effect::Storage(StorageEffect::SaveInboxPosition(_)))),
        "an unchanged position is not written again"
    );
    server.act(&[Action::Down]).settle();
    let stored = server.others.iter().rev().find_map(|effect| match effect {
        Effect::Storage(StorageEffect::SaveInboxPosition(position)) => position.candidate.clone(),
        _ => None,
    });
    assert_eq!(
        stored,
        Some("job_rust_can_2".into()),
        "the position is stored when the cursor rests"
    );
}

#[test]
fn the_stored_position_is_restored_once_its_list_is_loaded() {
    let mut server = FakeServer::new(120, 40);
    server.candidates_by_job = FakeServer::triage(120, 40).candidates_by_job;
    let position =
        InboxPosition { candidate: Some("job_sales_can_4".into()), ..InboxPosition::default() };
    let restored = Restored {
        session: "next".to_owned(),
        inbox_position: Some(position),
        ..Restored::default()
    };
    server.send(Message::Restored(Box::new(restored))).act(&[INBOX]);
    assert!(inbox(&server).items.is_empty());
    server.settle();
    assert_eq!(selected_candidate(&server), "job_sales_can_4");
    assert_eq!(inbox(&server).resume_at, None);
}

#[test]
fn the_order_changes_with_a_key_and_the_cursor_stays_on_its_candidate() {
    let mut server = open_inbox();
    server.act(&[Action::Down]);
    let order = Action::Triage(TriageAction::CycleOrder);
    for (expected, first) in [
        ("oldest first", "  أميرة الحسن: unseen"),
        ("longest in stage first", "  Guðrún Þórðardóttir: unseen"),
        ("by job", "  Łukasz Wiśniewski: new"),
        ("newest first", "  Łukasz Wiśniewski: new"),
    ] {
        server.act(&[order]);
        assert_eq!(last_message(&server), format!("Order: {expected}"));
        assert_eq!(queue(&server)[1], first, "{expected}");
        assert_eq!(selected_candidate(&server), "job_sales_can_3", "{expected}");
    }
}

#[test]
fn a_filter_narrows_the_queue_and_esc_leads_out_step_by_step() {
    let mut server = open_inbox();
    server.act(&[Action::Filter]).type_text("title:rust").act(&[ENTER]).settle();
    assert_eq!(inbox(&server).items.len(), 2);
    assert_eq!(selected_candidate(&server), "job_sales_can_2");
    server.act(&[Action::Open]);
    assert_eq!(inbox(&server).side, InboxSide::Card);
    server.act(&[Action::Back]);
    assert_eq!(inbox(&server).side, InboxSide::Queue);
    server.act(&[Action::Back]);
    assert_eq!(inbox(&server).items.len(), 10);
    server.act(&[Action::Back]);
    assert!(server.state.inbox.is_none());
    server.act(&[INBOX, Action::Filter]).type_text("nosuch:x").act(&[ENTER]);
    assert!(inbox(&server).filter_error.as_ref().unwrap().contains("nosuch"));
}

#[test]
fn a_click_selects_in_the_queue_and_a_double_click_opens_the_card() {
    let mut server = FakeServer::triage(80, 24);
    server.act(&[INBOX]).settle();
    // Lines: header, head of the inbox, frame, job, then the candidates.
    let click = |what, y| Message::Mouse(MouseInput { action: what, x: 5, y });
    server.send(click(MouseAction::Click, 5));
    assert_eq!(selected_candidate(&server), "job_sales_can_3");
    server.send(click(MouseAction::Click, 3));
    assert_eq!(selected_candidate(&server), "job_sales_can_3", "a click on a job selects nothing");
    server.send(click(MouseAction::DoubleClick, 6));
    assert_eq!(
        (selected_candidate(&server).as_str(), inbox(&server).side),
        ("job_sales_can_0", InboxSide::Card)
    );
    server.send(click(MouseAction::WheelDown, 6));
    assert_eq!(selected_candidate(&server), "job_sales_can_0", "the wheel scrolls the card");
}

#[test]
fn a_candidate_is_marked_as_seen_once() {
    let mut server = FakeServer::triage(80, 24);
    server.others.clear();
    server.act(&[INBOX]).settle();
    let seen = |server: &FakeServer| -> Vec<String> {
        let ids = server.others.iter().filter_map(|effect| match effect {
            Effect::Storage(StorageEffect::MarkSeen(subjects)) => {
                Some(subjects.iter().map(|subject| subject.candidate.to_string()))
            }
            _ => None,
        });
        ids.flatten().collect()
    };
    assert_eq!(seen(&server), [""; 0], "a row in the queue does not count as seen");
    server.act(&[Action::Open]).settle();
    server.act(&[Action::Down, Action::Up]).settle();
    assert_eq!(seen(&server), ["job_sales_can_2"]);
    advance_clock(&mut server);
    server.act(&[Action::Quit, INBOX]);
    assert_eq!(queue(&server)[1], "  Łukasz Wiśniewski: undecided");
}

#[test]
fn dialogs_over_the_inbox_are_about_the_card() {
    let mut server = open_inbox();
    server.act(&[Action::CopyField(CopyField::Id)]);
    assert_eq!(
        server.others.last(),
        Some(&Effect::Terminal(TerminalEffect::Copy("job_sales_can_2".to_owned())))
    );
    server.act(&[Action::EditPerson]);
    let person = server.state.editor.as_deref().and_then(|editor| editor.form.person.clone());
    assert_eq!(person, Some("job_sales_per_2".into()));
}

#[test]
fn a_form_over_the_inbox_starts_with_the_values_of_the_card() {
    let mut server = open_inbox();
    server.state.people = RecordCache::new(400);
    server.act(&[Action::EditPerson]);
    let (open, row) = server.state.current_row().unwrap();
    let name = open.list.pages.rows.name(row).to_owned();
    let pane = server.state.open_job().unwrap();
    assert_ne!(pane.list.pages.rows.name(pane.list.row().unwrap()), name);
    let editor = server.state.editor.as_deref().unwrap();
    assert!(editor.is_loading());
    assert_eq!(*editor.form.value(PersonField::Name), FieldValue::Text(name));
}

#[test]
fn going_elsewhere_with_the_palette_leaves_the_inbox() {
    let mut server = open_inbox();
    server.act(&[Action::Palette]).type_text("data analyst").act(&[ENTER]).settle();
    assert!(server.state.inbox.is_none());
    assert_eq!(server.state.job, Some("job_data".into()));
}
