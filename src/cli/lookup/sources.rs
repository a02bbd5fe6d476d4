//! The names that a lookup searches, how much of the server they cover, and the record they lead to.

use std::collections::HashSet;

use super::messages::{no_match, several};
use super::names::{Choice, NamedRecord, choose, looks_like_id};
use crate::cli::exit::Exit;
use crate::cli::listing::read_whole;
use crate::cli::local_store::{OpenLocalStore, storage_error};
use crate::cli::output::Output;
use crate::cli::workspace::OpenWorkspace;
use crate::client::ListEndpoint;
use crate::recruiting::paging::restore::StoredRows;
use crate::service::store::NameRow;
use crate::storage::mirror::records::RecordKind;
use crate::storage::mirror::stored_lists::PageChoice;
use crate::usecases::job_candidates::mirrored_jobs;
use crate::wire::{CandidateItem, JobItem};

/// The records, and which part of the server they are if it is not all of it.
type Names = (Vec<NamedRecord>, Option<String>);

pub(super) async fn jobs(workspace: &OpenWorkspace) -> Result<Names, Exit> {
    let jobs = if workspace.is_offline() {
        match OpenLocalStore::open_lists(&workspace.local_store())? {
            Some(local) => stored_jobs(&local)?.0,
            None => Vec::new(),
        }
    } else {
        read_whole(workspace, &ListEndpoint::jobs()).await?
    };
    Ok((jobs.iter().map(named_job).collect(), None))
}

/// Candidates, or the people behind them, once each.
pub(super) async fn people(workspace: &OpenWorkspace, kind: RecordKind) -> Result<Names, Exit> {
    if let Some(store) = workspace.store() {
        let rows = match kind {
            RecordKind::Person => store.names_of_people().await?,
            RecordKind::Candidate | RecordKind::Job => store.names_of_candidates().await?,
        };
        let named = |[id, name, first, second]: NameRow| {
            let details = vec![first, second];
            NamedRecord { id, name, details }
        };
        return Ok((rows.into_iter().map(named).collect(), None));
    }
    let mut records = Vec::new();
    let coverage = match OpenLocalStore::open_lists(&workspace.local_store())? {
        Some(local) => add_stored(&local, kind, &mut records)?,
        None => Some(NOTHING_STORED.to_owned()),
    };
    Ok((once(records), coverage))
}

const NOTHING_STORED: &str =
    "names are searched in the copy on this machine, which is empty: run `shortlist sync`";

/// The ID of the candidate or person that an argument means, among those who are stored on this
/// machine. Makes no requests.
pub(crate) fn find_stored(
    local: &OpenLocalStore,
    kind: RecordKind,
    text: &str,
    out: &Output,
) -> Result<String, Exit> {
    if looks_like_id(text) {
        return Ok(text.to_owned());
    }
    let mut records = Vec::new();
    let coverage = add_stored(local, kind, &mut records)?;
    // People of whom only own notes and verdicts are left.
    for entry in local.entries(out)? {
        let (subject, snapshot) = (&entry.subject, &entry.snapshot);
        let (id, details) = match kind {
            RecordKind::Person => (subject.person.to_string(), Vec::new()),
            _ => (subject.candidate.to_string(), vec![snapshot.job_name.clone()]),
        };
        records.push(NamedRecord { id, name: snapshot.name.clone(), details });
    }
    resolve(kind, text, (&once(records), coverage), out)
}

/// The ID of the one record that the text names. A text that names none may be an ID of a kind that we
/// do not know: the server decides.
pub(super) fn resolve(
    kind: RecordKind,
    text: &str,
    (records, coverage): (&[NamedRecord], Option<String>),
    out: &Output,
) -> Result<String, Exit> {
    let is_word = !text.contains(char::is_whitespace);
    let has_digit = text.contains(|letter: char| letter.is_ascii_digit());
    match choose(text, records) {
        Choice::One(record) => {
            out.print_message(&format!("{}: {}", kind.as_str(), record.describe()));
            Ok(record.id)
        }
        Choice::Several(records) => Err(several(kind, text, &records, out)),
        Choice::None(guess) if is_word && (has_digit || guess.is_none()) => Ok(text.to_owned()),
        Choice::None(guess) => Err(no_match(kind, text, guess, coverage)),
    }
}

fn stored_jobs(local: &OpenLocalStore) -> Result<(Vec<JobItem>, Option<String>), Exit> {
    let jobs = mirrored_jobs(&local.storage, &local.server).map_err(storage_error)?;
    let Some((jobs, coverage)) = jobs else {
        return Ok((Vec::new(), Some(NOTHING_STORED.to_owned())));
    };
    let searched = coverage.all_jobs;
    let part = (!searched.is_all()).then(|| {
        let searched = searched.describe("job", "jobs");
        format!("searched {searched}; `shortlist sync` reads the rest")
    });
    Ok((jobs, part))
}

/// Returns how much was searched, if it is not all.
fn add_stored(
    local: &OpenLocalStore,
    kind: RecordKind,
    records: &mut Vec<NamedRecord>,
) -> Result<Option<String>, Exit> {
    let OpenLocalStore { storage, server, .. } = local;
    let (jobs, coverage) = stored_jobs(local)?;
    for job in jobs {
        let list = storage.mirrored_list::<CandidateItem>(server, &job.id, PageChoice::All);
        for row in list.map_err(storage_error)?.iter().flat_map(StoredRows::items) {
            records.push(named_candidate(&row, &job, kind));
        }
    }
    Ok(coverage)
}

/// One record an ID: a person may be a candidate for several jobs.
fn once(mut records: Vec<NamedRecord>) -> Vec<NamedRecord> {
    let mut seen = HashSet::new();
    records.retain(|record| !record.id.is_empty() && seen.insert(record.id.clone()));
    records
}

fn named_job(job: &JobItem) -> NamedRecord {
    let details = vec![job.client_company_name.clone()];
    NamedRecord { id: job.id.to_string(), name: job.name.clone(), details }
}

fn named_candidate(row: &CandidateItem, job: &JobItem, kind: RecordKind) -> NamedRecord {
    let name = row.name.clone();
    if kind == RecordKind::Person {
        let details = vec![row.current_job_title.clone(), row.current_company_name.clone()];
        return NamedRecord { id: row.person_id.to_string(), name, details };
    }
    let details = vec![job.name.clone(), row.current_pipeline_stage_name.clone()];
    NamedRecord { id: row.id.to_string(), name, details }
}
