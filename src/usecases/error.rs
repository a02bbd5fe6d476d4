//! Why a person was not changed or created, and whether that is certain. Also turns client errors
//! into failures with a text for the user.

use std::fmt;

use super::{is_contradictory, is_refusal};
use crate::client::{ClientError, Delivery, ErrorKind, Fault, Retry, TimeoutPhase};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::wording::{HAD_VALUES, WriteKind};
use crate::recruiting::person::{FieldError, FormKind, Report, WriteFailure};

#[derive(Debug, Clone)]
pub struct WriteError {
    pub error: ClientError,
    pub certainty: Certainty,
}

/// Whether a failed change reached the server.
#[derive(Debug, Clone)]
pub enum Certainty {
    NotSent,
    /// The server refused it, and the record does not show it. A server whose reads lag behind its
    /// writes may show it later.
    NotApplied,
    /// The server did not confirm it, and reading the record afterwards failed with this error.
    Unknown(ClientError),
    /// The server refused it, and the record does not show the fields that were sent.
    Unverifiable,
    /// The server refused it, and the record had the values before, too.
    Unproven,
    /// The server confirmed it with this text, but the record could not be read again.
    Unverified(String),
}

#[derive(Debug, Clone)]
pub enum CreateError {
    /// The server refused, and the person is not in the job's list or the request is invalid; or
    /// nothing was sent.
    Refused(ClientError),
    /// It is unknown whether the person exists.
    Unsettled {
        /// None if an earlier attempt sent the request.
        error: Option<ClientError>,
        /// What was searched, and why the result is inconclusive.
        details: String,
        /// Whether the search could not reach the server.
        is_unreachable: bool,
    },
}

impl WriteError {
    pub(crate) const fn not_sent(error: ClientError) -> Self {
        Self { error, certainty: Certainty::NotSent }
    }

    pub(crate) const fn not_applied(error: ClientError) -> Self {
        Self { error, certainty: Certainty::NotApplied }
    }

    pub(crate) fn unverifiable(error: ClientError, report: &Report) -> Self {
        let is_unproven = report.has_unproven();
        let certainty = if is_unproven { Certainty::Unproven } else { Certainty::Unverifiable };
        Self { error, certainty }
    }

    /// The record could not be read after an error.
    pub(crate) const fn unreadable(error: ClientError, read: ClientError) -> Self {
        Self { error, certainty: Certainty::Unknown(read) }
    }

    /// Whether the server may have applied the change.
    #[must_use]
    pub const fn is_uncertain(&self) -> bool {
        !matches!(self.certainty, Certainty::NotSent | Certainty::NotApplied)
    }

    #[must_use]
    pub fn to_write_failure(&self) -> WriteFailure {
        // The user can act on the later error, but not on the lost response.
        let error = match &self.certainty {
            Certainty::Unknown(read) => read,
            Certainty::NotSent
            | Certainty::NotApplied
            | Certainty::Unverifiable
            | Certainty::Unproven
            | Certainty::Unverified(_) => &self.error,
        };
        WriteFailure {
            failure: Failure::new(to_failure(error).kind, &self.cause()),
            fields: field_errors(&self.error, FormKind::Update),
            is_sent: !matches!(self.certainty, Certainty::NotSent),
            is_uncertain: self.is_uncertain(),
        }
    }

    fn cause(&self) -> String {
        let cause = self.error.kind();
        match &self.certainty {
            Certainty::NotSent | Certainty::NotApplied => cause.to_string(),
            Certainty::Unknown(read) if is_refusal(&self.error) => {
                format!("{cause}; the record could not be read again ({})", read.kind())
            }
            Certainty::Unverifiable => {
                format!(
                    "{cause}; the record cannot show whether it was saved: these fields are write-only"
                )
            }
            Certainty::Unproven => format!("{cause}; {HAD_VALUES}"),
            Certainty::Unknown(read) => format!(
                "no clear response came ({cause}), and the record could not be read again ({})",
                read.kind()
            ),
            Certainty::Unverified(_) => format!(
                "the server accepted the change, but the record could not be read again ({cause})"
            ),
        }
    }
}

