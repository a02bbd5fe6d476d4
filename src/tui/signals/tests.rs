use super::*;

/// Signals are for all of the process.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

#[tokio::test]
async fn a_signal_is_told_and_many_of_a_kind_are_one() {
    let _alone = ALONE.lock().await;
    let mut signals = Signals::listen().unwrap();
    for number in [Number::CONT, Number::WINCH, Number::WINCH] {
        kill_process(getpid(), number).unwrap();
    }
    assert_eq!(signals.next().await, Signal::Continue);
    assert_eq!(signals.next().await, Signal::Resize);
    let none = tokio::time::timeout(std::time::Duration::ZERO, signals.next()).await;
    assert!(none.is_err(), "{none:?}");
}

#[tokio::test]
async fn keys_for_another_program_are_forgotten() {
    let _alone = ALONE.lock().await;
    let mut signals = Signals::listen().unwrap();
    for number in [Number::TSTP, Number::CONT] {
        kill_process(getpid(), number).unwrap();
    }
    signals.forget_keys().await;
    let none = tokio::time::timeout(std::time::Duration::ZERO, signals.next()).await;
    assert!(none.is_err(), "{none:?}");
}
