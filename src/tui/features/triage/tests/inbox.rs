//! The queue and the way through it.

use super::*;
use crate::tui::app::message::{MouseAction, MouseInput};
use crate::tui::app::restored::Restored;
use crate::tui::features::inbox::state::{InboxOrder, InboxPosition, InboxScope, InboxSide};
use crate::tui::features::saved_views::state::SavedView;

#[test]
fn the_queue_covers_open_jobs_without_final_and_rejection_stages() {
    let stage = opened();
    let people = [
        "  Łukasz Wiśniewski: new",
        "  Zoë Müller: new",
        "  Guðrún Þórðardóttir: unseen",
        "  佐藤 健太郎: unseen",
        "  أميرة الحسن: unseen",
    ];
    assert_eq!(queue(&stage)[0], "Head of Sales 5");
    assert_eq!(queue(&stage)[1..6], people);
    assert_eq!(queue(&stage)[6..8], ["Senior Rust Engineer 5", "  Łukasz Wiśniewski: unseen"]);
    assert_eq!(shown(&stage), "job_sales_can_2");
    assert_eq!(stage.state.inbox_coverage(), (2, 2, 14, Some(14)));
}

#[test]
fn a_verdict_takes_one_key_and_opens_the_next_card() {
    let mut stage = opened();
    stage.act(&[DECLINE, ADVANCE, WAIT]);
    assert_eq!(verdict(&stage, "job_sales_can_2"), Some(Verdict::Decline));
    assert_eq!(verdict(&stage, "job_sales_can_3"), Some(Verdict::Advance));
    assert_eq!(verdict(&stage, "job_sales_can_0"), Some(Verdict::Wait));
    assert_eq!(shown(&stage), "job_sales_can_1");
    assert_eq!(
        queue(&stage)[..3],
        ["Head of Sales 2", "  Łukasz Wiśniewski: decided", "  Zoë Müller: decided"]
    );
    let Some(Effect::Append { entries, place, .. }) =
        stage.others.iter().rev().find(|effect| matches!(effect, Effect::Append { .. }))
    else {
        panic!("nothing was written")
    };
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].seen.stage_id, "st_2");
    assert_eq!(place.as_ref().unwrap().candidate, Some("job_sales_can_1".into()), "the next card");
    let progress = inbox(&stage).progress(stage.state.clock.moment);
    assert_eq!((progress.done, progress.total), (3, 10));
}

#[test]
fn those_that_were_passed_over_come_last() {
    let mut stage = opened();
    stage.act(&[Action::Bottom, Action::Up, ADVANCE, ADVANCE]);
    assert_eq!(shown(&stage), "job_sales_can_2");
    stage.act(&[ADVANCE; 8]);
    assert_eq!(inbox(&stage).waiting(), 0);
    assert_eq!(inbox(&stage).items.len(), 10, "they stay in their places");
    stage.others.clear();
    stage.act(&[Action::Quit, INBOX]);
    assert_eq!(inbox(&stage).items.len(), 0, "opened anew, nobody waits");
    assert!(stage.others.contains(&Effect::Tail), "what other windows decided is looked at");
    stage.act(&[ADVANCE]);
    assert_eq!(told(&stage), "no candidate is selected yet");
}

#[test]
fn nothing_is_decided_before_the_place_for_it_is_open() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[INBOX]).settle();
    stage.act(&[DECLINE]);
    assert_eq!(told(&stage), "the place for verdicts is not open yet");
    assert!(stage.state.book.log().is_empty());
}

#[test]
fn the_inbox_covers_a_marked_job_and_the_palette_returns_to_all_jobs() {
    let mut stage = FakeServer::triage(120, 40);
    stage.act(&[Action::Go(Pane::Jobs), Action::Mark, INBOX]).settle();
    assert_eq!(queue(&stage)[0], "Senior Rust Engineer 5");
    assert_eq!(inbox(&stage).jobs.len(), 1);
    stage.act(&[Action::Quit]);
    stage.state.jobs.marks.clear();
    stage.act(&[INBOX]);
    assert_eq!(inbox(&stage).jobs.len(), 1, "as it was left");
    assert!(told(&stage).contains("over Senior Rust Engineer, as you left it"), "{}", told(&stage));
    stage.act(&[INBOX]);
    assert_eq!(inbox(&stage).jobs.len(), 2);
}

