//! Reads the input file and checks that it is UTF-8 text.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::entry::{EntryPosition, InputMistake};
use crate::cli::exit::Exit;

const MAX_FILE_SIZE: u64 = 64 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputFormat {
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
        let usage_error = |reason: &str| Exit::usage(format!("{name}: {reason}"));
        let mut bytes = Vec::new();
        let read = if is_stdin {
            io::stdin().lock().take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)
        } else {
            let file = File::open(path).map_err(|error| usage_error(&error.to_string()))?;
            if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
                return Err(usage_error("is a directory; name a file"));
            }
            file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)
        };
        read.map_err(|error| usage_error(&error.to_string()))?;
        if u64::try_from(bytes.len()).is_ok_and(|length| length > MAX_FILE_SIZE) {
            return Err(usage_error("is larger than 64 MiB; split it"));
        }
        Ok(Self { name, bytes })
    }

    /// The text, or the line where it stops being text.
    pub(crate) fn text(&self) -> Result<&str, InputMistake> {
        let bytes = self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.bytes);
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Err(InputMistake::in_file("is UTF-16; save it as UTF-8"));
        }
        if let Some(index) = bytes.iter().position(|byte| *byte == 0) {
            return Err(InputMistake::at_entry(
                line_at(bytes, index),
                "contains a NUL byte: not a text file",
            ));
        }
        std::str::from_utf8(bytes).map_err(|error| {
            let message = "is not UTF-8; save the file as UTF-8";
            InputMistake::at_entry(line_at(bytes, error.valid_up_to()), message)
        })
    }

    /// By the file extension, else by the first characters.
    pub(crate) fn detect_format(&self, text: &str) -> InputFormat {
        let extension = Path::new(&self.name).extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("json") => InputFormat::Json,
            Some("jsonl" | "ndjson") => InputFormat::Jsonl,
            Some("csv") => InputFormat::Csv,
            _ if text.trim_start().starts_with('[') => InputFormat::Json,
            _ if !text.trim_start().starts_with('{') => InputFormat::Csv,
            _ if serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() => InputFormat::Json,
            _ => InputFormat::Jsonl,
        }
    }
}

/// The line that a byte is on, from 1.
fn line_at(bytes: &[u8], index: usize) -> EntryPosition {
    let newlines = bytes.iter().take(index).filter(|byte| **byte == b'\n').count();
    EntryPosition::Line(u64::try_from(newlines).unwrap_or(u64::MAX).saturating_add(1))
}
