//! Deserialization in which an unexpected value never spoils its neighbours.
//!
//! Every field of a record is read through [`Tolerant`], which always yields a
//! value and returns what the value cannot express, so that the record keeps it
//! in `extra`. Some valid JSON fits no Rust value at all (a number of 400
//! digits, a lone surrogate, a thousand nested arrays): [`parse`] then reads
//! again, place by place, and keeps the JSON text of what fails. Code that must
//! be strict (the service, for request bodies) does not use this module.

use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, SeqAccess};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::shape::Shape;
use super::surrogates;
use super::token::{AnyValue, DuplicateKeys, Sink, Token, any};

/// The result of reading one place.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading<T> {
    pub value: T,
    /// The whole input, if the value does not express it.
    pub rest: Option<Value>,
}

impl<T> Reading<T> {
    pub(crate) const fn exact(value: T) -> Self {
        Self { value, rest: None }
    }
}

/// A type that can be read from any JSON value.
pub trait Tolerant: Sized {
    const SHAPE: Shape;
    /// The value if the key is missing.
    fn absent() -> Self;
    fn read<'de, D: Deserializer<'de>>(from: D, mode: ReadMode) -> Result<Reading<Self>, D::Error>;
    /// What can be recovered from JSON text that fits no Rust value.
    #[must_use]
    fn salvage(_text: &str) -> Self {
        Self::absent()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadMode {
    /// In one pass. JSON that fits no Rust value fails the whole document.
    Fast,
    /// Reads every place on its own. The input must be text.
    Isolated,
}

/// Reads JSON text, fast if possible. An error means that it is not JSON.
pub fn parse<T: Tolerant>(text: &str) -> Result<Reading<T>, serde_json::Error> {
    let attempt = |mode| {
        let mut reader = serde_json::Deserializer::from_str(text);
        let reading = T::read(&mut reader, mode)?;
        reader.end().map(|()| reading)
    };
    attempt(ReadMode::Fast).or_else(|_unrepresentable| attempt(ReadMode::Isolated))
}

/// A type that is read from one JSON scalar.
pub trait Scalar: Sized {
    const SHAPE: Shape;
    /// The value if the key is missing.
    fn absent() -> Self;
    /// Accepts the token, or returns it.
    fn accept(token: Token<'_>) -> Result<Self, Token<'_>>;
    /// Accepts the token, and keeps it if the value does not express it.
    #[must_use]
    fn read_token(token: Token<'_>) -> Reading<Self> {
        match Self::accept(token) {
            Ok(value) => Reading::exact(value),
            Err(token) => Reading { value: Self::absent(), rest: Some(token.into()) },
        }
    }
    /// Takes a text in which lone surrogates are escaped. Only for types that
    /// are displayed and never sent back, because it is not what was sent.
    #[must_use]
    fn from_escaped(_text: String) -> Option<Self> {
        None
    }
}

/// Reads one place of a map or sequence.
pub(crate) const fn seed<T: Tolerant>(mode: ReadMode) -> Seed<T> {
    Seed(mode, PhantomData)
}

pub(crate) struct Seed<T>(ReadMode, PhantomData<T>);

impl<'de, T: Tolerant> DeserializeSeed<'de> for Seed<T> {
    type Value = Reading<T>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Reading<T>, D::Error> {
        if self.0 == ReadMode::Fast {
            return T::read(from, ReadMode::Fast);
        }
        let text = <&RawValue>::deserialize(from)?.get();
        Ok(parse(text).unwrap_or_else(|_unrepresentable| Reading {
            value: T::salvage(text),
            rest: Some(Value::String(text.to_owned())),
        }))
    }
}

/// An unknown field: any value, kept unchanged.
impl Tolerant for Value {
    const SHAPE: Shape = Shape::Text;

    fn absent() -> Self {
        Self::Null
    }

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        _mode: ReadMode,
    ) -> Result<Reading<Self>, D::Error> {
        Ok(Reading::exact(any(from, AnyValue(DuplicateKeys::LastWins))?))
    }
}

struct ScalarSink<T>(PhantomData<T>);

impl<'de, T: Scalar> Sink<'de> for ScalarSink<T> {
    type Out = Reading<T>;

    fn token(self, token: Token<'de>) -> Reading<T> {
        T::read_token(token)
    }
}

impl<T: Scalar> Tolerant for T {
    const SHAPE: Shape = <T as Scalar>::SHAPE;

    fn absent() -> Self {
        <T as Scalar>::absent()
    }

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        _mode: ReadMode,
    ) -> Result<Reading<Self>, D::Error> {
        any(from, ScalarSink(PhantomData))
    }

    fn salvage(text: &str) -> Self {
        surrogates::escape_lone(text)
            .and_then(Self::from_escaped)
            .unwrap_or_else(<T as Scalar>::absent)
    }
}

struct ListSink<T>(ReadMode, PhantomData<T>);

impl<'de, T: Tolerant + Serialize> Sink<'de> for ListSink<T> {
    type Out = Reading<Vec<T>>;

    fn token(self, token: Token<'de>) -> Self::Out {
        let rest = match token {
            Token::Null => None,
            other => Some(other.into()),
        };
        Reading { value: Vec::new(), rest }
    }

    fn seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Out, A::Error> {
        let mut items = Vec::new();
        // Filled from the first bad element on: from there, the items alone do not express what was
        // sent.
        let mut all: Option<Vec<Value>> = None;
        while let Some(Reading { value, rest }) = seq.next_element_seed(seed::<T>(self.0))? {
            if rest.is_some() && all.is_none() {
                all = Some(items.iter().map(to_value).collect());
            }
            if let Some(all) = &mut all {
                all.push(rest.clone().unwrap_or_else(|| to_value(&value)));
            }
            if rest.is_none() {
                items.push(value);
            }
        }
        Ok(Reading { value: items, rest: all.map(Value::Array) })
    }
}

fn to_value<T: Serialize>(item: &T) -> Value {
    serde_json::to_value(item).unwrap_or(Value::Null)
}

impl<T: Tolerant + Serialize> Tolerant for Vec<T> {
    const SHAPE: Shape = Shape::List(&T::SHAPE);

    fn absent() -> Self {
        Self::new()
    }

    fn read<'de, D: Deserializer<'de>>(from: D, mode: ReadMode) -> Result<Reading<Self>, D::Error> {
        any(from, ListSink(mode, PhantomData))
    }
}
