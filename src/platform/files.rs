//! Files that only their owner can read, and what tells one file from another.

use std::fs::{self, DirBuilder, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::Path;

use rustix::fs::statvfs;

/// Readable and writable by the owner only.
const PRIVATE_FILE: u32 = 0o600;
const PRIVATE_DIRECTORY: u32 = 0o700;
/// What group and others may do.
const OTHERS: u32 = 0o077;

/// Options that create a file for the owner only.
pub(crate) fn private_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(PRIVATE_FILE);
    options
}

/// For libraries that create the file themselves.
pub(crate) fn private_permissions() -> Permissions {
    Permissions::from_mode(PRIVATE_FILE)
}

/// Creates a directory and its missing parents for the owner only.
pub(crate) fn create_private_dir(directory: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(PRIVATE_DIRECTORY).create(directory)
}

/// Removes all permissions on a file or directory except those of its owner.
pub(crate) fn make_private(path: &Path) -> io::Result<()> {
    let metadata = path.metadata()?;
    if !is_accessible_by_others(&metadata) {
        return Ok(());
    }
    let mode = if metadata.is_dir() { PRIVATE_DIRECTORY } else { PRIVATE_FILE };
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Whether anyone but the owner may read, write or execute it.
pub(crate) fn is_accessible_by_others(metadata: &Metadata) -> bool {
    metadata.permissions().mode() & OTHERS != 0
}

/// A file, whatever its name: two paths with equal identities name one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileIdentity {
    device: u64,
    inode: u64,
}

/// `None` if there is no file.
pub(crate) fn identity(path: &Path) -> Option<FileIdentity> {
    let metadata = path.metadata().ok()?;
    Some(FileIdentity { device: metadata.dev(), inode: metadata.ino() })
}

/// What may still be written to the disk of this directory, in bytes.
pub(crate) fn free_bytes(directory: &Path) -> io::Result<u64> {
    let disk = statvfs(directory)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Gives a file to the owner of another one. Only an administrator may give it to another user.
pub(crate) fn copy_owner(from: &Metadata, to: &Path) -> io::Result<()> {
    chown(to, Some(from.uid()), Some(from.gid()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_made_private_is_closed_to_others_and_keeps_its_owner_rights() {
        let folder = tempfile::tempdir().unwrap();
        let (file, inner) = (folder.path().join("file"), folder.path().join("a/b"));
        fs::write(&file, "").unwrap();
        create_private_dir(&inner).unwrap();
        assert_eq!((mode(&inner), mode(inner.parent().unwrap())), (0o700, 0o700));
        for (path, open, closed) in
            [(&file, 0o640, 0o600), (&inner, 0o755, 0o700), (&file, 0o400, 0o400)]
        {
            fs::set_permissions(path, Permissions::from_mode(open)).unwrap();
            assert_eq!(is_accessible_by_others(&path.metadata().unwrap()), open & OTHERS != 0);
            make_private(path).unwrap();
            assert_eq!(mode(path), closed);
        }
    }

    #[test]
    fn a_file_is_known_by_any_of_its_names_and_not_by_that_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name| folder.path().join(name);
        fs::write(path("a"), "").unwrap();
        fs::hard_link(path("a"), path("b")).unwrap();
        fs::write(path("c"), "").unwrap();
        assert_eq!(identity(&path("a")), identity(&path("b")));
        assert_ne!(identity(&path("a")), identity(&path("c")));
        assert_eq!(identity(&path("d")), None);
    }
}
