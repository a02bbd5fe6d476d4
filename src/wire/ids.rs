//! One type for each kind of identifier, so that none can stand in for another.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::record::Shape;
use super::tolerant::{Scalar, Token};

macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Takes the text as it came.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// The text, to be sent back as it is.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Whether the server gave none.
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
    };
}

id! {
    /// Names one job. Opaque: compare it, print it, never parse it.
    JobId
}
id! {
    /// Names one person, whatever number of jobs they stand in for.
    PersonId
}
id! {
    /// Names one person's place in one job.
    CandidateId
}
id! {
    /// Names one stage of one job's pipeline.
    StageId
}
id! {
    /// Names the client a job is for.
    ClientId
}
id! {
    /// Names a company in a career.
    CompanyId
}
id! {
    /// Names a job status.
    StatusId
}
id! {
    /// Names a person's place as a contact at a client.
    ClientContactId
}
