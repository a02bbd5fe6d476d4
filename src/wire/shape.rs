//! A description of the records of the API, as data.
//!
//! `record!` builds it from the field list of a record. The service prints its
//! OpenAPI document from it, [`validate`](super::validate) checks against it,
//! and property tests generate records from it.

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Field {
    /// The key in JSON.
    pub name: &'static str,
    /// The doc comment of the field.
    pub description: &'static str,
    pub shape: Shape,
}

impl Field {
    /// A field without a description, of a record that no API document lists.
    #[must_use]
    pub const fn new(name: &'static str, shape: Shape) -> Self {
        Self { name, description: "", shape }
    }
}

/// What the API allows in a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    Text,
    Integer,
    Boolean,
    /// A string, ISO 8601 in UTC.
    Timestamp,
    /// A string, YYYY-MM-DD.
    Date,
    Nullable(&'static Self),
    List(&'static Self),
    Record {
        /// The schema name.
        name: &'static str,
        /// The doc comment of the record.
        description: &'static str,
        fields: &'static [Field],
    },
}
