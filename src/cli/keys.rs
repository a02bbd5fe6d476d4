//! `shortlist keys`: who may use the service.

use chrono::Utc;
use clap::{Args, Subcommand};

use super::database::Database;
use super::exit::Exit;
use super::output::Output;
use crate::service::NewApiKey;
use crate::service::store::IfMissing;

/// Create, list and revoke API keys of the service
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  shortlist keys add laptop\n  shortlist keys add dashboard --read-only\n  shortlist keys revoke laptop"
)]
pub(super) struct KeysCommand {
    #[command(subcommand)]
    command: KeysSubcommand,
}

#[derive(Debug, Subcommand)]
enum KeysSubcommand {
    /// Create a key and print it once
    #[command(after_help = "Example:\n  shortlist keys add dashboard --read-only")]
    Add {
        /// Name of the key
        name: String,
        /// Allow reading only
        #[arg(long)]
        read_only: bool,
        #[command(flatten)]
        database: Database,
    },
    /// List the keys without their secrets
    #[command(after_help = "Example:\n  shortlist keys list")]
    List {
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

impl KeysCommand {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        match self.command {
            KeysSubcommand::Add { name, read_only, database } => {
                add(name, read_only, &database, out).await
            }
            KeysSubcommand::List { database } => list(&database, out).await,
            KeysSubcommand::Revoke { name, database } => {
                database.open(IfMissing::Fail)?.revoke_key(name.clone()).await?;
                out.print_message(&format!("the key {name} is revoked"));
                Ok(())
            }
        }
    }
}

async fn add(name: String, read_only: bool, database: &Database, out: &Output) -> Result<(), Exit> {
    if name.trim().is_empty() || name.chars().count() > 100 || name.chars().any(char::is_control) {
        return Err(Exit::usage("the name of a key must have 1 to 100 characters on one line"));
    }
    let store = database.open(IfMissing::Create)?;
    let key = NewApiKey::generate(name, read_only, Utc::now().into())?;
    let name = key.record.name.clone();
    store.add_key(key.record).await?;
    if let Err(error) = out.print_line(&key.secret).and_then(|()| out.flush()) {
        store.revoke_key(name).await?;
        return Err(error);
    }
    out.print_message("store this key now: it cannot be shown again");
    Ok(())
}

async fn list(database: &Database, out: &Output) -> Result<(), Exit> {
    let keys = database.open(IfMissing::Fail)?.keys().await?;
    if keys.is_empty() {
        out.print_message("no keys; create one with `shortlist keys add NAME`");
    }
    let width = keys.iter().map(|key| key.name.chars().count()).max().unwrap_or(0);
    for key in keys {
        let access = if key.read_only { "read only " } else { "read+write" };
        let since = key.created_at.to_utc().format("%Y-%m-%d");
        out.print_line(&format!("{:width$}  {access}  since {since}", key.name))?;
    }
    Ok(())
}
