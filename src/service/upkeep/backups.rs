//! Backups on a schedule, as in `team-20261118T061500Z.db`. The time in the name lets a restarted
//! service go on with the schedule; the name of the database lets several share a directory.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use chrono::NaiveDateTime;

use crate::service::state::BackupSchedule;
use crate::service::store::{Store, WriteContext};
use crate::wire::Timestamp;

const SUFFIX: &str = ".db";
const TIME: &str = "%Y%m%dT%H%M%SZ";

/// After a failed backup.
const RETRY: Duration = Duration::from_mins(10);

pub(super) async fn make(store: Store, schedule: BackupSchedule) {
    loop {
        let now = Timestamp::now();
        let wait = time_until_next(&schedule, now);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
            continue;
        }
        let name = format!("{}-{}{SUFFIX}", schedule.name, now.to_utc().format(TIME));
        let target = schedule.directory.join(name);
        let go_on = |_progress| ControlFlow::Continue(());
        match store.backup(target.clone(), WriteContext::by_service(now), go_on).await {
            Ok(()) => {
                tracing::info!(target: "service", file = %target.display(), "backup completed");
                delete_old(&schedule);
            }
            Err(error) => {
                let error = error.with_causes();
                tracing::error!(target: "service", error, "the backup failed");
                tokio::time::sleep(RETRY).await;
            }
        }
    }
}

fn time_until_next(schedule: &BackupSchedule, now: Timestamp) -> Duration {
    let newest = files(schedule).ok().and_then(|files| files.into_iter().next_back());
    newest.map_or(Duration::ZERO, |(at, _)| {
        // A file from the future, after the clock was set back, must not end the backups.
        let age = now.micros().saturating_sub(at.micros());
        let age = u64::try_from(age).map_or(schedule.every, Duration::from_micros);
        schedule.every.saturating_sub(age)
    })
}

/// The backups of this schedule, oldest first.
fn files(schedule: &BackupSchedule) -> io::Result<Vec<(Timestamp, PathBuf)>> {
    let mut files = Vec::new();
    for entry in schedule.directory.read_dir()? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let time = name
            .strip_prefix(&schedule.name)
            .and_then(|name| name.strip_prefix('-'))
            .and_then(|name| name.strip_suffix(SUFFIX));
        if let Some(time) = time.and_then(|time| NaiveDateTime::parse_from_str(time, TIME).ok()) {
            files.push((Timestamp::from(time.and_utc()), path));
        }
    }
    files.sort();
    Ok(files)
}

fn delete_old(schedule: &BackupSchedule) {
    let files = files(schedule).unwrap_or_default();
    for (_, path) in files.iter().take(files.len().saturating_sub(schedule.keep)) {
        if let Err(error) = std::fs::remove_file(path) {
            tracing::warn!(target: "service", file = %path.display(), %error, "an old backup stays");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    fn schedule(directory: &Path) -> BackupSchedule {
        let every = Duration::from_hours(24);
        let name = "team".to_owned();
        BackupSchedule { name, directory: directory.to_owned(), every, keep: 2 }
    }

    #[test]
    fn the_next_backup_follows_the_newest_file() {
        let folder = tempfile::tempdir().unwrap();
        let schedule = schedule(folder.path());
        assert_eq!(time_until_next(&schedule, at("2026-11-18T06:00:00Z")), Duration::ZERO);
        for name in ["notes.db", "other-20261117T080000Z.db", "team-20261117T070000Z.db"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let wait = |now| time_until_next(&schedule, at(now));
        assert_eq!(wait("2026-11-18T06:00:00Z"), Duration::from_hours(1));
        assert_eq!(wait("2026-11-18T07:00:00Z"), Duration::ZERO);
        assert_eq!(wait("2026-11-01T00:00:00Z"), Duration::ZERO, "the clock was set back");
    }

    #[test]
    fn only_the_newest_backups_of_the_database_and_all_other_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let kept = [
            "mine.db",
            "other-20261101T070000Z.db",
            "team-2-20261101T070000Z.db",
            "team-20261116T070000Z.db",
            "team-20261117T070000Z.db",
        ];
        for name in kept.iter().chain(&["team-20261115T070000Z.db"]) {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        delete_old(&schedule(folder.path()));
        let mut left: Vec<String> = folder
            .path()
            .read_dir()
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, kept);
    }
}
