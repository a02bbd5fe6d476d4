//! Many rows at once, by COPY in the binary format.

use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::Type;

use super::session::Session;
use crate::service::store::error::StoreError;
use crate::service::store::tables::{Kind, Table};
use crate::service::store::values::{OwnedValue, ToValue};

impl Session {
    /// Inserts the rows that `next` returns until it returns none, and advances the sequence of keys past them.
    pub(crate) fn copy_in(
        &self,
        table: &Table,
        next: &mut dyn FnMut() -> Result<Option<Vec<Vec<OwnedValue>>>, StoreError>,
    ) -> Result<(), StoreError> {
        let kinds: Vec<Type> = table.columns.iter().map(|(_, kind)| postgres_type(*kind)).collect();
        let (name, columns) = (table.name, table.column_list());
        let copy = format!("COPY {name} ({columns}) FROM STDIN (FORMAT binary)");
        self.send_earlier()?;
        let sink = self.run(async |client| client.copy_in(&copy).await)?;
        let mut writer = Box::pin(BinaryCopyInWriter::new(sink, &kinds));
        while let Some(rows) = next()? {
            for row in &rows {
                check_text(table, row)?;
            }
            self.run(async |_client| {
                for row in &rows {
                    writer.as_mut().write_raw(row.iter().map(ToValue::to_value)).await?;
                }
                Ok(())
            })?;
        }
        self.run(async |_client| writer.as_mut().finish().await)?;
        if table.has_own_keys {
            let key = table.key();
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence('{name}', '{key}'), (SELECT max({key}) FROM {name}))"
            );
            self.query(&sql, &[])?;
        }
        Ok(())
    }
}

const fn postgres_type(kind: Kind) -> Type {
    match kind {
        Kind::Integer => Type::INT8,
        Kind::Text => Type::TEXT,
        Kind::Bytes => Type::BYTEA,
    }
}

/// `SQLite` can hold a text that `PostgreSQL` cannot.
fn check_text(table: &Table, row: &[OwnedValue]) -> Result<(), StoreError> {
    let has_nul =
        |value: &OwnedValue| matches!(value, OwnedValue::Text(text) if text.contains('\0'));
    let Some(column) = row.iter().position(has_nul) else { return Ok(()) };
    let column = table.columns.get(column).map_or("", |(name, _)| name);
    let id = row.iter().find_map(|value| match value {
        OwnedValue::Text(text) => Some(text.as_str()),
        _ => None,
    });
    Err(StoreError::Conflict(format!(
        "{} {}: {column} contains a NUL character, which PostgreSQL cannot store; remove it from the source first",
        table.name,
        id.unwrap_or_default()
    )))
}
