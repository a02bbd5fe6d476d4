//! Errors of `PostgreSQL` as errors of the store.

use std::io::ErrorKind;

use deadpool_postgres::{PoolError, TimeoutType};
use tokio_postgres::Error;
use tokio_postgres::error::{DbError, Severity, SqlState};

use crate::service::store::error::{StorageFailure, StoreError};

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        let Some(code) = error.code() else {
            let io = io_error(&error);
            // The driver reports a standby only as this error.
            let is_standby = io.is_some_and(|io| io.kind() == ErrorKind::PermissionDenied);
            return if is_standby {
                Self::storage(StorageFailure::Standby, with_cause(&error))
            } else if error.is_closed() || io.is_some() {
                Self::storage(StorageFailure::Unreachable, with_cause(&error))
            } else {
                Self::Database(Box::new(error))
            };
        };
        let failure = match code {
            &SqlState::CHARACTER_NOT_IN_REPERTOIRE => {
                let reason = "a text contains a NUL character, which PostgreSQL cannot store";
                return Self::InvalidArgument(reason.to_owned());
            }
            code if is_contention(code) => return Self::Busy,
            code if is_shutdown(code) => StorageFailure::Unreachable,
            &SqlState::READ_ONLY_SQL_TRANSACTION => StorageFailure::Standby,
            &SqlState::UNDEFINED_TABLE => StorageFailure::Missing,
            &SqlState::DISK_FULL => StorageFailure::Full,
            &SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED => StorageFailure::Damaged,
            &SqlState::INSUFFICIENT_PRIVILEGE => StorageFailure::Forbidden,
            &SqlState::IO_ERROR => StorageFailure::Io,
            _ if is_fatal(&error) => StorageFailure::Unreachable,
            // Without its details, which contain values of the row.
            code => {
                return Self::Database(format!("{} ({})", with_cause(&error), code.code()).into());
            }
        };
        Self::storage(failure, with_cause(&error))
    }
}

/// Whether the server ended the connection, for a reason that this program does not know.
fn is_fatal(error: &Error) -> bool {
    let severity = error.as_db_error().and_then(DbError::parsed_severity);
    matches!(severity, Some(Severity::Fatal | Severity::Panic))
}

/// Another transaction was in the way. Nothing changed.
fn is_contention(code: &SqlState) -> bool {
    [
        SqlState::LOCK_NOT_AVAILABLE,
        SqlState::QUERY_CANCELED,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::T_R_SERIALIZATION_FAILURE,
    ]
    .contains(code)
}

/// The server is shutting down, or accepts no connections now.
fn is_shutdown(code: &SqlState) -> bool {
    [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::TOO_MANY_CONNECTIONS,
        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
        SqlState::CONNECTION_FAILURE,
        SqlState::CONNECTION_EXCEPTION,
    ]
    .contains(code)
}

/// The error of a COMMIT, or of a statement before it. Only a plain refusal says that nothing is kept: a
/// server that ends may have committed before.
pub(super) fn of_commit(error: Error) -> StoreError {
    let severity = error.as_db_error().and_then(DbError::parsed_severity);
    if severity == Some(Severity::Error) && error.code() != Some(&SqlState::QUERY_CANCELED) {
        return error.into();
    }
    // Remembered for health checks.
    StoreError::storage(StorageFailure::Unreachable, with_cause(&error));
    StoreError::OutcomeUnknown
}

pub(super) fn of_pool(error: PoolError) -> StoreError {
    match error {
        PoolError::Timeout(TimeoutType::Wait) => StoreError::Busy,
        PoolError::Backend(error) => match StoreError::from(error) {
            // No connection: whatever the reason, nothing was done.
            StoreError::Database(cause) => StoreError::storage(StorageFailure::Unreachable, cause),
            other => other,
        },
        other => StoreError::storage(StorageFailure::Unreachable, other.to_string()),
    }
}

pub(super) fn io_error(error: &Error) -> Option<&std::io::Error> {
    std::error::Error::source(error)?.downcast_ref()
}

/// `tokio_postgres` leaves the cause out of its message.
pub(super) fn with_cause(error: &Error) -> String {
    if let Some(refusal) = error.as_db_error() {
        return refusal.message().to_owned();
    }
    match std::error::Error::source(error) {
        Some(source) if !error.to_string().contains(&source.to_string()) => {
            format!("{error}: {source}")
        }
        _ => error.to_string(),
    }
}
