//! Reads the input file and checks that it is UTF-8 text.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::entry::Mistake;
use super::position::EntryPosition;
use crate::cli::exit::Exit;

const MAX_FILE_SIZE: u64 = 64 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// An object, or an array of objects.
    Json,
    Jsonl,
    /// A header, and one row per person.
    Csv,
}

#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Source {
    /// Reads a file, or stdin for `-`.
    pub(crate) fn read(path: &Path) -> Result<Self, Exit> {
        let is_stdin = path.as_os_str() == "-";
        let name = if is_stdin { "stdin".to_owned() } else { path.display().to_string() };
        let refused = |why: &str| Exit::usage(format!("{name}: {why}"));
        let mut bytes = Vec::new();
        let read = if is_stdin {
            io::stdin().lock().take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)
        } else {
            let file = File::open(path).map_err(|error| refused(&error.to_string()))?;
            if file.metadata().is_ok_and(|contents| contents.is_dir()) {
                return Err(refused("is a directory; name a file"));
            }
            file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)
        };
        read.map_err(|error| refused(&error.to_string()))?;
        if u64::try_from(bytes.len()).is_ok_and(|length| length > MAX_FILE_SIZE) {
            return Err(refused("is larger than 64 MiB; split it"));
        }
        Ok(Self { name, bytes })
    }

    /// The text, or the line where it stops being text.
    pub(crate) fn text(&self) -> Result<&str, Mistake> {
        let bytes = self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.bytes);
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Err(Mistake::whole("is UTF-16; save it as UTF-8"));
        }
        if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
            return Err(Mistake::on(line_at(bytes, at), "has a NUL byte: this is no text"));
        }
        std::str::from_utf8(bytes).map_err(|error| {
            let message = "is not UTF-8; save the file as UTF-8";
            Mistake::on(line_at(bytes, error.valid_up_to()), message)
        })
    }

    /// By the file extension, else by the first characters.
    pub(crate) fn format(&self, text: &str) -> Format {
        let ending = Path::new(&self.name).extension().and_then(|ending| ending.to_str());
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("json") => Format::Json,
            Some("jsonl" | "ndjson") => Format::Jsonl,
            Some("csv") => Format::Csv,
            _ if text.trim_start().starts_with('[') => Format::Json,
            _ if !text.trim_start().starts_with('{') => Format::Csv,
            _ if serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() => Format::Json,
            _ => Format::Jsonl,
        }
    }
}

/// The line that a byte is on, from 1.
fn line_at(bytes: &[u8], at: usize) -> EntryPosition {
    let before = bytes.iter().take(at).filter(|byte| **byte == b'\n').count();
    EntryPosition::Line(u64::try_from(before).unwrap_or(u64::MAX).saturating_add(1))
}
