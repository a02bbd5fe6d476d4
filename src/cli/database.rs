//! `--database`, the same for every command that has one.

use clap::Args;

use super::exit::Exit;
use crate::config;
use crate::service::store::{Missing, Place, Store};

/// Which database a command works on.
#[derive(Debug, Args)]
pub(super) struct Database {
    /// The database, as sqlite:FILE [default: service.db in the data directory]
    #[arg(long, value_name = "sqlite:FILE")]
    database: Option<Place>,
}

impl Database {
    /// Opens it.
    pub(super) fn open(&self, missing: Missing) -> Result<Store, Exit> {
        let place = match &self.database {
            Some(place) => place.clone(),
            None => Place::Sqlite(config::data_directory()?.join("service.db")),
        };
        Ok(Store::open(&place, missing)?)
    }
}
