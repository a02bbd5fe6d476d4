//! Attaching a batch: selection, pacing and failures.

mod endings;

use std::collections::BTreeMap;

use crate::keymap::action::{Action, AttachAction, Pane, SaveFlowAction, TextEdit};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::saved_edit::EditStatus;
use crate::recruiting::person::{
    FieldValue, PersonField, Plan, Report, ResponseKind, SaveOutcome, ServerQuirks, WriteFailure,
};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::{FakeServer, crowd};
use crate::tui::app::message::{Message, MouseAction, MouseInput};
use crate::tui::app::request::{Answer, Slot, Ticket};
use crate::tui::features::attach::outcome::AttachOutcome;
use crate::tui::features::attach::state::{AttachBatch, AttachProgress};
use crate::wire::{JobAssociation, Person};

const BEGIN: Action = Action::Open;
const PAUSE: Action = Action::Batch(AttachAction::Pause);

fn marked(count: usize) -> FakeServer {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(60);
    stage.settle();
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&vec![Action::Mark; count]);
    stage
}

fn asked(count: usize) -> FakeServer {
    let mut stage = marked(count);
    stage.act(&[Action::AttachJob]).type_text("sales").act(&[Action::Edit(TextEdit::Accept)]);
    stage
}

fn begun(count: usize) -> FakeServer {
    let mut stage = asked(count);
    stage.act(&[BEGIN]);
    stage
}

fn batch(stage: &FakeServer) -> &AttachBatch {
    stage.state.batch.as_ref().unwrap()
}

fn message(stage: &FakeServer) -> &str {
    stage.state.notices.newest_first().next().map_or("", |notice| &notice.text)
}

/// What was sent since the last call, in order.
fn sent(stage: &mut FakeServer) -> Vec<(Ticket, Plan)> {
    let effects = std::mem::take(&mut stage.others);
    let save = |effect| match effect {
        Effect::Save { ticket, plan, .. } => Some((ticket, *plan)),
        _ => None,
    };
    effects.into_iter().filter_map(save).collect()
}

fn tickets(stage: &mut FakeServer) -> Vec<Ticket> {
    sent(stage).into_iter().map(|(ticket, _)| ticket).collect()
}

fn person(id: &str, jobs: &[&str]) -> Person {
    let job = |job: &&str| JobAssociation {
        candidate_id: format!("can_{id}_{job}").into(),
        job_id: (*job).into(),
        job_name: (*job).into(),
        ..JobAssociation::default()
    };
    Person { id: id.into(), jobs: jobs.iter().map(job).collect(), ..Person::default() }
}

fn report(before: Person, now: Person) -> SaveOutcome {
    let job = crate::recruiting::person::JobChoice {
        id: "job_sales".into(),
        name: "Head of Sales".into(),
    };
    let wanted = BTreeMap::from([(PersonField::JobId, FieldValue::Job(Some(job)))]);
    SaveOutcome::Done(Box::new(Report::new(before, &wanted, now, ResponseKind::Done("ok".into()))))
}

fn fine() -> SaveOutcome {
    report(person("per_x", &["job_rust"]), person("per_x", &["job_rust", "job_sales"]))
}

fn failed(kind: FailureKind) -> SaveOutcome {
    let failure = Failure::new(kind, "it did not work");
    SaveOutcome::Failed(WriteFailure { failure, fields: Vec::new(), maybe: false })
}

fn end(stage: &mut FakeServer, ticket: Ticket, outcome: SaveOutcome) {
    stage.send(Message::Saved { ticket, outcome });
}

/// Every request in flight and every later one succeeds.
fn finish(stage: &mut FakeServer, mut out: Vec<Ticket>) {
    while let Some(ticket) = out.pop() {
        end(stage, ticket, fine());
        out.extend(tickets(stage));
    }
}

#[test]
fn without_marks_the_selected_person_is_attached() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Go(Pane::Candidate), Action::AttachJob]).type_text("sales");
    stage.act(&[Action::Edit(TextEdit::Accept)]);
    assert_eq!((batch(&stage).rows.len(), batch(&stage).hidden), (1, 0));
    assert_eq!(batch(&stage).job.id.as_str(), "job_sales");
    assert_eq!(sent(&mut stage), [], "one is asked first");
    stage.act(&[BEGIN]);
    let sent = sent(&mut stage);
    let [(_, plan)] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!((plan.person.as_str(), plan.base.len()), ("per_0", 0));
    let wanted = FieldValue::Job(Some(batch(&stage).job.clone()));
    assert_eq!(
        plan.wanted,
        BTreeMap::from([(PersonField::JobId, wanted)]),
        "the job and nothing else"
    );
}

