//! Editing people, as plain data: fields, forms, validation, conflicts, and what the server did.
//!
//! Pure: nothing here reads, sends or stores anything. The editor fills a [`Form`]; `usecases` executes
//! a [`Plan`] and returns a [`Report`]; the commands do both without a screen.

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

pub use conflict::{Conflict, conflicts};
pub use created::{PossibleMatch, PossibleMatches, describe_differences, possible_matches};
pub use draft::{Draft, DraftId};
pub use fields::{FIELDS, FieldKind, FieldSpec, FormKind, PersonField, Readback};
pub use form::Form;
pub use outcome::{CreateOutcome, CreatedPerson, FieldError, SaveOutcome, SaveStep, WriteFailure};
pub use plan::{Plan, ServerQuirks, body};
pub use readable::read_field;
pub use report::{FieldOutcome, FieldReport, Report, ResponseKind, Settlement, UnrequestedChange};
pub use toml::{TomlError, first_mistake, from_toml, mistake_in, to_toml};
pub use validation::{ValidationIssue, check};
pub use value::{FieldValue, JobChoice, is_same_kind};
