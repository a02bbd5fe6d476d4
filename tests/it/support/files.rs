//! Files that another process writes: waiting for them, and their names.

use std::io;
use std::path::Path;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;

use crate::support::TIMEOUT;

/// The interval of regular checks. `SQLite` publishes a commit in shared memory, a
/// moment after its last write to a file, so the last event may come too early.
const RECHECK: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

/// Waits until a condition on the files of a folder holds; `what` names it.
pub(crate) fn wait_for_files(folder: &Path, what: &str, holds: impl Fn() -> bool) {
    std::fs::create_dir_all(folder).unwrap();
    // Without a watch, only the regular checks remain.
    let watch = watch(folder).ok();
    let deadline = Instant::now() + TIMEOUT;
    while !holds() {
        assert!(Instant::now() < deadline, "timed out waiting for: {what}");
        let mut sources: Vec<PollFd<'_>> =
            watch.iter().map(|watch| PollFd::new(watch, PollFlags::IN)).collect();
        // An interrupting signal only makes the next check come sooner.
        let _ = poll(&mut sources, Some(&RECHECK));
        drain(watch.as_ref());
    }
}

/// The names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A descriptor that becomes readable with every change in the folder.
#[cfg(target_os = "linux")]
fn watch(folder: &Path) -> io::Result<OwnedFd> {
    use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init};
    let watch = init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK)?;
    add_watch(&watch, folder, WatchFlags::CREATE | WatchFlags::DELETE | WatchFlags::MODIFY)?;
    Ok(watch)
}

#[cfg(not(target_os = "linux"))]
fn watch(_folder: &Path) -> io::Result<OwnedFd> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Discards the events, so that the next wait is for new ones.
fn drain(watch: Option<&OwnedFd>) {
    let Some(watch) = watch else { return };
    let mut events = [0; 4096];
    while rustix::io::read(watch, &mut events).is_ok_and(|count| count > 0) {}
}
