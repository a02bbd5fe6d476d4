//! The data directory and the config file.
//!
//! The data directory holds personal data, so only the user may read it. It is created on first
//! use; the config file is not. Both follow XDG, on macOS too, as most command-line tools do:
//! `~/.local/share/shortlist` and `~/.config/shortlist`.

use std::io;
use std::path::{Path, PathBuf};

use etcetera::{AppStrategy, AppStrategyArgs, HomeDirError, choose_app_strategy};

use crate::platform::files::{create_private_dir, make_private};

const CONFIG_VARIABLE: &str = "SHORTLIST_CONFIG";

#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error("the home directory is unknown; set HOME, or name a file with --database")]
    NoHome(#[source] HomeDirError),
    #[error("cannot create the directory {path} or make it private: {source}")]
    NoDirectory { path: PathBuf, source: io::Error },
}

/// The data directory. Creates it, readable by the user only.
pub(crate) fn data_directory() -> Result<PathBuf, ConfigError> {
    let path = strategy()?.data_dir();
    private_directory(&path)
        .map_err(|source| ConfigError::NoDirectory { path: path.clone(), source })?;
    Ok(path)
}

/// The config file, whether or not it exists: from the environment, or the default.
pub(crate) fn config_file() -> Result<PathBuf, ConfigError> {
    explicit_file().map_or_else(|| Ok(strategy()?.in_config_dir("config.toml")), Ok)
}

/// The file that the environment names.
pub(crate) fn explicit_file() -> Option<PathBuf> {
    std::env::var_os(CONFIG_VARIABLE).filter(|file| !file.is_empty()).map(PathBuf::from)
}

fn strategy() -> Result<impl AppStrategy, ConfigError> {
    let name = AppStrategyArgs {
        top_level_domain: "example".to_owned(),
        author: "shortlist".to_owned(),
        app_name: "shortlist".to_owned(),
    };
    choose_app_strategy(name).map_err(ConfigError::NoHome)
}

fn private_directory(path: &Path) -> io::Result<()> {
    create_private_dir(path)?;
    make_private(path)
}
