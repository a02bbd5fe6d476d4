//! Processes: which exist, what stops and continues them, and what they may use.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use rustix::io::Errno;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, getpgrp, getpid, getrlimit, getsid,
    kill_current_process_group, kill_process, setrlimit, test_kill_process, waitpid,
};

/// Whether a process of this number exists, of any user.
pub(crate) fn is_running(process: u32) -> bool {
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw);
    pid.is_some_and(|pid| test_kill_process(pid) != Err(Errno::SRCH))
}

/// The command runs in a group of its own: keys and hangups of this terminal do not reach it.
pub(crate) fn in_new_group(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

/// What a child process did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChildEvent {
    /// It stopped, as with Ctrl-Z, and can be continued.
    Stopped,
    Exited(i32),
    /// A signal ended it.
    Killed,
}

/// Waits until the child stops or ends. After its end, call neither this nor `Child::wait` again.
pub(crate) fn wait_for_event(child: &Child) -> io::Result<ChildEvent> {
    loop {
        match waitpid(Some(Pid::from_child(child)), WaitOptions::UNTRACED) {
            Ok(Some((_, status))) if status.stopped() => return Ok(ChildEvent::Stopped),
            Ok(Some((_, status))) => {
                return Ok(status.exit_status().map_or(ChildEvent::Killed, ChildEvent::Exited));
            }
            Ok(None) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Whether a shell could continue this process: none could continue the first process group of a
/// session.
pub(crate) fn has_job_control() -> io::Result<bool> {
    Ok(getpgrp() != getsid(None)?)
}

/// Stops the process group until the shell continues it. Returns false, and does nothing, without
/// job control.
pub(crate) fn stop_group() -> io::Result<bool> {
    if !has_job_control()? {
        return Ok(false);
    }
    // SIGTSTP is caught, since other processes may send it.
    kill_current_process_group(Signal::STOP)?;
    Ok(true)
}

/// Continues what [`stop_group`] or Ctrl-Z stopped in the group of this process.
pub(crate) fn continue_group() -> io::Result<()> {
    Ok(kill_current_process_group(Signal::CONT)?)
}

/// Every connection takes a file, and many systems allow 1,024 at first.
pub(crate) fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    // A system that refuses keeps the limit it had.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

/// Stops this process, whatever it does about signals, until another one continues it.
pub(crate) fn stop_self() -> io::Result<()> {
    Ok(kill_process(getpid(), Signal::STOP)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_runs_and_numbers_of_no_process_do_not() {
        assert!(is_running(std::process::id()));
        // The first process always exists, and is another user's.
        assert!(is_running(1));
        for none in [0, 2_147_483_647, u32::MAX] {
            assert!(!is_running(none), "{none}");
        }
    }

    #[expect(clippy::zombie_processes, reason = "the function under test waits")]
    #[test]
    fn a_child_ends_with_its_code_or_by_a_signal() {
        let event = |script: &str| {
            let child = Command::new("sh").args(["-c", script]).spawn().unwrap();
            wait_for_event(&child).unwrap()
        };
        assert_eq!(event("exit 7"), ChildEvent::Exited(7));
        assert_eq!(event("kill -9 $$"), ChildEvent::Killed);
    }

    #[expect(clippy::zombie_processes, reason = "the function under test waits")]
    #[test]
    fn a_child_that_stops_can_be_waited_for_again() {
        let script = "kill -STOP $$; exit 3";
        let child = Command::new("sh").args(["-c", script]).spawn().unwrap();
        assert_eq!(wait_for_event(&child).unwrap(), ChildEvent::Stopped);
        let continued = Command::new("kill").args(["-CONT", &child.id().to_string()]).status();
        assert!(continued.unwrap().success());
        assert_eq!(wait_for_event(&child).unwrap(), ChildEvent::Exited(3));
    }
}
