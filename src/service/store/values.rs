//! What statements are given and what their results hold, the same for both engines.

use rusqlite::types::{ToSqlOutput, ValueRef};

/// A parameter of a statement, or a column of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value<'a> {
    Null,
    Integer(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
}

/// What [`params!`] accepts.
pub(crate) trait ToValue {
    fn to_value(&self) -> Value<'_>;
}

/// The parameters of a statement, from `?1` on.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$($crate::service::store::values::ToValue::to_value(&$value)),*]
    };
}
pub(crate) use params;

impl ToValue for i64 {
    fn to_value(&self) -> Value<'_> {
        Value::Integer(*self)
    }
}

/// Columns of truth values are integers, 0 or 1.
impl ToValue for bool {
    fn to_value(&self) -> Value<'_> {
        Value::Integer(i64::from(*self))
    }
}

impl ToValue for str {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl ToValue for String {
    fn to_value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl ToValue for [u8; 32] {
    fn to_value(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Value<'_> {
        (**self).to_value()
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn to_value(&self) -> Value<'_> {
        self.as_ref().map_or(Value::Null, T::to_value)
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(value) => ValueRef::Integer(*value),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// A type that a column can be read as.
pub(crate) trait FromValue: Sized {
    /// `None` if the column has another type.
    fn from_value(value: Value<'_>) -> Option<Self>;
}

impl FromValue for i64 {
    fn from_value(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Integer(value) => Some(value),
            _ => None,
        }
    }
}

impl FromValue for bool {
    fn from_value(value: Value<'_>) -> Option<Self> {
        i64::from_value(value).map(|value| value != 0)
    }
}

impl FromValue for String {
    fn from_value(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.to_owned()),
            _ => None,
        }
    }
}

impl FromValue for [u8; 32] {
    fn from_value(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Bytes(bytes) => bytes.try_into().ok(),
            _ => None,
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}

/// A value that outlives its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OwnedValue {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl From<Value<'_>> for OwnedValue {
    fn from(value: Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Integer(value) => Self::Integer(value),
            Value::Text(text) => Self::Text(text.to_owned()),
            Value::Bytes(bytes) => Self::Bytes(bytes.to_owned()),
        }
    }
}

impl ToValue for OwnedValue {
    fn to_value(&self) -> Value<'_> {
        match self {
            Self::Null => Value::Null,
            Self::Integer(value) => Value::Integer(*value),
            Self::Text(text) => Value::Text(text),
            Self::Bytes(bytes) => Value::Bytes(bytes),
        }
    }
}
