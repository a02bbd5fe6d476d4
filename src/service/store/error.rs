//! Errors of the store, the same for every database engine.

use std::cell::Cell;
use std::ffi::c_int;

use rusqlite::{ErrorCode, ffi};

use crate::wire::PersonId;

thread_local! {
    /// The last failure of the storage on this thread. A write passes its error through types of
    /// its caller, which the engine cannot look into.
    static LAST_FAILURE: Cell<Option<ObservedFailure>> = const { Cell::new(None) };
}

/// A failure of the storage with the words of the engine, for the log.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ObservedFailure {
    pub(super) failure: StorageFailure,
    pub(super) cause: Option<String>,
}

/// Returns the last failure of the storage on this thread, and forgets it.
pub(super) fn take_failure() -> Option<ObservedFailure> {
    LAST_FAILURE.take()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    Person,
    Candidate,
    Job,
    Stage,
    Client,
    Key,
}

impl RecordKind {
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Candidate => "candidate",
            Self::Job => "job",
            Self::Stage => "stage",
            Self::Client => "client",
            Self::Key => "key",
        }
    }

    const fn identified_by(self) -> &'static str {
        match self {
            Self::Person | Self::Candidate | Self::Job | Self::Client => "has the ID",
            Self::Stage | Self::Key => "is called",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssociationError {
    /// The id is unknown, or no job of that name is open.
    JobNotFound,
    JobAmbiguous,
    /// The job's other fields contradict the request.
    JobMismatch,
    /// Every stage of the job is a rejection stage.
    JobWithoutStage,
    ClientNotFound,
    /// The id and the name belong to different clients.
    ClientMismatch,
}

/// Why the database cannot be used until the operator acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum StorageFailure {
    #[error("the disk is full, or the database has reached its maximum size")]
    Full,
    #[error("the database file is damaged")]
    Damaged,
    #[error(
        "the tables, the file or the log of the database were deleted while the service was running"
    )]
    Missing,
    #[error("the database file or its log was replaced while the service was running")]
    Replaced,
    #[error("the database file is read-only")]
    ReadOnly,
    #[error(
        "there is no directory for temporary files; set SQLITE_TMPDIR to one that can be written"
    )]
    NoTemporaryDirectory,
    #[error("the system cannot open, read or write a file of the database")]
    Io,
    #[error("the database server cannot be reached")]
    Unreachable,
    #[error("the database server accepts no writes; it is a standby or read-only")]
    Standby,
    #[error("the role of the service lacks privileges in the database")]
    Forbidden,
}

