//! Records as JSON Lines, as `shortlist db export` writes them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use crate::service::store::RecordKind;
use crate::service::store::import_entry::{
    ImportEntry, ImportPlace, ImportRecord, InvalidEntry, RecordMistake,
};
use crate::service::store::record::StoreRecord;
use crate::service::{body, person_input};

/// In bytes. A person with a long career takes some kilobytes.
const MAX_LINE_LENGTH: u64 = 16 << 20;

pub(super) struct Lines {
    reader: BufReader<File>,
    source: usize,
    buffer: Vec<u8>,
    line: u64,
}

impl Lines {
    pub(super) const fn new(source: usize, reader: BufReader<File>) -> Self {
        Self { reader, source, buffer: Vec::new(), line: 0 }
    }

    /// Reads the next line that is not blank into the buffer; false at the end.
    fn read_line(&mut self) -> io::Result<bool> {
        loop {
            self.buffer.clear();
            let mut limited = self.reader.by_ref().take(MAX_LINE_LENGTH);
            if limited.read_until(b'\n', &mut self.buffer)? == 0 {
                return Ok(false);
            }
            self.line += 1;
            // A byte order mark.
            if self.line == 1 && self.buffer.starts_with(b"\xef\xbb\xbf") {
                self.buffer.drain(..3);
            }
            if u64::try_from(self.buffer.len()).is_ok_and(|length| length == MAX_LINE_LENGTH) {
                let message = format!("line {} is longer than 16 MiB", self.line);
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            if !self.buffer.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
    }

    fn parse_record(&self) -> Result<ImportRecord, InvalidEntry> {
        let invalid = |record: Option<(RecordKind, String)>, field: String, message: String| {
            InvalidEntry { record, mistakes: vec![RecordMistake { field, message }] }
        };
        let value = body::parse_json(self.buffer.trim_ascii())
            .map_err(|error| invalid(None, String::new(), format!("the line {error}")))?;
        let kinds = [(RecordKind::Job, "/job/id"), (RecordKind::Person, "/person/id")];
        let id = kinds
            .iter()
            .find_map(|(kind, path)| Some((*kind, value.pointer(path)?.as_str()?.to_owned())));
        let record = StoreRecord::from_value(value)
            .map_err(|mismatch| invalid(id.clone(), mismatch.path, mismatch.message))?;
        if let StoreRecord::Person(person) = &record {
            person_input::validate(person)
                .map_err(|error| invalid(id, error.field, error.message))?;
        }
        Ok(ImportRecord::Whole(record))
    }
}

impl Iterator for Lines {
    type Item = io::Result<ImportEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.read_line() {
            Ok(false) => None,
            Ok(true) => {
                let place = ImportPlace { source: self.source, line: self.line, byte: 0 };
                Some(Ok(ImportEntry { place, record: self.parse_record() }))
            }
            Err(error) => Some(Err(error)),
        }
    }
}
