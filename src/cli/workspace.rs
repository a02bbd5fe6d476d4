//! Where the records are: a server, or the workspace on this machine.
//!
//! One piece of code for every command that reads or changes records, and for
//! the terminal. A server is named by `--url` or the environment; without one,
//! the service is started inside this program over the user's own database,
//! which is filled with the demo when it is first used.
//!
//! [`Workspace::target`] says which it is and touches nothing. A command opens
//! it with words, a bar and a prompt ([`Workspace::open`]); the terminal draws
//! these itself and is only told ([`Workspace::open_quietly`]).

mod here;
mod key;
mod target;
mod watch;

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::database::Database;
use super::exit::Exit;
use super::interrupt::end_when_asked;
use super::out::Out;
use crate::client::{Address, Client, Options, SecretString};
use crate::service::Embedded;
use crate::service::store::{Missing, Store};
pub(super) use target::Target;
use target::{CA_FILE, variable};
pub(super) use watch::Opening;
use watch::Watch;

/// What every command's help says about it.
pub(super) const ENVIRONMENT: &str = "The environment:\n  SHORTLIST_URL       the server to ask, instead of --url\n  SHORTLIST_KEY       its key; without it, the key is asked for on stdin\n  SHORTLIST_CA_FILE   the same as --ca-file\n  HTTPS_PROXY, NO_PROXY   honoured for servers elsewhere";

/// Which workspace a command works on.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Workspace")]
pub(super) struct Workspace {
    /// The server to ask [default: the workspace on this machine]
    #[arg(long, value_name = "URL", conflicts_with = "database")]
    url: Option<String>,
    #[command(flatten)]
    database: Database,
    /// Trust the certificates in this file too (PEM)
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
    /// Send at most so many requests a second
    #[arg(long, value_name = "N")]
    max_rps: Option<NonZeroU32>,
    /// Give up on a request after this long, tries and waits included (20s, 2m, 500ms)
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = time)]
    deadline: Duration,
}

/// An open workspace. The service on this machine runs as long as it lives.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) client: Client,
    service: Option<Embedded>,
    title: String,
    is_demo: bool,
}

impl Open {
    /// Whether it is the one on this machine.
    pub(super) const fn is_here(&self) -> bool {
        self.service.is_some()
    }

    /// What to call it, in one line.
    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// Whether its people are invented.
    #[cfg(test)]
    pub(super) const fn is_demo(&self) -> bool {
        self.is_demo
    }
}

impl Workspace {
    /// Opens it for a command. Nothing is asked of a server yet.
    pub(super) async fn open(&self, out: &Out) -> Result<Open, Exit> {
        let open = self.open_aloud(out).await;
        // Not before: the prompt and the fill have something to put right.
        end_when_asked()?;
        open
    }

    /// Opens it for somebody who draws what is told, and who has the key of a
    /// server already. When it is dropped, a fill is undone.
    pub(super) async fn open_quietly(
        &self,
        target: Target,
        tell: impl Fn(Opening) + Send + Sync + 'static,
    ) -> Result<Open, Exit> {
        self.open_for(target, &Watch::screen(tell)).await
    }

    async fn open_aloud(&self, out: &Out) -> Result<Open, Exit> {
        let target = match self.target()? {
            Target::Server { address, key: None } => {
                let key = Some(key::ask(&address)?);
                Target::Server { address, key }
            }
            other => other,
        };
        self.open_for(target, &Watch::Command(out)).await
    }

    async fn open_for(&self, target: Target, watch: &Watch<'_>) -> Result<Open, Exit> {
        let title = target.title();
        match target {
            Target::Server { address, key } => {
                let key = key.ok_or_else(|| key::missing(&address))?;
                let client = Client::new(&address, &self.options(key))?;
                Ok(Open { client, service: None, title, is_demo: false })
            }
            Target::Database(_) => {
                let store = self.database.open(Missing::Fail)?;
                self.serve(store, title).await
            }
            Target::Here { idle_key } => {
                if idle_key {
                    watch.note(target::IDLE_KEY);
                }
                let store = here::open(&self.database, watch).await?;
                let mut open = self.serve(store, title).await?;
                if open.is_demo {
                    "Demo workspace".clone_into(&mut open.title);
                }
                Ok(open)
            }
        }
    }

    async fn serve(&self, store: Store, title: String) -> Result<Open, Exit> {
        let is_demo = here::is_demo(&store).await;
        let service = Embedded::start(store).await?;
        let options = self.options(SecretString::from(service.key()));
        let client = Client::new(&Address::parse(&service.url())?, &options)?;
        Ok(Open { client, service: Some(service), title, is_demo })
    }

    fn options(&self, key: SecretString) -> Options {
        Options {
            ca_file: self.ca_file.clone().or_else(|| variable(CA_FILE).map(PathBuf::from)),
            max_rps: self.max_rps,
            deadline: self.deadline,
            // What hangs is asked again once, in the time that is left.
            read_time: self.deadline * 3 / 4,
            ..Options::new(key)
        }
    }
}

/// `20`, `20s`, `2m` or `500ms`.
fn time(text: &str) -> Result<Duration, String> {
    let split = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let wrong = || "must be a time such as 20s, 2m or 500ms, up to a day".to_owned();
    let number: u32 = number.trim().parse().map_err(|_unread| wrong())?;
    let time = match unit {
        "" | "s" => Duration::from_secs(number.into()),
        "ms" => Duration::from_millis(number.into()),
        "m" | "min" => Duration::from_secs(u64::from(number) * 60),
        "h" => Duration::from_secs(u64::from(number) * 3600),
        _ => return Err(wrong()),
    };
    Some(time).filter(|time| !time.is_zero() && *time <= Duration::from_hours(24)).ok_or_else(wrong)
}

#[cfg(test)]
mod tests;
