//! Reading that never lets one odd value spoil its neighbours.
//!
//! Every field of a record is read through [`Tolerant`]: it yields a value in
//! any case, and hands back what it could not express, so that the record can
//! keep it in `extra`. Some JSON is valid and yet beyond any value of ours (a
//! number of 400 digits, half a surrogate pair, a thousand brackets): [`parse`]
//! then reads again, place by place, and keeps the text of what it cannot take.
//! Who wants strictness (the service, for request bodies) does not come here.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::record::Shape;
use super::surrogates;

/// What reading a place brought.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading<T> {
    /// The value, as far as it could be understood.
    pub value: T,
    /// The whole of what was there, when the value does not say it all.
    pub rest: Option<Value>,
}

/// A type that can be read from any JSON value.
pub trait Tolerant: Sized {
    /// What the interface says should stand there.
    const SHAPE: Shape;
    /// What it is when the key is missing.
    fn absent() -> Self;
    /// Reads it. In haste, a value beyond ours fails the whole; with care it
    /// spoils its own place only, but the input must be a text.
    fn read<'de, D: Deserializer<'de>>(from: D, care: ReadMode) -> Result<Reading<Self>, D::Error>;
    /// What can be saved of a JSON text that is beyond us.
    #[must_use]
    fn salvage(_text: &str) -> Self {
        Self::absent()
    }
}

/// How a value is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadMode {
    /// In one pass.
    Fast,
    /// Every place on its own.
    Isolated,
}

/// Reads a text: in haste, and with care where that fails. An error means that
/// the text is not JSON.
pub fn parse<T: Tolerant>(text: &str) -> Result<Reading<T>, serde_json::Error> {
    let attempt = |care| {
        let mut reader = serde_json::Deserializer::from_str(text);
        let reading = T::read(&mut reader, care)?;
        reader.end().map(|()| reading)
    };
    attempt(ReadMode::Fast).or_else(|_beyond_us| attempt(ReadMode::Isolated))
}

/// A type that is read from one JSON scalar.
pub trait Scalar: Sized {
    /// What the interface says should stand there.
    const SHAPE: Shape;
    /// What it is when the key is missing.
    fn absent() -> Self;
    /// Takes the token, or gives it back.
    fn accept(token: Token<'_>) -> Result<Self, Token<'_>>;
    /// Takes a text in which halves of surrogate pairs are spelled out; only
    /// what is shown can, since it is not what was sent.
    #[must_use]
    fn spelled(_text: String) -> Option<Self> {
        None
    }
}

/// One JSON value, with text still borrowed where it can be.
#[derive(Debug)]
pub enum Token<'de> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Number(serde_json::Number),
    /// A string.
    Str(Cow<'de, str>),
    /// An array or object where none is expected.
    Compound(Value),
}

impl From<Token<'_>> for Value {
    fn from(token: Token<'_>) -> Self {
        match token {
            Token::Null => Self::Null,
            Token::Bool(flag) => flag.into(),
            Token::Int(number) => number.into(),
            Token::Number(number) => Self::Number(number),
            Token::Str(text) => Self::String(text.into_owned()),
            Token::Compound(value) => value,
        }
    }
}

/// Receives whatever comes; what it does not override arrives as a token.
pub(crate) trait Sink<'de>: Sized {
    type Out;

    fn token(self, token: Token<'de>) -> Self::Out;

    fn seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Out, A::Error> {
        Ok(self.token(Token::Compound(AnyValue(DuplicateKeys::LastWins).seq(seq)?)))
    }

    fn map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Out, A::Error> {
        Ok(self.token(Token::Compound(AnyValue(DuplicateKeys::LastWins).map(map)?)))
    }
}

/// Builds a value. `Value`'s own reading takes one key for a signal of its
/// maker's; to us every key is a key.
#[derive(Clone, Copy)]
pub(crate) struct AnyValue(pub(crate) DuplicateKeys);

/// What a key given twice means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DuplicateKeys {
    /// The last one counts: to a reader, some value is better than none.
    LastWins,
    /// Nothing can be trusted: two readers would understand two things.
    Reject,
}

impl<'de> DeserializeSeed<'de> for AnyValue {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        any(from, self)
    }
}

impl<'de> Sink<'de> for AnyValue {
    type Out = Value;

    fn token(self, token: Token<'de>) -> Value {
        token.into()
    }

    fn seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(self)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = serde_json::Map::new();
        while let Some(key) = map.next_key_seed(Key)? {
            if self.0 == DuplicateKeys::Reject && object.contains_key(&*key) {
                return Err(A::Error::custom(format!("the key {key:?} is given twice")));
            }
            object.insert(key.into_owned(), map.next_value_seed(self)?);
        }
        Ok(Value::Object(object))
    }
}

/// Reads any value into a sink.
pub(crate) fn any<'de, D: Deserializer<'de>, S: Sink<'de>>(
    from: D,
    sink: S,
) -> Result<S::Out, D::Error> {
    from.deserialize_any(AnyVisitor(sink))
}

