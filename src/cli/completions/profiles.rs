//! The names of the profiles in the config, for `--profile`.

use std::ffi::OsStr;

use clap_complete::CompletionCandidate;

use super::matching::{Value, matching};
use crate::config;

pub(crate) fn profiles(current: &OsStr) -> Vec<CompletionCandidate> {
    let profiles = config::load().settings.profiles;
    let values = profiles.into_iter().map(|profile| Value {
        name: profile.name,
        id: String::new(),
        help: profile.url.unwrap_or_else(|| "this machine".to_owned()),
    });
    matching(current, values)
}
