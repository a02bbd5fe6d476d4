//! The envelope of a response: written by the service, parsed by the client.
//!
//! [`ParsedEnvelope`] is as tolerant as the records: `success` may be missing or a string, `meta`
//! may be missing, and unknown keys are skipped. `client` decides whether it means success.

use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::record::record;
use super::shape::Shape;
use super::token::{KeySeed, Sink, Token, any};
use super::tolerant::{self, ReadMode, Reading, Tolerant, seed};

/// The envelope of API version 1. `meta` comes with lists only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Envelope<T> {
    pub success: Option<bool>,
    pub data: T,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl<T> Envelope<T> {
    pub const fn new(data: T) -> Self {
        Self { success: Some(true), data, meta: None }
    }
}

/// The envelope of API version 0: an error text, empty on success.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EnvelopeV0<T> {
    #[serde(default)]
    pub error: String,
    pub data: Option<T>,
}

record! {
    /// Which part of the list the page is.
    pub struct Meta {
        /// How many records the whole list has.
        total: Option<i64> => Shape::Integer,
        /// How many records are before this page.
        offset: Option<i64> => Shape::Integer,
        /// How many records a page has at most.
        limit: Option<i64> => Shape::Integer,
    }
}

record! {
    /// A confirmation of an update.
    pub struct UpdateNotice {
        /// A text for people, not for programs.
        message: String,
    }
}

/// The most records that the API allows on a page.
pub const MAX_PAGE_SIZE: usize = 100;

/// A page of a list as the server sent it.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    pub items: Items<T>,
    /// How many records the whole list has.
    pub total: Option<u64>,
    pub offset: Option<u64>,
    pub limit: Option<u64>,
}

impl<T> Page<T> {
    /// A page without the server's offset and limit.
    #[must_use]
    pub const fn new(items: Items<T>, total: Option<u64>) -> Self {
        Self { items, total, offset: None, limit: None }
    }
}

/// The records of a page. An unreadable record is counted, not fatal.
#[derive(Debug, Clone, PartialEq)]
pub struct Items<T> {
    pub good: Vec<T>,
    /// Indices of the records that are left out, ascending: unreadable ones and foreign ones.
    pub bad: Vec<usize>,
    /// How many of the unreadable records are `null` or have no fields.
    pub empty: usize,
    /// Those of them that belong to another list, ascending.
    pub foreign: Vec<usize>,
}

impl<T> Items<T> {
    /// A page on which every record is good.
    #[must_use]
    pub const fn all_good(good: Vec<T>) -> Self {
        Self { good, bad: Vec::new(), empty: 0, foreign: Vec::new() }
    }

    /// Number of records on the page, readable or not.
    #[must_use]
    pub const fn sent_count(&self) -> usize {
        self.good.len() + self.bad.len()
    }

    /// The index on the page of each good record.
    pub fn positions(&self) -> impl Iterator<Item = usize> {
        positions_without(&self.bad, self.sent_count())
    }

    /// Moves the good records that fail the test to the bad ones.
    pub fn retain(&mut self, test: impl Fn(&T) -> bool) {
        if self.good.iter().all(&test) {
            return;
        }
        let positions: Vec<usize> = self.positions().collect();
        for (record, position) in std::mem::take(&mut self.good).into_iter().zip(positions) {
            if test(&record) {
                self.good.push(record);
            } else {
                self.bad.push(position);
            }
        }
        self.bad.sort_unstable();
    }

    /// Moves the good records that pass the test to the foreign ones.
    pub fn split_off_foreign(&mut self, is_foreign: impl Fn(&T) -> bool) {
        let before = self.bad.clone();
        self.retain(|record| !is_foreign(record));
        let is_new = |index: &&usize| before.binary_search(index).is_err();
        self.foreign = self.bad.iter().filter(is_new).copied().collect();
    }
}

/// The indices below `count` that are not in `bad`, which is ascending.
pub fn positions_without(bad: &[usize], count: usize) -> impl Iterator<Item = usize> {
    let mut bad = bad.iter().peekable();
    (0..count).filter(move |index| bad.next_if(|next| *next == index).is_none())
}

impl<T: Tolerant> Tolerant for Items<T> {
    const SHAPE: Shape = Shape::List(&T::SHAPE);

    fn absent() -> Self {
        Self::all_good(Vec::new())
    }

    fn read<'de, D: Deserializer<'de>>(from: D, mode: ReadMode) -> Result<Reading<Self>, D::Error> {
        any(from, ItemsSink(mode, PhantomData))
    }
}

/// Items are read in isolation, so that an unrepresentable value spoils only its own item.
impl<'de, T: Tolerant> Deserialize<'de> for Items<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let reading = Self::read(from, ReadMode::Isolated)?;
        match reading.rest {
            None => Ok(reading.value),
            Some(_) => Err(D::Error::custom("expected an array of records")),
        }
    }
}

struct ItemsSink<T>(ReadMode, PhantomData<T>);

impl<'de, T: Tolerant> Sink<'de> for ItemsSink<T> {
    type Out = Reading<Items<T>>;

    fn token(self, token: Token<'de>) -> Self::Out {
        Reading { value: Items::absent(), rest: Some(token.into()) }
    }

