//! A table of jobs, people or candidates as CSV.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader};
use std::sync::Arc;

use csv::{ByteRecord, Reader, ReaderBuilder, StringRecord};

use super::columns::{Column, Field, TableKind, key};
use super::mapping::Mapping;
use super::source::Source;
use crate::cli::csv_text::separator;
use crate::cli::exit::Exit;
use crate::service::person_row;
use crate::service::store::RecordKind;
use crate::service::store::import_entry::rows::{CandidateRow, JobRow, PersonRow};
use crate::service::store::import_entry::{
    ImportEntry, ImportPlace, ImportRecord, InvalidEntry, RecordMistake,
};

/// The header of a table, with the fields of its columns.
#[derive(Debug, Clone)]
pub(super) struct Header {
    pub(super) kind: TableKind,
    separator: u8,
    /// All headers, in the order of the file.
    pub(super) names: Vec<String>,
    /// The fields that are imported, with the number of their column.
    pub(super) columns: Vec<(usize, &'static Column)>,
    /// The first row, for the preview.
    pub(super) example: Vec<String>,
}

impl Header {
    pub(super) fn read(kind: TableKind, source: &Source, mapping: &Mapping) -> Result<Self, Exit> {
        let mistake = |message: String| Exit::usage(format!("{}: {message}", source.name));
        let bytes = source.first_bytes().map_err(|error| mistake(error.to_string()))?;
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Err(mistake("is UTF-16; save it as CSV in UTF-8".to_owned()));
        }
        if bytes.contains(&0) {
            return Err(mistake("contains NUL bytes; save it as CSV in UTF-8".to_owned()));
        }
        let separator = separator(&String::from_utf8_lossy(&bytes));
        let mut rows = reader(bytes.as_slice(), separator).into_byte_records();
        let mut row = || -> Option<Vec<String>> {
            let row = rows.next()?.ok()?;
            let cells = row.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned());
            Some(cells.collect())
        };
        let Some(mut names) = row().filter(|names| names.iter().any(|name| !name.is_empty()))
        else {
            return Err(mistake("has no header with the names of its columns".to_owned()));
        };
        if let Some(first) = names.first_mut() {
            *first = first.trim_start_matches('\u{feff}').trim().to_owned();
        }
        let columns = assign(kind, &names, mapping).map_err(mistake)?;
        Ok(Self { kind, separator, columns, example: row().unwrap_or_default(), names })
    }
}

fn reader<R: io::Read>(from: R, separator: u8) -> Reader<R> {
    ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(from)
}

/// First the columns that the mapping names, then those whose header is known.
fn assign(
    kind: TableKind,
    names: &[String],
    mapping: &Mapping,
) -> Result<Vec<(usize, &'static Column)>, String> {
    let mapped = mapping.headers(kind);
    let mut columns: Vec<(usize, &Column)> = Vec::new();
    for column in kind.columns() {
        let Some(header) = mapped.get(column.name).filter(|header| !header.is_empty()) else {
            continue;
        };
        let index = names.iter().position(|name| key(name) == key(header) && !name.is_empty());
        let index = index.ok_or_else(|| {
            format!(
                "the mapping says {} = {header:?}, but the table has no such column; its columns: {}",
                column.name,
                names.join(", ")
            )
        })?;
        columns.push((index, column));
    }
    for column in kind.columns().filter(|column| !mapped.contains_key(column.name)) {
        let free = names
            .iter()
            .enumerate()
            .filter(|(index, _)| !columns.iter().any(|(taken, _)| taken == index));
        let best = free.filter_map(|(index, name)| Some((column.rank(kind, name)?, index))).min();
        if let Some((_, index)) = best {
            columns.push((index, column));
        }
    }
    for column in kind.columns().filter(|column| column.is_required) {
        if !columns.iter().any(|(_, found)| found.name == column.name) {
            return Err(format!(
                "no column was recognized as {name}; add {name} = \"COLUMN\" under [{kind}] in a mapping file (columns: {all})",
                name = column.name,
                kind = kind.name(),
                all = names.join(", ")
            ));
        }
    }
    for name in columns.iter().filter_map(|(index, _)| names.get(*index)) {
        if names.iter().filter(|other| key(other) == key(name)).count() > 1 {
            return Err(format!("the column {name} appears twice; rename one of them"));
        }
    }
    columns.sort_by_key(|(index, _)| *index);
    Ok(columns)
}

/// Iterates over the rows of a table.
pub(super) struct Rows {
    source: usize,
    header: Header,
    mapping: Arc<Mapping>,
    reader: Reader<BufReader<File>>,
    row: ByteRecord,
    has_read_header: bool,
    /// The IDs of jobs and people so far.
    ids: HashSet<String>,
}

