//! Writes that go to the server as one statement: each statement of its own costs an answer, and this
//! process and the server wake each other for it. `session` collects and sends them.

use std::fmt::Write;

use crate::service::store::values::{OwnedValue, Value};

/// Writes that change different rows. The server runs them in any order, on one snapshot.
#[derive(Debug, Default)]
pub(super) struct WriteBatch {
    writes: Vec<String>,
    values: Vec<OwnedValue>,
}

/// The server keeps a plan for each sequence of writes.
const MAX_WRITES: usize = 16;

impl WriteBatch {
    pub(super) const fn is_full(&self) -> bool {
        self.writes.len() >= MAX_WRITES
    }

    pub(super) fn add(&mut self, sql: &str, params: &[Value<'_>]) {
        self.writes.push(renumbered(sql, self.values.len()));
        self.values.extend(params.iter().copied().map(OwnedValue::from));
    }

    /// The statement with its parameters, if there are any writes.
    pub(super) fn into_statement(mut self) -> Option<(String, Vec<OwnedValue>)> {
        let last = self.writes.pop()?;
        let mut sql = String::with_capacity(1_024);
        for (number, write) in self.writes.iter().enumerate() {
            let start = if number == 0 { "WITH" } else { "," };
            // Writing to a string does not fail.
            let _ = write!(sql, "{start} w{number} AS ({write}) ");
        }
        sql.push_str(&last);
        Some((sql, self.values))
    }
}

/// The parameters follow those of the writes before.
fn renumbered(sql: &str, offset: usize) -> String {
    let mut parts = sql.split('?');
    let mut renumbered = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let (number, rest) = part.split_at(end);
        let number = number.parse::<usize>().unwrap_or_default() + offset;
        let _ = write!(renumbered, "?{number}{rest}");
    }
    renumbered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_become_one_statement_whose_parameters_are_numbered_through() {
        let mut batch = WriteBatch::default();
        batch.add("UPDATE a SET x = ?2 WHERE id = ?1", &[Value::Integer(1), Value::Text("one")]);
        batch.add("DELETE FROM b WHERE id = ?1", &[Value::Integer(2)]);
        batch.add("INSERT INTO c VALUES (?1, ?2)", &[Value::Null, Value::Integer(3)]);
        let (sql, values) = batch.into_statement().unwrap();
        assert_eq!(
            sql,
            "WITH w0 AS (UPDATE a SET x = ?2 WHERE id = ?1) , w1 AS (DELETE FROM b WHERE id = ?3) \
             INSERT INTO c VALUES (?4, ?5)"
        );
        let text = |text: &str| OwnedValue::Text(text.to_owned());
        let number = OwnedValue::Integer;
        assert_eq!(values, [number(1), text("one"), number(2), OwnedValue::Null, number(3)]);
    }

    #[test]
    fn a_single_write_stays_as_it_is() {
        let mut batch = WriteBatch::default();
        batch.add("DELETE FROM b WHERE id = ?1", &[Value::Integer(2)]);
        let (sql, _) = batch.into_statement().unwrap();
        assert_eq!(sql, "DELETE FROM b WHERE id = ?1");
        assert_eq!(WriteBatch::default().into_statement(), None);
    }
}
