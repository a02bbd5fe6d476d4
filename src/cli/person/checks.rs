//! What is odd about what was given, and what cannot be, before anything is sent.

use crate::app::edit::{Finding, Form, check};
use crate::cli::exit::Exit;
use crate::cli::out::Out;

/// Says what is odd; what is impossible ends the command.
pub(super) fn form(form: &Form, out: &Out) -> Result<(), Exit> {
    let told = |finding: &Finding| format!("{}: {}", finding.field.spec().wire, finding.told);
    let (wrong, odd): (Vec<Finding>, Vec<Finding>) =
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
