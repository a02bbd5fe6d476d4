//! What an answer is wrapped in, and the counts of a list.

use std::marker::PhantomData;

use serde::de::{Deserializer, Error as _, SeqAccess};
use serde::{Deserialize, Serialize};

use super::record::{Shape, record};
use super::tolerant::{ReadMode, Reading, Sink, Token, Tolerant, any, seed};

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

/// A page of a list as the server sent it.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    pub items: Items<T>,
    /// How many records the whole list has.
    pub total: Option<u64>,
    /// The offset that the server reports.
    pub offset: Option<u64>,
    /// The page size that the server reports.
    pub limit: Option<u64>,
}

/// The records of a page, read one by one: a bad one is counted, not fatal.
#[derive(Debug, Clone, PartialEq)]
pub struct Items<T> {
    /// The records that could be read.
    pub good: Vec<T>,
    /// Where in the page those stood that could not.
    pub bad: Vec<usize>,
}

impl<T> Items<T> {
    /// How many records the server sent, read or not.
    #[must_use]
    pub const fn sent_count(&self) -> usize {
        self.good.len() + self.bad.len()
    }

    /// Where in the page each good record stood.
    pub fn positions(&self) -> impl Iterator<Item = usize> {
        let mut bad = self.bad.iter().peekable();
        (0..self.sent_count()).filter(move |place| bad.next_if(|bad| *bad == place).is_none())
    }

    /// Counts as bad what does not pass.
    pub fn retain(&mut self, pass: impl Fn(&T) -> bool) {
        if self.good.iter().all(&pass) {
            return;
        }
        let places: Vec<usize> = self.positions().collect();
        for (record, place) in std::mem::take(&mut self.good).into_iter().zip(places) {
            if pass(&record) {
                self.good.push(record);
            } else {
                self.bad.push(place);
            }
        }
        self.bad.sort_unstable();
    }
}

impl<T: Tolerant> Tolerant for Items<T> {
    const SHAPE: Shape = Shape::List(&T::SHAPE);

    fn absent() -> Self {
        Self { good: Vec::new(), bad: Vec::new() }
    }

    fn read<'de, D: Deserializer<'de>>(from: D, care: ReadMode) -> Result<Reading<Self>, D::Error> {
        any(from, ItemsSink(care, PhantomData))
    }
}

/// Each item on its own: what spoils one cannot spoil the next.
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
                Reading { .. } => items.bad.push(items.sent_count()),
            }
        }
        Ok(Reading { value: items, rest: None })
    }
}
