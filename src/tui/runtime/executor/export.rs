//! A text into a file of the person's choice.
//!
//! It is about people, so only its owner can read it. It is there whole or not
//! at all, and takes nobody's place unless that was said.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::tui::features::export::state::ExportError;

/// How many leftovers of killed writers are stepped over.
const TRIES: u32 = 100;

/// Writes it. What there is to say of it.
pub(crate) fn export(path: &str, text: &str, replace: bool) -> Result<String, ExportError> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let path = meant(path, home.as_deref()).map_err(ExportError::Failed)?;
    let shown = path.display();
    if path.is_dir() {
        return Err(ExportError::Failed(format!("{shown} is a folder: name a file in it")));
    }
    let taken = || ExportError::Taken(shown.to_string());
    if !replace && path.symlink_metadata().is_ok() {
        return Err(taken());
    }
    match write(&path, text, replace) {
        Ok(()) => Ok(format!("written: {shown}")),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(taken()),
        Err(error) => Err(ExportError::Failed(format!("{shown} cannot be written: {error}"))),
    }
}

/// Where a path as it was typed leads to.
fn meant(typed: &str, home: Option<&Path>) -> Result<PathBuf, String> {
    let typed = typed.trim();
    let path = match (typed.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        (Some(_), None) => return Err("no home folder is known that ~ could mean".to_owned()),
        (None, _) => PathBuf::from(typed),
    };
    if typed.ends_with('/') || path.file_name().is_none() {
        return Err("a file needs a name".to_owned());
    }
    // A link stays a link: what it points at is written.
    let path = fs::canonicalize(&path).or_else(|_absent| std::path::absolute(&path));
    path.map_err(|error| format!("{typed}: {error}"))
}

fn write(path: &Path, text: &str, replace: bool) -> io::Result<()> {
    let (beside, mut file) = beside(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| {
        if replace { fs::rename(&beside, path) } else { fs::hard_link(&beside, path) }
    });
    if !replace || written.is_err() {
        // What went wrong first is told; a leftover does no harm.
        let _ = fs::remove_file(&beside);
    }
    match written {
        // No links on this disk: whoever comes at the same moment is not told.
        Err(error) if !replace && is_unlinkable(&error) => write(path, text, true),
        written => written,
    }
}

fn is_unlinkable(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::PermissionDenied)
}

/// A new file in the same folder.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(ErrorKind::InvalidInput)?.to_string_lossy();
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    for number in 0..TRIES {
        let path = path.with_file_name(format!(".{name}.{}.{number}", std::process::id()));
        match options.open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (path, file)),
        }
    }
    Err(io::Error::other("too many files that were left half-written lie beside it"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_file_is_there_whole_for_its_owner_alone_and_takes_nobodys_place_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let path = folder.join("todo list.md");
        let named = path.to_str().unwrap();
        assert_eq!(export(named, "one", false), Ok(format!("written: {named}")));
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(export(named, "two", false), Err(ExportError::Taken(named.to_owned())));
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(export(named, "two", true), Ok(format!("written: {named}")));
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn one_that_came_in_between_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        fs::write(&path, "theirs").unwrap();
        let error = write(&path, "mine", false).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (link, there) = (folder.path().join("link"), folder.path().join("there"));
        fs::write(&there, "old").unwrap();
        std::os::unix::fs::symlink(&there, &link).unwrap();
        assert!(export(link.to_str().unwrap(), "new", false).is_err());
        export(link.to_str().unwrap(), "new", true).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&there).unwrap(), "new");
    }

    #[test]
    fn a_place_that_cannot_be_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let named = folder.path().to_str().unwrap();
        let told = |path: &str| export(path, "x", true).unwrap_err().to_string();
        assert!(told(named).ends_with("is a folder: name a file in it"));
        assert!(told(&format!("{named}/none/x.md")).contains("cannot be written: No such file"));
        assert_eq!((told(""), told("some/")), ("a file needs a name".into(), told("..")));
    }

    #[test]
    fn a_path_is_meant_from_where_the_program_was_started_or_from_home() {
        let here = std::env::current_dir().unwrap();
        let home = Path::new("/home/none");
        for (typed, led) in [
            (" none.md ", here.join("none.md")),
            ("./none/none.md", here.join("none/none.md")),
            ("~/none.md", home.join("none.md")),
            ("~none.md", here.join("~none.md")),
            ("/none/none.md", "/none/none.md".into()),
        ] {
            assert_eq!(meant(typed, Some(home)), Ok(led), "{typed}");
        }
        assert!(meant("~/x", None).is_err());
    }
}
