//! A file exchanged for a new one in one step.
//!
//! The new text is written beside the old and put in its place whole, so that
//! whoever reads or is killed in between finds one or the other. A link stays
//! a link: what it points at is exchanged.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// How many leftovers of killed writers are stepped over.
const TRIES: u32 = 100;

/// Puts a text in the place of a file, readable by the user alone. Its
/// directory is made if it is not there.
pub(super) fn replace(file: &Path, text: &str) -> io::Result<()> {
    let file = fs::canonicalize(file).unwrap_or_else(|_absent| file.to_owned());
    if let Some(directory) = file.parent().filter(|directory| !directory.as_os_str().is_empty()) {
        private(&mut DirBuilder::new()).recursive(true).create(directory)?;
    }
    let (beside, mut new) = beside(&file)?;
    let written = new
        .write_all(text.as_bytes())
        .and_then(|()| new.sync_all())
        .and_then(|()| fs::rename(&beside, &file));
    if written.is_err() {
        // What went wrong first is told; a leftover does no harm.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// A new file in the same directory.
fn beside(file: &Path) -> io::Result<(PathBuf, File)> {
    let name = file.file_name().ok_or(ErrorKind::InvalidInput)?.to_string_lossy();
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    for number in 0..TRIES {
        let path = file.with_file_name(format!(".{name}.{}.{number}", std::process::id()));
        match options.open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            opened => return opened.map(|new| (path, new)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn private(builder: &mut DirBuilder) -> &mut DirBuilder {
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(builder, 0o700);
    builder
}
