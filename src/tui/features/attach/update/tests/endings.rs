//! How a batch ends.

use super::*;

#[test]
fn another_job_has_to_wait_until_this_one_is_over() {
    let mut stage = begun(3);
    stage.act(&[Action::Back, Action::AttachJob]);
    assert!(matches!(stage.state.over, Some(Dialog::Batch { .. })));
    assert!(told(&stage).starts_with("one job after the other"));
    let out = tickets(&mut stage);
    finish(&mut stage, out);
    stage.act(&[Action::Back, Action::AttachJob]);
    assert!(matches!(stage.state.over, Some(Dialog::PickJob(_))));
}

#[test]
fn whoever_quits_while_it_goes_on_is_told_once() {
    let mut stage = begun(3);
    stage.act(&[Action::Back, Action::Go(Pane::Jobs), Action::Quit]);
    assert!(!stage.others.contains(&Effect::Quit));
    assert_eq!(told(&stage), "3 are not attached yet: q again quits and leaves them");
    stage.act(&[Action::Quit]);
    assert!(stage.others.contains(&Effect::Quit));
}

#[test]
fn a_late_word_of_a_change_that_nobody_waits_for_changes_nothing() {
    let mut stage = begun(2);
    let out = tickets(&mut stage);
    finish(&mut stage, out.clone());
    let before = stage.state.batch.clone();
    end(&mut stage, out[0], failed(FailureKind::Server));
    assert_eq!(stage.state.batch, before);
}