impl CreateError {
    pub(crate) const fn error(&self) -> Option<&ClientError> {
        match self {
            Self::Refused(error) => Some(error),
            Self::Unsettled { error, .. } => error.as_ref(),
        }
    }

    /// Whether the server may have created the person.
    #[must_use]
    pub const fn is_uncertain(&self) -> bool {
        matches!(self, Self::Unsettled { .. })
    }

    /// Whether the server refused the person, but a search could not confirm it. The same person may
    /// be sent again after another search.
    #[must_use]
    pub fn is_unconfirmed_refusal(&self) -> bool {
        let is_definite = |error: &ClientError| is_refusal(error) && !is_contradictory(error);
        matches!(self, Self::Unsettled { error: Some(error), .. } if is_definite(error))
    }

    /// Whether the server did not answer, so that the next request may fail as well.
    pub(crate) fn is_unreachable(&self) -> bool {
        match self {
            Self::Refused(error) => error.fault() == Fault::Network,
            Self::Unsettled { error: Some(error), .. } => !is_refusal(error),
            Self::Unsettled { error: None, is_unreachable, .. } => *is_unreachable,
        }
    }

    #[must_use]
    pub fn to_write_failure(&self, kind: FormKind) -> WriteFailure {
        let error = self.error();
        let failure_kind = error.map_or(FailureKind::Server, |error| to_failure(error).kind);
        WriteFailure {
            failure: Failure::new(failure_kind, &self.cause()),
            fields: error.map_or_else(Vec::new, |error| field_errors(error, kind)),
            is_sent: error.is_none_or(|error| error.delivery() != Delivery::NotSent),
            is_uncertain: self.is_uncertain(),
        }
    }

    fn cause(&self) -> String {
        match self {
            Self::Refused(error) => error.kind().to_string(),
            Self::Unsettled { error: Some(error), details, .. } => {
                format!("{}; {details}", error.kind())
            }
            Self::Unsettled { error: None, details, .. } => details.clone(),
        }
    }
}

pub(crate) fn to_failure(error: &ClientError) -> Failure {
    let kind = match (error.kind(), error.fault()) {
        (ErrorKind::Cancelled, _) => FailureKind::Cancelled,
        (ErrorKind::Offline, _) => FailureKind::Offline,
        (ErrorKind::Paused { .. }, _) => FailureKind::RateLimited,
        _ if error.status() == Some(403) => FailureKind::Forbidden,
        _ if error.status() == Some(404) => FailureKind::NotFound,
        _ if error.status() == Some(429) && matches!(error.retry(), Retry::After(_)) => {
            FailureKind::RateLimited
        }
        _ if error.status() == Some(429) => FailureKind::Busy,
        // For example a bad certificate: a retry cannot help.
        (ErrorKind::Unreachable(_), _) if error.retry() == Retry::Never => FailureKind::Unusable,
        // Only a failed connection is `Network`: a missing response says nothing about other
        // requests.
        (
            ErrorKind::Unreachable(_) | ErrorKind::TimedOut { phase: TimeoutPhase::Connect, .. },
            _,
        ) => FailureKind::Network,
        (ErrorKind::TimedOut { .. }, _) => FailureKind::Timeout,
        (_, Fault::Key) => FailureKind::InvalidKey,
        (_, Fault::Input) => FailureKind::Invalid,
        (_, Fault::Conflict) => FailureKind::Conflict,
        (_, Fault::Network | Fault::Server | Fault::Cancelled) => match error.retry() {
            Retry::Never => FailureKind::Unusable,
            Retry::Soon | Retry::After(_) => FailureKind::Server,
        },
    };
    Failure::new(kind, &error.kind().to_string())
}

/// The server's messages about fields of the form. Messages about unknown fields are part
/// of the error text.
#[must_use]
pub fn field_errors(error: &ClientError, kind: FormKind) -> Vec<FieldError> {
    let problems = error.fields().iter();
    problems
        .filter_map(|problem| FieldError::from_server(kind, &problem.field, &problem.message))
        .collect()
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_write_failure().describe(WriteKind::Save))
    }
}

impl fmt::Display for CreateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lead = if self.is_uncertain() { "may have been created: " } else { "" };
        write!(f, "{lead}{}", self.cause())
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
