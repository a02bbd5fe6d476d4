//! How a record of the interface is declared: once, as a list of fields.
//!
//! `record!` makes the struct, its exact writing, its tolerant reading and its
//! description ([`Shape`]) from the same list, so that none of the four can
//! say something else. The service prints its OpenAPI document from the
//! description; the property tests generate records from it.

use serde_json::{Map, Value};

/// What a server sent in a record that the interface does not know, or that
/// did not fit the field it stood in. Written out again as it came.
pub type Extra = Map<String, Value>;

/// A record of the interface, described.
pub trait Record: Default {
    /// Its name in the interface's own words, as an OpenAPI schema name.
    const NAME: &'static str;
    /// Its fields in the order of the document.
    const FIELDS: &'static [Field];
}

/// One field of a record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Field {
    /// The key in JSON.
    pub name: &'static str,
    /// What may stand there.
    pub shape: Shape,
}

/// What the interface says may stand in a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A string.
    Text,
    /// A whole number.
    Integer,
    /// True or false.
    Boolean,
    /// A string, ISO 8601 in UTC.
    Timestamp,
    /// A string, YYYY-MM-DD.
    Date,
    /// The same, or null.
    Nullable(&'static Self),
    /// An array of the same.
    List(&'static Self),
    /// A record of its own.
    Record {
        /// Its schema name.
        name: &'static str,
        /// Its fields.
        fields: &'static [Field],
    },
}

macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $( $(#[$field_meta:meta])* $field:ident : $type:ty $( => $shape:expr )?, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $( $(#[$field_meta])* pub $field: $type, )*
            /// What else the server sent here.
            pub extra: $crate::wire::record::Extra,
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    $( $field: <$type as $crate::wire::tolerant::Tolerant>::absent(), )*
                    extra: $crate::wire::record::Extra::new(),
                }
            }
        }

        impl $crate::wire::record::Record for $name {
            const NAME: &'static str = stringify!($name);
            const FIELDS: &'static [$crate::wire::record::Field] = &[
                $( $crate::wire::record::Field {
                    name: stringify!($field),
                    shape: $crate::wire::record::shape!($type $(, $shape)?),
                }, )*
            ];
        }

        impl $crate::wire::tolerant::Tolerant for $name {
            const SHAPE: $crate::wire::record::Shape = $crate::wire::record::Shape::Record {
                name: stringify!($name),
                fields: <Self as $crate::wire::record::Record>::FIELDS,
            };

            fn absent() -> Self {
                Self::default()
            }

            fn read<'de, D: serde::Deserializer<'de>>(
                from: D,
                care: $crate::wire::tolerant::ReadMode,
            ) -> Result<$crate::wire::tolerant::Reading<Self>, D::Error> {
                struct Fields($crate::wire::tolerant::ReadMode);
                impl<'de> $crate::wire::tolerant::Sink<'de> for Fields {
                    type Out = $crate::wire::tolerant::Reading<$name>;

                    fn token(self, token: $crate::wire::tolerant::Token<'de>) -> Self::Out {
                        Self::Out { value: $name::default(), rest: Some(token.into()) }
                    }

                    fn map<A: serde::de::MapAccess<'de>>(
                        self,
                        mut map: A,
                    ) -> Result<Self::Out, A::Error> {
                        let mut record = $name::default();
                        while let Some(key) = map.next_key_seed($crate::wire::tolerant::Key)? {
                            match &*key {
                                $( stringify!($field) => {
                                    let reading = map.next_value_seed(
                                        $crate::wire::tolerant::seed::<$type>(self.0)
                                    )?;
                                    record.$field = reading.value;
                                    if let Some(rest) = reading.rest {
                                        record.extra.insert(key.into_owned(), rest);
                                    }
                                } )*
                                _ => {
                                    let reading = map.next_value_seed(
                                        $crate::wire::tolerant::seed::<serde_json::Value>(self.0)
                                    )?;
                                    let value = reading.rest.unwrap_or(reading.value);
                                    record.extra.insert(key.into_owned(), value);
                                }
                            }
                        }
                        Ok(Self::Out { value: record, rest: None })
                    }
                }
                $crate::wire::tolerant::any(from, Fields(care))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let reading = <Self as $crate::wire::tolerant::Tolerant>::read(
                    from,
                    $crate::wire::tolerant::ReadMode::Fast,
                )?;
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
}
pub(crate) use record;

/// The shape of a field: what its type says, unless the document is narrower.
macro_rules! shape {
    ($type:ty) => {
        <$type as $crate::wire::tolerant::Tolerant>::SHAPE
    };
    ($type:ty, $shape:expr) => {
        $shape
    };
}
pub(crate) use shape;
