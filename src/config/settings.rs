//! The settings: plain data, with a default for each.

use std::path::PathBuf;

use super::mistake::SourcePosition;
use super::mistake::join;
use crate::keymap::Rebinding;
use crate::recruiting::date_text::DateFormat;
use crate::recruiting::mail::MailSettings;
use crate::recruiting::mirror_settings::MirrorSettings;
use crate::recruiting::query::Direction;
use crate::recruiting::table::ListField;
use crate::theme::{Role, RoleColors, SymbolChoice, ThemeChoice};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) theme: ThemeChoice,
    pub(crate) symbols: SymbolChoice,
    pub(crate) mouse: bool,
    /// Whether addresses are links of the terminal.
    pub(crate) hyperlinks: bool,
    pub(crate) dates: DateFormat,
    /// Whether candidate histories are fetched in the background, to show the time in stage.
    pub(crate) history_prefetch: bool,
    /// For a workspace without a profile.
    pub(crate) mirror: MirrorSettings,
    /// The limit in days by prefix of the stage name.
    pub(crate) limits: Vec<(String, u32)>,
    /// The reasons suggested for declining.
    pub(crate) reasons: Vec<String>,
    pub(crate) lists: ListSettings,
    /// Over the colours of the theme.
    pub(crate) colors: Vec<(Role, RoleColors)>,
    pub(crate) mail: MailSettings,
    /// In the order of the file.
    pub(crate) keys: Vec<Rebinding>,
    /// In the order of the file.
    pub(crate) views: Vec<SavedView>,
    /// In the order of the file.
    pub(crate) profiles: Vec<Profile>,
}

/// How the lists of the terminal are laid out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ListSettings {
    pub(crate) jobs: ListLayout,
    /// Of one job.
    pub(crate) candidates: ListLayout,
    pub(crate) all_candidates: ListLayout,
}

/// What is not set is as usual.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ListLayout {
    /// From left to right.
    pub(crate) columns: Option<Vec<ListField>>,
    pub(crate) sort: Option<(ListField, Direction)>,
}

/// A named workspace. The address is not validated here.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Profile {
    pub(crate) name: String,
    /// `None` means the workspace on this machine.
    pub(crate) url: Option<String>,
    pub(crate) create: CreateVersion,
    /// Additional trusted certificates; a relative path is relative to the config.
    pub(crate) ca_file: Option<PathBuf>,
    /// The page of a candidate in the ATS, with `{candidate_id}` as placeholder.
    pub(crate) web_url: Option<String>,
    /// `None`: the user is asked.
    pub(crate) key: Option<KeySource>,
    /// Whether nothing on the server may be changed. The recruiter's own data may.
    pub(crate) read_only: bool,
    /// What the profile does not set is as at the top of the file.
    pub(crate) mirror: MirrorSettings,
    pub(crate) position: SourcePosition,
}

/// What is not used because a part of it is a mistake, as far as it can be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Rejected {
    pub(crate) views: Vec<SavedView>,
    pub(crate) profiles: Vec<Profile>,
    /// Whether there are tables that no setting is named like, such as `[profil.a]`.
    pub(crate) has_unknown_tables: bool,
}

/// Where the key of a profile is kept. The config never holds the key itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum KeySource {
    /// The name of an environment variable.
    Environment(String),
    /// A program and its arguments; it prints the key.
    Command(Vec<String>),
    /// The system keyring, under the name of the profile.
    Keyring,
    /// Relative to the config.
    File(PathBuf),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum CreateVersion {
    V0,
    #[default]
    V1,
}

/// A filter and a sort order under a name. Neither is validated here.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SavedView {
    pub(crate) name: String,
    /// `None` means the open job.
    pub(crate) job: Option<String>,
    pub(crate) pane: ViewPane,
    pub(crate) filter: String,
    /// A field; `-` before it means descending. Empty means the default sort.
    pub(crate) sort: String,
}

/// The list that a view applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ViewPane {
    Jobs,
    #[default]
    Candidates,
}

impl Profile {
    /// The path of one of its settings.
    pub(crate) fn path_of(&self, field: &str) -> String {
        format!("{}.{field}", join("profiles", &self.name))
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::Auto,
            symbols: SymbolChoice::Auto,
            mouse: true,
            hyperlinks: true,
            dates: DateFormat::Words,
            history_prefetch: true,
            mirror: MirrorSettings::default(),
            limits: Vec::new(),
            reasons: Vec::new(),
            lists: ListSettings::default(),
            colors: Vec::new(),
            mail: MailSettings::default(),
            keys: Vec::new(),
            views: Vec::new(),
            profiles: Vec::new(),
        }
    }
}

impl ViewPane {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Jobs => "jobs",
            Self::Candidates => "candidates",
        }
    }
}
