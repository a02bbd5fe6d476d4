//! The operations that the TUI and the commands share.
//!
//! [`save_person()`] reads, compares, sends and verifies a change; [`create_person()`] sends a new
//! person and, unless the server confirms it, looks for the person in the job's list. An error
//! response proves nothing: the server may have applied the request all the same, so only a read
//! settles it. A read may lag behind a write: `visibility` looks again. The rules are in
//! `recruiting::person`, which is pure; these functions call them in the right order.

pub(crate) mod aligned_pages;
pub(crate) mod create_person;
pub(crate) mod error;
pub(crate) mod find;
pub(crate) mod find_created;
pub(crate) mod job_candidates;
pub(crate) mod recorder;
pub(crate) mod save_person;
pub(crate) mod sync;
mod visibility;

pub use create_person::create_person;
pub use error::{Certainty, CreateError, WriteError, field_errors};
pub use save_person::save_person;

use crate::client::{ClientError, ErrorKind, Refusal};
use crate::recruiting::person::SaveStep;

/// Called at each step of a write.
pub(crate) type ProgressFn<'a> = &'a (dyn Fn(SaveStep) + Sync);

/// Whether the server says that it did not apply a request. Otherwise the response is lost, or does
/// not say what happened, and the server may still be working.
fn is_refusal(error: &ClientError) -> bool {
    match error.kind() {
        // The others come from a gateway, or from a server that failed halfway.
        ErrorKind::Refused(refusal) => refusal.status != 408 && refusal.status < 500,
        ErrorKind::Redirected { .. } => true,
        _ => false,
    }
}

/// Whether the server checked the request, and names the mistake with a code and a field, as our own
/// service does. It checks first, so it has applied nothing.
fn is_invalid_request(error: &ClientError) -> bool {
    matches!(error.kind(), ErrorKind::Refused(Refusal { status: 422, code: Some(_), fields, .. })
        if !fields.is_empty())
}

/// Whether a refusal has the status of a success, so that one read is not enough to settle it.
fn is_contradictory(error: &ClientError) -> bool {
    error.status().is_some_and(|status| (200..300).contains(&status))
}