    fn seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Out, A::Error> {
        let mut items = Items::absent();
        while let Some(item) = seq.next_element_seed(seed::<T>(self.0))? {
            match item {
                Reading { value, rest: None } => items.good.push(value),
                Reading { rest: Some(rest), .. } => {
                    items.empty += usize::from(rest == Value::Null);
                    items.bad.push(items.sent_count());
                }
            }
        }
        Ok(Reading::exact(items))
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct ParsedEnvelope<T> {
    /// None if the server does not report it in a known way.
    pub success: Option<bool>,
    pub error: String,
    /// `None` if it is missing or of another type.
    pub data: Option<T>,
    pub meta: Meta,
}

impl<T: Tolerant> ParsedEnvelope<T> {
    pub fn parse(text: &str) -> Result<Self, NotAnEnvelope> {
        let reading = tolerant::parse::<Self>(text).map_err(NotAnEnvelope::Json)?;
        match reading.rest {
            None => Ok(reading.value),
            Some(_) => Err(NotAnEnvelope::NotAnObject),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum NotAnEnvelope {
    #[error("it is not JSON: {0}")]
    Json(#[source] serde_json::Error),
    #[error("it is JSON, but not an object with `data`")]
    NotAnObject,
}

impl<T: Tolerant> Tolerant for ParsedEnvelope<T> {
    const SHAPE: Shape = T::SHAPE;

    fn absent() -> Self {
        Self { success: None, error: String::new(), data: None, meta: Meta::default() }
    }

    fn read<'de, D: Deserializer<'de>>(from: D, mode: ReadMode) -> Result<Reading<Self>, D::Error> {
        any(from, EnvelopeSink(mode, PhantomData))
    }
}

struct EnvelopeSink<T>(ReadMode, PhantomData<T>);

impl<'de, T: Tolerant> Sink<'de> for EnvelopeSink<T> {
    type Out = Reading<ParsedEnvelope<T>>;

    fn token(self, token: Token<'de>) -> Self::Out {
        Reading { value: ParsedEnvelope::absent(), rest: Some(token.into()) }
    }

    fn map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Out, A::Error> {
        let mut envelope = ParsedEnvelope::absent();
        while let Some(key) = map.next_key_seed(KeySeed)? {
            match &*key {
                "success" => {
                    let value = map.next_value_seed(seed::<Value>(self.0))?.value;
                    envelope.success = to_bool(&value);
                }
                "error" => {
                    envelope.error = map.next_value_seed(seed::<String>(self.0))?.value;
                }
                "data" => {
                    let reading = map.next_value_seed(seed::<T>(self.0))?;
                    envelope.data = reading.rest.is_none().then_some(reading.value);
                }
                "meta" => envelope.meta = map.next_value_seed(seed::<Meta>(self.0))?.value,
                // Skipping must not fail on JSON that fits no Rust value.
                _ if self.0 == ReadMode::Isolated => map.next_value_seed(SkipRaw)?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Reading::exact(envelope))
    }
}

struct SkipRaw;

impl<'de> DeserializeSeed<'de> for SkipRaw {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        <&RawValue>::deserialize(from).map(drop)
    }
}

fn to_bool(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        },
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" | "ok" => Some(true),
            "false" | "0" | "no" | "error" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::candidate::CandidateItem;
    use crate::wire::person::Person;

    fn page(text: &str) -> ParsedEnvelope<Items<CandidateItem>> {
        ParsedEnvelope::parse(text).expect("an envelope")
    }

    #[test]
    fn an_envelope_is_read_in_every_dialect() {
        for (text, success, sent, total) in [
            (
                r#"{"success":true,"data":[{"id":"a"}],"meta":{"total":"7"}}"#,
                Some(true),
                Some(1),
                Some(7),
            ),
            (r#"{"data":[],"meta":null}"#, None, Some(0), None),
            (r#"{"success":"false","data":null}"#, Some(false), None, None),
            (r#"{"success":0,"data":{"id":"a"}}"#, Some(false), None, None),
            (r#"{"success":{},"more":[1e999],"data":[{"id":1}]}"#, None, Some(1), None),
            (r#"{"data":[{"id":"a"},null,{"id":"b","x":"\ud800"}]}"#, None, Some(3), None),
        ] {
            let envelope = page(text);
            assert_eq!(envelope.success, success, "{text}");
            assert_eq!(envelope.data.map(|items| items.sent_count()), sent, "{text}");
            assert_eq!(envelope.meta.total, total, "{text}");
        }
    }

    #[test]
    fn bad_items_are_known_by_their_index() {
        let items = page(r#"{"data":[{"id":"a"},7,{"id":"b"},"x"]}"#).data.expect("a list");
        assert_eq!(items.good.len(), 2);
        assert_eq!(items.bad, [1, 3]);
    }

    #[test]
    fn only_an_object_is_an_envelope() {
        let parse = |text| ParsedEnvelope::<Person>::parse(text);
        assert!(matches!(parse("[]"), Err(NotAnEnvelope::NotAnObject)));
        assert!(matches!(parse("<html>"), Err(NotAnEnvelope::Json(_))));
        assert!(matches!(parse(""), Err(NotAnEnvelope::Json(_))));
    }
}
