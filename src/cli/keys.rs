//! `shortlist keys`: who may use the service.

use std::time::Duration;

use clap::{Args, Subcommand};
use serde::Serialize;

use super::database::{Database, operator_context};
use super::exit::Exit;
use super::json;
use super::output::{Output, aligned};
use crate::service::NewApiKey;
use crate::service::store::{ApiKeyRecord, IfMissing, Store, checked_key_name};
use crate::wire::Timestamp;

/// Create, list, rotate and revoke the API keys of the service
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  shortlist keys add laptop\n  shortlist keys add dashboard --read-only --expires 90d\n  shortlist keys rotate laptop --grace 1d\n  shortlist keys revoke laptop"
)]
pub(super) struct KeysCommand {
    #[command(subcommand)]
    command: KeysSubcommand,
}

#[derive(Debug, Subcommand)]
enum KeysSubcommand {
    /// Create a key and print it once
    #[command(after_help = "Example:\n  shortlist keys add dashboard --read-only --expires 90d")]
    Add {
        /// Name of the key
        name: String,
        /// Allow reading only
        #[arg(long)]
        read_only: bool,
        /// Let the key expire after this time, for example 90d [default: never]
        #[arg(long, value_name = "TIME", value_parser = parse_time, allow_hyphen_values = true)]
        expires: Option<Duration>,
        #[command(flatten)]
        database: Database,
    },
    /// List the keys without their secrets
    #[command(
        after_help = "Times are in UTC.\n\nExamples:\n  shortlist keys list\n  shortlist keys list --json"
    )]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        database: Database,
    },
    /// Replace the secret of a key and print the new one once
    #[command(after_help = "Example:\n  shortlist keys rotate laptop --grace 1d")]
    Rotate {
        /// Name of the key
        name: String,
        /// Accept the old secret for this time [default: reject it at once]
        #[arg(long, value_name = "TIME", value_parser = parse_time, allow_hyphen_values = true)]
        grace: Option<Duration>,
        /// Let the key expire after this time, for example 90d [default: the same lifetime as before]
        #[arg(long, value_name = "TIME", value_parser = parse_time, allow_hyphen_values = true)]
        expires: Option<Duration>,
        #[command(flatten)]
        database: Database,
    },
    /// Revoke a key; a running service rejects it within two seconds
    #[command(after_help = "Example:\n  shortlist keys revoke laptop")]
    Revoke {
        /// Name of the key
        name: String,
        #[command(flatten)]
        database: Database,
    },
}

/// Ten years. A key that is to last longer needs no end.
const MAX_TIME: Duration = Duration::from_hours(10 * 365 * 24);

fn parse_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).ok();
    time.filter(|time| (Duration::from_secs(1)..=MAX_TIME).contains(time))
        .ok_or_else(|| "must be a time from now, such as 12h, 90d or 1y, from 1s to 10y".to_owned())
}

fn after(now: Timestamp, time: Duration) -> Option<Timestamp> {
    Timestamp::from_micros(now.micros().saturating_add(i64::try_from(time.as_micros()).ok()?))
}

impl KeysCommand {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        match self.command {
            KeysSubcommand::Add { name, read_only, expires, database } => {
                add(name, read_only, expires, &database, out).await
            }
            KeysSubcommand::List { json, database } => list(json, &database, out).await,
            KeysSubcommand::Rotate { name, grace, expires, database } => {
                rotate(name, (grace, expires), &database, out).await
            }
            KeysSubcommand::Revoke { name, database } => {
                let store = database.open(IfMissing::Fail).await?;
                let outcome = store.revoke_key(name.clone(), operator_context()).await?;
                out.print_message(&if outcome.changed {
                    format!("the key {name} was revoked")
                } else {
                    format!("unchanged: the key {name} was already revoked")
                });
                Ok(())
            }
        }
    }
}

async fn add(
    name: String,
    read_only: bool,
    expires: Option<Duration>,
    database: &Database,
    out: &Output,
) -> Result<(), Exit> {
    let name = checked_key_name(&name)?;
    let store = database.open(IfMissing::Create).await?;
    let now = Timestamp::now();
    let key = NewApiKey::generate(name, read_only, now, expires.and_then(|time| after(now, time)))?;
    let name = key.record.name.clone();
    store.add_key(key.record, operator_context()).await?;
    if let Err(error) = print_secret(&key.secret, out) {
        store.revoke_key(name, operator_context()).await?;
        return Err(error);
    }
    Ok(())
}