#[test]
fn all_marked_people_are_attached_and_hidden_ones_are_counted() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&[Action::Mark; 4]);
    stage.act(&[Action::Filter]).type_text("stage:applied");
    stage.act(&[Action::Edit(TextEdit::Accept)]).settle();
    stage.act(&[Action::AttachJob]).type_text("sales").act(&[Action::Edit(TextEdit::Accept)]);
    assert_eq!((batch(&stage).rows.len(), batch(&stage).hidden), (4, 2));
}

#[test]
fn a_person_marked_in_two_rows_is_attached_once() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates[2].person_id = stage.candidates[0].person_id.clone();
    stage.candidates[3].person_id = "".into();
    stage.settle();
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&[Action::Mark; 4]);
    stage.act(&[Action::AttachJob, Action::Edit(TextEdit::Accept)]);
    let people: Vec<&str> = batch(&stage).rows.iter().map(|row| row.person.as_str()).collect();
    assert_eq!(people, ["per_0", "per_1"], "and whoever is behind nobody, not at all");
}

#[test]
fn without_candidates_there_is_nothing_to_attach() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::AttachJob]);
    assert!(stage.state.over.is_none());
    assert_eq!(message(&stage), "nobody is selected who could be attached: 3 shows candidates");
    stage.act(&[Action::Batch(AttachAction::Show)]);
    assert!(message(&stage).starts_with("nobody was attached in this session"));
}

#[test]
fn open_jobs_come_first_and_archived_ones_last() {
    let mut stage = marked(1);
    stage.act(&[Action::AttachJob]);
    let found = |stage: &FakeServer| {
        let Some(Dialog::PickJob(picker)) = &stage.state.over else { panic!("the picker") };
        let rows = &stage.state.jobs.roll.rows;
        picker.found.iter().map(|row| rows.id(*row).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(found(&stage), ["job_rust", "job_sales", "job_data", "job_old"]);
    stage.type_text("UMBRA");
    assert_eq!(found(&stage), ["job_sales", "job_old"]);
    stage.type_text(" archived:yes");
    assert_eq!(found(&stage), ["job_old"]);
    stage.type_text(" zzz").act(&[Action::Edit(TextEdit::Accept)]);
    assert!(message(&stage).starts_with("no job is called so"));
    stage.act(&[Action::Edit(TextEdit::Leave)]);
    assert!(stage.state.over.is_none() && stage.state.batch.is_none());
}

#[test]
fn jobs_that_arrive_while_picking_are_found_and_the_selection_stays() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Go(Pane::Candidates), Action::AttachJob, Action::Edit(TextEdit::Next)]);
    let mut more = stage.jobs[0].clone();
    (more.id, more.name) = ("job_more".into(), "One more".into());
    stage.jobs.insert(0, more);
    stage.state.jobs.roll.refresh();
    stage.settle().wait(400);
    let Some(Dialog::PickJob(picker)) = &stage.state.over else { panic!("the picker") };
    assert_eq!(picker.found.len(), 5);
    let selected = stage.state.jobs.roll.rows.id(picker.found[picker.at]);
    assert_eq!(selected.as_str(), "job_sales");
}

#[test]
fn a_click_picks_and_the_wheel_goes_on() {
    let mut stage = marked(2);
    stage.act(&[Action::AttachJob]);
    let click = |stage: &mut FakeServer, what, line| {
        let inner = stage.state.over.as_ref().unwrap().inner(&stage.state.layout);
        stage.send(Message::Mouse(MouseInput { what, x: inner.x + 4, y: inner.y + line }));
    };
    click(&mut stage, MouseAction::WheelDown, 0);
    let Some(Dialog::PickJob(picker)) = &stage.state.over else { panic!("the picker") };
    assert_eq!(picker.at, 1);
    click(&mut stage, MouseAction::Once, 2 + 2);
    assert_eq!(batch(&stage).job.id.as_str(), "job_data");
    click(&mut stage, MouseAction::Once, 3 + 1);
    assert!(matches!(stage.state.over, Some(Dialog::Batch { at: 1 })));
}

