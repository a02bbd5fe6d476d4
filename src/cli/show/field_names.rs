//! The names of columns and fields, to complete `--sort` and `--columns`.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use clap_complete::CompletionCandidate;

use super::sort::sort_names;
use super::table_row::TableRow;
use crate::cli::completions::matching::{Value, matching};
use crate::cli::completions::request::command_name;
use crate::wire::{CandidateItem, JobItem};

/// The fields to sort by, of candidates and jobs.
pub(crate) fn sort_fields(current: &OsStr) -> Vec<CompletionCandidate> {
    let text = current.to_string_lossy();
    let sign = if text.starts_with('-') { "-" } else { "" };
    let names = names_of_fields();
    matching(current, names.into_iter().map(|name| Value::named(format!("{sign}{name}"))))
}

/// The last of several columns.
pub(crate) fn columns(current: &OsStr) -> Vec<CompletionCandidate> {
    let text = current.to_string_lossy();
    let before = text.rfind(',').map_or("", |end| text.get(..=end).unwrap_or_default());
    let names = names_of_fields();
    matching(current, names.into_iter().map(|name| Value::named(format!("{before}{name}"))))
}

/// Those of the command that is typed.
fn names_of_fields() -> BTreeSet<&'static str> {
    match command_name().as_deref() {
        Some("jobs") => names_of::<JobItem>(),
        _ => names_of::<CandidateItem>(),
    }
}

fn names_of<T: TableRow>() -> BTreeSet<&'static str> {
    T::FIELDS.iter().map(|field| field.name).chain(sort_names::<T>()).collect()
}
