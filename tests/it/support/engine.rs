//! The engine under test. The same tests run on both: with `SHORTLIST_TEST_ENGINE=postgres`, every
//! database that a test names is one on the shared server.

use std::path::Path;

use crate::support::postgres::{self, Client};

/// `postgres` for tests on that engine.
pub(crate) const VARIABLE: &str = "SHORTLIST_TEST_ENGINE";

pub(crate) fn is_postgres() -> bool {
    std::env::var_os(VARIABLE).is_some_and(|engine| engine == "postgres")
}

/// A database as `--database` takes it. The same folder and name give the same database.
pub(crate) fn database(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    if !is_postgres() {
        return format!("sqlite:{}", path.display());
    }
    let socket = postgres::shared_socket("the tests on PostgreSQL").expect("a server");
    let letters = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    // Folders have random names, in which case matters.
    let digest = path
        .as_os_str()
        .as_encoded_bytes()
        .iter()
        .fold(0_u64, |digest, byte| digest.wrapping_mul(0x0100_0000_01b3) ^ u64::from(*byte));
    let name: String = name.chars().map(letters).collect();
    let name = format!("t_{digest:016x}_{name}");
    // A test that is asynchronous must not wait in its own runtime.
    std::thread::spawn(move || postgres::shared_database(&socket, &name)).join().unwrap()
}

/// A connection of the test itself to a database of either engine.
pub(crate) enum OwnConnection {
    Sqlite(rusqlite::Connection),
    Postgres(Client),
}

impl OwnConnection {
    pub(crate) fn open(url: &str) -> Self {
        match url.strip_prefix("sqlite:") {
            Some(path) => Self::Sqlite(rusqlite::Connection::open(path).unwrap()),
            None => Self::Postgres(Client::connect(url)),
        }
    }

    pub(crate) fn execute(&self, sql: &str) {
        match self {
            Self::Sqlite(connection) => connection.execute_batch(sql).unwrap(),
            Self::Postgres(client) => client.execute(sql),
        }
    }

    /// Opens a connection that keeps every writer waiting until its ROLLBACK.
    pub(crate) fn hold_writers(url: &str) -> Self {
        let connection = Self::open(url);
        connection.execute(match &connection {
            Self::Sqlite(_) => "BEGIN IMMEDIATE",
            Self::Postgres(_) => "BEGIN; LOCK TABLE person IN EXCLUSIVE MODE",
        });
        connection
    }
}
