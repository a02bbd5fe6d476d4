//! Clicks on the rows of the dialog.

use super::new_job::name_new_job;
use super::*;
use crate::tui::app::message::{MouseAction, MouseInput};

/// Clicks on the line of the dialog that contains this text.
fn click(server: &mut FakeServer, action: MouseAction, text: &str) {
    let top = server.state.layout.main.y;
    let screen = popup_text(&server.state);
    let line = screen.lines().position(|line| line.contains(text)).expect(text);
    let x = screen.lines().nth(line).unwrap().find('│').unwrap() + 3;
    let (x, y) = (u16::try_from(x).unwrap(), top + u16::try_from(line).unwrap());
    server.send(Message::Mouse(MouseInput { action, x, y }));
}

/// The line with the cursor.
fn selected(server: &FakeServer) -> String {
    let screen = popup_text(&server.state);
    let line = screen.lines().find(|line| line.contains('▌')).unwrap_or_default();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_click_selects_a_row_and_a_double_click_opens_it() {
    for size in [(120, 40), (80, 24), (40, 10)] {
        let mut server = server(size.0, size.1);
        open(&mut server);
        click(&mut server, MouseAction::Click, "Client ");
        assert!(selected(&server).contains("Client Northwind"), "{}", selected(&server));
        server.act(&[Action::Bottom]);
        click(&mut server, MouseAction::Click, "Stages");
        assert!(selected(&server).contains("Rejected"), "a heading is no row");
        click(&mut server, MouseAction::Click, "Recruiter screen");
        assert!(selected(&server).contains("Recruiter screen"), "{}", selected(&server));
        click(&mut server, MouseAction::DoubleClick, "Offer");
        let text = popup_text(&server.state);
        assert!(text.contains("Rename the stage Offer"), "{text}");
    }
}

#[test]
fn suggestions_kinds_and_targets_can_be_clicked() {
    let mut server = local();
    select(&mut server, 1);
    server.act(&[Action::Open]);
    click(&mut server, MouseAction::Click, "Umbra");
    assert!(selected(&server).contains("Umbra"));
    click(&mut server, MouseAction::DoubleClick, "Kestrel");
    let client = JobChange::SetClient("Kestrel".to_owned());
    assert_eq!(sent(&server), [JobRequest::Change("job_rust".into(), client)]);

    let mut server = local();
    select(&mut server, 5);
    server.act(&[ADD_STAGE]).type_text("Task");
    click(&mut server, MouseAction::Click, "Interview stage");
    server.act(&[ENTER]);
    let add = add_stage(Some("st_2"), NewStageKind::Interview);
    assert_eq!(sent(&server), [JobRequest::Change("job_rust".into(), add)]);

    let mut server = local();
    select(&mut server, 5);
    server.act(&[RETIRE]);
    click(&mut server, MouseAction::Click, "Offer");
    server.act(&[Action::Open]);
    let change = retire("st_2", "st_4");
    assert_eq!(sent(&server), [JobRequest::Change("job_rust".into(), change)]);
}

#[test]
fn templates_can_be_clicked() {
    let mut server = server(120, 40);
    name_new_job(&mut server);
    click(&mut server, MouseAction::Click, "executive");
    assert!(popup_text(&server.state).contains("Longlist 12"));
}
