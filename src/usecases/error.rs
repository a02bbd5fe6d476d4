//! Why a person was not changed or made, and whether that is certain.

use std::fmt;

use super::failure;
use crate::client::ClientError;
use crate::recruiting::failure::Failure;
use crate::recruiting::person::{FieldError, FormKind, WriteFailure};

/// Why a change did not come about, or what hides whether it did.
#[derive(Debug, Clone)]
pub struct WriteError {
    /// What happened.
    pub error: ClientError,
    /// What that means for the change.
    pub fate: Certainty,
}

/// What became of a change that failed.
#[derive(Debug, Clone)]
pub enum Certainty {
    /// Nothing was changed.
    NotDone,
    /// The answer was lost, and then the record could not be read, because of
    /// this.
    Unknown(ClientError),
    /// The server says that it is done, in these words; reading the record
    /// again failed.
    Unproven(String),
}

/// Why somebody was not made, or what hides whether they were.
#[derive(Debug, Clone)]
pub enum CreateError {
    /// The server refused, or nothing was sent.
    Refused(ClientError),
    /// It cannot be told whether they were made.
    Unsettled {
        /// What hid the answer; nothing where it was sent at another time.
        error: Option<ClientError>,
        /// What was looked at, and why that does not tell.
        looked: String,
    },
}

impl WriteError {
    pub(crate) const fn not_done(error: ClientError) -> Self {
        Self { error, fate: Certainty::NotDone }
    }

    /// Whether the server may have carried it out all the same.
    #[must_use]
    pub const fn maybe(&self) -> bool {
        !matches!(self.fate, Certainty::NotDone)
    }

    /// For whoever shows it.
    #[must_use]
    pub fn failed(&self) -> WriteFailure {
        // What keeps us from looking is what can be done something about.
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
    /// What hid the answer, or was it.
    #[must_use]
    pub const fn error(&self) -> Option<&ClientError> {
        match self {
            Self::Refused(error) => Some(error),
            Self::Unsettled { error, .. } => error.as_ref(),
        }
    }

    /// Whether the server may have made them all the same.
    #[must_use]
    pub const fn maybe(&self) -> bool {
        matches!(self, Self::Unsettled { .. })
    }

    /// For whoever shows it.
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

/// What the server said of single fields of a form; what it said of others
/// stands in the error's own sentence.
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
