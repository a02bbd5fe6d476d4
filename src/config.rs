//! The user's settings, and where our files live.
//!
//! One file, all of it optional. What it says is read word by word: a mistake
//! is told with its line and the nearest name that would do, and costs only
//! the setting it is in. Nothing here keeps the program from starting. The
//! keys, the filters of saved views and the addresses of profiles are carried
//! as text; whoever knows actions, filters and addresses checks them. `tui` and `cli` call this.

mod mistake;
mod places;
mod profiles;
mod read;
mod settings;
#[cfg(test)]
mod tests;
mod triage;
mod views;

pub use mistake::{Mistake, Place};
pub use places::{ConfigError, config_file, data_directory};
pub use settings::{Create, Pane, Profile, SavedView, Settings, View};
pub use views::{SaveError, delete_view, save_view};

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// No config is longer; a device that never ends is not read to its end.
const LONGEST: u64 = 1 << 20;

/// The settings that hold, and what was wrong with those that do not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Loaded {
    /// The file, whether it is there or not; none where no home is known.
    pub file: Option<PathBuf>,
    /// The settings.
    pub settings: Settings,
    /// What could not be used, in the order of the file.
    pub mistakes: Vec<Mistake>,
}

/// Reads the file of settings. That it is not there is no mistake, unless the
/// environment names it.
#[must_use]
pub fn load() -> Loaded {
    let Ok(file) = config_file() else { return Loaded::default() };
    load_from(file, places::named_file().is_some())
}

fn load_from(file: PathBuf, is_named: bool) -> Loaded {
    let read = match text_of(&file) {
        Ok(text) => read::read(&text, &file),
        Err(mistake) if is_named || !mistake.is_absence() => Err(mistake),
        Err(_absent) => Ok((Settings::default(), Vec::new())),
    };
    let (settings, mistakes) = read.unwrap_or_else(|mistake| (Settings::default(), vec![mistake]));
    Loaded { file: Some(file), settings, mistakes }
}

/// The text of the file, or why there is none.
fn text_of(file: &Path) -> Result<String, Mistake> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(LONGEST + 1).read_to_end(&mut bytes))
        .map_err(|error| Mistake::unread(file, &error))?;
    if bytes.len() as u64 > LONGEST {
        return Err(Mistake::whole(file, "is larger than 1 MiB"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        Mistake::at(file, Place::of(&text, good), "is not UTF-8 from here on")
    })
}
