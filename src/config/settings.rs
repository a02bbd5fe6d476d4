//! The settings: plain data, with a default for each.

use std::path::PathBuf;

use super::mistake::SourcePosition;
use crate::keymap::Rebinding;
use crate::theme::{SymbolChoice, ThemeChoice};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub theme: ThemeChoice,
    pub symbols: SymbolChoice,
    pub mouse: bool,
    /// Whether candidate histories are fetched in the background, for the time in stage.
    pub history_prefetch: bool,
    /// The limit in days by prefix of the stage name.
    pub limits: Vec<(String, u32)>,
    /// Suggested with a verdict.
    pub reasons: Vec<String>,
    /// In the order of the file.
    pub keys: Vec<Rebinding>,
    /// In the order of the file.
    pub views: Vec<SavedView>,
    /// In the order of the file.
    pub profiles: Vec<Profile>,
}

/// A named workspace. The address is not validated here.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    pub name: String,
    /// `None` means the workspace on this machine.
    pub url: Option<String>,
    pub create: CreateVersion,
    /// Additional trusted certificates; a relative path is relative to the config.
    pub ca_file: Option<PathBuf>,
    /// The page of a candidate in the ATS, with `{candidate_id}` as placeholder.
    pub web_url: Option<String>,
    pub position: SourcePosition,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CreateVersion {
    V0,
    #[default]
    V1,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedView {
    pub name: String,
    pub view: View,
    pub position: SourcePosition,
}

/// Filter and sort are not validated here.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct View {
    /// `None` means the open job.
    pub job: Option<String>,
    pub pane: ViewPane,
    pub filter: String,
    /// Empty means the default sort.
    pub sort: String,
}

/// The list that a view applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ViewPane {
    Jobs,
    #[default]
    Candidates,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::Auto,
            symbols: SymbolChoice::Auto,
            mouse: true,
            history_prefetch: true,
            limits: Vec::new(),
            reasons: Vec::new(),
            keys: Vec::new(),
            views: Vec::new(),
            profiles: Vec::new(),
        }
    }
}

impl ViewPane {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Jobs => "jobs",
            Self::Candidates => "candidates",
        }
    }
}
