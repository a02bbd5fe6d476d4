//! Sorting a list by any field of its records.

use std::cmp::{Ordering, Reverse};

use serde::Serialize;
use serde_json::Value;

use super::columns::{TableColumn, TableRow};
use super::value;
use crate::wire::{Shape, Timestamp};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SortArg {
    field: &'static str,
    is_time: bool,
    descending: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown field {field:?} to sort by; known fields: {}", known_fields.join(", "))]
pub(crate) struct UnknownField {
    field: String,
    known_fields: Vec<&'static str>,
}

impl SortArg {
    /// Parses `FIELD`, or `-FIELD` for descending. Accepts column headings too.
    pub(crate) fn parse<T: TableRow>(input: &str) -> Result<Self, UnknownField> {
        let (descending, name) =
            input.strip_prefix('-').map_or((false, input), |name| (true, name));
        let is_heading = |column: &&TableColumn<T>| column.spec.heading == name;
        let name = T::COLUMNS.iter().find(is_heading).map_or(name, |column| column.field);
        let field =
            T::FIELDS.iter().find(|field| field.name == name).ok_or_else(|| UnknownField {
                field: name.to_owned(),
                known_fields: T::FIELDS.iter().map(|field| field.name).collect(),
            })?;
        let is_time = matches!(field.shape, Shape::Timestamp | Shape::Nullable(Shape::Timestamp));
        Ok(Self { field: field.name, is_time, descending })
    }
}

/// Stable. Records without a value come last in both directions.
pub(crate) fn sort<T: Serialize>(records: &mut [T], by: &SortArg) {
    let key = |record: &T| {
        key(&value::to_map(record).remove(by.field).unwrap_or(Value::Null), by.is_time)
    };
    if by.descending {
        records.sort_by_cached_key(|record| {
            let key = key(record);
            (key.is_none(), Reverse(key))
        });
    } else {
        records.sort_by_cached_key(|record| {
            let key = key(record);
            (key.is_none(), key)
        });
    }
}

/// The sort key of a value. Kinds mix only if the server mixes them.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum JsonSortKey {
    Flag(bool),
    Number(Number),
    /// Case-insensitive first, then exact.
    Text(String, String),
}

fn key(value: &Value, is_time: bool) -> Option<JsonSortKey> {
    let text = value::text(value);
    if text.is_empty() {
        return None;
    }
    if let Some(time) = is_time.then(|| Timestamp::parse(&text)).flatten() {
        return Some(JsonSortKey::Number(Number(time.micros().into(), 0.0)));
    }
    Some(match value {
        Value::Bool(flag) => JsonSortKey::Flag(*flag),
        Value::Number(number) => JsonSortKey::Number(Number::from_json(number)),
        _ => JsonSortKey::Text(text.to_lowercase(), text.into_owned()),
    })
}

/// The integer part exactly, then the value as float.
#[derive(Debug)]
struct Number(i128, f64);

impl Number {
    fn from_json(number: &serde_json::Number) -> Self {
        let float = number.as_f64().unwrap_or(0.0);
        let integer = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
        #[expect(clippy::cast_possible_truncation, reason = "the fraction is in the second part")]
        let integer = integer.unwrap_or(float.floor() as i128);
        Self(integer, float)
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0).then(self.1.total_cmp(&other.1))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number {}

#[cfg(test)]
mod tests {

    use serde_json::json;

    use super::*;
    use crate::wire::JobItem;

    fn sorted(by: &str, field: &str, values: &Value) -> Vec<Value> {
        let mut jobs: Vec<JobItem> = values
            .as_array()
            .unwrap()
            .iter()
            .map(|value| serde_json::from_value(json!({ field: value })).unwrap())
            .collect();
        sort(&mut jobs, &SortArg::parse::<JobItem>(by).unwrap());
        jobs.iter().map(|job| value::to_map(job)[field].clone()).collect()
    }

    #[test]
    fn text_is_sorted_regardless_of_case() {
        let names = json!(["beta", "", "Alpha", "alpha", "Émile", "émile", "Zoë"]);
        let ascending = json!(["Alpha", "alpha", "beta", "Zoë", "Émile", "émile", ""]);
        let descending = json!(["émile", "Émile", "Zoë", "beta", "alpha", "Alpha", ""]);
        assert_eq!(json!(sorted("name", "name", &names)), ascending);
        assert_eq!(
            json!(sorted("-name", "name", &names)),
            descending,
            "a record without a value stays last"
        );
    }

    #[test]
    fn numbers_are_sorted_by_their_size() {
        let counts = json!([10, null, 9, -1, 9_007_199_254_740_993_i64, 9_007_199_254_740_992_i64]);
        let ascending =
            json!([-1, 9, 10, 9_007_199_254_740_992_i64, 9_007_199_254_740_993_i64, null]);
        assert_eq!(json!(sorted("candidate_count", "candidate_count", &counts)), ascending);
    }

    #[test]
    fn times_are_sorted_chronologically() {
        let times =
            json!(["2026-03-12T09:30:00Z", "2026-03-12T09:30:00.5Z", null, "2026-03-12T09:29:59Z"]);
        let ascending =
            json!(["2026-03-12T09:29:59Z", "2026-03-12T09:30:00Z", "2026-03-12T09:30:00.5Z", null]);
        assert_eq!(json!(sorted("created_at", "created_at", &times)), ascending);
    }

    #[test]
    fn equal_records_keep_their_order_in_both_directions() {
        for by in ["name", "-name"] {
            let mut jobs: Vec<JobItem> = ["1", "2", "3"]
                .map(|id| JobItem { id: id.into(), name: "same".into(), ..JobItem::default() })
                .into();
            sort(&mut jobs, &SortArg::parse::<JobItem>(by).unwrap());
            assert_eq!(jobs.iter().map(|job| job.id.as_str()).collect::<String>(), "123");
        }
    }

    #[test]
    fn an_unknown_field_is_reported_with_the_known_ones() {
        let error = SortArg::parse::<JobItem>("-nmae").unwrap_err().to_string();
        assert!(error.starts_with("unknown field \"nmae\" to sort by; known fields: id, name, "));
    }
}
