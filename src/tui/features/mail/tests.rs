//! Mails from templates.

use insta::assert_snapshot;

use crate::keymap::action::Action;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, TerminalEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::body;
use crate::tui::features::compare::tests::{copied, messages, open_candidates};

fn opened(server: &FakeServer) -> Option<String> {
    server.others.iter().rev().find_map(|effect| match effect {
        Effect::Terminal(TerminalEffect::OpenLink(url)) => Some(url.clone()),
        _ => None,
    })
}

#[test]
fn a_template_is_filled_in_shown_and_opened_in_the_mail_program() {
    let mut server = open_candidates();
    server.state.mail.me = "Vera".to_owned();
    server.act(&[Action::Mail]).settle();
    assert_snapshot!("mail", body(&server.state));
    server.act(&[Action::Copy]);
    assert!(copied(&server).unwrap().contains("Senior Rust Engineer at Northwind"));
    server.act(&[Action::Open]);
    let url = opened(&server).unwrap();
    assert!(url.starts_with("mailto:person"), "{url}");
    assert!(url.contains("@mail.example?subject=Senior%20Rust%20Engineer"), "{url}");
    assert!(url.ends_with("Vera"), "{url}");
    assert!(matches!(server.state.dialogs.top(), Some(Dialog::Mail(_))), "until it is open");
    server.send(Message::LinkOpened(Err((url.clone(), "Could not start xdg-open".to_owned()))));
    assert_eq!(messages(&server)[0], "No mail program opened. Could not start xdg-open");
    server.act(&[Action::Open]).send(Message::LinkOpened(Ok(())));
    assert!(server.state.dialogs.is_empty());
    assert_eq!(messages(&server)[0], "Opened in your mail program");
}

#[test]
fn several_people_get_a_mail_by_bcc_without_personal_fields() {
    let mut server = open_candidates();
    server.people[3].emails.clear();
    server.act(&[Action::Mark; 7]).act(&[Action::Mail]).settle();
    assert_snapshot!("mail_to_several", body(&server.state));
    server.act(&[Action::Open]);
    let url = opened(&server).unwrap();
    assert!(url.contains("body=Hi%2C%0D%0A"), "without a name, {url}");
    assert!(url.starts_with("mailto:?bcc=person"), "{url}");
    assert_eq!(url.matches('@').count(), 6, "one has no address, {url}");
}

#[test]
fn a_person_without_an_address_gets_no_mail() {
    let mut server = open_candidates();
    for person in &mut server.people {
        person.emails.clear();
    }
    server.act(&[Action::Refresh]).settle();
    server.act(&[Action::Mail]).settle();
    server.act(&[Action::Open]);
    assert_eq!(opened(&server), None);
    assert!(messages(&server)[0].starts_with("No email address: "), "{:?}", messages(&server));
}
