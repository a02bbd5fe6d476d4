//! The key of a server, asked for by a command.
//!
//! Typed unseen, or the first line of stdin. Never an argument: those are seen
//! by everybody on the machine.

use std::io::{BufRead, ErrorKind, IsTerminal, Read};

use super::target::KEY;
use crate::cli::exit::Exit;
use crate::cli::interrupt::Ending;
use crate::client::{Address, SecretString};

/// What to say when there is none.
pub(super) fn missing(address: &Address) -> Exit {
    Exit::usage(format!("no key for {address}: set {KEY}, or give it on stdin"))
}

/// Asks for it.
pub(super) fn ask(address: &Address) -> Result<SecretString, Exit> {
    let stdin = std::io::stdin();
    let typed = if stdin.is_terminal() {
        // Ctrl-C must not end the program while the terminal is mute: with
        // somebody listening, the prompt puts it right and comes back.
        let _listening = Ending::listen()?;
        rpassword::prompt_password(format!("key for {address}: ")).map_err(|error| {
            match error.kind() {
                ErrorKind::Interrupted => Exit::stopped(),
                _ => missing(address),
            }
        })?
    } else {
        let mut line = String::new();
        // No key is longer; a pipe that never ends is not read to its end.
        stdin.lock().take(8192).read_line(&mut line).map_err(|_unread| missing(address))?;
        line
    };
    match typed.trim() {
        "" => Err(missing(address)),
        key => Ok(SecretString::from(key)),
    }
}
