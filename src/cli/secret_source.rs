//! Secrets that a command prints or a private file holds: the password of a database, the key of a
//! server.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output};

use secrecy::{ExposeSecret, SecretString};

use crate::platform::files::is_accessible_by_others;
use crate::text::clip;

/// In bytes; more than any file of passwords has. The limit ends the read of an endless file.
const MAX_FILE_SIZE: u64 = 1 << 20;
/// Of the errors of a command, in characters.
const MAX_ERROR: usize = 300;

/// Why a command printed no secret. No text here comes from its stdout.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandFailure {
    #[error("failed ({status}){output}; run it by hand to see why")]
    Failed {
        status: ExitStatus,
        /// The first line of its errors after a colon, or nothing.
        output: String,
    },
    #[error("printed {0}; it must print the secret as UTF-8 text")]
    WrongOutput(&'static str),
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    #[error("other users can read the secret in {path}; run chmod 600 {path}")]
    ReadableByOthers { path: PathBuf },
    #[error("{path} cannot be read: {source}")]
    Unreadable { path: PathBuf, source: io::Error },
}

/// The whole output of a command that succeeded.
pub(super) fn printed_text(output: Output) -> Result<SecretString, CommandFailure> {
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let first = errors.lines().map(str::trim).find(|line| !line.is_empty());
        let first = first.map(|line| format!(": {}", clip(line, MAX_ERROR).0));
        return Err(CommandFailure::Failed {
            status: output.status,
            output: first.unwrap_or_default(),
        });
    }
    let text = String::from_utf8(output.stdout)
        .ok()
        .map(SecretString::from)
        .ok_or(CommandFailure::WrongOutput("text that is not UTF-8"))?;
    if text.expose_secret().trim_matches(['\r', '\n']).is_empty() {
        return Err(CommandFailure::WrongOutput("nothing"));
    }
    Ok(text)
}

/// The text of a file that only its owner can read, if there is one. Anything but a plain file
/// counts as none.
pub(super) fn read_private_file(path: &Path) -> Result<Option<SecretString>, FileError> {
    let unreadable = |source| FileError::Unreadable { path: path.to_owned(), source };
    let metadata = match path.metadata() {
        Err(error) if is_missing(&error) => return Ok(None),
        metadata => metadata.map_err(unreadable)?,
    };
    if !metadata.is_file() {
        return Ok(None);
    }
    if is_accessible_by_others(&metadata) {
        return Err(FileError::ReadableByOthers { path: path.to_owned() });
    }
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(MAX_FILE_SIZE).read_to_string(&mut text).map_err(unreadable)?;
    Ok(Some(text.into()))
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
