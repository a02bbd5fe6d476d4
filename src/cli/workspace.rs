//! Where the records are: a server, or the workspace on this machine.
//!
//! One piece of code for every command that reads or changes records, and for
//! the terminal. A server is named by `--url` or the environment; without one,
//! the service is started inside this program over the user's own database,
//! which is filled with the demo when it is first used.

use std::io::{BufRead, ErrorKind, IsTerminal, Read};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::database::Database;
use super::db::demo;
use super::exit::Exit;
use super::interrupt::{Ending, end_when_asked};
use super::out::Out;
use crate::client::{Address, Client, Options, SecretString};
use crate::service::Embedded;
use crate::service::store::Missing;

const URL: &str = "SHORTLIST_URL";
const KEY: &str = "SHORTLIST_KEY";
const CA_FILE: &str = "SHORTLIST_CA_FILE";

/// What every command's help says about it.
pub(super) const ENVIRONMENT: &str = "The environment:\n  SHORTLIST_URL       the server to ask, instead of --url\n  SHORTLIST_KEY       its key; without it, the key is asked for on stdin\n  SHORTLIST_CA_FILE   the same as --ca-file\n  HTTPS_PROXY, NO_PROXY   honoured for servers elsewhere";

/// Which workspace a command works on.
#[derive(Debug, Args)]
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
}

impl Open {
    /// Whether it is the one on this machine.
    pub(super) const fn is_here(&self) -> bool {
        self.service.is_some()
    }
}

impl Workspace {
    /// Opens it. Nothing is asked of a server yet.
    pub(super) async fn open(&self, out: &Out) -> Result<Open, Exit> {
        let url = if self.database.is_named() {
            None
        } else {
            self.url.clone().or_else(|| variable(URL))
        };
        let open = match url {
            Some(url) => self.server(&url),
            None => self.this_machine(out).await,
        };
        // Not before: the prompt and the fill have something to put right.
        end_when_asked()?;
        open
    }

    fn server(&self, url: &str) -> Result<Open, Exit> {
        let address = Address::parse(url)?;
        let client = Client::new(&address, &self.options(key(&address)?))?;
        Ok(Open { client, service: None })
    }

    async fn this_machine(&self, out: &Out) -> Result<Open, Exit> {
        let store = if self.database.is_named() {
            self.database.open(Missing::Fail)?
        } else {
            if variable(KEY).is_some() {
                out.say(&format!("{KEY} is set, but no server: this is the workspace on this machine; name one with --url or {URL}"));
            }
            demo::workspace(&self.database, out).await?
        };
        let service = Embedded::start(store).await?;
        let options = self.options(SecretString::from(service.key()));
        let client = Client::new(&Address::parse(&service.url())?, &options)?;
        Ok(Open { client, service: Some(service) })
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

/// A variable of the environment that says something.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

/// The key: from the environment, typed unseen, or the first line of stdin.
/// Never an argument: those are seen by everybody on the machine.
fn key(address: &Address) -> Result<SecretString, Exit> {
    let none = || Exit::usage(format!("no key for {address}: set {KEY}, or give it on stdin"));
    if let Some(key) = variable(KEY) {
        return Ok(SecretString::from(key.trim()));
    }
    let stdin = std::io::stdin();
    let typed = if stdin.is_terminal() {
        // Ctrl-C must not end the program while the terminal is mute: with
        // somebody listening, the prompt puts it right and comes back.
        let _listening = Ending::listen()?;
        rpassword::prompt_password(format!("key for {address}: ")).map_err(|error| {
            match error.kind() {
                ErrorKind::Interrupted => Exit::stopped(),
                _ => none(),
            }
        })?
    } else {
        let mut line = String::new();
        // No key is longer; a pipe that never ends is not read to its end.
        stdin.lock().take(8192).read_line(&mut line).map_err(|_unread| none())?;
        line
    };
    match typed.trim() {
        "" => Err(none()),
        key => Ok(SecretString::from(key)),
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
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_as_people_write_it() {
        for (text, millis) in [("20", 20_000), ("20s", 20_000), ("2m", 120_000), ("500ms", 500)] {
            assert_eq!(time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for wrong in ["", "0", "0s", "soon", "-1", "1.5s", "3d", "25h", "99999999999"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}
