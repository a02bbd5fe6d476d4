//! The arguments that say which workspace a command works on.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap_complete::ArgValueCompleter;

use crate::cli::completions::profiles::profiles;
use crate::cli::database::Database;

pub(crate) const ENVIRONMENT: &str = "Environment:\n  SHORTLIST_URL       address of the server; --url overrides it\n  SHORTLIST_PROFILE   profile, if no server is given\n  SHORTLIST_KEY       API key; overrides the key of the profile\n  SHORTLIST_CA_FILE   same as --ca-file\n  HTTPS_PROXY, NO_PROXY   proxy settings, for remote servers";

/// Which workspace a command works on.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Workspace")]
pub(crate) struct WorkspaceArgs {
    /// Address of the server [default: the workspace on this machine]
    #[arg(long, value_name = "URL", conflicts_with = "database")]
    pub(super) url: Option<String>,
    /// Use the profile [profiles.NAME] of the config file
    #[arg(long, value_name = "NAME", conflicts_with_all = ["url", "database"], add = ArgValueCompleter::new(profiles))]
    pub(super) profile: Option<String>,
    #[command(flatten)]
    pub(super) database: Database,
    /// Also trust the certificates in this PEM file
    #[arg(long, value_name = "FILE")]
    pub(super) ca_file: Option<PathBuf>,
    /// Maximum number of requests per second
    #[arg(long, value_name = "N", value_parser = parse_rate)]
    pub(super) max_rps: Option<NonZeroU32>,
    /// Time limit for one request, including retries (20s, 2m, 500ms)
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = parse_duration)]
    pub(super) deadline: Duration,
    /// How long to wait for the server to show a saved change
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_duration)]
    pub(super) verify_for: Duration,
    /// Store nothing new from the server
    #[arg(long)]
    pub(super) no_cache: bool,
    /// Make no requests; use only the data on this machine
    #[arg(long)]
    pub(super) offline: bool,
    /// For a workspace that the environment of the program does not describe.
    #[arg(skip)]
    pub(super) ignores_environment: bool,
}

impl WorkspaceArgs {
    /// The same limits for another workspace: a profile, or the one on this machine. The address, the
    /// key and the certificates in the environment are those of the first workspace.
    pub(crate) fn switched_to(&self, profile: Option<String>) -> Self {
        Self {
            url: None,
            profile,
            database: Database::default(),
            ca_file: None,
            ignores_environment: true,
            ..self.clone()
        }
    }
}

fn parse_rate(text: &str) -> Result<NonZeroU32, String> {
    match text.trim().parse::<u32>() {
        Ok(rate) => NonZeroU32::new(rate).ok_or_else(|| "must be at least 1".to_owned()),
        Err(_unread) => Err("must be a whole number from 1, such as 20".to_owned()),
    }
}

/// `20`, `20s`, `2m` or `500ms`.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let invalid = || "must be a time such as 20s, 2m or 500ms, up to a day".to_owned();
    let number: u32 = number.trim().parse().map_err(|_unread| invalid())?;
    let time = match unit {
        "" | "s" => Duration::from_secs(number.into()),
        "ms" => Duration::from_millis(number.into()),
        "m" | "min" => Duration::from_secs(u64::from(number) * 60),
        "h" => Duration::from_secs(u64::from(number) * 3600),
        _ => return Err(invalid()),
    };
    Some(time)
        .filter(|time| !time.is_zero() && *time <= Duration::from_hours(24))
        .ok_or_else(invalid)
}

/// An environment variable that is not blank.
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}
