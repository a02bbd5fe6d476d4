//! Validates a form before anything is sent.

use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::recruiting::person::{Form, ValidationIssue, check};

/// Prints warnings; an invalid field is an error.
pub(super) fn form(form: &Form, out: &Output) -> Result<(), Exit> {
    let describe =
        |finding: &ValidationIssue| format!("{}: {}", finding.field.spec().wire, finding.told);
    let (wrong, odd): (Vec<ValidationIssue>, Vec<ValidationIssue>) =
        check(form).into_iter().partition(|finding| finding.blocks);
    for finding in &odd {
        out.say(&describe(finding));
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let wrong: Vec<String> = wrong.iter().map(describe).collect();
    Err(Exit::usage(format!("nothing was sent; {}", wrong.join("; "))))
}
