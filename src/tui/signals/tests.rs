use rustix::process::{getpid, kill_process};

use super::*;

#[tokio::test]
async fn a_signal_is_told_and_many_of_a_kind_are_one() {
    let mut signals = Signals::listen().unwrap();
    for number in [Number::CONT, Number::WINCH, Number::WINCH] {
        kill_process(getpid(), number).unwrap();
    }
    assert_eq!(signals.next().await, Signal::Continue);
    assert_eq!(signals.next().await, Signal::Resize);
    let none = tokio::time::timeout(std::time::Duration::ZERO, signals.next()).await;
    assert!(none.is_err(), "{none:?}");
}
