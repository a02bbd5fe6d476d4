//! How a batch ends.

use super::*;
use crate::tui::app::effect::TerminalEffect;

#[test]
fn a_second_batch_waits_until_the_first_is_finished() {
    let mut server = running_batch(3);
    server.act(&[Action::Back, Action::AttachJob]);
    assert!(matches!(server.state.dialogs.top(), Some(Dialog::Attach { .. })));
    assert!(message(&server).starts_with("Still adding people to another job"));
    let in_flight = tickets(&mut server);
    finish_all(&mut server, in_flight);
    server.act(&[Action::Back, Action::AttachJob]);
    assert!(matches!(server.state.dialogs.top(), Some(Dialog::PickJob(_))));
}

#[test]
fn quitting_during_a_batch_warns_once() {
    let mut server = running_batch(3);
    server.act(&[Action::Back, Action::Go(Pane::Jobs), Action::Quit]);
    assert!(!server.others.contains(&Effect::Terminal(TerminalEffect::Quit)));
    assert_eq!(message(&server), "3 not added yet: q again quits without them");
    server.act(&[Action::Quit]);
    assert!(server.others.contains(&Effect::Terminal(TerminalEffect::Quit)));
}

#[test]
fn a_late_answer_changes_nothing() {
    let mut server = running_batch(2);
    let in_flight = tickets(&mut server);
    finish_all(&mut server, in_flight.clone());
    let before = server.state.attach_batch.clone();
    finish_request(&mut server, in_flight[0], failed_save(FailureKind::Server));
    assert_eq!(server.state.attach_batch, before);
}

#[test]
fn only_the_first_attachment_that_the_server_shows_late_is_waited_for() {
    let mut server = running_batch(3);
    let late = || report(person("per_x", &["job_rust"]), person("per_x", &["job_rust"]));
    for is_hasty in [false, true, true] {
        let [(ticket, plan)] = &take_sent(&mut server)[..] else { panic!("one at a time") };
        assert_eq!(plan.is_hasty, is_hasty);
        finish_request(&mut server, *ticket, Ok(late()));
    }
    let is_notice = |text: &str| text.starts_with("this server shows changes late");
    let notices = server.state.notices.newest_first();
    assert_eq!(notices.filter(|notice| is_notice(&notice.text)).count(), 1);
}

#[test]
fn an_attachment_without_an_answer_does_not_mean_that_the_server_shows_changes_late() {
    let mut server = running_batch(3);
    let tickets = tickets(&mut server);
    let unchanged = || person("per_x", &["job_rust"]);
    let SaveOutcome::Saved(mut report) = report(unchanged(), unchanged()) else {
        panic!("a report")
    };
    report.response = ResponseKind::Lost("no answer".to_owned());
    finish_request(&mut server, tickets[0], Ok(SaveOutcome::Saved(report)));
    assert!(!server.state.attach_batch.as_ref().unwrap().shows_late);
}
