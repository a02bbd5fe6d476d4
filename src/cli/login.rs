//! `shortlist login`: verifies address and key of a server, and stores both under a profile.
//!
//! Nothing is stored unless the server accepts the key. The key goes to the system keyring, or to a
//! private file; the config says which of them.

pub(super) mod key_store;
mod profile;

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::exit::Exit;
use super::interrupt::exit_on_signal;
use super::output::Output;
use super::server_check;
use super::workspace::{CA_FILE, PROFILE, parse_duration, prompt_for_key, variable};
use crate::client::{Address, Client, Options};
use crate::config::{self, KeySource, Login, SaveError};
use key_store::StoredKey;
use profile::ChosenProfile;

/// Check the address and the key of a server, and store them as a profile
#[derive(Debug, Args)]
#[command(
    after_help = "Asks for the address if you do not give one, and for the key, which is not shown as you type it.\nScripts pass the key as the first line of stdin; it is never an argument. One request tests the\naddress and the key; if it fails, nothing is stored. The key goes to the system keyring if\nshortlist was built with keyring support, otherwise to a file that only you can read.\nSHORTLIST_KEY overrides a stored key. SHORTLIST_CA_FILE stands in for --ca-file, and without an\naddress SHORTLIST_PROFILE for --profile.\n\nExamples:\n  shortlist login https://recruiting.example\n  shortlist login https://recruiting.example --profile work\n  pass show recruiting | shortlist login https://recruiting.example\n  shortlist login --profile work    replace the key of a profile"
)]
pub(super) struct LoginCommand {
    /// Address of the server, without /v1 [default: that of the profile]
    #[arg(value_name = "URL")]
    address: Option<String>,
    /// Name of the profile [default: derived from the host name]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Also trust the certificates in this PEM file
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
    /// Time limit for the check, including retries (20s, 2m, 500ms)
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = parse_duration)]
    deadline: Duration,
}

impl LoginCommand {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let file = config::config_file()?;
        let loaded = config::load();
        let profiles = &loaded.settings.profiles;
        // An address wins over a profile from the environment.
        let default = variable(PROFILE).filter(|_| self.address.is_none());
        let named = self.profile.or(default);
        let named = named.as_deref().map(str::trim);
        let address = self.address.clone().or_else(|| {
            let name = named?;
            profiles.iter().find(|profile| profile.name == name)?.url.clone()
        });
        let address = parse(&address.map_or_else(ask_address, Ok)?)?;
        let profile = ChosenProfile::choose(named, &address, profiles)?;
        let ca_file = self.ca_file.or_else(|| variable(CA_FILE).map(PathBuf::from));
        let ca_file = ca_file.map(std::path::absolute).transpose()?;
        let login = |key| Login {
            profile: profile.name.clone(),
            url: address.to_string(),
            key,
            ca_file: ca_file.clone(),
        };
        config::check_login(&file, &login(KeySource::Keyring)).map_err(|error| exit(&error))?;
        let key = prompt_for_key(&address)?;
        exit_on_signal()?;

        let options = Options {
            ca_file: ca_file.clone().or_else(|| profile.ca_file.clone()),
            deadline: self.deadline,
            read_timeout: self.deadline * 3 / 4,
            ..Options::new(key.clone())
        };
        let client = Client::new(&address, &options)?;
        server_check::check(&client, &address).await?;

        let stored = key_store::store(&profile.name, &key)?;
        if let Err(error) = config::save_login(&file, &login(stored.source.clone())) {
            stored.undo(&profile.name)?;
            return Err(exit(&error));
        }
        if let Some(old) = profile.key.as_ref().filter(|old| **old != stored.source) {
            key_store::delete_replaced(&profile.name, old);
        }
        report(&address, &profile, &stored, out);
        Ok(())
    }
}

fn exit(error: &SaveError) -> Exit {
    match error {
        SaveError::NotWritten { .. } => Exit::failure(error.to_string()),
        SaveError::Broken(_) | SaveError::NotEditable { .. } => Exit::usage(error.to_string()),
    }
}

/// Without a scheme it is https, or http on this machine.
fn parse(text: &str) -> Result<Address, Exit> {
    let text = text.trim();
    let address = if text.contains("://") {
        Address::parse(text)
    } else {
        let plain = Address::parse(&format!("http://{text}"));
        plain.or_else(|_remote| Address::parse(&format!("https://{text}")))
    };
    Ok(address?)
}

fn ask_address() -> Result<String, Exit> {
    let missing = || {
        Exit::usage(
            "no address: name the server, as in `shortlist login https://recruiting.example`",
        )
    };
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return Err(missing());
    }
    let mut stderr = std::io::stderr();
    write!(stderr, "address of the server: ").and_then(|()| stderr.flush())?;
    let mut line = String::new();
    stdin.lock().read_line(&mut line)?;
    Some(line).filter(|line| !line.trim().is_empty()).ok_or_else(missing)
}

fn report(address: &Address, profile: &ChosenProfile, stored: &StoredKey, out: &Output) {
    let name = &profile.name;
    out.print_message(&format!("{address} accepts the key; saved as profile `{name}`"));
    out.print_message(&stored.describe());
    if let Some(old) = &profile.key
        && *old != stored.source
    {
        let old = super::workspace::describe_source(old);
        out.print_message(&format!("the profile took its key from: {old}"));
    }
    if variable("SHORTLIST_KEY").is_some() {
        out.print_message("SHORTLIST_KEY is set and overrides the stored key");
    }
    out.print_message(&format!("open it with: shortlist --profile {}", profile.shell_name()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_a_scheme_is_encrypted_unless_it_is_this_machine() {
        for (text, address) in [
            ("recruiting.example/api", "https://recruiting.example/api"),
            (" recruiting.example:8443 ", "https://recruiting.example:8443"),
            ("localhost:7171", "http://localhost:7171"),
            ("127.0.0.1", "http://127.0.0.1"),
            ("https://localhost", "https://localhost"),
        ] {
            assert_eq!(parse(text).unwrap().to_string(), address, "{text}");
        }
        for wrong in ["http://recruiting.example", "", "ftp://a", "a b"] {
            assert_eq!(parse(wrong).unwrap_err().code(), 2, "{wrong}");
        }
    }
}
