//! Reading that never lets one odd value spoil its neighbours.
//!
//! Every field of a record is read through [`Tolerant`]: it yields a value in
//! any case, and hands back what it could not express, so that the record can
//! keep it in `extra`. Nothing here fails on valid JSON. Who wants strictness
//! (the service, for request bodies) does not come here.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::Shape;

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
    /// Reads it; fails only where the input is not JSON at all.
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Reading<Self>, D::Error>;
}

/// A type that is read from one JSON scalar.
pub trait Scalar: Sized {
    /// What the interface says should stand there.
    const SHAPE: Shape;
    /// What it is when the key is missing.
    fn absent() -> Self;
    /// Takes the token, or gives it back.
    fn accept(token: Token<'_>) -> Result<Self, Token<'_>>;
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
        let value = Value::deserialize(SeqAccessDeserializer::new(seq))?;
        Ok(self.token(Token::Compound(value)))
    }

    fn map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Out, A::Error> {
        let value = Value::deserialize(MapAccessDeserializer::new(map))?;
        Ok(self.token(Token::Compound(value)))
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

/// Reads a place of a map or sequence tolerantly.
pub(crate) const fn seed<T: Tolerant>() -> Seed<T> {
    Seed(PhantomData)
}

pub(crate) struct Seed<T>(PhantomData<T>);

impl<'de, T: Tolerant> DeserializeSeed<'de> for Seed<T> {
    type Value = Reading<T>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Reading<T>, D::Error> {
        T::read(from)
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

    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Reading<Self>, D::Error> {
        any(from, ScalarSink(PhantomData))
    }
}

struct ListSink<T>(PhantomData<T>);

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
        while let Some(reading) = seq.next_element_seed(seed::<T>())? {
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

    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Reading<Self>, D::Error> {
        any(from, ListSink(PhantomData))
    }
}

impl Scalar for String {
    const SHAPE: Shape = Shape::Text;

    fn absent() -> Self {
        Self::new()
    }

    fn accept(token: Token<'_>) -> Result<Self, Token<'_>> {
        match token {
            Token::Null => Ok(Self::new()),
            Token::Str(text) => Ok(text.into_owned()),
            Token::Int(number) => Ok(number.to_string()),
            Token::Number(number) => Ok(number.to_string()),
            other => Err(other),
        }
    }
}

/// A nullable text or id: null and absent are the same to a reader.
impl<T: Scalar + From<String>> Scalar for Option<T> {
    const SHAPE: Shape = Shape::Nullable(&T::SHAPE);

    fn absent() -> Self {
        None
    }

    fn accept(token: Token<'_>) -> Result<Self, Token<'_>> {
        match token {
            Token::Null => Ok(None),
            other => T::accept(other).map(Some),
        }
    }
}

/// A whole number; unknown is not zero.
impl Scalar for Option<i64> {
    const SHAPE: Shape = Shape::Nullable(&Shape::Integer);

    fn absent() -> Self {
        None
    }

    fn accept(token: Token<'_>) -> Result<Self, Token<'_>> {
        match token {
            Token::Null => Ok(None),
            Token::Int(number) => Ok(Some(number)),
            Token::Number(number) => match number.as_f64().and_then(whole) {
                Some(whole) => Ok(Some(whole)),
                None => Err(Token::Number(number)),
            },
            Token::Str(text) => match text.trim() {
                "" => Ok(None),
                digits => match digits.parse() {
                    Ok(number) => Ok(Some(number)),
                    Err(_) => Err(Token::Str(text)),
                },
            },
            other => Err(other),
        }
    }
}

/// `12.0` is 12; `12.5` and `1e300` are not whole numbers.
fn whole(number: f64) -> Option<i64> {
    format!("{number:.1}").strip_suffix(".0")?.parse().ok()
}

impl Scalar for bool {
    const SHAPE: Shape = Shape::Boolean;

    fn absent() -> Self {
        false
    }

    fn accept(token: Token<'_>) -> Result<Self, Token<'_>> {
        match token {
            Token::Bool(flag) => Ok(flag),
            Token::Null | Token::Int(0) => Ok(false),
            Token::Int(1) => Ok(true),
            Token::Str(text) => match text.trim().to_ascii_lowercase().as_str() {
                "" | "false" | "0" => Ok(false),
                "true" | "1" => Ok(true),
                _ => Err(Token::Str(text)),
            },
            other => Err(other),
        }
    }
}
