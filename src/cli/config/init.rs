//! `shortlist config init`: a file with every setting commented out.

use std::io::ErrorKind;
use std::path::Path;

use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::config;
use crate::files::{IfExists, folder_of, write_atomic};
use crate::platform::files::create_private_dir;

pub(super) fn run(force: bool, out: &Output) -> Result<(), Exit> {
    let file = config::config_file()?;
    let if_exists = if force { IfExists::Replace } else { IfExists::Fail };
    write_documented(&file, if_exists)?;
    out.print_line(&format!("Wrote {}", file.display()))
}

/// Writes the file in which every setting is commented out.
pub(super) fn write_documented(file: &Path, if_exists: IfExists) -> Result<(), Exit> {
    let text = config::DOCUMENTED.as_bytes();
    let written = create_private_dir(folder_of(file))
        .and_then(|()| write_atomic(file, if_exists, |to| to.write_all(text)));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Exit::usage(format!(
            "{} exists already; --force replaces it, `shortlist config edit` opens it",
            file.display()
        )),
        _ => Exit::failure(format!("cannot write {}: {error}", file.display())),
    })
}
