//! A file for its owner only, of a limited size: when it is full, it becomes `NAME.1`, what was `NAME.1`
//! becomes `NAME.2`, and so on; the oldest is deleted.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::platform::files::{FileIdentity, identity, make_private, private_options};

const MAX_BYTES: u64 = 5 << 20;
/// The file that is written to, and two full ones.
const KEPT: u32 = 3;

#[derive(Debug)]
pub(super) struct RotatingFile {
    path: PathBuf,
    file: File,
    /// `None` if it is a device or a pipe, which never rotates.
    identity: Option<FileIdentity>,
    max_bytes: u64,
}

impl RotatingFile {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Self::open_with_limit(path, MAX_BYTES)
    }

    fn open_with_limit(path: &Path, max_bytes: u64) -> io::Result<Self> {
        let file = private_options().create(true).append(true).open(path)?;
        let is_file = file.metadata()?.is_file();
        if is_file {
            make_private(path)?;
        }
        let identity = identity(path).filter(|_| is_file);
        Ok(Self { path: path.to_owned(), file, identity, max_bytes })
    }

    /// Appends in one write, so that the lines of two processes do not mix.
    pub(super) fn write_line(&mut self, line: &[u8]) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        if self.identity.is_some() && length > 0 && length + line.len() as u64 > self.max_bytes {
            self.rotate()?;
        }
        self.file.write_all(line)
    }

    /// Begins a new file. Another process may have done so already.
    fn rotate(&mut self) -> io::Result<()> {
        if identity(&self.path) == self.identity {
            for number in (1..KEPT).rev() {
                // The older files need not exist.
                let _ = fs::rename(self.numbered(number - 1), self.numbered(number));
            }
        }
        *self = Self::open_with_limit(&self.path, self.max_bytes)?;
        Ok(())
    }

    fn numbered(&self, number: u32) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        if number > 0 {
            name.push(format!(".{number}"));
        }
        name.into()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn files(folder: &Path) -> Vec<(String, String)> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = entries
            .map(|path| {
                let mode = path.metadata().unwrap().permissions().mode() & 0o777;
                assert_eq!(mode, 0o600, "{path:?}");
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                (name, fs::read_to_string(path).unwrap())
            })
            .collect();
        files.sort();
        files
    }

    fn expect(folder: &Path, expected: &[(&str, &str)]) {
        let found = files(folder);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_full_file_is_set_aside_and_the_oldest_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.log");
        let mut file = RotatingFile::open_with_limit(&path, 8).unwrap();
        for line in ["one\n", "two\n", "three\n", "four\n", "a long line\n", "six\n"] {
            file.write_line(line.as_bytes()).unwrap();
        }
        let expected = [("a.log", "six\n"), ("a.log.1", "a long line\n"), ("a.log.2", "four\n")];
        expect(folder.path(), &expected);
    }

    #[test]
    fn a_file_that_another_process_rotated_is_not_rotated_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.log");
        let open = || RotatingFile::open_with_limit(&path, 8).unwrap();
        let (mut first, mut second) = (open(), open());
        first.write_line(b"first 1\n").unwrap();
        second.write_line(b"second\n").unwrap();
        first.write_line(b"f\n").unwrap();
        // The second began a new file, which the first joins.
        expect(folder.path(), &[("a.log", "second\nf\n"), ("a.log.1", "first 1\n")]);
    }

    #[test]
    fn an_existing_file_is_made_private_and_appended_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.log");
        fs::write(&path, "before\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        RotatingFile::open(&path).unwrap().write_line(b"after\n").unwrap();
        expect(folder.path(), &[("a.log", "before\nafter\n")]);
    }

    #[test]
    fn a_device_is_written_to_and_never_renamed() {
        let mut file = RotatingFile::open_with_limit(Path::new("/dev/null"), 1).unwrap();
        for _ in 0..3 {
            file.write_line(b"line\n").unwrap();
        }
        assert!(!Path::new("/dev/null.1").exists());
    }
}
