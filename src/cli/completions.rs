//! `shortlist completions`: prints what a shell needs to complete commands, options and names.
//!
//! The shell asks this program for each completion (clap's dynamic completion), which answers from
//! the copy on this machine: [`values`] has the records. No completion makes a request.

pub(super) mod matching;
pub(super) mod profiles;
pub(super) mod request;
pub(super) mod values;

use std::io::{self, Write};
use std::path::Path;

use clap::{Args, Command, ValueEnum};
use clap_complete::env::{CompleteEnv, Shells};

use super::exit::Exit;
use super::output::Output;

/// Asks the program for completions instead of running it.
const VARIABLE: &str = "_SHORTLIST_COMPLETE";
const NAME: &str = "shortlist";

/// Ours, because clap's passes no quotes and no options with `=`.
const BASH: &str = include_str!("../../assets/completions/shortlist.bash");

/// What clap's script for zsh completes from, and which names are like what is typed.
const ZSH_VALUES: &str = "_describe -V 'values' other";
const ZSH_ANY_CASE: &str = "-M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'";

/// Print the completions for a shell
#[derive(Debug, Args)]
#[command(
    after_help = "Completes commands, options, jobs, candidates, people, profiles, stages and fields. Names come from\nthe copy on this machine; no completion makes a request.\n\n  bash        ~/.local/share/bash-completion/completions/shortlist, or in ~/.bashrc:\n              source <(shortlist completions bash)\n  zsh         in ~/.zshrc, after compinit: source <(shortlist completions zsh)\n  fish        ~/.config/fish/completions/shortlist.fish\n  powershell  in $PROFILE: shortlist completions powershell | Out-String | Invoke-Expression\n  elvish      in ~/.config/elvish/rc.elv: eval (shortlist completions elvish | slurp)\n\nExamples:\n  shortlist completions bash > ~/.local/share/bash-completion/completions/shortlist\n  shortlist completions fish > ~/.config/fish/completions/shortlist.fish"
)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
    Elvish,
}

impl Completions {
    pub(super) fn run(&self, out: &Output) -> Result<(), Exit> {
        let value = self.shell.to_possible_value();
        let shells = Shells::builtins();
        let shell = value.as_ref().and_then(|shell| shells.completer(shell.get_name()));
        let shell = shell.ok_or_else(|| Exit::failure("this shell has no completions"))?;
        let program = program(std::env::args_os().next().as_deref().map(Path::new))?;
        let mut script = Vec::new();
        shell.write_registration(VARIABLE, NAME, NAME, &program, &mut script)?;
        let script = String::from_utf8_lossy(&script);
        let script = match self.shell {
            Shell::Bash => BASH.replace("'PROGRAM'", &quote(&program)),
            // Names are found in upper and lower case.
            Shell::Zsh => script.replace(ZSH_VALUES, &format!("{ZSH_VALUES} {ZSH_ANY_CASE}")),
            Shell::Fish | Shell::Powershell | Shell::Elvish => script.into_owned(),
        };
        out.write_data(|to| to.write_all(script.as_bytes()))
    }
}

/// For a shell.
fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// What the shell calls: the name on the path, or the file that was run by its path.
fn program(argument: Option<&Path>) -> io::Result<String> {
    match argument {
        Some(path) if path.components().count() > 1 => {
            Ok(std::path::absolute(path)?.to_string_lossy().into_owned())
        }
        _ => Ok(NAME.to_owned()),
    }
}

/// Answers a shell that asks for completions. Returns whether one did.
pub(super) fn answer(command: fn() -> Command) -> bool {
    request::begin(VARIABLE);
    let answered = CompleteEnv::with_factory(command)
        .var(VARIABLE)
        .bin(NAME)
        .try_complete(std::env::args_os(), std::env::current_dir().ok().as_deref());
    answered.unwrap_or_else(|error| {
        // There is nowhere to report it: the shell shows what is printed as completions.
        let _ = io::stderr().write_all(error.to_string().as_bytes());
        true
    })
}
