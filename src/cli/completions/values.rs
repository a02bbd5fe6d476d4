//! The records that complete arguments: jobs, candidates, people and stages, from the copy on this
//! machine. What cannot be read is no completion; nothing is printed.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use clap::{FromArgMatches, Parser};
use clap_complete::CompletionCandidate;

use super::matching::{Value, matching};
use super::request;
use crate::cli::local_store::OpenLocalStore;
use crate::cli::workspace::WorkspaceArgs;
use crate::recruiting::paging::restore::StoredRows;
use crate::storage::mirror::records::mirrored_pipeline;
use crate::storage::mirror::stored_lists::PageChoice;
use crate::usecases::job_candidates::mirrored_jobs;
use crate::wire::{CandidateItem, JobItem};

/// Options that say which workspace the command is about.
const WORKSPACE_OPTIONS: [&str; 3] = ["--url", "--profile", "--database"];

pub(crate) fn jobs(current: &OsStr) -> Vec<CompletionCandidate> {
    complete(
        current,
        |_| true,
        |local| {
            let jobs = stored_jobs(local)?;
            Some(jobs.into_iter().map(|job| value_of_job(&job)).collect())
        },
    )
}

pub(crate) fn candidates(current: &OsStr) -> Vec<CompletionCandidate> {
    rows(current, |row, job| {
        let help = format!("{}, {}", job.name, row.current_pipeline_stage_name);
        Value { name: row.name.clone(), id: row.id.to_string(), help }
    })
}

pub(crate) fn people(current: &OsStr) -> Vec<CompletionCandidate> {
    rows(current, |row, _| {
        let help = [&*row.current_job_title, &*row.current_company_name].join(", ");
        let help = help.trim_matches([',', ' ']).to_owned();
        Value { name: row.name.clone(), id: row.person_id.to_string(), help }
    })
}

pub(crate) fn stages(current: &OsStr) -> Vec<CompletionCandidate> {
    complete(
        current,
        |_| true,
        |local| {
            let OpenLocalStore { storage, server, .. } = local;
            let mut names = BTreeSet::new();
            for job in stored_jobs(local)? {
                let pipeline = mirrored_pipeline(storage, server, &job.id).ok()?;
                names.extend(pipeline.into_iter().map(|stage| stage.name));
                let list = storage
                    .mirrored_list::<CandidateItem>(server, &job.id, PageChoice::All)
                    .ok()?;
                let rows = list.iter().flat_map(StoredRows::items);
                names.extend(rows.map(|row| row.current_pipeline_stage_name));
            }
            let values = names.into_iter().map(|name| Value {
                name,
                id: String::new(),
                help: String::new(),
            });
            Some(values.collect())
        },
    )
}

/// A value for each candidate of all jobs, once an ID.
fn rows(
    current: &OsStr,
    value: impl Fn(&CandidateItem, &JobItem) -> Value,
) -> Vec<CompletionCandidate> {
    // Thousands of names are of no help.
    complete(
        current,
        |typed| !typed.is_empty(),
        |local| {
            let OpenLocalStore { storage, server, .. } = local;
            let (mut values, mut seen) = (Vec::new(), BTreeSet::new());
            for job in stored_jobs(local)? {
                let list = storage
                    .mirrored_list::<CandidateItem>(server, &job.id, PageChoice::All)
                    .ok()?;
                for row in list.iter().flat_map(StoredRows::items) {
                    let value = value(&row, &job);
                    if seen.insert(value.id.clone()) {
                        values.push(value);
                    }
                }
            }
            Some(values)
        },
    )
}

fn complete(
    current: &OsStr,
    is_asked: impl Fn(&str) -> bool,
    values: impl Fn(&OpenLocalStore) -> Option<Vec<Value>>,
) -> Vec<CompletionCandidate> {
    if !is_asked(&current.to_string_lossy()) {
        return Vec::new();
    }
    let found = workspace().and_then(|workspace| OpenLocalStore::find_current(&workspace).ok()?);
    matching(current, found.as_ref().and_then(values).unwrap_or_default())
}

fn stored_jobs(local: &OpenLocalStore) -> Option<Vec<JobItem>> {
    Some(mirrored_jobs(&local.storage, &local.server).ok()??.0)
}

fn value_of_job(job: &JobItem) -> Value {
    let help = [&*job.client_company_name, &*job.job_status_name].join(", ");
    Value { name: job.name.clone(), id: job.id.to_string(), help }
}

/// The workspace that the command line names so far.
fn workspace() -> Option<WorkspaceArgs> {
    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        workspace: WorkspaceArgs,
    }
    let mut words = request::words();
    let mut line = vec!["shortlist".to_owned()];
    while let Some(word) = words.next() {
        let name = word.split('=').next().unwrap_or_default();
        if WORKSPACE_OPTIONS.contains(&name) {
            let has_value = word.contains('=');
            line.push(word);
            line.extend(if has_value { None } else { words.next() });
        }
    }
    let matches = <Line as clap::CommandFactory>::command().try_get_matches_from(line).ok()?;
    Some(Line::from_arg_matches(&matches).ok()?.workspace)
}
