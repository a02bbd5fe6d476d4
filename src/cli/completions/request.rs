//! What a shell asks: its name, and the words of the command line so far. The completers call this.

use std::sync::OnceLock;

static SHELL: OnceLock<String> = OnceLock::new();

/// Notes the shell, before clap removes it from the environment.
pub(super) fn begin(variable: &str) {
    let _ = SHELL.set(std::env::var(variable).unwrap_or_default());
}

/// The shell that asks; empty outside of a completion.
pub(super) fn shell() -> &'static str {
    SHELL.get().map_or("", String::as_str)
}

/// The words after the name of the program, the one that is completed among them.
pub(super) fn words() -> impl Iterator<Item = String> {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    words.skip_while(|word| word != "--").skip(2)
}

/// The command that is typed.
pub(crate) fn command_name() -> Option<String> {
    words().find(|word| !word.starts_with('-'))
}
