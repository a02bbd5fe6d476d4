//! Which people a batch attaches, and to which job.

use super::*;

#[test]
fn without_marks_the_selected_person_is_attached() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Go(Pane::Candidate), Action::AttachJob]).type_text("sales");
    server.act(&[Action::Edit(TextEdit::Accept)]);
    assert_eq!((batch(&server).rows.len(), batch(&server).hidden), (1, 0));
    assert_eq!(batch(&server).job.id.as_str(), "job_sales");
    assert_eq!(take_sent(&mut server), [], "a confirmation comes first");
    server.act(&[BEGIN]);
    let sent = take_sent(&mut server);
    let [(_, plan)] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!((plan.person.as_str(), plan.base.len()), ("per_0", 0));
    let wanted = FieldValue::Job(Some(batch(&server).job.clone()));
    assert_eq!(
        plan.wanted,
        BTreeMap::from([(PersonField::JobId, wanted)]),
        "the job and nothing else"
    );
}

#[test]
fn all_marked_people_are_attached_and_hidden_ones_are_counted() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&[Action::Mark; 4]);
    server.act(&[Action::Filter]).type_text("stage:applied");
    server.act(&[Action::Edit(TextEdit::Accept)]).settle();
    server.act(&[Action::AttachJob]).type_text("sales").act(&[Action::Edit(TextEdit::Accept)]);
    assert_eq!((batch(&server).rows.len(), batch(&server).hidden), (4, 2));
}

#[test]
fn a_person_marked_in_two_rows_is_attached_once() {
    let mut server = FakeServer::new(120, 40);
    server.candidates[2].person_id = server.candidates[0].person_id.clone();
    server.candidates[3].person_id = "".into();
    server.settle();
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&[Action::Mark; 4]);
    server.act(&[Action::AttachJob]).type_text("sales").act(&[Action::Edit(TextEdit::Accept)]);
    let people: Vec<&str> = batch(&server).rows.iter().map(|row| row.person.as_str()).collect();
    assert_eq!(people, ["per_0", "per_1"], "each person once, and no row without a person");
}

#[test]
fn without_candidates_there_is_nothing_to_attach() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::AttachJob]);
    assert!(server.state.dialogs.is_empty());
    assert_eq!(message(&server), "No candidate selected: 3 shows the candidates");
    server.act(&[Action::Attach(AttachAction::Show)]);
    assert!(message(&server).starts_with("Nothing to show yet"));
}

#[test]
fn open_jobs_come_first_and_archived_ones_last() {
    let mut server = server_with_marks(1);
    server.act(&[Action::AttachJob]);
    let listed = |server: &FakeServer| {
        let Some(Dialog::PickJob(picker)) = server.state.dialogs.top() else { panic!("no picker") };
        let rows = &server.state.jobs.pages.rows;
        picker.matches.iter().map(|row| rows.id(*row).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(listed(&server), ["job_rust", "job_sales", "job_data", "job_old"]);
    server.type_text("UMBRA");
    assert_eq!(listed(&server), ["job_sales", "job_old"]);
    server.type_text(" archived:yes");
    assert_eq!(listed(&server), ["job_old"]);
    server.type_text(" zzz").act(&[Action::Edit(TextEdit::Accept)]);
    assert!(message(&server).starts_with("No job matches"));
    server.act(&[Action::Edit(TextEdit::Cancel)]);
    assert!(server.state.dialogs.is_empty() && server.state.attach_batch.is_none());
}

#[test]
fn enter_attaches_to_no_job_that_the_user_did_not_choose() {
    let accept = Action::Edit(TextEdit::Accept);
    let mut server = server_with_marks(1);
    server.act(&[Action::AttachJob, accept, accept]);
    assert!(message(&server).starts_with("Choose a job first"));
    server.type_text("s").act(&[Action::Edit(TextEdit::Erase), accept]);
    assert!(server.state.attach_batch.is_none(), "an erased letter is no choice");
    for choice in ["sales", ""] {
        let mut server = server_with_marks(1);
        server.act(&[Action::AttachJob]).type_text(choice);
        if choice.is_empty() {
            server.act(&[Action::Edit(TextEdit::Next); 2]);
        }
        server.act(&[accept]);
        assert_eq!(batch(&server).job.name, "Head of Sales");
        assert_eq!(take_sent(&mut server), [], "a confirmation comes first");
    }
}

#[test]
fn jobs_that_arrive_while_picking_are_found_and_the_selection_stays() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::AttachJob]);
    server.act(&[Action::Edit(TextEdit::Next); 2]);
    let mut more = server.jobs[0].clone();
    (more.id, more.name) = ("job_more".into(), "One more".into());
    server.jobs.insert(0, more);
    server.state.jobs.pages.refresh();
    server.settle().wait(400);
    let Some(Dialog::PickJob(picker)) = server.state.dialogs.top() else { panic!("no picker") };
    assert_eq!(picker.matches.len(), 5);
    let selected = server.state.jobs.pages.rows.id(picker.matches[picker.at]);
    assert_eq!(selected.as_str(), "job_sales");
}

#[test]
fn a_click_picks_and_the_wheel_scrolls() {
    let mut server = server_with_marks(2);
    server.act(&[Action::AttachJob]);
    let click = |server: &mut FakeServer, action, line| {
        let inner = server.state.dialog_inner(server.state.dialogs.top().unwrap());
        server.send(Message::Mouse(MouseInput { action, x: inner.x + 4, y: inner.y + line }));
    };
    click(&mut server, MouseAction::WheelDown, 0);
    let Some(Dialog::PickJob(picker)) = server.state.dialogs.top() else { panic!("no picker") };
    assert_eq!(picker.selected(), Some(0));
    click(&mut server, MouseAction::Click, 2 + 2);
    assert_eq!(batch(&server).job.id.as_str(), "job_data");
    click(&mut server, MouseAction::Click, 3 + 1);
    assert!(matches!(server.state.dialogs.top(), Some(Dialog::Attach { at: 1 })));
}
