//! Prompts for the key of a server.
//!
//! The key is typed without echo, or is the first line of stdin. It is never an argument, because
//! every user of the machine can see those.

use std::io::{BufRead, ErrorKind, IsTerminal, Read};

use super::target::KEY;
use crate::cli::exit::Exit;
use crate::cli::interrupt::TerminationSignals;
use crate::client::{Address, SecretString};

pub(super) fn missing_key(address: &Address) -> Exit {
    Exit::usage(format!("no key for {address}: set {KEY}, or pass the key on stdin"))
}

pub(super) fn prompt(address: &Address) -> Result<SecretString, Exit> {
    let stdin = std::io::stdin();
    let input = if stdin.is_terminal() {
        // Ctrl-C must not end the program while echo is off: with a signal handler installed, the
        // prompt restores the terminal and returns.
        let _listening = TerminationSignals::listen()?;
        rpassword::prompt_password(format!("key for {address}: ")).map_err(|error| {
            match error.kind() {
                ErrorKind::Interrupted => Exit::stopped(),
                _ => missing_key(address),
            }
        })?
    } else {
        let mut line = String::new();
        // Longer than any key; stops at an endless pipe.
        stdin.lock().take(8192).read_line(&mut line).map_err(|_unread| missing_key(address))?;
        line
    };
    match input.trim() {
        "" => Err(missing_key(address)),
        key => Ok(SecretString::from(key)),
    }
}
