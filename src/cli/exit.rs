//! How a command ends that did not do its work.

use std::io;

use crate::config::ConfigError;
use crate::service::store::StoreError;

/// The end of a command: a code for scripts, a sentence for people, and what to
/// do next. The codes are a promise: see the README.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exit {
    code: u8,
    message: String,
}

impl Exit {
    const FAILURE: u8 = 1;
    const USAGE: u8 = 2;
    const NOT_FOUND: u8 = 4;
    const CONFLICT: u8 = 5;

    /// Something failed.
    pub fn failure(message: impl Into<String>) -> Self {
        Self { code: Self::FAILURE, message: message.into() }
    }

    /// It was asked for wrongly, or is set up wrongly.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { code: Self::USAGE, message: message.into() }
    }

    /// What is there stands in the way.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self { code: Self::CONFLICT, message: message.into() }
    }

    /// The user asked for an end in the middle of something.
    #[must_use]
    pub fn interrupted() -> Self {
        Self::failure("interrupted: nothing was added")
    }

    /// The same, told with where it happened.
    #[must_use]
    pub fn at(self, place: &str) -> Self {
        Self { message: format!("{place}: {}", self.message), ..self }
    }

    /// A reader that went away has seen enough: that is no failure.
    const fn closed_pipe() -> Self {
        Self { code: 0, message: String::new() }
    }

    /// The code for scripts.
    #[must_use]
    pub const fn code(&self) -> u8 {
        self.code
    }

    /// The sentence for people; none where there is nothing to tell.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl From<io::Error> for Exit {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::closed_pipe(),
            _ => Self::failure(error.to_string()),
        }
    }
}

impl From<ConfigError> for Exit {
    fn from(error: ConfigError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<StoreError> for Exit {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::NotFound { .. } => Self::NOT_FOUND,
            StoreError::Taken(_) | StoreError::Present { .. } => Self::CONFLICT,
            StoreError::Unusable { .. } => Self::USAGE,
            _ => Self::FAILURE,
        };
        let mut message = error.with_causes();
        if matches!(error, StoreError::Busy) {
            message.push_str("; try again when it is done");
        }
        Self { code, message }
    }
}
