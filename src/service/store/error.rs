//! Why the store did not do what it was asked.

use std::path::PathBuf;

/// What may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// A person.
    Person,
    /// A candidate.
    Candidate,
    /// A job.
    Job,
    /// A stage of the candidate's job.
    Stage,
    /// A service key.
    Key,
}

impl RecordKind {
    /// What people call it.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Candidate => "candidate",
            Self::Job => "job",
            Self::Stage => "stage",
            Self::Key => "key",
        }
    }

    /// How people tell one from another.
    const fn known_by(self) -> &'static str {
        match self {
            Self::Person | Self::Candidate | Self::Job => "has the id",
            Self::Stage | Self::Key => "is called",
        }
    }
}

/// Why a person could not be placed in a job or at a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssociationError {
    /// No such job, or none of that name that is not archived.
    JobNotFound,
    /// Several jobs of that name.
    JobAmbiguous,
    /// The job is not the one the other fields describe.
    JobMismatch,
    /// The job has no stage that a candidate could start in.
    JobWithoutStage,
    /// No such client.
    ClientNotFound,
    /// The client's id and name belong to two clients.
    ClientMismatch,
}

/// Everything that can go wrong below the routes.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The record does not exist.
    #[error("no {} {} {id}", kind.noun(), kind.known_by())]
    NotFound {
        /// What was looked for.
        kind: RecordKind,
        /// By which id or name.
        id: String,
    },
    /// The request contradicts what is stored.
    #[error("{message}")]
    Association {
        /// In which way.
        error: AssociationError,
        /// The request field at fault.
        field: &'static str,
        /// What is wrong, for people.
        message: String,
    },
    /// The name or id is taken.
    #[error("{0}")]
    Conflict(String),
    /// Another process kept writing for too long. Nothing was changed.
    #[error("the database is busy: another process is writing to it")]
    Busy,
    /// The file cannot be used as our database.
    #[error("{path}: {reason}")]
    CannotOpen {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        reason: String,
    },
    /// An entry of an import does not fit.
    #[error("{field}: {message}")]
    InvalidRecord {
        /// The field.
        field: String,
        /// What is wrong with it.
        message: String,
    },
    /// An entry of an import is there already.
    #[error("{field}: {message}")]
    DuplicateRecord {
        /// The field.
        field: String,
        /// What is there.
        message: String,
    },
    /// `SQLite` failed.
    #[error("the database failed")]
    Database(#[source] rusqlite::Error),
    /// What is stored cannot be read: the file was changed by other hands.
    #[error("a stored record cannot be read")]
    Unreadable(#[source] serde_json::Error),
    /// A migration failed.
    #[error("the database could not be brought up to date")]
    Migration(#[source] rusqlite_migration::Error),
    /// The operating system has no randomness to give.
    #[error("the system gave no random bytes")]
    NoRandomness(#[source] getrandom::Error),
    /// A database task did not come to its end: it panicked, or the process is
    /// going down. Its transaction is undone.
    #[error("the work was interrupted; nothing was changed")]
    Interrupted,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => {
                Self::Busy
            }
            _ => Self::Database(error),
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable(error)
    }
}

impl From<getrandom::Error> for StoreError {
    fn from(error: getrandom::Error) -> Self {
        Self::NoRandomness(error)
    }
}

impl StoreError {
    /// What happened with everything behind it, on one line. Some libraries tell
    /// their cause themselves; once is enough.
    #[must_use]
    pub fn with_causes(&self) -> String {
        let mut text = self.to_string();
        let mut next = std::error::Error::source(self);
        while let Some(cause) = next {
            let told = cause.to_string();
            if !text.contains(&told) {
                text = format!("{text}: {told}");
            }
            next = cause.source();
        }
        text
    }

    /// A record that does not exist.
    pub fn not_found(kind: RecordKind, id: impl Into<String>) -> Self {
        Self::NotFound { kind, id: id.into() }
    }
}
