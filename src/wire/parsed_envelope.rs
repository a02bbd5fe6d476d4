//! An answer of a server we do not know, taken apart.
//!
//! The envelope is what the interface says and is read as tolerantly as what
//! it holds: `success` may be missing or a text, `meta` may be missing, and
//! keys that nobody knows are passed over. Whether that is a success is for
//! `client` to say.

use std::marker::PhantomData;

use serde::Deserialize as _;
use serde::de::{Deserializer, IgnoredAny, MapAccess};
use serde_json::Value;
use serde_json::value::RawValue;

use super::envelope::Meta;
use super::record::Shape;
use super::tolerant::{self, ReadMode, Reading, Sink, Token, Tolerant, any, seed};

/// An envelope as it came.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedEnvelope<T> {
    /// Whether it worked, if the server says so in a word we know.
    pub success: Option<bool>,
    /// What went wrong, if the server says it in a text at the top.
    pub error: String,
    /// What was asked for. `None` when it is missing or something else.
    pub data: Option<T>,
    /// Where the page stands in its list.
    pub meta: Meta,
}

impl<T: Tolerant> ParsedEnvelope<T> {
    /// Reads an answer. An error means that the text is not a JSON object.
    pub fn parse(text: &str) -> Result<Self, NotAnEnvelope> {
        let reading = tolerant::parse::<Self>(text).map_err(NotAnEnvelope::Json)?;
        match reading.rest {
            None => Ok(reading.value),
            Some(_) => Err(NotAnEnvelope::Other),
        }
    }
}

/// Why an answer could not be taken apart.
#[derive(Debug, thiserror::Error)]
pub enum NotAnEnvelope {
    /// The text is not JSON.
    #[error("it is not JSON: {0}")]
    Json(#[source] serde_json::Error),
    /// It is, but no object.
    #[error("it is JSON, but not an object with `data`")]
    Other,
}

impl<T: Tolerant> Tolerant for ParsedEnvelope<T> {
    const SHAPE: Shape = T::SHAPE;

    fn absent() -> Self {
        Self { success: None, error: String::new(), data: None, meta: Meta::default() }
    }

    fn read<'de, D: Deserializer<'de>>(from: D, care: ReadMode) -> Result<Reading<Self>, D::Error> {
        any(from, EnvelopeSink(care, PhantomData))
    }
}

struct EnvelopeSink<T>(ReadMode, PhantomData<T>);

impl<'de, T: Tolerant> Sink<'de> for EnvelopeSink<T> {
    type Out = Reading<ParsedEnvelope<T>>;

    fn token(self, token: Token<'de>) -> Self::Out {
        Reading { value: ParsedEnvelope::absent(), rest: Some(token.into()) }
    }

    fn map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Out, A::Error> {
        let mut answer = ParsedEnvelope::absent();
        while let Some(key) = map.next_key_seed(tolerant::Key)? {
            match &*key {
                "success" => {
                    let word = map.next_value_seed(seed::<Value>(self.0))?.value;
                    answer.success = yes_or_no(&word);
                }
                "error" => {
                    answer.error = map.next_value_seed(seed::<String>(self.0))?.value;
                }
                "data" => {
                    let reading = map.next_value_seed(seed::<T>(self.0))?;
                    answer.data = reading.rest.is_none().then_some(reading.value);
                }
                "meta" => answer.meta = map.next_value_seed(seed::<Meta>(self.0))?.value,
                _ => self.pass_over(&mut map)?,
            }
        }
        Ok(Reading { value: answer, rest: None })
    }
}

impl<T> EnvelopeSink<T> {
    /// With care, even what is passed over must not be understood: a text that
    /// is JSON is enough.
    fn pass_over<'de, A: MapAccess<'de>>(&self, map: &mut A) -> Result<(), A::Error> {
        match self.0 {
            ReadMode::Fast => map.next_value::<IgnoredAny>().map(drop),
            ReadMode::Isolated => map.next_value_seed(PassOver),
        }
    }
}

struct PassOver;

impl<'de> serde::de::DeserializeSeed<'de> for PassOver {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        <&RawValue>::deserialize(from).map(drop)
    }
}

fn yes_or_no(word: &Value) -> Option<bool> {
    match word {
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
    use crate::wire::{CandidateItem, Items, Person};

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
            let answer = page(text);
            assert_eq!(answer.success, success, "{text}");
            assert_eq!(answer.data.map(|items| items.sent_count()), sent, "{text}");
            assert_eq!(answer.meta.total, total, "{text}");
        }
    }

    #[test]
    fn one_bad_item_is_known_by_its_place() {
        let items = page(r#"{"data":[{"id":"a"},7,{"id":"b"},"x"]}"#).data.expect("a list");
        assert_eq!(items.good.len(), 2);
        assert_eq!(items.bad, [1, 3]);
    }

    #[test]
    fn what_is_no_object_is_no_envelope() {
        assert!(matches!(ParsedEnvelope::<Person>::parse("[]"), Err(NotAnEnvelope::Other)));
        assert!(matches!(ParsedEnvelope::<Person>::parse("<html>"), Err(NotAnEnvelope::Json(_))));
        assert!(matches!(ParsedEnvelope::<Person>::parse(""), Err(NotAnEnvelope::Json(_))));
    }
}
