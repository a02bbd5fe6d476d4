//! The operations that the TUI and the commands share.
//!
//! [`save_person()`] reads, compares, sends and verifies a change; [`create_person()`] sends a new
//! person and, after a lost response, looks for the person in the job's list. The rules are in
//! `recruiting::person`, which is pure; these functions call them in the right order.

pub(crate) mod create_person;
pub(crate) mod error;
pub(crate) mod find_created;
pub(crate) mod save_person;

pub use create_person::create_person;
pub use error::{Certainty, CreateError, WriteError, field_errors};
pub use save_person::save_person;

use crate::client::{ClientError, Delivery, ErrorKind};
use crate::recruiting::person::SaveStep;

/// Called at each step of a write.
pub(crate) type ProgressFn<'a> = &'a (dyn Fn(SaveStep) + Sync);

/// Whether the server may have applied a request whose response is missing or unusable.
fn is_lost(error: &ClientError) -> bool {
    error.delivery() != Delivery::NotSent
        && match error.kind() {
            // From a gateway, or from a server that failed halfway.
            ErrorKind::Refused(refusal) => refusal.status == 408 || refusal.status >= 500,
            ErrorKind::Redirected { .. } => false,
            _ => true,
        }
}