/// What a row says; only the parts of its table are used.
#[derive(Default)]
struct Values {
    job: JobRow,
    person: PersonRow,
    candidate: CandidateRow,
}

impl Rows {
    pub(super) fn new(
        source: usize,
        header: Header,
        mapping: Arc<Mapping>,
        from: BufReader<File>,
    ) -> Self {
        let reader = reader(from, header.separator);
        Self {
            source,
            header,
            mapping,
            reader,
            row: ByteRecord::new(),
            has_read_header: false,
            ids: HashSet::new(),
        }
    }

    fn parse(&self) -> Result<ImportRecord, InvalidEntry> {
        let whole = |message: String| InvalidEntry {
            record: None,
            mistakes: vec![RecordMistake { field: String::new(), message }],
        };
        let row = StringRecord::from_byte_record(self.row.clone())
            .map_err(|_invalid| whole("is not UTF-8; save the file as CSV in UTF-8".to_owned()))?;
        if row.len() != self.header.names.len() {
            let columns = self.header.names.len();
            return Err(whole(format!("has {} columns, but the header has {columns}", row.len())));
        }
        let mut values = Values::default();
        let mut mistakes = Vec::new();
        for (index, column) in &self.header.columns {
            let text = row.get(*index).unwrap_or_default().trim();
            let result = match text {
                "" if column.is_required => Err("is empty".to_owned()),
                "" => Ok(()),
                text if text.contains('\0') => Err("must not contain a NUL character".to_owned()),
                text => self.set(&mut values, column.field, text),
            };
            if let Err(message) = result {
                let field = self.header.names.get(*index).cloned().unwrap_or_default();
                mistakes.push(RecordMistake { field, message });
            }
        }
        if !mistakes.is_empty() {
            let record = match self.header.kind {
                TableKind::Jobs => Some((RecordKind::Job, values.job.external_id)),
                TableKind::People => Some((RecordKind::Person, values.person.external_id)),
                TableKind::Candidates => None,
            };
            return Err(InvalidEntry { record, mistakes });
        }
        Ok(match self.header.kind {
            TableKind::Jobs => ImportRecord::Job(values.job),
            TableKind::People => ImportRecord::Person(Box::new(values.person)),
            TableKind::Candidates => {
                ImportRecord::Candidate(Box::new((values.candidate, values.person)))
            }
        })
    }

    /// Two rows of one job or person would undo each other with every import.
    fn check_unique(&mut self, record: ImportRecord) -> Result<ImportRecord, InvalidEntry> {
        let id = match &record {
            ImportRecord::Job(row) => &row.external_id,
            ImportRecord::Person(row) => &row.external_id,
            ImportRecord::Candidate(_) | ImportRecord::Whole(_) => return Ok(record),
        };
        if self.ids.insert(id.clone()) {
            return Ok(record);
        }
        let message = format!("{id} is on an earlier line, too");
        let mistake = RecordMistake { field: "external_id".to_owned(), message };
        Err(InvalidEntry { record: None, mistakes: vec![mistake] })
    }

    fn set(&self, values: &mut Values, field: Field, text: &str) -> Result<(), String> {
        let Values { job, person, candidate } = values;
        let owned = || text.to_owned();
        match field {
            Field::Person(column) => return person_row::set(person, column, text),
            Field::JobId => job.external_id = owned(),
            Field::JobName => job.name = Some(owned()),
            Field::Client => job.client = Some(owned()),
            Field::Status => job.status = Some(owned()),
            Field::OpenedAt => job.created_at = Some(self.mapping.date(text)?),
            Field::IsArchived => job.is_archived = Some(parse_flag(text)?),
            Field::Job => candidate.job = owned(),
            Field::Stage => candidate.stage = Some(self.mapping.stage(text)),
            Field::StageDate => candidate.stage_date = Some(self.mapping.date(text)?),
            Field::AddedAt => candidate.created_at = Some(self.mapping.date(text)?),
        }
        Ok(())
    }
}

fn parse_flag(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "true" | "1" | "y" => Ok(true),
        "no" | "false" | "0" | "n" => Ok(false),
        _ => Err(format!("{text:?} must be yes or no")),
    }
}

impl Iterator for Rows {
    type Item = io::Result<ImportEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.reader.read_byte_record(&mut self.row) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error.into())),
            }
            let is_blank = self.row.iter().all(|cell| cell.trim_ascii().is_empty());
            if is_blank || !std::mem::replace(&mut self.has_read_header, true) {
                continue;
            }
            let (line, byte) = self.row.position().map_or((0, 0), |at| (at.line(), at.byte()));
            let place = ImportPlace { source: self.source, line, byte };
            let record = self.parse().and_then(|record| self.check_unique(record));
            return Some(Ok(ImportEntry { place, record }));
        }
    }
}
