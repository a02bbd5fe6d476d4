//! How a batch ends.

use super::*;

#[test]
fn a_second_batch_waits_until_the_first_is_finished() {
    let mut stage = begun(3);
    stage.act(&[Action::Back, Action::AttachJob]);
    assert!(matches!(stage.state.over, Some(Dialog::Batch { .. })));
    assert!(message(&stage).starts_with("one job after the other"));
    let out = tickets(&mut stage);
    finish(&mut stage, out);
    stage.act(&[Action::Back, Action::AttachJob]);
    assert!(matches!(stage.state.over, Some(Dialog::PickJob(_))));
}

#[test]
fn quitting_during_a_batch_warns_once() {
    let mut stage = begun(3);
    stage.act(&[Action::Back, Action::Go(Pane::Jobs), Action::Quit]);
    assert!(!stage.others.contains(&Effect::Quit));
    assert_eq!(message(&stage), "3 are not attached yet: q again quits and leaves them");
    stage.act(&[Action::Quit]);
    assert!(stage.others.contains(&Effect::Quit));
}

#[test]
fn a_late_answer_changes_nothing() {
    let mut stage = begun(2);
    let out = tickets(&mut stage);
    finish(&mut stage, out.clone());
    let before = stage.state.batch.clone();
    end(&mut stage, out[0], failed(FailureKind::Server));
    assert_eq!(stage.state.batch, before);
}