#[test]
fn nothing_is_sent_before_the_confirmation() {
    for leaves in [Action::Back, Action::Quit, Action::Batch(AttachAction::Cancel)] {
        let mut stage = asked(3);
        stage.act(&[leaves]);
        assert!(stage.state.over.is_none() && stage.state.batch.is_none());
        assert_eq!(message(&stage), "nobody was attached");
        assert_eq!(sent(&mut stage), []);
    }
}

#[test]
fn one_request_goes_first_and_then_at_most_four_are_in_flight() {
    let mut stage = begun(20);
    let first = tickets(&mut stage);
    assert_eq!(first.len(), 1);
    end(&mut stage, first[0], fine());
    let mut out = tickets(&mut stage);
    assert_eq!(out.len(), 4);
    let mut all = 5;
    while let Some(ticket) = out.pop() {
        end(&mut stage, ticket, fine());
        let more = tickets(&mut stage);
        all += more.len();
        out.extend(more);
        assert!(out.len() <= 4);
    }
    assert_eq!(all, 20);
    assert_eq!(message(&stage), "attached 20 of 20 to Head of Sales");
    assert_eq!(batch(&stage).progress, AttachProgress::Finished);
}

#[test]
fn a_paused_batch_sends_nothing_until_it_is_resumed() {
    let mut stage = begun(8);
    stage.act(&[PAUSE]);
    let out = tickets(&mut stage);
    end(&mut stage, out[0], fine());
    assert_eq!(sent(&mut stage), []);
    assert_eq!(batch(&stage).progress(), "attaching is paused at 1 of 8");
    stage.act(&[PAUSE]);
    let out = tickets(&mut stage);
    assert_eq!(out.len(), 4);
    finish(&mut stage, out);
    assert_eq!(batch(&stage).counts().attached, 8);
}

#[test]
fn what_was_not_begun_is_left_when_it_is_cancelled_and_what_is_out_ends() {
    let mut stage = begun(8);
    let out = tickets(&mut stage);
    stage.act(&[Action::Batch(AttachAction::Cancel)]);
    assert_eq!(message(&stage), "cancelled: 7 are not begun");
    assert_eq!(batch(&stage).progress, AttachProgress::Cancelled);
    end(&mut stage, out[0], fine());
    assert_eq!(sent(&mut stage), []);
    assert_eq!(message(&stage), "attached 1 of 8 to Head of Sales, 7 not begun");
    stage.act(&[PAUSE]);
    assert_eq!(sent(&mut stage), [], "it is over");
}

#[test]
fn only_failed_rows_are_retried() {
    let mut stage = begun(3);
    for outcome in [fine(), failed(FailureKind::Server), SaveOutcome::Already(Box::default())] {
        let mut out = Vec::new();
        for (at, row) in batch(&stage).rows.iter().enumerate() {
            if let AttachOutcome::Out(ticket, _) = row.outcome {
                out.push((at, ticket));
            }
        }
        end(&mut stage, out[0].1, outcome);
    }
    sent(&mut stage);
    let told_then = "attached 1 of 3 to Head of Sales, 1 candidates there already, 1 failed";
    assert!(message(&stage).starts_with(told_then), "{}", message(&stage));
    stage.act(&[Action::Batch(AttachAction::Retry)]);
    let again = sent(&mut stage);
    assert_eq!(again.len(), 1);
    assert_eq!(again[0].1.person, batch(&stage).rows[1].person);
    end(&mut stage, again[0].0, fine());
    assert!(message(&stage).starts_with("attached 2 of 3"));
    stage.act(&[Action::Batch(AttachAction::Retry)]);
    assert_eq!(message(&stage), "nobody failed who could be tried again");
}

#[test]
fn a_rejected_key_pauses_the_batch_and_a_new_one_resumes_it() {
    let mut stage = begun(5);
    let out = tickets(&mut stage);
    end(&mut stage, out[0], failed(FailureKind::Key));
    assert_eq!(sent(&mut stage), [], "nobody is sent against a locked door");
    assert_eq!(batch(&stage).progress, AttachProgress::Paused("it did not work".into()));
    assert!(matches!(stage.state.over, Some(Dialog::Key { .. })), "a key is asked for");
    stage.act(&[Action::Edit(TextEdit::Leave), Action::Batch(AttachAction::Show), PAUSE]);
    assert_eq!(message(&stage), "it cannot go on yet: it did not work");
    stage.act(&[Action::Back, Action::Refresh]).type_text("sl_new");
    stage.act(&[Action::Edit(TextEdit::Accept), Action::Batch(AttachAction::Show), PAUSE]);
    let out = tickets(&mut stage);
    assert_eq!(out.len(), 1);
    finish(&mut stage, out);
    assert_eq!(batch(&stage).counts().attached, 5, "the one that was refused as well");
}

