//! `shortlist find`: searches everyone and everything that this machine has read.

use clap::Args;
use serde::Serialize;

use super::exit::Exit;
use super::local_store::{OpenLocalStore, not_stored, storage_error};
use super::output::Output;
use super::show;
use super::show::{
    ListFormatArgs, NO_SHRINK, OPTIONAL_RANK, OutputFormat, TableColumn, TableRow, age, column,
};
use super::workspace::WorkspaceArgs;
use crate::recruiting::search::SearchWords;
use crate::recruiting::triage::TriageState;
use crate::text::Align::{Left, Right};
use crate::usecases::find::{SearchHit, find};
use crate::wire::{CandidateId, Field, JobId, PersonId, Record, Shape, Timestamp};

/// Search people and jobs in the copy on this machine
#[derive(Debug, Args)]
#[command(
    after_help = "Searches names, emails, phone numbers in any format, profile handles, titles, companies and\njobs; with `text:WORD` also careers, schools, certificates and your notes. Ignores accents and\ncase. Makes no requests: `shortlist sync` reads what is not stored yet.\n\nExamples:\n  shortlist find bethan hughes\n  shortlist find 070 174 06 39\n  shortlist find bethan.hughes@fjallbit-ab.example --json | jq -r '.[].person_id'\n  shortlist find director text:mba"
)]
pub(super) struct Find {
    /// What to search for; every word must match
    #[arg(required = true, value_name = "WORDS")]
    words: Vec<String>,
    /// Print only the first N
    #[arg(long, value_name = "N", default_value = "100")]
    limit: usize,
    #[command(flatten)]
    format: ListFormatArgs,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Find {
    pub(super) fn run(self, out: &Output) -> Result<(), Exit> {
        let layout = self.format.layout::<FoundRow>()?;
        let search = SearchWords::parse(&self.words.join(" "));
        if search.is_empty() {
            return Err(Exit::usage("nothing to search for"));
        }
        let local = OpenLocalStore::find_copy(&self.workspace)?.ok_or_else(not_stored)?;
        let triage = TriageState::from_iter(local.entries(out)?);
        let result =
            find(&local.storage, &local.server, &search, &triage).map_err(storage_error)?;
        if result.hits.is_empty() {
            local.check_has_copy()?;
        }
        let (count, mut hits) = (result.hits.len(), result.hits);
        hits.truncate(self.limit);
        let rows: Vec<FoundRow> = hits.into_iter().map(FoundRow::from).collect();
        if !(rows.is_empty() && layout.format == OutputFormat::Table) {
            let pages = self.format.format.allows_pager();
            out.write_page(pages, |to| show::write_list(&rows, &layout, to))?;
        }
        if self.limit == 0 {
            return Ok(());
        }
        if rows.is_empty() {
            out.print_message("no matches");
        } else if rows.len() < count {
            out.print_message(&format!(
                "the first {} of {count}; a higher --limit shows more",
                rows.len()
            ));
        }
        let jobs = result.coverage.all_jobs;
        if !jobs.is_all() {
            let jobs = jobs.describe("job", "jobs");
            out.print_message(&format!("searched {jobs}; `shortlist sync` reads the rest"));
        }
        let people = result.coverage.people;
        if !people.is_all() {
            let people = people.describe("person", "people");
            out.print_message(&format!(
                "contacts and careers of {people} are stored; `shortlist sync --all` reads the rest, unless the workspace has cache = \"lists\""
            ));
        }
        Ok(())
    }
}

/// A row of the result: its JSON fields and its table columns.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct FoundRow {
    name: String,
    #[serde(rename = "match")]
    found: String,
    title: String,
    company: String,
    job_name: String,
    stage_name: String,
    created_at: Option<Timestamp>,
    candidate_id: CandidateId,
    person_id: PersonId,
    job_id: JobId,
    read_at: Option<Timestamp>,
}

impl From<SearchHit> for FoundRow {
    fn from(hit: SearchHit) -> Self {
        Self {
            name: hit.name,
            found: hit.found,
            title: hit.title,
            company: hit.company,
            job_name: hit.job_name,
            stage_name: hit.stage,
            created_at: hit.created_at,
            candidate_id: hit.candidate,
            person_id: hit.person,
            job_id: hit.job,
            read_at: Some(hit.read_at),
        }
    }
}

impl Record for FoundRow {
    const NAME: &'static str = "Found";
    const FIELDS: &'static [Field] = &[
        Field::new("name", Shape::Text),
        Field::new("match", Shape::Text),
        Field::new("title", Shape::Text),
        Field::new("company", Shape::Text),
        Field::new("job_name", Shape::Text),
        Field::new("stage_name", Shape::Text),
        Field::new("created_at", Shape::Timestamp),
        Field::new("candidate_id", Shape::Text),
        Field::new("person_id", Shape::Text),
        Field::new("job_id", Shape::Text),
        Field::new("read_at", Shape::Timestamp),
    ];
}

impl TableRow for FoundRow {
    #[rustfmt::skip]
    const COLUMNS: &'static [TableColumn<Self>] = &[
        column(("name",  "name"),       Left,  (20, 3),        0, |row| row.name.clone()),
        column(("match", "match"),      Left,  (8, 2),         4, |row| row.found.clone()),
        column(("title", "title"),      Left,  (8, 2),         6, |row| row.title.clone()),
        column(("job",   "job_name"),   Left,  (8, 2),         2, |row| row.job_name.clone()),
        column(("stage", "stage_name"), Left,  (8, 1),         3, |row| row.stage_name.clone()),
        column(("added", "created_at"), Right, (NO_SHRINK, 0), 5, |row| age(row.created_at)),
        column(("person", "person_id"), Left,  (NO_SHRINK, 0), OPTIONAL_RANK, |row| row.person_id.to_string()),
        column(("id", "candidate_id"),  Left,  (NO_SHRINK, 0), 7, Self::id),
    ];
}

impl FoundRow {
    /// Of the candidate; of a job, its own.
    fn id(&self) -> String {
        if self.candidate_id.is_empty() {
            return self.job_id.to_string();
        }
        self.candidate_id.to_string()
    }
}
