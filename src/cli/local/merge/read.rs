//! Reads a colleague's file whole, before anything is added.

use std::fs::File;
use std::io;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde_json::Value;

use crate::cli::exit::Exit;
use crate::cli::local::export_format::{ExportLine, VERSION};
use crate::recruiting::triage::{EntryKind, LogEntry};
use crate::wire::Timestamp;

/// In bytes. A long note takes some kilobytes.
const MAX_LENGTH: u64 = 16 << 20;

#[derive(Debug, Default)]
pub(super) struct ColleagueExport {
    pub(super) by: String,
    /// Empty if the file does not name it.
    pub(super) server: String,
    pub(super) entries: Vec<LogEntry>,
    /// Number of lines of unknown kinds.
    pub(super) unread: usize,
}

pub(super) fn read(
    path: &Path,
    from: Option<String>,
    now: Timestamp,
) -> Result<ColleagueExport, Exit> {
    let name = if path == Path::new("-") { "stdin".into() } else { path.display().to_string() };
    let source: Box<dyn Read> = if name == "stdin" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).map_err(|error| Exit::usage(format!("{name}: {error}")))?)
    };
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
    let mut export = ColleagueExport::default();
    let mut has_header = false;
    let mut source = BufReader::new(source);
    for number in 1_u64.. {
        let line_error = |message: String| {
            Exit::failure(format!("nothing was merged; {name}, line {number}: {message}"))
        };
        let Some(line) = read_line(&mut source).map_err(line_error)? else { break };
        if line.trim_ascii().is_empty() {
            continue;
        }
        match parse(&line).map_err(line_error)? {
            Some(ExportLine::Shortlist(header)) if header.local > VERSION => {
                return Err(line_error(
                    "a newer version of shortlist wrote this file; update yours".to_owned(),
                ));
            }
            Some(ExportLine::Shortlist(header)) => {
                (export.by, export.server, has_header) = (header.by, header.server, true);
            }
            Some(ExportLine::Entry(entry)) => export.entries.push(*entry),
            // Seen marks and cached records concern the colleague only.
            Some(_) => {}
            None => export.unread += 1,
        }
    }
    if !has_header && export.entries.is_empty() {
        return Err(Exit::usage(format!(
            "{name}: not an export; `shortlist local export` writes one"
        )));
    }
    export.by = from.or(Some(export.by).filter(|by| !by.is_empty())).unwrap_or(stem);
    for entry in &mut export.entries {
        entry.source.get_or_insert_with(|| export.by.clone());
        // A clock that runs ahead must not win forever.
        entry.at = entry.at.min(now);
    }
    Ok(export)
}

fn read_line(source: &mut impl BufRead) -> Result<Option<Vec<u8>>, String> {
    let mut line = Vec::new();
    let read = source.by_ref().take(MAX_LENGTH).read_until(b'\n', &mut line);
    match read.map_err(|error| error.to_string())? as u64 {
        0 => Ok(None),
        MAX_LENGTH => Err("is longer than 16 MiB".to_owned()),
        _ => Ok(Some(line)),
    }
}

/// `None` for a line of an unknown kind.
fn parse(line: &[u8]) -> Result<Option<ExportLine>, String> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let read_error = |error: serde_json::Error| format!("cannot be read: {error}");
    let value: Value = serde_json::from_slice(line).map_err(read_error)?;
    let Value::Object(fields) = &value else {
        return Err("cannot be read: not an object".to_owned());
    };
    let entry_kind = fields.get("entry").and_then(|entry| entry.pointer("/act/kind")?.as_str());
    let is_known = ["shortlist", "entry", "looked", "cached", "draft", "created"]
        .iter()
        .any(|kind| fields.contains_key(*kind))
        && entry_kind.is_none_or(|kind| EntryKind::NAMES.contains(&kind));
    if is_known { serde_json::from_value(value).map(Some).map_err(read_error) } else { Ok(None) }
}
