//! The arguments that say which workspace a command works on.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::database::Database;

pub(crate) const ENVIRONMENT: &str = "The environment:\n  SHORTLIST_URL       the server to ask, instead of --url\n  SHORTLIST_PROFILE   the same as --profile, where no server is named\n  SHORTLIST_KEY       its key; without it, the key is asked for on stdin\n  SHORTLIST_CA_FILE   the same as --ca-file\n  HTTPS_PROXY, NO_PROXY   honoured for servers elsewhere";

/// Which workspace a command works on.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Workspace")]
pub(crate) struct WorkspaceArgs {
    /// The server to ask [default: the workspace on this machine]
    #[arg(long, value_name = "URL", conflicts_with = "database")]
    pub(super) url: Option<String>,
    /// The workspace that the config calls so, as [profiles.NAME]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["url", "database"])]
    pub(super) profile: Option<String>,
    #[command(flatten)]
    pub(super) database: Database,
    /// Trust the certificates in this file too (PEM)
    #[arg(long, value_name = "FILE")]
    pub(super) ca_file: Option<PathBuf>,
    /// Send at most so many requests a second
    #[arg(long, value_name = "N")]
    pub(super) max_rps: Option<NonZeroU32>,
    /// Give up on a request after this long, tries and waits included (20s, 2m, 500ms)
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = parse_duration)]
    pub(super) deadline: Duration,
    /// How long to keep checking for a change that the server does not show yet
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_duration)]
    pub(super) verify_for: Duration,
    /// Neither keep records on this machine nor use those that are kept
    #[arg(long)]
    pub(super) no_cache: bool,
}

/// `20`, `20s`, `2m` or `500ms`.
pub(super) fn parse_duration(text: &str) -> Result<Duration, String> {
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
