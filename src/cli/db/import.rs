//! `shortlist db import`: JSON Lines of an export, or tables of another recruiting system.
//!
//! A small import is one transaction. A large one into a database that others may be writing to is
//! rehearsed on a private copy first: if a line is wrong, nothing is imported. Then it is written in
//! short transactions, between which others get their turn.

mod columns;
mod inputs;
mod lines;
mod mapping;
mod report;
mod source;
mod table;

use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ArgGroup, Args};

use super::change::ChangeArgs;
use super::job::parse_template;
use crate::cli::exit::Exit;
use crate::cli::interrupt::{StopFlag, TerminationSignals};
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::service::store::import_entry::{Entries, ImportOptions};
use crate::service::store::import_report::ImportReport;
use crate::service::store::pipeline::PipelineTemplate;
use crate::service::store::{Interrupted, Store, StoreError};
use crate::text::pluralize;
use columns::TableKind;
use inputs::Inputs;
use mapping::Mapping;
use source::Source;
use table::Header;

/// Up to here, an import is one short transaction.
const MAX_LINES_AT_ONCE: usize = 5_000;

/// Add and update jobs, people and candidates from files
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("input").required(true).multiple(true).args(["file", "jobs", "people", "candidates"]),
    after_help = "FILE holds JSON Lines as `shortlist db export` writes them. The tables are CSV files with a\nheader, as recruiting systems export them; well-known headers are recognized, and a mapping file\nnames the others:\n\n  dates = \"%d/%m/%Y\"\n  [people]\n  external_id = \"Candidate no.\"\n  [stages]\n  \"Phone screen\" = \"Internal interview\"\n\nRecords are found by their ID, in this database or in the other system, and updated; empty cells\nchange nothing, and nothing is deleted. So the same import can be repeated. If any line is invalid,\nnothing is imported, and every error is listed with its line. --dry-run is a preview.\n\nExamples:\n  shortlist db export --database sqlite:old.db | shortlist db import - --database sqlite:new.db\n  shortlist db import --people people.csv --dry-run\n  shortlist db import --jobs jobs.csv --people people.csv --candidates candidates.csv --mapping ours.toml"
)]
pub(crate) struct Import {
    /// JSON Lines to read, or - for stdin
    #[arg(conflicts_with_all = ["jobs", "people", "candidates", "mapping", "template", "add_stages"])]
    file: Option<PathBuf>,
    /// Table of jobs
    #[arg(long, value_name = "CSV")]
    jobs: Option<PathBuf>,
    /// Table of people
    #[arg(long, value_name = "CSV")]
    people: Option<PathBuf>,
    /// Table of candidates: who is in which stage of which job
    #[arg(long, value_name = "CSV")]
    candidates: Option<PathBuf>,
    /// File that says which column is which field
    #[arg(long, value_name = "TOML")]
    mapping: Option<PathBuf>,
    /// Pipeline of new jobs; `shortlist db pipeline templates` lists them
    #[arg(long, default_value = "agency", value_parser = parse_template)]
    template: &'static PipelineTemplate,
    /// Add stages that a job does not have
    #[arg(long)]
    add_stages: bool,
    /// Bring back people who were deleted here
    #[arg(long)]
    include_deleted: bool,
    #[command(flatten)]
    change: ChangeArgs,
}

