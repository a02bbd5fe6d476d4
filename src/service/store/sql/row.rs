//! Rows of results, the same for both engines.

use rusqlite::types::ValueRef;

use crate::service::store::error::StoreError;
use crate::service::store::values::{FromValue, Value};

/// A row of a result.
#[derive(Debug)]
pub(crate) enum Row<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a tokio_postgres::Row),
}

impl Row<'_> {
    pub(crate) fn get<T: FromValue>(&self, column: usize) -> Result<T, StoreError> {
        T::from_value(self.value(column)?).ok_or_else(|| self.unexpected(column))
    }

    /// The text of a column that has one.
    pub(crate) fn str(&self, column: usize) -> Result<&str, StoreError> {
        match self.value(column)? {
            Value::Text(text) => Ok(text),
            _ => Err(self.unexpected(column)),
        }
    }

    pub(crate) fn value(&self, column: usize) -> Result<Value<'_>, StoreError> {
        match self {
            Self::Sqlite(row) => Ok(match row.get_ref(column)? {
                ValueRef::Null => Value::Null,
                ValueRef::Integer(value) => Value::Integer(value),
                ValueRef::Text(text) => {
                    Value::Text(str::from_utf8(text).map_err(rusqlite::Error::from)?)
                }
                ValueRef::Blob(bytes) => Value::Bytes(bytes),
                ValueRef::Real(_) => return Err(self.unexpected(column)),
            }),
            Self::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    /// The error for a column that does not hold what it should.
    #[expect(clippy::unused_self, reason = "a mistake of this row")]
    pub(super) fn unexpected(&self, column: usize) -> StoreError {
        StoreError::Database(format!("column {column} of a row has an unexpected value").into())
    }
}
