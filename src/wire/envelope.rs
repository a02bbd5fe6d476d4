//! What an answer is wrapped in, and the counts of a list.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::record::{Shape, record};
use super::tolerant::{Reading, Tolerant, parse};

/// The envelope of version 1. `meta` comes with lists only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Envelope<T> {
    /// Whether it worked. A server that leaves it out is judged by its status.
    pub success: Option<bool>,
    /// The record, or the records of a page.
    pub data: T,
    /// Where the page stands in its list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl<T> Envelope<T> {
    /// A record that was found.
    pub const fn of(data: T) -> Self {
        Self { success: Some(true), data, meta: None }
    }
}

/// The envelope of version 0: an error text, empty when there was none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EnvelopeV0<T> {
    /// What went wrong, or nothing.
    #[serde(default)]
    pub error: String,
    /// The record.
    pub data: Option<T>,
}

record! {
    /// Where a page stands in its list.
    pub struct Meta {
        /// How many records match.
        total: Option<i64> => Shape::Integer,
        /// How many were skipped.
        offset: Option<i64> => Shape::Integer,
        /// How many were asked for at most.
        limit: Option<i64> => Shape::Integer,
    }
}

record! {
    /// What an update answers.
    pub struct UpdateNotice {
        /// A sentence for people.
        message: String,
    }
}

/// The records of a page, read one by one: a bad one is counted, not fatal.
#[derive(Debug, Clone, PartialEq)]
pub struct Items<T> {
    /// The records that could be read.
    pub good: Vec<T>,
    /// How many could not.
    pub bad: usize,
}

impl<'de, T: Tolerant> Deserialize<'de> for Items<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(ItemsVisitor(PhantomData))
    }
}

struct ItemsVisitor<T>(PhantomData<T>);

impl<'de, T: Tolerant> Visitor<'de> for ItemsVisitor<T> {
    type Value = Items<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of records")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Items<T>, A::Error> {
        let mut items = Items { good: Vec::with_capacity(seq.size_hint().unwrap_or(0)), bad: 0 };
        // Each as a text first: what spoils one cannot spoil the next.
        while let Some(text) = seq.next_element::<&RawValue>()? {
            match parse::<T>(text.get()) {
                Ok(Reading { value, rest: None }) => items.good.push(value),
                Ok(_) | Err(_) => items.bad += 1,
            }
        }
        Ok(items)
    }
}
