//! Validates a form before anything is sent.

use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::recruiting::person::{Form, ValidationIssue, check};

/// Prints warnings; an invalid field is an error.
pub(super) fn check_form(form: &Form, out: &Output) -> Result<(), Exit> {
    let describe =
        |issue: &ValidationIssue| format!("{}: {}", issue.field.spec().wire, issue.message);
    let (errors, warnings): (Vec<ValidationIssue>, Vec<ValidationIssue>) =
        check(form).into_iter().partition(|issue| issue.is_blocking);
    for warning in &warnings {
        out.print_message(&describe(warning));
    }
    if errors.is_empty() {
        return Ok(());
    }
    let errors: Vec<String> = errors.iter().map(describe).collect();
    Err(Exit::usage(format!("nothing was sent; {}", errors.join("; "))))
}
