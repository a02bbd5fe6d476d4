//! Why a person was not changed or created, and whether that is certain.

use std::fmt;

use super::failure;
use crate::client::ClientError;
use crate::recruiting::failure::Failure;
use crate::recruiting::person::{FieldError, FormKind, WriteFailure};

#[derive(Debug, Clone)]
pub struct WriteError {
    pub error: ClientError,
    pub fate: Certainty,
}

/// Whether a failed change reached the server.
#[derive(Debug, Clone)]
pub enum Certainty {
    NotDone,
    /// The answer was lost, and reading the record afterwards failed with this error.
    Unknown(ClientError),
    /// The server confirmed it with this text, but the record could not be read again.
    Unproven(String),
}

#[derive(Debug, Clone)]
pub enum CreateError {
    /// The server refused, or nothing was sent.
    Refused(ClientError),
    /// The person may exist or not.
    Unsettled {
        /// None if it was sent in an earlier attempt.
        error: Option<ClientError>,
        /// What was searched, and why that proves nothing.
        looked: String,
    },
}

impl WriteError {
    pub(crate) const fn not_done(error: ClientError) -> Self {
        Self { error, fate: Certainty::NotDone }
    }

    /// Whether the server may have carried it out.
    #[must_use]
    pub const fn maybe(&self) -> bool {
        !matches!(self.fate, Certainty::NotDone)
    }

    #[must_use]
    pub fn failed(&self) -> WriteFailure {
        // The user can act on the later error, not on the lost answer.
        let error = match &self.fate {
            Certainty::Unknown(read) => read,
            Certainty::NotDone | Certainty::Unproven(_) => &self.error,
        };
        WriteFailure {
            failure: Failure::new(failure::told(error).kind, &self.to_string()),
            fields: field_troubles(&self.error, FormKind::Update),
            maybe: self.maybe(),
        }
    }
}

impl CreateError {
    #[must_use]
    pub const fn error(&self) -> Option<&ClientError> {
        match self {
            Self::Refused(error) => Some(error),
            Self::Unsettled { error, .. } => error.as_ref(),
        }
    }

    /// Whether the server may have created the person.
    #[must_use]
    pub const fn maybe(&self) -> bool {
        matches!(self, Self::Unsettled { .. })
    }

    #[must_use]
    pub fn failed(&self, kind: FormKind) -> WriteFailure {
        use crate::recruiting::failure::FailureKind;
        let error = self.error();
        let trouble = error.map_or(FailureKind::Server, |error| failure::told(error).kind);
        WriteFailure {
            failure: Failure::new(trouble, &self.to_string()),
            fields: error.map_or_else(Vec::new, |error| field_troubles(error, kind)),
            maybe: self.maybe(),
        }
    }
}

/// The server's messages about fields of the form. Messages about unknown fields are part
/// of the error text.
#[must_use]
pub fn field_troubles(error: &ClientError, kind: FormKind) -> Vec<FieldError> {
    let problems = error.fields().iter();
    problems.filter_map(|problem| FieldError::of(kind, &problem.field, &problem.message)).collect()
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = self.error.kind();
        match &self.fate {
            Certainty::NotDone => what.fmt(f),
            Certainty::Unknown(read) => write!(
                f,
                "it may have been saved: the answer was lost ({what}), and the record could not be read again ({})",
                read.kind()
            ),
            Certainty::Unproven(_) => write!(
                f,
                "the server says that it is saved, but the record could not be read again to prove it: {what}"
            ),
        }
    }
}

impl fmt::Display for CreateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => error.kind().fmt(f),
            Self::Unsettled { error: Some(error), looked } => {
                write!(f, "they may have been created: {}; {looked}", error.kind())
            }
            Self::Unsettled { error: None, looked } => {
                write!(f, "they may have been created before: {looked}")
            }
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl std::error::Error for CreateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.error().map(|error| error as _)
    }
}
