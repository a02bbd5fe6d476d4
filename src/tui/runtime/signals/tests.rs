use std::process::Command;

use signal_hook::consts::{SIGCONT, SIGTSTP, SIGWINCH};
use signal_hook::low_level::raise;

use super::*;

/// Runs a test in its own process: a signal goes to the whole process, and any runtime in it may
/// receive it.
fn in_own_process(test: impl Future<Output = ()>) {
    const CHILD: &str = "SHORTLIST_SIGNAL_TEST";
    if std::env::var_os(CHILD).is_some() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        return runtime.block_on(test);
    }
    let thread = std::thread::current();
    let name = thread.name().expect("a test runs on a thread with its name");
    let mut child = Command::new(std::env::current_exe().unwrap());
    let output = child.args(["--exact", name]).env(CHILD, "1").output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && report.contains("1 passed"), "{report}");
}

/// Signals this thread. The handlers have run when this returns.
fn signal_self(numbers: &[i32]) {
    for number in numbers {
        raise(*number).unwrap();
    }
}

async fn assert_none_is_left(signals: &mut Signals) {
    let next = tokio::time::timeout(std::time::Duration::ZERO, signals.next()).await;
    assert!(next.is_err(), "{next:?}");
}

#[test]
fn several_signals_of_a_kind_are_reported_once() {
    in_own_process(async {
        let mut signals = Signals::listen().unwrap();
        signal_self(&[SIGCONT, SIGWINCH, SIGWINCH]);
        assert_eq!(signals.next().await, Signal::Continue);
        assert_eq!(signals.next().await, Signal::Resize);
        assert_none_is_left(&mut signals).await;
    });
}

#[test]
fn keys_for_another_program_are_forgotten() {
    in_own_process(async {
        let mut signals = Signals::listen().unwrap();
        signal_self(&[SIGTSTP, SIGCONT]);
        signals.forget_keys().await;
        assert_none_is_left(&mut signals).await;
    });
}