#[test]
fn an_unreachable_server_pauses_the_batch_and_no_row_is_lost() {
    let mut stage = begun(6);
    let out = tickets(&mut stage);
    end(&mut stage, out[0], fine());
    let out = tickets(&mut stage);
    for ticket in out {
        end(&mut stage, ticket, failed(FailureKind::Network));
    }
    assert_eq!(sent(&mut stage), []);
    assert!(stage.state.offline.is_some());
    assert_eq!(batch(&stage).counts().waiting, 5);
    stage.wait(20_000).settle();
    assert!(stage.state.offline.is_none());
    assert_eq!(sent(&mut stage), [], "it goes on when somebody says so");
    stage.act(&[PAUSE]);
    let out = tickets(&mut stage);
    assert_eq!(out.len(), 4);
    finish(&mut stage, out);
    assert_eq!(batch(&stage).counts().attached, 6);
}

#[test]
fn a_server_that_changes_more_than_requested_affects_one_person_only() {
    let before = Person {
        name: "Zoë".into(),
        current_job_title: "Engineer".into(),
        current_company_name: "Kestrel".into(),
        ..person("per_0", &["job_rust"])
    };
    let now = person("per_0", &["job_rust", "job_sales"]);
    let mut stage = begun(6);
    let out = tickets(&mut stage);
    end(&mut stage, out[0], report(before, now));
    let learned = ServerQuirks { clears_omitted: true, ..ServerQuirks::default() };
    assert!(stage.others.contains(&Effect::Learn(learned)));
    assert_eq!(sent(&mut stage), []);
    let words = "attached, but changed without being asked: name, title, company";
    assert_eq!(batch(&stage).rows[0].outcome, AttachOutcome::Other(words.into()));
    assert!(matches!(batch(&stage).progress, AttachProgress::Paused(_)));
    assert!(!stage.state.edits[0].is_fine);
    stage.act(&[Action::Open]);
    assert!(stage.state.editor.is_some(), "all of it is told, and can be put back");
    stage.act(&[Action::Decide(SaveFlowAction::Restore)]);
    let form = &stage.state.editor.as_ref().unwrap().form;
    assert_eq!(*form.value(PersonField::CompanyName), FieldValue::Text("Kestrel".into()));
    stage.act(&[Action::Back, Action::Batch(AttachAction::Show)]);
    stage.act(&[PAUSE]);
    let save = stage.others.iter().find_map(|effect| match effect {
        Effect::Save { habits, .. } => Some(*habits),
        _ => None,
    });
    assert_eq!(save, Some(learned), "what was learned goes along");
}

#[test]
fn each_that_is_attached_is_in_the_list_of_edits_and_cannot_be_taken_back() {
    let mut stage = begun(2);
    let out = tickets(&mut stage);
    finish(&mut stage, out);
    assert_eq!(stage.state.edits.len(), 2);
    let edit = &stage.state.edits[0];
    assert_eq!(
        (edit.person.as_str(), edit.state, edit.is_fine),
        ("per_0", EditStatus::Final, true)
    );
    assert!(edit.told.contains("cannot be taken back"), "{}", edit.told);
}

#[test]
fn the_candidates_of_the_job_are_read_again_when_it_is_over() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Go(Pane::Candidates), Action::AttachJob]).type_text("rust");
    stage.act(&[Action::Edit(TextEdit::Accept), BEGIN]).settle();
    // A page requested earlier must not hide the change.
    stage.act(&[Action::Back, Action::Refresh]);
    let old = stage.asked.iter().find(|(slot, ..)| matches!(slot, Slot::Roster(..))).cloned();
    let (slot, limit, ticket) = old.unwrap();
    let out = tickets(&mut stage);
    end(&mut stage, out[0], fine());
    let now: Vec<_> = stage.asked.iter().filter(|(other, ..)| *other == slot).collect();
    assert!(now.len() == 1 && now[0].2 != ticket, "{now:?}");
    let late: Answer = stage.reply(&slot, limit);
    stage.send(Message::Arrived { slot, ticket, outcome: Ok(late) });
    stage.settle();
}