/// An error of an engine in its own words.
pub(super) type EngineError = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("no {} {} {id}", kind.noun(), kind.identified_by())]
    NotFound { kind: RecordKind, id: String },
    /// The person's records were merged into those of another one.
    #[error("the person {id} was merged into {into}; use that ID")]
    PersonMerged { id: PersonId, into: PersonId },
    #[error("{message}")]
    Association { error: AssociationError, field: &'static str, message: String },
    /// The change contradicts what is stored, for example a name that is in use.
    #[error("{0}")]
    Conflict(String),
    /// What the operator asked for makes no sense, whatever is stored.
    #[error("{0}")]
    InvalidArgument(String),
    /// Another process held the write lock for too long. Nothing changed.
    #[error("the database is busy: another process is writing to it")]
    Busy,
    /// Deleted data is gone from the tables, but not from the files.
    #[error("another process is using the database, for example an export")]
    InUse,
    #[error("{database} {reason}")]
    CannotOpen {
        /// Its path, or its address without a password.
        database: String,
        /// What is wrong with it, as the rest of a sentence, and what to do about it.
        reason: String,
    },
    #[error("{field}: {message}")]
    InvalidRecord { field: String, message: String },
    #[error("{field}: {message}")]
    DuplicateRecord { field: String, message: String },
    #[error("{failure}")]
    Storage {
        failure: StorageFailure,
        #[source]
        cause: Option<EngineError>,
    },
    /// COMMIT got no answer: the connection was lost, or the wait was too long.
    #[error(
        "the database did not confirm the change, which may or may not have been made; read the record before you try again"
    )]
    OutcomeUnknown,
    /// What is wrong with the connection, and what to do about it.
    #[error("cannot connect to {database}: {reason}")]
    CannotConnect { database: String, reason: String },
    #[error("database error")]
    Database(#[source] EngineError),
    /// A stored JSON column does not parse: another program changed the file.
    #[error("a stored record cannot be read")]
    CorruptRecord(#[from] serde_json::Error),
    #[error("the database could not be upgraded")]
    Migration(#[source] rusqlite_migration::Error),
    #[error("the operating system provided no random bytes")]
    NoRandomness(#[from] getrandom::Error),
    /// The database task panicked or the runtime is shutting down. Its
    /// transaction is rolled back.
    #[error("the work was interrupted; nothing was changed")]
    Interrupted,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let failure = match error.sqlite_error_code() {
            _ if is_truncated(&error) => StorageFailure::Damaged,
            _ if has_extended_code(&error, ffi::SQLITE_IOERR_GETTEMPPATH) => {
                StorageFailure::NoTemporaryDirectory
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => return Self::Busy,
            Some(ErrorCode::DiskFull) => StorageFailure::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StorageFailure::Damaged,
            Some(ErrorCode::ReadOnly) => StorageFailure::ReadOnly,
            Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen) => StorageFailure::Io,
            _ => return Self::Database(Box::new(error)),
        };
        Self::storage(failure, error)
    }
}

fn has_extended_code(error: &rusqlite::Error, code: c_int) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == code)
}

/// Whether a part of the file is missing: a read ends early, or an empty file has none of the tables
/// that the migrations created.
fn is_truncated(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|code| match code.extended_code {
        ffi::SQLITE_IOERR_SHORT_READ => true,
        ffi::SQLITE_ERROR => error.to_string().starts_with("no such table"),
        _ => false,
    })
}

impl From<StorageFailure> for StoreError {
    fn from(failure: StorageFailure) -> Self {
        LAST_FAILURE.set(Some(ObservedFailure { failure, cause: None }));
        Self::Storage { failure, cause: None }
    }
}

impl StoreError {
    /// A failure of the storage, which this thread remembers.
    pub(super) fn storage(failure: StorageFailure, cause: impl Into<EngineError>) -> Self {
        let cause = cause.into();
        LAST_FAILURE.set(Some(ObservedFailure { failure, cause: Some(cause.to_string()) }));
        Self::Storage { failure, cause: Some(cause) }
    }

    /// The error and its sources on one line. A source that the text already
    /// contains is left out: some libraries print their source themselves.
    pub(crate) fn with_causes(&self) -> String {
        let mut text = self.to_string();
        let mut next = std::error::Error::source(self);
        while let Some(source) = next {
            let message = source.to_string();
            if !text.contains(&message) {
                text = format!("{text}: {message}");
            }
            next = source.source();
        }
        text
    }

    /// The same error of the storage for another caller.
    pub(super) fn repeated(&self) -> Self {
        let copied = |cause: &EngineError| EngineError::from(cause.to_string());
        match self {
            Self::Busy => Self::Busy,
            Self::Storage { failure, cause } => {
                Self::Storage { failure: *failure, cause: cause.as_ref().map(copied) }
            }
            Self::Database(cause) => Self::Database(copied(cause)),
            _ => Self::Interrupted,
        }
    }

    pub(super) fn not_found(kind: RecordKind, id: impl Into<String>) -> Self {
        Self::NotFound { kind, id: id.into() }
    }

    pub(super) fn invalid_record(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::InvalidRecord { field: field.into(), message: message.into() }
    }

    pub(super) fn duplicate_record(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::DuplicateRecord { field: field.into(), message: message.into() }
    }
}
