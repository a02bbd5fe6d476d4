//! Rewrites the texts of a record. The terminal shows records through copies with long texts cut.

use serde_json::{Map, Value};

use super::ids::{
    CandidateId, ClientContactId, ClientId, CompanyId, JobId, PersonId, StageId, StatusId,
};
use super::time::{Date, Timestamp};

/// A record or a part of one. `record!` implements it for every record.
pub trait Texts {
    fn any_text(&self, test: &dyn Fn(&str) -> bool) -> bool;

    /// A copy with every text rewritten. Ids stay, so that they can be compared.
    #[must_use]
    fn map_texts(&self, rewrite: &dyn Fn(&str) -> String) -> Self;
}

impl Texts for String {
    fn any_text(&self, test: &dyn Fn(&str) -> bool) -> bool {
        test(self)
    }

    fn map_texts(&self, rewrite: &dyn Fn(&str) -> String) -> Self {
        rewrite(self)
    }
}

impl<T: Texts> Texts for Option<T> {
    fn any_text(&self, test: &dyn Fn(&str) -> bool) -> bool {
        self.as_ref().is_some_and(|value| value.any_text(test))
    }

    fn map_texts(&self, rewrite: &dyn Fn(&str) -> String) -> Self {
        self.as_ref().map(|value| value.map_texts(rewrite))
    }
}

impl<T: Texts> Texts for Vec<T> {
    fn any_text(&self, test: &dyn Fn(&str) -> bool) -> bool {
        self.iter().any(|value| value.any_text(test))
    }

    fn map_texts(&self, rewrite: &dyn Fn(&str) -> String) -> Self {
        self.iter().map(|value| value.map_texts(rewrite)).collect()
    }
}

/// Whether a text passes the test, among fields that the API does not know.
pub(crate) fn any_extra_text(extra: &Map<String, Value>, test: &dyn Fn(&str) -> bool) -> bool {
    fn any(value: &Value, test: &dyn Fn(&str) -> bool) -> bool {
        match value {
            Value::String(value) => test(value),
            Value::Array(items) => items.iter().any(|item| any(item, test)),
            Value::Object(fields) => any_extra_text(fields, test),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }
    extra.values().any(|value| any(value, test))
}

/// A copy with every text rewritten, of fields that the API does not know. Their names stay.
pub(crate) fn map_extra_texts(
    extra: &Map<String, Value>,
    rewrite: &dyn Fn(&str) -> String,
) -> Map<String, Value> {
    fn map(value: &Value, rewrite: &dyn Fn(&str) -> String) -> Value {
        match value {
            Value::String(value) => Value::String(rewrite(value)),
            Value::Array(items) => items.iter().map(|item| map(item, rewrite)).collect(),
            Value::Object(fields) => Value::Object(map_extra_texts(fields, rewrite)),
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }
    extra.iter().map(|(name, value)| (name.clone(), map(value, rewrite))).collect()
}

macro_rules! without_texts {
    ($($type:ty),* $(,)?) => { $(
        impl Texts for $type {
            fn any_text(&self, _test: &dyn Fn(&str) -> bool) -> bool {
                false
            }

            fn map_texts(&self, _rewrite: &dyn Fn(&str) -> String) -> Self {
                self.clone()
            }
        }
    )* };
}

without_texts!(
    bool,
    i64,
    Date,
    Timestamp,
    CandidateId,
    ClientContactId,
    ClientId,
    CompanyId,
    JobId,
    PersonId,
    StageId,
    StatusId,
);
