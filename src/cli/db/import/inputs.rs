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

    /// As in `people.csv, line 12`.
    pub(super) fn describe(&self, place: ImportPlace) -> String {
        let source = self.sources.get(place.source);
        source.map(|(source, _)| source.describe(place)).unwrap_or_default()
    }
}
