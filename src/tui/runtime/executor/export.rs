//! Writes an export to the path that the user typed. The text is about people, so only
//! its owner can read the file.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::files::{IfExists, write_atomic};
use crate::tui::features::export::state::ExportError;

/// Returns the message for the user.
pub(crate) fn export(path: &str, text: &str, replace: bool) -> Result<String, ExportError> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let path = resolve(path, home.as_deref()).map_err(ExportError::Failed)?;
    let display = path.display();
    if path.is_dir() {
        return Err(ExportError::Failed(format!("{display} is a folder; enter a file name")));
    }
    let if_exists = if replace { IfExists::Replace } else { IfExists::Fail };
    match write_atomic(&path, if_exists, |file| file.write_all(text.as_bytes())) {
        Ok(()) => Ok(format!("Exported to {display}")),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Err(ExportError::AlreadyExists(display.to_string()))
        }
        Err(error) => Err(ExportError::Failed(format!("Could not write {display}: {error}"))),
    }
}

/// `~/` is the home directory; a relative path starts at the working directory.
fn resolve(typed: &str, home: Option<&Path>) -> Result<PathBuf, String> {
    let typed = typed.trim();
    let path = match (typed.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        (Some(_), None) => return Err("No home folder for ~: set HOME".to_owned()),
        (None, _) => PathBuf::from(typed),
    };
    if typed.ends_with('/') || path.file_name().is_none() {
        return Err("Enter a file name".to_owned());
    }
    // The message names the file that is written, not the link to it.
    let path = fs::canonicalize(&path).or_else(|_absent| std::path::absolute(&path));
    path.map_err(|error| format!("{typed}: {error}"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn an_export_is_private_and_replaces_a_file_only_on_request() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let path = folder.join("todo list.md");
        let named = path.to_str().unwrap();
        assert_eq!(export(named, "one", false), Ok(format!("Exported to {named}")));
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(export(named, "two", false), Err(ExportError::AlreadyExists(named.to_owned())));
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(export(named, "two", true), Ok(format!("Exported to {named}")));
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file remains");
    }

    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (link, target) = (folder.path().join("link"), folder.path().join("there"));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        assert!(export(link.to_str().unwrap(), "new", false).is_err());
        export(link.to_str().unwrap(), "new", true).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
    }

    #[test]
    fn an_unusable_path_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let named = folder.path().to_str().unwrap();
        let error = |path: &str| export(path, "x", true).unwrap_err().to_string();
        assert!(error(named).ends_with("is a folder; enter a file name"));
        let missing = error(&format!("{named}/none/x.md"));
        assert!(missing.starts_with("Could not write ") && missing.contains(": No such file"));
        assert_eq!((error(""), error("some/")), ("Enter a file name".into(), error("..")));
    }

    #[test]
    fn a_path_starts_at_the_working_directory_or_at_home() {
        let here = std::env::current_dir().unwrap();
        let home = Path::new("/home/none");
        for (typed, expected) in [
            (" none.md ", here.join("none.md")),
            ("./none/none.md", here.join("none/none.md")),
            ("~/none.md", home.join("none.md")),
            ("~none.md", here.join("~none.md")),
            ("/none/none.md", "/none/none.md".into()),
        ] {
            assert_eq!(resolve(typed, Some(home)), Ok(expected), "{typed}");
        }
        assert!(resolve("~/x", None).is_err());
    }
}
