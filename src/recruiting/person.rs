//! Editing people, as plain data: fields, forms, validation, conflicts, and what the server did.
//!
//! Pure: nothing here reads, sends or stores anything. The editor fills a [`Form`]; `usecases`
//! executes a [`Plan`] and returns a [`Report`]; the commands do both without a screen.

pub(crate) mod career;
pub(crate) mod conflict;
pub(crate) mod contact;
pub(crate) mod created;
pub(crate) mod draft;
pub(crate) mod field_errors;
pub(crate) mod field_report;
pub(crate) mod fields;
pub(crate) mod form;
pub(crate) mod name_parts;
pub(crate) mod outcome;
pub(crate) mod plan;
pub(crate) mod report;
pub(crate) mod saved_edit;
#[cfg(test)]
mod tests;
pub(crate) mod toml;
pub(crate) mod validation;
pub(crate) mod value;
pub(crate) mod wording;

pub(crate) use conflict::{Conflict, find_conflicts};
pub(crate) use created::describe_differences;
pub use draft::{Draft, DraftId};
pub use field_report::{FieldOutcome, FieldReport, UnrequestedChange};
pub use fields::{FIELDS, FieldKind, FieldSpec, FormKind, PersonField, Readback};
pub use form::Form;
pub use outcome::{CreatedPerson, FieldError, SaveOutcome, SaveStep, WriteFailure};
pub use plan::{OwnEdit, Plan, ServerQuirks, body};
pub use report::{Report, ResponseKind, Settlement};
pub(crate) use toml::{first_mistake, from_toml, mistake_in, to_toml};
pub(crate) use validation::{ValidationIssue, check};
pub use value::{FieldValue, JobChoice, is_same_kind};
pub(crate) use value::{normalize_contact, read_field};
