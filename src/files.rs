//! Writes files that are complete or absent, whatever interrupts the program.
//!
//! [`write_atomic`] writes the config, exports and backups; [`sqlite`] opens the databases.

pub(crate) mod sqlite;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use tempfile::{Builder, PersistError};

use crate::platform::files::private_permissions;

/// What to do with a file that exists already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IfExists {
    /// Replace it. A symbolic link stays: its target is replaced.
    Replace,
    /// Fail with [`ErrorKind::AlreadyExists`].
    Fail,
}

/// Writes a private file (mode 0600) through a temporary file in the same directory, which gets the
/// final name once it is complete and on disk. After a crash, and for any reader, the file is
/// either the old one or the new one.
pub(crate) fn write_atomic(
    path: &Path,
    if_exists: IfExists,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let target = match if_exists {
        IfExists::Replace => fs::canonicalize(path).unwrap_or_else(|_absent| path.to_owned()),
        IfExists::Fail => path.to_owned(),
    };
    let name = target.file_name().ok_or(ErrorKind::InvalidInput)?;
    if if_exists == IfExists::Replace && target.metadata().is_ok_and(|metadata| !metadata.is_file())
    {
        // A device or a pipe receives the text directly; renaming would replace it with a file.
        let mut file = BufWriter::new(OpenOptions::new().write(true).open(&target)?);
        return write(&mut file).and_then(|()| file.flush());
    }
    let directory = folder_of(&target);
    let prefix = format!(".{}.", name.to_string_lossy());
    let file = Builder::new()
        .prefix(&prefix)
        .permissions(private_permissions())
        .tempfile_in(directory)
        .map_err(without_temporary_path)?;
    let mut buffer = BufWriter::new(file.as_file());
    write(&mut buffer).and_then(|()| buffer.flush())?;
    drop(buffer);
    file.as_file().sync_all()?;
    let persisted = match if_exists {
        IfExists::Replace => file.persist(&target),
        IfExists::Fail => file.persist_noclobber(&target).or_else(|persist_error| {
            // This file system has neither hard links nor an exclusive rename.
            let is_unsupported = matches!(
                persist_error.error.kind(),
                ErrorKind::Unsupported | ErrorKind::PermissionDenied
            );
            if is_unsupported && target.symlink_metadata().is_err() {
                persist_error.file.persist(&target)
            } else {
                Err(persist_error)
            }
        }),
    };
    persisted.map_err(|PersistError { error, .. }| error)?;
    // Makes the new name survive a power failure. Some file systems cannot sync a directory; the
    // file itself is complete all the same.
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
    Ok(())
}

/// `tempfile` adds the random name to its errors; the user knows only the final one.
fn without_temporary_path(error: io::Error) -> io::Error {
    let cause = error.get_ref().and_then(|wrapper| wrapper.source()?.downcast_ref::<io::Error>());
    match cause.and_then(io::Error::raw_os_error) {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error,
    }
}

/// The directory that a file is in; `.` for a bare name.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn write_text(path: &Path, if_exists: IfExists, text: &str) -> io::Result<()> {
        write_atomic(path, if_exists, |file| file.write_all(text.as_bytes()))
    }

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("backup");
        fs::write(&path, "old").unwrap();
        let result = write_atomic(&path, IfExists::Replace, |file| {
            file.write_all(b"half of the new")?;
            file.flush()?;
            Err(ErrorKind::StorageFull.into())
        });
        assert_eq!(result.unwrap_err().kind(), ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_replaced_file_is_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("backup");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        write_text(&path, IfExists::Replace, "new").unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), mode(&path)), ("new", 0o600));
    }

    #[test]
    fn an_existing_file_is_replaced_only_if_allowed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        write_text(&path, IfExists::Fail, "first").unwrap();
        std::os::unix::fs::symlink(folder.path().join("nowhere"), &link).unwrap();
        for existing in [&path, &link] {
            let error = write_text(existing, IfExists::Fail, "second").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        }
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), mode(&path)), ("first", 0o600));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_device_is_written_to_and_stays_a_device() {
        write_text(Path::new("/dev/null"), IfExists::Replace, "text").unwrap();
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    }

    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (link, target) = (folder.path().join("link"), folder.path().join("target"));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write_text(&link, IfExists::Replace, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
    }
}
