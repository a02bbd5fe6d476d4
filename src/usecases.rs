//! Changing people and making new ones, over any server.
//!
//! [`save()`] reads, compares, sends and proves; [`create()`] sends and, when the
//! answer is lost, looks for whom it may have made. What is decided is decided
//! by `app::edit`, which is pure: here it is only asked for, in the right order.
//! Called by the terminal's worker and by the commands of the shell.

pub mod create_person;
pub mod error;
pub mod failure;
pub mod save_person;
pub mod settle;

pub use create_person::create;
pub use error::{Certainty, CreateError, WriteError, field_troubles};
pub use save_person::{SaveResult, save};

use crate::client::{ClientError, Delivery, ErrorKind};
use crate::recruiting::person::SaveStep;

/// Who hears how far it is.
pub type ProgressFn<'a> = &'a (dyn Fn(SaveStep) + Sync);

/// Whether the server may have done what it gave no usable answer to.
fn is_lost(error: &ClientError) -> bool {
    error.delivery() != Delivery::NotSent
        && match error.kind() {
            // A gateway's word, or that of a server that broke on the way.
            ErrorKind::Refused(refusal) => refusal.status == 408 || refusal.status >= 500,
            ErrorKind::Redirected { .. } => false,
            _ => true,
        }
}
