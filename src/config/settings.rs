//! The settings: plain data, with a default for each.

use std::path::PathBuf;

use super::mistake::Place;
use crate::keymap::Rebinding;
use crate::theme::{Choice, SymbolChoice};

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
