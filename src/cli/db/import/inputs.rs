//! The files of an import and the entries in them.

use std::io;
use std::sync::Arc;

use super::lines::Lines;
use super::mapping::Mapping;
use super::source::Source;
use super::table::{Header, Rows};
use crate::cli::exit::Exit;
use crate::service::store::import_entry::{ImportEntry, ImportPlace};

/// The files of an import, which can be read several times.
#[derive(Debug)]
pub(super) struct Inputs {
    /// Without headers: JSON Lines.
    pub(super) sources: Vec<(Source, Option<Header>)>,
    pub(super) mapping: Arc<Mapping>,
}

impl Inputs {
    pub(super) fn count_lines(&self) -> Result<usize, Exit> {
        let counts = self.sources.iter().map(|(source, _)| source.count_lines());
        Ok(counts.sum::<io::Result<usize>>()?)
    }

    pub(super) fn entries(
        &self,
    ) -> io::Result<Vec<Box<dyn Iterator<Item = io::Result<ImportEntry>> + Send>>> {
        let entries = |(index, (source, header)): (usize, &(Source, Option<Header>))| {
            let reader = source.reader()?;
            Ok(match header {
                None => Box::new(Lines::new(index, reader)) as Box<_>,
                Some(header) => {
                    let mapping = Arc::clone(&self.mapping);
                    Box::new(Rows::new(index, header.clone(), mapping, reader)) as Box<_>
                }
            })
        };
        self.sources.iter().enumerate().map(entries).collect()
    }

    /// The column that has the field, or else the field itself.
    pub(super) fn column<'a>(&'a self, place: ImportPlace, field: &'a str) -> &'a str {
        let header = self.sources.get(place.source).and_then(|(_, header)| header.as_ref());
        let name = header.and_then(|header| {
            let (index, _) = header.columns.iter().find(|(_, column)| column.name == field)?;
            header.names.get(*index)
        });
        name.map_or(field, String::as_str)
    }

    /// As in `people.csv, line 12`.
    pub(super) fn describe(&self, place: ImportPlace) -> String {
        let source = self.sources.get(place.source);
        source.map(|(source, _)| source.describe(place)).unwrap_or_default()
    }
}
