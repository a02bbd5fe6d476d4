//! The files of an import. They are read more than once, so what comes through a pipe is copied.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use crate::cli::csv_text::line_of_row;
use crate::cli::exit::Exit;
use crate::service::store::import_entry::ImportPlace;

const BUFFER_SIZE: usize = 1 << 18;

/// Blank lines before a row are skipped as far as this.
const MAX_BLANK_BYTES: u64 = 1 << 12;

#[derive(Debug)]
pub(super) struct Source {
    /// For messages.
    pub(super) name: String,
    file: File,
}

impl Source {
    pub(super) fn open(path: &Path) -> Result<Self, Exit> {
        let is_stdin = path.as_os_str() == "-";
        let name = if is_stdin { "stdin".to_owned() } else { path.display().to_string() };
        let failure = |error: io::Error| Exit::usage(format!("{name}: {error}"));
        let file = if is_stdin {
            copy(&mut io::stdin()).map_err(failure)?
        } else {
            let mut file = File::open(path).map_err(failure)?;
            let metadata = file.metadata().map_err(failure)?;
            if metadata.is_dir() {
                return Err(Exit::usage(format!("{name} is a directory; give a file")));
            }
            if metadata.is_file() { file } else { copy(&mut file).map_err(failure)? }
        };
        Ok(Self { name, file })
    }

    /// A reader from the beginning. It must be dropped before the next call.
    pub(super) fn reader(&self) -> io::Result<BufReader<File>> {
        self.reader_at(0)
    }

    fn reader_at(&self, byte: u64) -> io::Result<BufReader<File>> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(byte))?;
        Ok(BufReader::with_capacity(BUFFER_SIZE, file))
    }

    /// The beginning of the text, enough for a header.
    pub(super) fn first_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.reader()?.take(u64::try_from(BUFFER_SIZE).unwrap_or(0)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    pub(super) fn count_lines(&self) -> io::Result<usize> {
        let mut reader = self.reader()?;
        let mut buffer = vec![0; BUFFER_SIZE];
        let mut lines = 0;
        loop {
            let read = reader.read(&mut buffer)?;
            if read == 0 {
                return Ok(lines);
            }
            lines += buffer.iter().take(read).filter(|byte| **byte == b'\n').count();
        }
    }

    /// As in `people.csv, line 12`.
    pub(super) fn describe(&self, place: ImportPlace) -> String {
        let mut rest = Vec::new();
        if place.byte > 0 {
            // Without the rest of the text, the line may be a blank one before the row.
            let _ = self
                .reader_at(place.byte)
                .and_then(|reader| reader.take(MAX_BLANK_BYTES).read_to_end(&mut rest));
        }
        format!("{}, line {}", self.name, line_of_row(place.line, &rest))
    }
}

/// Copies a pipe to a file without a name.
fn copy(from: &mut dyn Read) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(from, &mut file)?;
    Ok(file)
}
