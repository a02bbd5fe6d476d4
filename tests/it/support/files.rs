//! Waiting for files that another process writes.

use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;

/// The wait for a change fails after this time.
const LIMIT: Duration = Duration::from_secs(30);

/// `SQLite` publishes a commit in shared memory, a moment after its last write
/// to a file, so a change is looked at once more after this time.
const RECHECK: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

/// Waits until a condition on the files of a folder holds; `what` names it.
pub(crate) fn wait_for_files(folder: &Path, what: &str, holds: impl Fn() -> bool) {
    std::fs::create_dir_all(folder).unwrap();
    let watch = watch(folder);
    let until = Instant::now() + LIMIT;
    while !holds() {
        assert!(Instant::now() < until, "this did not come: {what}");
        let mut sources: Vec<PollFd<'_>> =
            watch.iter().map(|watch| PollFd::new(watch, PollFlags::IN)).collect();
        // A signal that interrupts it only makes it look sooner.
        let _ = poll(&mut sources, Some(&RECHECK));
        drain(watch.as_ref());
    }
}

#[cfg(target_os = "linux")]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there is nothing to watch with")]
fn watch(folder: &Path) -> Option<OwnedFd> {
    use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init};
    let watch = init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).unwrap();
    let changes = WatchFlags::CREATE | WatchFlags::DELETE | WatchFlags::MODIFY;
    add_watch(&watch, folder, changes).unwrap();
    Some(watch)
}

/// Elsewhere there is only the regular look.
#[cfg(not(target_os = "linux"))]
fn watch(_folder: &Path) -> Option<OwnedFd> {
    None
}

/// Takes the events, so that the next wait is for new ones.
fn drain(watch: Option<&OwnedFd>) {
    let Some(watch) = watch else { return };
    let mut events = [0; 4096];
    while rustix::io::read(watch, &mut events).is_ok_and(|count| count > 0) {}
}
