//! `shortlist config check`: every mistake with its position.

use std::path::PathBuf;

use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::client::Address;
use crate::config::{self, LoadedConfig, Mistake};
use crate::text::pluralize;

pub(super) fn run(file: Option<PathBuf>, out: &Output) -> Result<(), Exit> {
    let is_explicit = file.is_some() || config::explicit_file().is_some();
    let file = file.map_or_else(config::config_file, Ok)?;
    let name = file.display().to_string();
    if !is_explicit && !file.exists() {
        return out.print_line(&format!("{name} does not exist: the defaults apply"));
    }
    let count = report(&config::load_from(file, true), out)?;
    if count > 0 {
        return Err(mistakes_in(&name, count));
    }
    out.print_line(&format!("{name}: no mistakes"))
}

/// The error for a file with mistakes that were printed.
pub(super) fn mistakes_in(name: &str, count: usize) -> Exit {
    Exit::usage(format!("{} in {name}", pluralize(count, "mistake", "mistakes")))
}

/// Prints every mistake. Returns their number.
pub(super) fn report(loaded: &LoadedConfig, out: &Output) -> Result<usize, Exit> {
    let mistakes = all_mistakes(loaded);
    for mistake in &mistakes {
        out.print_line(&mistake.to_string())?;
    }
    Ok(mistakes.len())
}

/// The mistakes in the order of the file, also those in the addresses of profiles.
pub(crate) fn all_mistakes(loaded: &LoadedConfig) -> Vec<Mistake> {
    let mut mistakes: Vec<Mistake> = loaded.mistakes.clone();
    for profile in loaded.settings.profiles.iter().chain(&loaded.rejected.profiles) {
        let address = profile.url.as_deref().map(Address::parse);
        if let Some(Err(error)) = address {
            mistakes.push(loaded.mistake_in(profile, "url", &error.to_string()));
        }
    }
    mistakes.sort_by_key(|mistake| mistake.position);
    mistakes
}
