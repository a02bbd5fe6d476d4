//! Changing people, as plain data: which fields there are, what was typed, what
//! is to be sent, and what the server made of it.
//!
//! Pure: nothing here reads, sends or keeps anything. The editor of the
//! terminal fills a [`Form`]; `worker` carries a [`Plan`] out and tells the
//! [`Report`]; the commands of the shell do both without a screen.

pub mod career;
pub mod conflict;
pub mod created;
pub mod draft;
pub mod field_errors;
pub mod fields;
pub mod form;
pub mod outcome;
pub mod plan;
pub mod readable;
pub mod report;
pub mod saved_edit;
#[cfg(test)]
mod tests;
pub mod toml;
pub mod validation;
pub mod value;

pub use conflict::{Conflict, clashes};
pub use created::{PossibleMatch, PossibleMatches, suspects, unlike};
pub use draft::{Draft, DraftId};
pub use fields::{FIELDS, FieldKind, FieldSpec, FormKind, PersonField, Readback};
pub use form::Form;
pub use outcome::{CreateOutcome, CreatedPerson, FieldError, SaveOutcome, SaveStep, WriteFailure};
pub use plan::{Plan, ServerQuirks, body};
pub use readable::shown;
pub use report::{FieldOutcome, FieldReport, Report, ResponseKind, Settlement, UnrequestedChange};
pub use toml::{TomlError, first_mistake, from_toml, mistake_in, to_toml};
pub use validation::{ValidationIssue, check};
pub use value::{FieldValue, JobChoice, same_kind};