fn print_secret(secret: &str, out: &Output) -> Result<(), Exit> {
    out.print_line(secret).and_then(|()| out.flush())?;
    out.print_message("store this key now: it cannot be shown again");
    Ok(())
}

/// Prints the new secret before it replaces the old one: if it cannot be printed, nothing changes.
async fn rotate(
    name: String,
    (grace, expires): (Option<Duration>, Option<Duration>),
    database: &Database,
    out: &Output,
) -> Result<(), Exit> {
    let store = database.open(IfMissing::Fail).await?;
    let old = find(&store, &name).await?;
    let now = Timestamp::now();
    let lifetime = |old: &ApiKeyRecord| {
        let micros = old.expires_at?.micros().saturating_sub(old.created_at.micros());
        u64::try_from(micros).ok().map(Duration::from_micros)
    };
    let expires_at = expires.or_else(|| lifetime(&old)).and_then(|time| after(now, time));
    let key = NewApiKey::generate(name, old.read_only, now, expires_at)?;
    let previous_until = grace.and_then(|time| after(now, time));
    out.print_line(&key.secret).and_then(|()| out.flush())?;
    store.rotate_key(key.record, previous_until, operator_context()).await?;
    out.print_message(&match previous_until {
        None => "store this key now: it cannot be shown again; the old secret no longer works"
            .to_owned(),
        Some(until) => format!(
            "store this key now: it cannot be shown again; the old secret works until {}",
            minute(until)
        ),
    });
    Ok(())
}

async fn find(store: &Store, name: &str) -> Result<ApiKeyRecord, Exit> {
    let keys = store.keys().await?;
    keys.into_iter()
        .find(|key| key.name == name)
        .ok_or_else(|| Exit::not_found(format!("no key is called {name}")))
}

/// A key as `keys list --json` prints it.
#[derive(Serialize)]
struct ListedKey<'a> {
    name: &'a str,
    read_only: bool,
    created_at: Timestamp,
    expires_at: Option<Timestamp>,
    /// Until when the secret before the last rotation is accepted.
    old_secret_until: Option<Timestamp>,
    last_used_at: Option<Timestamp>,
}

async fn list(as_json: bool, database: &Database, out: &Output) -> Result<(), Exit> {
    let keys = database.open_to_read().await?.keys().await?;
    let now = Timestamp::now();
    let keys: Vec<ListedKey<'_>> = keys.iter().map(|key| listed(key, now)).collect();
    if as_json {
        return out.write_data(|to| json::write_line(&keys, to));
    }
    if keys.is_empty() {
        out.print_message("no keys; create one with `shortlist keys add NAME`");
    }
    let rows: Vec<Vec<String>> = keys.iter().map(|key| row(key, now)).collect();
    aligned(&rows).iter().try_for_each(|line| out.print_line(line))
}

fn listed(key: &ApiKeyRecord, now: Timestamp) -> ListedKey<'_> {
    let old_secret = key.previous.as_ref().map(|previous| previous.until);
    ListedKey {
        name: &key.name,
        read_only: key.read_only,
        created_at: key.created_at.to_millis(),
        expires_at: key.expires_at.map(Timestamp::to_millis),
        old_secret_until: old_secret.filter(|until| *until > now).map(Timestamp::to_millis),
        last_used_at: key.last_used_at.map(Timestamp::to_millis),
    }
}

fn row(key: &ListedKey<'_>, now: Timestamp) -> Vec<String> {
    let expiry = key.expires_at.map_or_else(
        || "no expiry".to_owned(),
        |at| format!("{} {}", if at <= now { "expired" } else { "expires" }, minute(at)),
    );
    let used = key
        .last_used_at
        .map_or_else(|| "never used".to_owned(), |at| format!("last used {}", minute(at)));
    let old_secret =
        key.old_secret_until.map(|until| format!("old secret valid until {}", minute(until)));
    vec![
        key.name.to_owned(),
        if key.read_only { "read-only" } else { "read-write" }.to_owned(),
        format!("created {}", key.created_at.to_utc().format("%Y-%m-%d")),
        expiry,
        used,
        old_secret.unwrap_or_default(),
    ]
}

fn minute(at: Timestamp) -> String {
    at.to_utc().format("%Y-%m-%d %H:%M UTC").to_string()
}
