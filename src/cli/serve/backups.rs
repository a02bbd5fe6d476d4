//! The backups of the service as flags.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::cli::exit::Exit;
use crate::files::{IfExists, folder_of, write_atomic};
use crate::platform::files::create_private_dir;
use crate::service::BackupSchedule;
use crate::service::store::{DatabaseUrl, SERVER_BACKUPS};

#[derive(Debug, Args)]
#[command(next_help_heading = "Backups")]
pub(super) struct BackupArgs {
    /// Make a backup this often, for example 1d; at least 1m [default: none]
    #[arg(long = "backup-every", value_name = "TIME", id = "backup_every", requires = "backup_dir", value_parser = parse_interval)]
    every: Option<Duration>,
    /// Backups to keep; older ones are deleted
    #[arg(long = "backup-keep", value_name = "COUNT", default_value = "14", value_parser = parse_keep)]
    keep: usize,
    /// Directory of the backups, which are named after the database
    #[arg(long = "backup-dir", id = "backup_dir", value_name = "DIR", requires = "backup_every")]
    directory: Option<PathBuf>,
}

fn parse_interval(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).ok();
    time.filter(|time| *time >= Duration::from_mins(1))
        .ok_or_else(|| "must be a time of a minute or more, such as 6h or 1d".to_owned())
}

fn parse_keep(text: &str) -> Result<usize, String> {
    let keep = text.parse().ok().filter(|keep| (1..=10_000).contains(keep));
    keep.ok_or_else(|| "must be a number from 1 to 10000".to_owned())
}

impl BackupArgs {
    /// Fails if no file can be created in the directory.
    pub(super) fn to_schedule(
        &self,
        database: &DatabaseUrl,
    ) -> Result<Option<BackupSchedule>, Exit> {
        let Some((every, directory)) = self.every.zip(self.directory.clone()) else {
            return Ok(None);
        };
        let DatabaseUrl::Sqlite(database) = database else {
            return Err(Exit::usage(format!("--backup-every: {SERVER_BACKUPS}")));
        };
        let usage = |reason| Exit::usage(format!("--backup-dir {} {reason}", directory.display()));
        if directory.exists() && !directory.is_dir() {
            return Err(usage("is not a directory".to_owned()));
        }
        create_private_dir(&directory)
            .map_err(|error| usage(format!("cannot be created: {error}")))?;
        tempfile::tempfile_in(&directory)
            .map_err(|error| usage(format!("cannot be written: {error}")))?;
        let name = database.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        claim(&directory, &name, database).map_err(usage)?;
        Ok(Some(BackupSchedule { name, directory, every, keep: self.keep }))
    }
}

/// Notes in the directory whose backups have this name. Fails if they are those of another database,
/// whose backups this one would count and delete.
fn claim(directory: &Path, name: &str, database: &Path) -> Result<(), String> {
    let note = directory.join(format!(".{name}.database"));
    // Opening the database explains why its folder cannot be used.
    let Ok(folder) = folder_of(database).canonicalize() else { return Ok(()) };
    let own = folder.join(database.file_name().unwrap_or_default());
    let owner = fs::read_to_string(&note).ok().map(PathBuf::from);
    if let Some(owner) = owner.filter(|owner| *owner != own && owner.exists()) {
        return Err(format!(
            "has backups of {}, which has the same name; choose another directory",
            owner.display()
        ));
    }
    write_atomic(&note, IfExists::Replace, |to| write!(to, "{}", own.display()))
        .map_err(|error| format!("cannot be written: {error}"))
}
