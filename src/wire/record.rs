//! Declares a record of the API, once, as a list of fields.
//!
//! `record!` generates the struct, its exact serialization, its tolerant
//! deserialization and its description (`Shape`) from the same list, so that
//! they cannot disagree. The doc comments of the record and its fields are the
//! descriptions in the OpenAPI document: write them for readers of the API.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::shape::Field;

/// Fields that the API does not know, and values that did not fit their
/// field. Serialized again as received.
pub type Extra = Map<String, Value>;

/// An id in a field that the API does not define, if the field has one.
#[must_use]
pub fn extra_id<'a>(extra: &'a Extra, key: &str) -> Option<Cow<'a, str>> {
    let id = match extra.get(key)? {
        Value::String(id) => Cow::Borrowed(id.as_str()),
        Value::Number(id) => Cow::Owned(id.to_string()),
        _ => return None,
    };
    Some(id).filter(|id| !id.is_empty())
}

pub trait Record: Default {
    /// The OpenAPI schema name.
    const NAME: &'static str;
    /// In the order of the API document.
    const FIELDS: &'static [Field];
}

macro_rules! record {
    (
        $(#[doc = $doc:literal])*
        pub struct $name:ident {
            $( $(#[doc = $field_doc:literal])* $field:ident : $type:ty $( => $shape:expr )?, )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $( $(#[doc = $field_doc])* pub $field: $type, )*
            pub extra: $crate::wire::record::Extra,
        }

        const _: () = {
            use $crate::wire::record::{Extra, Record};
            use $crate::wire::shape::{self, Field};
            use $crate::wire::texts::{Texts, any_extra_text, map_extra_texts};
            use $crate::wire::token::{KeySeed, Sink, Token, any};
            use $crate::wire::tolerant::{ReadMode, Reading, Tolerant, seed};

            impl Default for $name {
                fn default() -> Self {
                    Self { $( $field: <$type as Tolerant>::absent(), )* extra: Extra::new() }
                }
            }

            impl Record for $name {
                const NAME: &'static str = stringify!($name);
                const FIELDS: &'static [Field] = &[
                    $( Field {
                        name: stringify!($field),
                        description: concat!($($field_doc),*).trim_ascii(),
                        shape: $crate::wire::record::shape!($type $(, $shape)?),
                    }, )*
                ];
            }

            impl Texts for $name {
                fn any_text(&self, test: &dyn Fn(&str) -> bool) -> bool {
                    any_extra_text(&self.extra, test)
                        $( || Texts::any_text(&self.$field, test) )*
                }

                fn map_texts(&self, rewrite: &dyn Fn(&str) -> String) -> Self {
                    let extra = map_extra_texts(&self.extra, rewrite);
                    Self { $( $field: Texts::map_texts(&self.$field, rewrite), )* extra }
                }
            }

            impl Tolerant for $name {
                const SHAPE: shape::Shape = shape::Shape::Record {
                    name: stringify!($name),
                    description: concat!($($doc),*).trim_ascii(),
                    fields: <Self as Record>::FIELDS,
                };

                fn absent() -> Self {
                    Self::default()
                }

                fn read<'de, D: serde::Deserializer<'de>>(
                    from: D,
                    mode: ReadMode,
                ) -> Result<Reading<Self>, D::Error> {
                    any(from, Fields(mode))
                }
            }

            struct Fields(ReadMode);

            impl<'de> Sink<'de> for Fields {
                type Out = Reading<$name>;

                fn token(self, token: Token<'de>) -> Self::Out {
                    Reading { value: $name::default(), rest: Some(token.into()) }
                }

                fn map<A: serde::de::MapAccess<'de>>(
                    self,
                    mut map: A,
                ) -> Result<Self::Out, A::Error> {
                    let mut record = $name::default();
                    while let Some(key) = map.next_key_seed(KeySeed)? {
                        match &*key {
                            $( stringify!($field) => {
                                let reading = map.next_value_seed(seed::<$type>(self.0))?;
                                record.$field = reading.value;
                                if let Some(rest) = reading.rest {
                                    record.extra.insert(key.into_owned(), rest);
                                }
                            } )*
                            _ => {
                                let reading =
                                    map.next_value_seed(seed::<serde_json::Value>(self.0))?;
                                let value = reading.rest.unwrap_or(reading.value);
                                record.extra.insert(key.into_owned(), value);
                            }
                        }
                    }
                    Ok(Reading::exact(record))
                }
            }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    let reading = <Self as Tolerant>::read(from, ReadMode::Fast)?;
                    match reading.rest {
                        None => Ok(reading.value),
                        Some(_) => Err(serde::de::Error::custom(concat!(
                            "expected an object (", stringify!($name), ")"
                        ))),
                    }
                }
            }

            impl serde::Serialize for $name {
                fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    use serde::ser::SerializeMap;
                    let mut map = to.serialize_map(None)?;
                    $( if self.extra.is_empty() || !self.extra.contains_key(stringify!($field)) {
                        map.serialize_entry(stringify!($field), &self.$field)?;
                    } )*
                    for (key, value) in &self.extra {
                        map.serialize_entry(key, value)?;
                    }
                    map.end()
                }
            }
        };
    };
}
pub(crate) use record;

/// The shape of a field: that of its type, unless the API document is narrower.
macro_rules! shape {
    ($type:ty) => {
        <$type as $crate::wire::tolerant::Tolerant>::SHAPE
    };
    ($type:ty, $shape:expr) => {
        $shape
    };
}
pub(crate) use shape;