#[test]
fn a_saved_view_picked_in_the_inbox_becomes_its_scope() {
    let mut stage = opened();
    let view = |name: &str, over_jobs, job: Option<&str>, filter: &str| SavedView {
        name: name.to_owned(),
        job: job.map(str::to_owned),
        over_jobs,
        filter: filter.to_owned(),
        sort: None,
    };
    stage.state.views = vec![
        view("umbra", true, None, "client:umbra -archived:yes"),
        view("screened", false, Some("job_rust"), "stage:screen"),
    ];
    stage.act(&[Action::Palette]).type_text("umbra").act(&[ENTER]).settle();
    assert_eq!(inbox(&stage).scope, InboxScope::View("umbra".to_owned()));
    assert_eq!(queue(&stage)[0], "Head of Sales 5");
    assert_eq!(inbox(&stage).jobs.len(), 1);
    stage.act(&[Action::Palette]).type_text("screened").act(&[ENTER]).settle();
    assert_eq!(
        queue(&stage),
        ["Senior Rust Engineer 2", "  Guðrún Þórðardóttir: unseen", "  佐藤 健太郎: unseen"]
    );
}

#[test]
fn it_opens_exactly_where_it_was_left_in_another_session() {
    let place = InboxPosition {
        scope: InboxScope::Jobs(vec!["job_rust".into()]),
        order: InboxOrder::Oldest,
        side: InboxSide::Card,
        candidate: Some("job_rust_can_3".into()),
        blind: true,
        ..InboxPosition::default()
    };
    let mut stage = FakeServer::triage(80, 24);
    let memory =
        Restored { session: "next".to_owned(), place: Some(place.clone()), ..Restored::default() };
    stage.send(Message::Remembered(Box::new(memory))).act(&[INBOX]).settle();
    let inbox = inbox(&stage);
    assert_eq!((&inbox.scope, inbox.order, inbox.side), (&place.scope, place.order, place.side));
    assert!(inbox.blind);
    assert_eq!(shown(&stage), "job_rust_can_3");
    assert!(
        !stage.others.iter().any(|effect| matches!(effect, Effect::KeepPlace(_))),
        "it is so on disk"
    );
    stage.act(&[Action::Down]).settle();
    let kept = stage.others.iter().rev().find_map(|effect| match effect {
        Effect::KeepPlace(place) => place.candidate.clone(),
        _ => None,
    });
    assert_eq!(kept, Some("job_rust_can_2".into()), "kept when it rests");
}

#[test]
fn the_stored_position_is_restored_once_its_list_is_loaded() {
    let mut stage = FakeServer::new(120, 40);
    stage.rosters = FakeServer::triage(120, 40).rosters;
    let place =
        InboxPosition { candidate: Some("job_sales_can_4".into()), ..InboxPosition::default() };
    let memory = Restored { session: "next".to_owned(), place: Some(place), ..Restored::default() };
    stage.send(Message::Remembered(Box::new(memory))).act(&[INBOX]);
    assert!(inbox(&stage).items.is_empty());
    stage.settle();
    assert_eq!(shown(&stage), "job_sales_can_4");
    assert_eq!(inbox(&stage).heading_for, None);
}

#[test]
fn the_order_changes_with_a_key_and_the_cursor_stays_on_its_candidate() {
    let mut stage = opened();
    stage.act(&[Action::Down]);
    let order = Action::Triage(TriageAction::Order);
    for (expected, first) in [
        ("oldest first", "  أميرة الحسن: unseen"),
        ("longest in stage first", "  Guðrún Þórðardóttir: unseen"),
        ("by job", "  Łukasz Wiśniewski: new"),
        ("newest first", "  Łukasz Wiśniewski: new"),
    ] {
        stage.act(&[order]);
        assert_eq!(told(&stage), expected);
        assert_eq!(queue(&stage)[1], first, "{expected}");
        assert_eq!(shown(&stage), "job_sales_can_3", "{expected}");
    }
}

