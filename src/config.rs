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
#[cfg(test)]
mod tests;
mod triage;
mod views;

pub use mistake::{Mistake, Place};
pub use places::{ConfigError, config_file, data_directory};
pub use views::{SaveError, delete_view, save_view};

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::keymap::Rebinding;
use crate::theme::{Choice, SymbolChoice};

/// No config is longer; a device that never ends is not read to its end.
const LONGEST: u64 = 1 << 20;

/// What the user wants, as far as it was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Which theme.
    pub theme: Choice,
    /// Which signs.
    pub symbols: SymbolChoice,
    /// Whether the mouse is listened to.
    pub mouse: bool,
    /// Whether candidates are read in the background, for the time in their stage.
    pub ageing: bool,
    /// How many days somebody may be in a stage, by what its name begins with.
    pub limits: Vec<(String, u32)>,
    /// The reasons that are offered with a verdict.
    pub reasons: Vec<String>,
    /// The keys of actions, in the order of the file.
    pub keys: Vec<Rebinding>,
    /// The saved views, in the order of the file.
    pub views: Vec<SavedView>,
    /// The workspaces that have a name, in the order of the file.
    pub profiles: Vec<Profile>,
}

/// A workspace with its name. The address is as typed, not checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// The address of its server; none is the workspace on this machine.
    pub url: Option<String>,
    /// How people are created there.
    pub create: Create,
    /// Certificates that are trusted there too; beside the config unless it says where.
    pub ca_file: Option<PathBuf>,
    /// Where the recruiting system shows a candidate, with `{candidate_id}` in it.
    pub web_url: Option<String>,
    /// Where it is named.
    pub place: Place,
}

/// Which request creates people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Create {
    /// The old one.
    V0,
    /// The present one.
    #[default]
    V1,
}

/// A view with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedView {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub view: View,
    /// Where it is named.
    pub place: Place,
}

/// What a saved view shows. Filter and sort are as typed, not checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct View {
    /// The id of the job it is for; none is whichever job is open.
    pub job: Option<String>,
    /// The list it is over.
    pub pane: Pane,
    /// The filter; may be empty.
    pub filter: String,
    /// The order; empty is the usual one.
    pub sort: String,
}

/// A list that a view can be over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pane {
    /// The jobs.
    Jobs,
    /// The candidates of a job.
    #[default]
    Candidates,
}

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

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Choice::Auto,
            symbols: SymbolChoice::Auto,
            mouse: true,
            ageing: true,
            limits: Vec::new(),
            reasons: Vec::new(),
            keys: Vec::new(),
            views: Vec::new(),
            profiles: Vec::new(),
        }
    }
}

impl Pane {
    /// As the config spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Jobs => "jobs",
            Self::Candidates => "candidates",
        }
    }
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
