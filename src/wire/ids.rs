//! One type per kind of id, so that they cannot be mixed up.
//!
//! Ids are opaque: compare them, print them, never parse them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::shape::Shape;
use super::token::Token;
use super::tolerant::Scalar;

macro_rules! id {
    ($($name:ident),* $(,)?) => { $(
        #[derive(
            Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            #[must_use]
            pub const fn is_empty(&self) -> bool {
                self.0.is_empty()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl Scalar for $name {
            const SHAPE: Shape = Shape::Text;

            fn absent() -> Self {
                Self::default()
            }

            fn accept(token: Token<'_>) -> Result<Self, Token<'_>> {
                String::accept(token).map(Self)
            }
        }
    )* };
}

id! { JobId, PersonId, CandidateId, StageId, ClientId, CompanyId, StatusId, ClientContactId }