struct AnyVisitor<S>(S);

impl<'de, S: Sink<'de>> Visitor<'de> for AnyVisitor<S> {
    type Value = S::Out;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<S::Out, E> {
        Ok(self.0.token(Token::Null))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<S::Out, E> {
        Ok(self.0.token(Token::Bool(flag)))
    }

    fn visit_i64<E>(self, number: i64) -> Result<S::Out, E> {
        Ok(self.0.token(Token::Int(number)))
    }

    fn visit_u64<E>(self, number: u64) -> Result<S::Out, E> {
        let token = i64::try_from(number).map_or_else(|_| Token::Number(number.into()), Token::Int);
        Ok(self.0.token(token))
    }

    fn visit_f64<E>(self, number: f64) -> Result<S::Out, E> {
        let token = serde_json::Number::from_f64(number).map_or(Token::Null, Token::Number);
        Ok(self.0.token(token))
    }

    fn visit_str<E>(self, text: &str) -> Result<S::Out, E> {
        Ok(self.0.token(Token::Str(Cow::Owned(text.to_owned()))))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<S::Out, E> {
        Ok(self.0.token(Token::Str(Cow::Borrowed(text))))
    }

    fn visit_string<E>(self, text: String) -> Result<S::Out, E> {
        Ok(self.0.token(Token::Str(Cow::Owned(text))))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<S::Out, A::Error> {
        self.0.seq(seq)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<S::Out, A::Error> {
        self.0.map(map)
    }
}

/// Reads a place of a map or sequence.
pub(crate) const fn seed<T: Tolerant>(care: ReadMode) -> Seed<T> {
    Seed(care, PhantomData)
}

pub(crate) struct Seed<T>(ReadMode, PhantomData<T>);

impl<'de, T: Tolerant> DeserializeSeed<'de> for Seed<T> {
    type Value = Reading<T>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Reading<T>, D::Error> {
        if self.0 == ReadMode::Fast {
            return T::read(from, ReadMode::Fast);
        }
        let text = <&RawValue>::deserialize(from)?.get();
        Ok(parse(text).unwrap_or_else(|_beyond_us| Reading {
            value: T::salvage(text),
            rest: Some(Value::String(text.to_owned())),
        }))
    }
}

/// What the interface does not know: anything, kept as it is.
impl Tolerant for Value {
    const SHAPE: Shape = Shape::Text;

    fn absent() -> Self {
        Self::Null
    }

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        _care: ReadMode,
    ) -> Result<Reading<Self>, D::Error> {
        Ok(Reading { value: any(from, AnyValue(DuplicateKeys::LastWins))?, rest: None })
    }
}

/// Reads a key without copying it where the input allows.
pub(crate) struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Cow<'de, str>, D::Error> {
        any(from, Self)
    }
}

impl<'de> Sink<'de> for Key {
    type Out = Cow<'de, str>;

    fn token(self, token: Token<'de>) -> Cow<'de, str> {
        match token {
            Token::Str(text) => text,
            other => Cow::Owned(Value::from(other).to_string()),
        }
    }
}

struct ScalarSink<T>(PhantomData<T>);

impl<'de, T: Scalar> Sink<'de> for ScalarSink<T> {
    type Out = Reading<T>;

    fn token(self, token: Token<'de>) -> Reading<T> {
        match T::accept(token) {
            Ok(value) => Reading { value, rest: None },
            Err(token) => Reading { value: T::absent(), rest: Some(token.into()) },
        }
    }
}

impl<T: Scalar> Tolerant for T {
    const SHAPE: Shape = <T as Scalar>::SHAPE;

    fn absent() -> Self {
        <T as Scalar>::absent()
    }

    fn read<'de, D: Deserializer<'de>>(
        from: D,
        _care: ReadMode,
    ) -> Result<Reading<Self>, D::Error> {
        any(from, ScalarSink(PhantomData))
    }

    fn salvage(text: &str) -> Self {
        surrogates::escape_lone(text).and_then(Self::spelled).unwrap_or_else(<T as Scalar>::absent)
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
        // Filled from the first bad element on: then the items alone no longer
        // say what was there.
        let mut whole: Option<Vec<Value>> = None;
        while let Some(reading) = seq.next_element_seed(seed::<T>(self.0))? {
            let Reading { value, rest } = reading;
            if rest.is_some() && whole.is_none() {
                whole = Some(items.iter().map(to_value).collect());
            }
            if let Some(whole) = &mut whole {
                whole.push(rest.clone().unwrap_or_else(|| to_value(&value)));
            }
            if rest.is_none() {
                items.push(value);
            }
        }
        Ok(Reading { value: items, rest: whole.map(Value::Array) })
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

    fn read<'de, D: Deserializer<'de>>(from: D, care: ReadMode) -> Result<Reading<Self>, D::Error> {
        any(from, ListSink(care, PhantomData))
    }
}