#[test]
fn a_filter_narrows_the_queue_and_esc_leads_out_step_by_step() {
    let mut stage = opened();
    stage.act(&[Action::Filter]).type_text("title:rust").act(&[ENTER]).settle();
    assert_eq!(inbox(&stage).items.len(), 2);
    assert_eq!(shown(&stage), "job_sales_can_2");
    stage.act(&[Action::Open]);
    assert_eq!(inbox(&stage).side, InboxSide::Card);
    stage.act(&[Action::Back]);
    assert_eq!(inbox(&stage).side, InboxSide::Queue);
    stage.act(&[Action::Back]);
    assert_eq!(inbox(&stage).items.len(), 10);
    stage.act(&[Action::Back]);
    assert!(stage.state.inbox.is_none());
    stage.act(&[INBOX, Action::Filter]).type_text("nosuch:x").act(&[ENTER]);
    assert!(inbox(&stage).wrong.as_ref().unwrap().contains("nosuch"));
}

#[test]
fn the_mouse_selects_in_the_queue_and_twice_shows_the_card() {
    let mut stage = FakeServer::triage(80, 24);
    stage.act(&[INBOX]).settle();
    // Header, head of the inbox, frame, job, then the candidates.
    let click = |what, y| Message::Mouse(MouseInput { what, x: 5, y });
    stage.send(click(MouseAction::Once, 5));
    assert_eq!(shown(&stage), "job_sales_can_3");
    stage.send(click(MouseAction::Once, 3));
    assert_eq!(shown(&stage), "job_sales_can_3", "a job is no candidate");
    stage.send(click(MouseAction::Twice, 6));
    assert_eq!((shown(&stage).as_str(), inbox(&stage).side), ("job_sales_can_0", InboxSide::Card));
    stage.send(click(MouseAction::WheelDown, 6));
    assert_eq!(shown(&stage), "job_sales_can_0", "the card scrolls");
}

#[test]
fn a_candidate_is_marked_as_seen_once() {
    let mut stage = FakeServer::triage(80, 24);
    stage.others.clear();
    stage.act(&[INBOX]).settle();
    let looked = |stage: &FakeServer| -> Vec<String> {
        let each = stage.others.iter().filter_map(|effect| match effect {
            Effect::Looked(all) => Some(all.iter().map(|one| one.candidate.to_string())),
            _ => None,
        });
        each.flatten().collect()
    };
    assert_eq!(looked(&stage), [""; 0], "the queue shows nobody's card");
    stage.act(&[Action::Open]).settle();
    stage.act(&[Action::Down, Action::Up]).settle();
    assert_eq!(looked(&stage), ["job_sales_can_2"]);
    later(&mut stage);
    stage.act(&[Action::Quit, INBOX]);
    assert_eq!(queue(&stage)[1], "  Łukasz Wiśniewski: undecided");
}

#[test]
fn dialogs_over_the_inbox_are_about_the_card() {
    let mut stage = opened();
    stage.act(&[Action::Copy]);
    assert_eq!(stage.others.last(), Some(&Effect::Copy("job_sales_can_2".to_owned())));
    stage.act(&[Action::EditPerson]);
    let person = stage.state.editor.as_deref().and_then(|editor| editor.form.person.clone());
    assert_eq!(person, Some("job_sales_per_2".into()));
}

#[test]
fn going_elsewhere_with_the_palette_leaves_the_inbox() {
    let mut stage = opened();
    stage.act(&[Action::Palette]).type_text("data analyst").act(&[ENTER]).settle();
    assert!(stage.state.inbox.is_none());
    assert_eq!(stage.state.job, Some("job_data".into()));
}
