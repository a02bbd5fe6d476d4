//! `shortlist logout`: deletes the key that `login` stored.

use clap::Args;

use super::exit::Exit;
use super::login::key_store;
use super::output::Output;
use super::workspace::{describe_source, profiles, variable};
use crate::config::{self, LoadedConfig, Profile};

/// Delete the stored key of a profile
#[derive(Debug, Args)]
#[command(
    after_help = "Keeps the profile in the config, and the data on this machine: verdicts, notes, unsaved edits and\ncopies of records. `shortlist local purge` deletes the data.\n\nExamples:\n  shortlist logout\n  shortlist logout --profile work"
)]
pub(super) struct LogoutCommand {
    /// Name of the profile [default: the only one with a stored key]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

impl LogoutCommand {
    pub(super) fn run(self, out: &Output) -> Result<(), Exit> {
        let loaded = config::load();
        let profile = match self.profile.or_else(|| variable("SHORTLIST_PROFILE")) {
            Some(name) => profiles::named(name.trim(), &loaded)?,
            None => only_profile(&loaded)?,
        };
        let name = &profile.name;
        let Some(source) = &profile.key else {
            out.print_message(&format!("profile `{name}` has no stored key"));
            return Ok(());
        };
        if !key_store::is_stored_by_login(name, source) {
            return Err(Exit::usage(format!(
                "profile `{name}` takes its key from: {}; shortlist did not store it and deletes nothing",
                describe_source(source)
            )));
        }
        let place = describe_source(source);
        if key_store::delete(name, source)? {
            out.print_message(&format!("deleted the key of profile `{name}` ({place})"));
        } else {
            out.print_message(&format!("profile `{name}` has no stored key ({place})"));
        }
        out.print_message(
            "the profile and your data on this machine are kept; `shortlist local purge --help` tells how to delete the data",
        );
        Ok(())
    }
}

/// The only profile whose key `login` stored.
fn only_profile(loaded: &LoadedConfig) -> Result<Profile, Exit> {
    let has_key = |profile: &&Profile| {
        let key = profile.key.as_ref();
        key.is_some_and(|key| key_store::is_stored_by_login(&profile.name, key))
    };
    let stored: Vec<&Profile> = loaded.settings.profiles.iter().filter(has_key).collect();
    match stored.as_slice() {
        [profile] => Ok((*profile).clone()),
        [] => Err(Exit::usage("no profile has a stored key; `shortlist login` stores one")),
        several => {
            let names: Vec<&str> = several.iter().map(|profile| profile.name.as_str()).collect();
            Err(Exit::usage(format!(
                "which profile? Pass --profile with one of: {}",
                names.join(", ")
            )))
        }
    }
}
