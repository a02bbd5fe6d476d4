//! What is odd about what was given, and what cannot be, before anything is sent.

use crate::cli::exit::Exit;
use crate::cli::out::Out;
use crate::recruiting::person::{Form, ValidationIssue, check};

/// Says what is odd; what is impossible ends the command.
pub(super) fn form(form: &Form, out: &Out) -> Result<(), Exit> {
    let told =
        |finding: &ValidationIssue| format!("{}: {}", finding.field.spec().wire, finding.told);
    let (wrong, odd): (Vec<ValidationIssue>, Vec<ValidationIssue>) =
        check(form).into_iter().partition(|finding| finding.blocks);
    for finding in &odd {
        out.say(&told(finding));
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let wrong: Vec<String> = wrong.iter().map(told).collect();
    Err(Exit::usage(format!("nothing was sent; {}", wrong.join("; "))))
}
