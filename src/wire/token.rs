//! JSON values from the deserializer, whatever their type.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// One JSON value. Text is borrowed from the input where possible.
#[derive(Debug)]
pub enum Token<'de> {
    Null,
    Bool(bool),
    Int(i64),
    /// A fraction, or an integer beyond `i64`.
    Number(serde_json::Number),
    Str(Cow<'de, str>),
    /// An array or object where a scalar is expected.
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

/// Receives any JSON value. A kind that it does not override arrives as a token.
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

/// Builds a [`Value`]. Its own `Deserialize` gives a private key of `serde_json`
/// a special meaning; here every key is just a key.
#[derive(Clone, Copy)]
pub(crate) struct AnyValue(pub(crate) DuplicateKeys);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DuplicateKeys {
    /// For reading: any value is better than none.
    LastWins,
    /// For writing: two readers could interpret the duplicate differently.
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
        while let Some(key) = map.next_key_seed(KeySeed)? {
            if self.0 == DuplicateKeys::Reject && object.contains_key(&*key) {
                return Err(A::Error::custom(format!("the key {key:?} is given twice")));
            }
            object.insert(key.into_owned(), map.next_value_seed(self)?);
        }
        Ok(Value::Object(object))
    }
}

/// Reads a key without copying it where the input allows.
pub(crate) struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Cow<'de, str>, D::Error> {
        any(from, Self)
    }
}

impl<'de> Sink<'de> for KeySeed {
    type Out = Cow<'de, str>;

    fn token(self, token: Token<'de>) -> Cow<'de, str> {
        match token {
            Token::Str(text) => text,
            other => Cow::Owned(Value::from(other).to_string()),
        }
    }
}
