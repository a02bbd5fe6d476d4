//! Filter terms for "rows like this one".

use super::context::{QueryContext, age};
use super::filter::Unit;
use super::parse::terms::quote;
use super::{is_terms, triage_terms};
use crate::recruiting::table::{ListField, ListFieldKind, Row, Table};
use crate::wire::Timestamp;

/// The term for "same value as this cell". The row itself always matches. Empty if the table lacks
/// the field.
pub(crate) fn filter_like<T: Table>(
    table: &T,
    context: &QueryContext<'_>,
    row: Row,
    field: ListField,
) -> String {
    let Some(column) = T::FIELDS.iter().find(|column| column.field == field) else {
        return String::new();
    };
    if field == ListField::Is {
        return format!("{}:{}", column.key, is_terms::word_of(table, context, row));
    }
    if field.is_triage() {
        let ids = [ListField::Id, ListField::PersonId].map(|id| table.text(row, id));
        let value = triage_terms::field_value(field, context.triage, ids.into());
        return format!("{}:{value}", column.key);
    }
    if context.is_blank(table, row, field) {
        return format!("{}:\"\"", column.key);
    }
    let (sign, value) = match column.kind {
        ListFieldKind::Text | ListFieldKind::Word(_) => (':', quote(table.text(row, field))),
        ListFieldKind::Number => ('=', table.number(row, field).unwrap_or(0).to_string()),
        ListFieldKind::Flag => {
            (':', if table.flag(row, field) == Some(true) { "yes" } else { "no" }.into())
        }
        ListFieldKind::Age => {
            let start = context.start(table, row, field);
            let days = start.map_or(0, |start| age(start, context.now, Unit::Days.micros()));
            ('=', format!("{days}d"))
        }
        ListFieldKind::Date => {
            let created = table.created_micros(row).and_then(Timestamp::from_micros);
            let created = created.map(|created| created.to_string()).unwrap_or_default();
            (':', created.split('T').next().unwrap_or_default().to_owned())
        }
    };
    format!("{}{sign}{value}", column.key)
}

/// A term that tests a field for a text.
pub(crate) fn term(key: &str, text: &str) -> String {
    format!("{key}:{}", quote(text))
}
