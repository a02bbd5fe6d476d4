//! Values of statements in the binary format of `PostgreSQL`.

use std::error::Error;

use bytes::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::service::store::values::Value;

impl ToSql for Value<'_> {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Integer(value) if *kind == Type::INT4 => i32::try_from(*value)?.to_sql(kind, out),
            Self::Integer(value) => value.to_sql(kind, out),
            Self::Text(text) => text.to_sql(kind, out),
            Self::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    /// The statements are ours, and a test runs each one.
    fn accepts(_kind: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value<'a> {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::INT8 => Self::Integer(i64::from_sql(kind, raw)?),
            Type::INT4 => Self::Integer(i64::from(i32::from_sql(kind, raw)?)),
            Type::BOOL => Self::Integer(i64::from(bool::from_sql(kind, raw)?)),
            Type::BYTEA => Self::Bytes(raw),
            _ => Self::Text(<&str>::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_kind: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(kind: &Type) -> bool {
        matches!(
            *kind,
            Type::INT8 | Type::INT4 | Type::BOOL | Type::BYTEA | Type::TEXT | Type::VARCHAR
        )
    }
}
