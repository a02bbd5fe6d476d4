//! `shortlist whoami`: which server, which profile, where its key comes from, and whether the server
//! accepts it.

use clap::Args;
use serde_json::json;

use super::exit::Exit;
use super::interrupt::exit_on_signal;
use super::json::write_pretty;
use super::output::Output;
use super::server_check;
use super::workspace::{ENVIRONMENT, ResolvedWorkspace, ServerKey, WorkspaceArgs, WorkspaceTarget};
use crate::config::{self, KeySource};

/// Show the server, the profile and where the key comes from, and check the key
#[derive(Debug, Args)]
#[command(
    after_help = format!("Tests the key with one request, and never prints it. The exit code is 3 if the server rejects it.\n\nExamples:\n  shortlist whoami\n  shortlist whoami --profile work --json | jq .accepted\n\n{ENVIRONMENT}")
)]
pub(super) struct WhoamiCommand {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

/// What the server says about the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Accepted,
    Refused,
    /// There is no key, or no answer.
    Unknown,
}

impl WhoamiCommand {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let resolved = self.workspace.resolve(&config::load())?;
        let checked = self.check(&resolved).await;
        let verdict = match &checked {
            Ok(verdict) => *verdict,
            Err(exit) if exit.is_key_refused() => Verdict::Refused,
            Err(_) => Verdict::Unknown,
        };
        if self.json {
            out.write_data(|to| write_pretty(&to_json(&resolved, verdict), to))?;
        } else {
            for (label, text) in lines(&resolved, verdict) {
                out.print_line(&format!("{label:<9} {text}"))?;
            }
        }
        checked.map(drop)
    }

    async fn check(&self, resolved: &ResolvedWorkspace) -> Result<Verdict, Exit> {
        let WorkspaceTarget::Server { address, key } = &resolved.target else {
            return Ok(Verdict::Unknown);
        };
        if matches!(key, ServerKey::Unneeded) {
            return Ok(Verdict::Unknown);
        }
        let found = resolved.target.find_or_ask_key().await?;
        exit_on_signal()?;
        let client = self.workspace.client(address, found, resolved)?;
        server_check::check(&client, address).await.map(|()| Verdict::Accepted)
    }
}

fn lines(resolved: &ResolvedWorkspace, verdict: Verdict) -> Vec<(&'static str, String)> {
    let profile = resolved.profile.as_ref();
    let (server, key, accepted) = match &resolved.target {
        WorkspaceTarget::Server { address, key } => {
            let accepted = match verdict {
                Verdict::Accepted => "yes",
                Verdict::Refused => "no",
                Verdict::Unknown => "unknown",
            };
            let source = match (key, verdict) {
                (ServerKey::Unknown, Verdict::Unknown) => "none".to_owned(),
                _ => key.describe(),
            };
            (address.to_string(), source, accepted)
        }
        target => (target.title(), "none".to_owned(), "not needed"),
    };
    let is_server = matches!(resolved.target, WorkspaceTarget::Server { .. });
    let access = match verdict {
        _ if resolved.read_only().is_some() => "read-only",
        Verdict::Accepted if is_server => "read; whether the key may write is not tested",
        Verdict::Refused | Verdict::Unknown if is_server => "unknown",
        _ => "read and write",
    };
    vec![
        ("server", server),
        ("profile", profile.map_or_else(|| "none".to_owned(), |profile| profile.name.clone())),
        ("key", key),
        ("access", access.to_owned()),
        ("accepted", accepted.to_owned()),
    ]
}

fn to_json(resolved: &ResolvedWorkspace, verdict: Verdict) -> serde_json::Value {
    let server = match &resolved.target {
        WorkspaceTarget::Server { address, key } => Some((address.to_string(), key)),
        _ => None,
    };
    let source = server.as_ref().and_then(|(_, key)| key_source(key));
    let location = server.as_ref().and_then(|(_, key)| key_location(key));
    json!({
        "server": server.map(|(address, _)| address),
        "profile": resolved.profile.as_ref().map(|profile| &profile.name),
        "key_source": source,
        "key_location": location,
        "read_only": resolved.read_only().is_some(),
        "accepted": match verdict {
            Verdict::Accepted => Some(true),
            Verdict::Refused => Some(false),
            Verdict::Unknown => None,
        },
    })
}

const fn key_source(key: &ServerKey) -> Option<&'static str> {
    Some(match key {
        ServerKey::Unneeded => return None,
        ServerKey::Environment(_) | ServerKey::Profile(_, KeySource::Environment(_)) => {
            "environment"
        }
        ServerKey::Profile(_, KeySource::Command(_)) => "command",
        ServerKey::Profile(_, KeySource::Keyring) => "keyring",
        ServerKey::Profile(_, KeySource::File(_)) => "file",
        ServerKey::Unknown => "typed",
    })
}

/// The variable, the program or the file.
fn key_location(key: &ServerKey) -> Option<String> {
    match key {
        ServerKey::Environment(_) => Some("SHORTLIST_KEY".to_owned()),
        ServerKey::Profile(_, KeySource::Environment(name)) => Some(name.clone()),
        ServerKey::Profile(_, KeySource::Command(words)) => words.first().cloned(),
        ServerKey::Profile(_, KeySource::File(path)) => Some(path.display().to_string()),
        ServerKey::Profile(_, KeySource::Keyring) | ServerKey::Unneeded | ServerKey::Unknown => {
            None
        }
    }
}
