//! Shows long output page by page, as git does. [`Output::write_page`](super::output::Output) calls
//! it for text that does not fit on the terminal.

use std::io::{self, Write};
use std::process::{Child, Stdio};

use super::interrupt::ignore_signals;
use crate::child_process;

const VARIABLES: [&str; 2] = ["SHORTLIST_PAGER", "PAGER"];
const DEFAULT: &str = "less";
/// What a shell exits with if it does not find a command.
const NOT_FOUND: i32 = 127;

/// Shows the text and waits for the end of the pager. Returns false if there is none: the caller
/// prints the text.
pub(super) fn page(text: &[u8]) -> io::Result<bool> {
    let Some(command) = configured(|name| std::env::var(name).ok()) else { return Ok(false) };
    // Ctrl-C is a key of the pager.
    let _ignoring = ignore_signals()?;
    run(&command, text)
}

fn run(command: &str, text: &[u8]) -> io::Result<bool> {
    let mut pager = start(command)?;
    if let Some(mut stdin) = pager.stdin.take() {
        // The user may quit before the end.
        let written = stdin.write_all(text);
        written.or_else(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(error),
        })?;
    }
    Ok(pager.wait()?.code() != Some(NOT_FOUND))
}

fn start(command: &str) -> io::Result<Child> {
    let mut shell = child_process::command("sh");
    shell.arg("-c").arg(command).stdin(Stdio::piped());
    for (name, value) in [("LESS", "FRX"), ("LV", "-c")] {
        if std::env::var_os(name).is_none() {
            shell.env(name, value);
        }
    }
    shell.spawn()
}

/// The pager of the environment; `None` if the user wants none.
fn configured(variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    let command = VARIABLES.into_iter().find_map(variable).unwrap_or_else(|| DEFAULT.to_owned());
    let command = command.trim();
    (!command.is_empty() && command != "cat").then(|| command.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_variable_wins_and_an_empty_one_or_cat_means_no_pager() {
        let configured = |own: Option<&str>, common: Option<&str>| {
            configured(|name| {
                let value = if name == "PAGER" { common } else { own };
                value.map(str::to_owned)
            })
        };
        for (own, common, expected) in [
            (None, None, Some("less")),
            (None, Some("more"), Some("more")),
            (Some("most -w"), Some("more"), Some("most -w")),
            (Some(""), Some("more"), None),
            (None, Some("cat"), None),
        ] {
            assert_eq!(configured(own, common).as_deref(), expected);
        }
    }

    #[test]
    fn a_missing_pager_is_reported_so_that_the_text_is_printed() {
        assert!(!run("no-such-pager-here 2>/dev/null", b"text").unwrap());
        assert!(run("exec true", &vec![b'x'; 1 << 20]).unwrap(), "a pager that reads nothing");
    }
}
