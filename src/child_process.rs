//! Other programs that this one starts: editor, browser, mail program, pager, commands that print a
//! secret. Every caller takes its [`Command`] from here.
//!
//! The environment may hold keys; every user process can read those of a child that stays open, and
//! an editor passes its environment on to all of its plugins. So no child inherits them.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// The variables that hold secrets of this program.
const SECRETS: [&str; 3] =
    ["SHORTLIST_KEY", "SHORTLIST_SERVICE_KEY", "SHORTLIST_DATABASE_PASSWORD"];

/// The variables that profiles take their keys from.
static KEY_VARIABLES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// From now on no child inherits this variable.
pub(crate) fn hide_variable(name: &str) {
    // The system has no variable of such a name, and `Command` panics at it.
    if !name.is_empty() && !name.contains(['=', '\0']) {
        KEY_VARIABLES.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
    }
}

/// A command whose process inherits no secret.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    remove_secrets(&mut command);
    command
}

/// For a command that another crate made.
pub(crate) fn remove_secrets(command: &mut Command) {
    for name in SECRETS {
        command.env_remove(name);
    }
    for name in KEY_VARIABLES.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        command.env_remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_inherits_no_secret() {
        for odd in ["", "A=B", "A\0B"] {
            hide_variable(odd);
        }
        hide_variable("AGENCY_KEY");
        let command = command("true");
        let removed: Vec<_> = command.get_envs().filter(|(_, value)| value.is_none()).collect();
        for name in SECRETS.into_iter().chain(["AGENCY_KEY"]) {
            assert!(removed.iter().any(|(removed, _)| *removed == name), "{name}");
        }
    }
}