impl Import {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        let inputs = self.inputs()?;
        let options = ImportOptions {
            stages: self.template.stages(),
            add_stages: self.add_stages,
            include_deleted: self.include_deleted,
        };
        let is_large = inputs.count_lines()? > MAX_LINES_AT_ONCE;
        let (database, _folder) = self.change.database_to_fill().await?;
        let is_new = !database.exists().await?;
        let load = async |store: Store| {
            let report = if is_large && !is_new {
                self.import_beside_others(&store, &inputs, &options, out).await?
            } else {
                let run = |entries| store.import_at_once(self.change.context(), options, entries);
                let report = read(&inputs, run).await?.map_err(ImportError::into_exit)?;
                report::check(&inputs, &report, out)?;
                report
            };
            Ok(report)
        };
        let report = database.fill(load).await?;
        report::print(&inputs, &report, &self.change, out)
    }

    /// Finds every mistake before it writes anything, and lets other writers in between.
    async fn import_beside_others(
        &self,
        store: &Store,
        inputs: &Inputs,
        options: &ImportOptions,
        out: &Output,
    ) -> Result<ImportReport, Exit> {
        let context = self.change.context();
        let rehearse = |entries| store.rehearse_import(context.clone(), options.clone(), entries);
        let rehearsal = read(inputs, rehearse).await?.map_err(ImportError::into_exit)?;
        report::check(inputs, &rehearsal, out)?;
        if self.change.is_dry_run() {
            return Ok(rehearsal);
        }
        let write = |entries| store.import_in_batches(context.clone(), options.clone(), entries);
        match read(inputs, write).await? {
            Ok(report) => Ok(report),
            Err(Interrupted { committed, cause }) => {
                let exit = match cause {
                    Ok(report) => report::mistakes(inputs, &report, "the import stopped", out),
                    Err(error) => error.into_exit_with("the import stopped"),
                };
                Err(exit.with_advice(&format!(
                    "{} made before; run the command again to import the rest",
                    pluralize(committed.changes(), "change was", "changes were")
                )))
            }
        }
    }

    fn inputs(&self) -> Result<Inputs, Exit> {
        let mapping =
            self.mapping.as_deref().map_or_else(|| Ok(Mapping::default()), Mapping::read)?;
        let tables = [
            (TableKind::Jobs, &self.jobs),
            (TableKind::People, &self.people),
            (TableKind::Candidates, &self.candidates),
        ];
        let mut sources = Vec::new();
        if let Some(path) = &self.file {
            let is_table = |extension: &OsStr| ["csv", "tsv"].iter().any(|it| extension == *it);
            if path.extension().is_some_and(is_table) {
                return Err(Exit::usage(format!(
                    "{}: say what the table lists, with --jobs, --people or --candidates",
                    path.display()
                )));
            }
            sources.push((Source::open(path)?, None));
        }
        for (kind, path) in tables {
            let Some(path) = path else { continue };
            let source = Source::open(path)?;
            let header = Header::read(kind, &source, &mapping)?;
            sources.push((source, Some(header)));
        }
        Ok(Inputs { sources, mapping: Arc::new(mapping) })
    }
}

/// Reads the files and runs an import on their entries, until a signal.
async fn read<T, F: Future<Output = T>>(
    inputs: &Inputs,
    import: impl FnOnce(Entries<ImportError>) -> F,
) -> Result<T, Exit> {
    let progress = Progress::new(None, "records");
    let (counter, stop) = (progress.clone(), StopFlag::default());
    let is_stopped = stop.clone();
    let entries = inputs.entries()?.into_iter().flatten().map(move |entry| {
        if is_stopped.is_raised() {
            return Err(ImportError::Interrupted);
        }
        counter.step();
        entry.map_err(ImportError::Read)
    });
    let work = import(Box::new(entries));
    let result = TerminationSignals::listen()?.run_until_signal(&stop, work).await;
    progress.finish();
    Ok(result)
}

#[derive(Debug)]
enum ImportError {
    Interrupted,
    Read(io::Error),
    Store(StoreError),
}

impl ImportError {
    fn into_exit(self) -> Exit {
        self.into_exit_with(report::NOTHING)
    }

    fn into_exit_with(self, outcome: &str) -> Exit {
        match self {
            Self::Interrupted => Exit::failure("interrupted").with_prefix(outcome),
            Self::Read(error) => Exit::failure(error.to_string()).with_prefix(outcome),
            Self::Store(error) => Exit::from(error).with_prefix(outcome),
        }
    }
}

impl From<StoreError> for ImportError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
