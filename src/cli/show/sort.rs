//! Sorting a list by any field of its records.

use std::cmp::{Ordering, Reverse};

use serde_json::Value;

use super::table_row::TableRow;
use super::value;
use crate::recruiting::query::suggest;
use crate::wire::{Shape, Timestamp};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SortArg {
    by: SortBy,
    descending: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum SortBy {
    Field {
        name: &'static str,
        is_time: bool,
    },
    /// The time in the stage, or since a job was opened.
    Age,
}

const AGE: &str = "age";

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown field `{}` to sort by{}", field.escape_debug(), suggest(field, known_fields))]
pub(crate) struct UnknownField {
    field: String,
    known_fields: Vec<&'static str>,
}

impl SortArg {
    /// Parses `FIELD`, or `-FIELD` for descending: a field of the JSON, a heading of the table, or a
    /// name of the filter language.
    pub(crate) fn parse<T: TableRow>(input: &str) -> Result<Self, UnknownField> {
        let (descending, text) =
            input.strip_prefix('-').map_or((false, input), |name| (true, name));
        let name = text.to_ascii_lowercase();
        if name == AGE && T::AGE_START.is_some() {
            return Ok(Self { by: SortBy::Age, descending });
        }
        let headings = T::COLUMNS.iter().map(|column| (column.spec.heading, column.field));
        let mut aliases = headings.chain(T::SORT_NAMES.iter().copied());
        let name = aliases.find(|(alias, _)| *alias == name).map_or(&*name, |(_, field)| field);
        let field = T::FIELDS.iter().find(|field| field.name == name);
        let field = field.ok_or_else(|| UnknownField {
            field: text.to_owned(),
            known_fields: sort_names::<T>(),
        })?;
        let is_time = matches!(field.shape, Shape::Timestamp | Shape::Nullable(Shape::Timestamp));
        Ok(Self { by: SortBy::Field { name: field.name, is_time }, descending })
    }

    /// Whether the argument asks for the time in a stage.
    pub(crate) fn is_age(input: &str) -> bool {
        input.strip_prefix('-').unwrap_or(input).eq_ignore_ascii_case(AGE)
    }
}

/// The headings, then the fields without one.
pub(super) fn sort_names<T: TableRow>() -> Vec<&'static str> {
    let fields = T::FIELDS.iter().map(|field| field.name);
    let unlisted = fields.filter(|name| T::COLUMNS.iter().all(|column| column.field != *name));
    let age = T::AGE_START.map(|_| AGE);
    let headings = T::COLUMNS.iter().map(|column| column.spec.heading);
    let mut names: Vec<&str> = headings.chain(unlisted).collect();
    names.extend(age.filter(|age| !names.contains(age)));
    names
}

/// Stable. Records without a value come last in both directions.
pub(crate) fn sort<T: TableRow>(records: &mut [T], by: &SortArg) {
    let key = |record: &T| match by.by {
        // An older record has a larger age.
        SortBy::Age => T::AGE_START
            .and_then(|start| start(record))
            .map(|start| JsonSortKey::Number(Number(-i128::from(start.micros()), 0.0))),
        SortBy::Field { name, is_time } => {
            key(&value::to_map(record).remove(name).unwrap_or(Value::Null), is_time)
        }
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
    fn an_older_record_has_the_larger_age() {
        let times = json!(["2026-03-12T09:30:00Z", null, "2026-03-11T09:30:00Z"]);
        let youngest_first = json!(["2026-03-12T09:30:00Z", "2026-03-11T09:30:00Z", null]);
        assert_eq!(json!(sorted("age", "created_at", &times)), youngest_first);
        let oldest_first = json!(["2026-03-11T09:30:00Z", "2026-03-12T09:30:00Z", null]);
        assert_eq!(json!(sorted("-age", "created_at", &times)), oldest_first);
    }

    #[test]
    fn headings_and_the_names_of_the_filter_language_name_fields() {
        for (name, field) in [
            ("candidates", "candidate_count"),
            ("Client", "client_company_name"),
            ("count", "candidate_count"),
            ("-added", "-created_at"),
        ] {
            let parse = |name| SortArg::parse::<JobItem>(name).unwrap();
            assert_eq!(parse(name), parse(field), "{name}");
        }
    }

    #[test]
    fn an_unknown_field_is_reported_with_the_known_ones() {
        let error = SortArg::parse::<JobItem>("-nmae").unwrap_err().to_string();
        assert_eq!(error, "unknown field `nmae` to sort by, did you mean `name`?");
        let error = SortArg::parse::<JobItem>("colour").unwrap_err().to_string();
        assert!(error.contains("expected one of: name, client, status, "), "{error}");
        assert!(error.ends_with(", age"), "{error}");
    }
}
