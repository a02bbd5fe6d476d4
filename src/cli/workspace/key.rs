//! The key of a server: where it comes from, and the prompt for it.
//!
//! Sources, best first: `SHORTLIST_KEY`, the `key` of the profile, the prompt. The key is typed
//! without echo, or is the first line of stdin. It is never an argument, because every user of the
//! machine can see those.

use std::io::{self, BufRead, ErrorKind, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use secrecy::ExposeSecret;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Child;

use super::args::variable;
use crate::child_process;
use crate::cli::exit::Exit;
use crate::cli::interrupt::TerminationSignals;
use crate::cli::keyring::{self, KeyringError};
use crate::cli::secret_source::{CommandFailure, FileError, printed_text, read_private_file};
use crate::client::{Address, SecretString};
use crate::config::KeySource;
use crate::platform::terminal::hide_echo;

pub(super) const KEY: &str = "SHORTLIST_KEY";

/// Longer than any key, in bytes; stops at an endless pipe.
const MAX_KEY: u64 = 8192;

/// The bytes that are read of what a command prints.
const MAX_OUTPUT: u64 = 1 << 20;

/// How long a command may take. It may ask for a password of its own.
const COMMAND_LIMIT: Duration = Duration::from_mins(1);

#[derive(Debug, Clone)]
pub(crate) enum ServerKey {
    /// Nothing is sent, so no key is needed.
    Unneeded,
    /// From `SHORTLIST_KEY`.
    Environment(SecretString),
    /// As the profile of this name says.
    Profile(String, KeySource),
    /// The user is asked.
    Unknown,
}

/// Whether a command that prints the key may ask the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interaction {
    /// On the terminal, if stdin is one.
    Allowed,
    /// The terminal UI has the keyboard.
    None,
}

/// Why a source has no key.
#[derive(Debug, thiserror::Error)]
pub(crate) enum KeyError {
    #[error("{variable} is not set; profiles.{profile}.key in the config takes the key from it")]
    Unset { variable: String, profile: String },
    #[error("{program}, the command in profiles.{profile}.key, cannot be started: {source}")]
    CannotStart { program: String, profile: String, source: io::Error },
    #[error("{program}, the command in profiles.{profile}.key, {failure}")]
    Command { program: String, profile: String, failure: CommandFailure },
    #[error(
        "{program}, the command in profiles.{profile}.key, printed no key within {} seconds",
        COMMAND_LIMIT.as_secs()
    )]
    TooSlow { program: String, profile: String },
    #[error("no key in {}; run `shortlist login --profile {profile}`", path.display())]
    NoFile { path: PathBuf, profile: String },
    #[error("{0}")]
    File(#[from] FileError),
    #[error("{source}; run `shortlist login --profile {profile}`")]
    Keyring { source: KeyringError, profile: String },
}

impl From<KeyError> for Exit {
    fn from(error: KeyError) -> Self {
        Self::usage(error.to_string())
    }
}

impl ServerKey {
    /// Looks the key up; `None` if the user must be asked. This may run a command or wait for the
    /// keyring.
    pub(crate) async fn find(
        &self,
        interaction: Interaction,
    ) -> Result<Option<SecretString>, KeyError> {
        match self {
            Self::Unneeded => Ok(Some(SecretString::from("offline"))),
            Self::Environment(key) => Ok(Some(key.clone())),
            Self::Profile(profile, source) => look_up(source, profile, interaction).await.map(Some),
            Self::Unknown => Ok(None),
        }
    }

    /// Where the key comes from, never the key. The arguments of a command may hold secrets.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Unneeded => "none".to_owned(),
            Self::Environment(_) => format!("environment ({KEY})"),
            Self::Profile(_, source) => describe_source(source),
            Self::Unknown => "typed".to_owned(),
        }
    }
}

pub(crate) fn describe_source(source: &KeySource) -> String {
    match source {
        KeySource::Environment(variable) => format!("environment ({variable})"),
        KeySource::Command(words) => format!("command ({})", program(words)),
        KeySource::Keyring => "keyring".to_owned(),
        KeySource::File(path) => format!("file {}", path.display()),
    }
}

fn program(words: &[String]) -> String {
    words.first().cloned().unwrap_or_default()
}

async fn look_up(
    source: &KeySource,
    profile: &str,
    interaction: Interaction,
) -> Result<SecretString, KeyError> {
    let profile = profile.to_owned();
    match source {
        KeySource::Environment(variable) => {
            let key = std::env::var(variable).ok().map(SecretString::from);
            let key = key.as_ref().and_then(first_line);
            key.ok_or_else(|| KeyError::Unset { variable: variable.clone(), profile })
        }
        KeySource::Command(words) => run(words, profile, interaction).await,
        KeySource::Keyring => {
            let name = profile.clone();
            let found = tokio::task::spawn_blocking(move || keyring::find(&name)).await;
            let found = found.unwrap_or_else(|panic| Err(KeyringError::other(&panic)));
            found.map_err(|source| KeyError::Keyring { source, profile })
        }
        KeySource::File(path) => {
            read_file(path)?.ok_or_else(|| KeyError::NoFile { path: path.clone(), profile })
        }
    }
}

/// The key in a file that only its owner can read.
fn read_file(path: &Path) -> Result<Option<SecretString>, FileError> {
    Ok(read_private_file(path)?.as_ref().and_then(first_line))
}

async fn run(
    words: &[String],
    profile: String,
    interaction: Interaction,
) -> Result<SecretString, KeyError> {
    let program = program(words);
    let may_ask = interaction == Interaction::Allowed && io::stdin().is_terminal();
    let mut command = child_process::command(&program);
    command.args(words.iter().skip(1));
    command.stdin(if may_ask { Stdio::inherit() } else { Stdio::null() });
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut command = tokio::process::Command::from(command);
    let child = match command.kill_on_drop(true).spawn() {
        Ok(child) => child,
        Err(source) => return Err(KeyError::CannotStart { program, profile, source }),
    };
    let output = match tokio::time::timeout(COMMAND_LIMIT, read_output(child)).await {
        Ok(Ok(output)) => output,
        Ok(Err(source)) => return Err(KeyError::CannotStart { program, profile, source }),
        Err(_elapsed) => return Err(KeyError::TooSlow { program, profile }),
    };
    let printed = printed_text(output).and_then(|text| {
        first_line(&text).ok_or(CommandFailure::WrongOutput("an empty first line"))
    });
    printed.map_err(|failure| KeyError::Command { program, profile, failure })
}

/// Like `wait_with_output`, but of a command that prints without end only the beginning is read, and
/// the command is stopped.
async fn read_output(mut child: Child) -> io::Result<Output> {
    let stdout = child.stdout.take().map(|pipe| pipe.take(MAX_OUTPUT));
    let stderr = child.stderr.take().map(|pipe| pipe.take(MAX_OUTPUT));
    let (stdout, stderr) = tokio::try_join!(read_pipe(stdout), read_pipe(stderr))?;
    // The pipes are closed now, so that it ends if it prints more.
    Ok(Output { status: child.wait().await?, stdout, stderr })
}

async fn read_pipe(pipe: Option<impl AsyncRead + Unpin>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes).await?;
    }
    Ok(bytes)
}

/// `None` if it is blank.
fn first_line(text: &SecretString) -> Option<SecretString> {
    let line = text.expose_secret().lines().next().unwrap_or_default().trim();
    Some(line).filter(|line| !line.is_empty()).map(SecretString::from)
}

pub(crate) fn missing_key(address: &Address) -> Exit {
    let advice = match variable(KEY) {
        // It would have been used.
        Some(_) => format!(
            "{KEY} is for the server in SHORTLIST_URL; store this one's with `shortlist login`"
        ),
        None => format!("set {KEY}"),
    };
    Exit::usage(format!("no key for {address}: {advice}, or pass the key on stdin"))
}

/// Asks for the key.
pub(crate) fn prompt(address: &Address) -> Result<SecretString, Exit> {
    let stdin = io::stdin();
    let input = if stdin.is_terminal() {
        // Ctrl-C must not end the program while echo is off: with a signal handler installed, the
        // prompt restores the terminal and returns.
        let _listening = TerminationSignals::listen()?;
        // Before the prompt: a key that is pasted at once is not shown either.
        let _hidden = hide_echo();
        rpassword::prompt_password(format!("key for {address}: ")).map_err(|error| {
            match error.kind() {
                ErrorKind::Interrupted => Exit::stopped(),
                _ => missing_key(address),
            }
        })?
    } else {
        let mut line = String::new();
        stdin.lock().take(MAX_KEY).read_line(&mut line).map_err(|_unread| missing_key(address))?;
        line
    };
    match input.trim() {
        "" => Err(missing_key(address)),
        key => Ok(SecretString::from(key)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{Permissions, set_permissions, write};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    async fn find(source: KeySource) -> Result<String, String> {
        let key = ServerKey::Profile("work".to_owned(), source);
        let found = key.find(Interaction::None).await;
        let text = |key: Option<SecretString>| key.unwrap().expose_secret().to_owned();
        found.map(text).map_err(|error| error.to_string())
    }

    async fn run_shell(script: &str) -> Result<String, String> {
        find(KeySource::Command(["sh", "-c", script].map(str::to_owned).to_vec())).await
    }

    #[tokio::test]
    async fn the_key_is_the_first_line_that_a_command_prints() {
        for script in [
            "echo sl_1",
            "printf 'sl_1\\r\\nurl: x\\n'; echo warning >&2",
            "printf ' sl_1 '",
            "cat; echo sl_1",
        ] {
            assert_eq!(run_shell(script).await.as_deref(), Ok("sl_1"), "{script}");
        }
    }

    #[tokio::test]
    async fn a_command_without_a_key_is_an_error_that_shows_no_output() {
        for (script, words) in [
            (
                "echo s3cret; echo 'vault is sealed' >&2; exit 2",
                "(exit status: 2): vault is sealed;",
            ),
            ("true", "printed nothing"),
            ("printf '\\ns3cret'", "printed an empty first line"),
            ("printf 's3cret\\377'", "printed text that is not UTF-8"),
            ("exec yes s3cret", "failed ("),
        ] {
            let error = run_shell(script).await.unwrap_err();
            assert!(error.starts_with("sh, the command in profiles.work.key, "), "{error}");
            assert!(error.contains(words) && !error.contains("s3cret"), "{script}: {error}");
        }
        let missing = KeySource::Command(vec!["/none/pass".to_owned(), "s3cret".to_owned()]);
        let error = find(missing).await.unwrap_err();
        assert!(error.contains("/none/pass") && error.contains("cannot be started"), "{error}");
        assert!(!error.contains("s3cret"), "{error}");
    }

    #[tokio::test]
    async fn a_key_file_readable_by_others_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a key");
        let file = || find(KeySource::File(path.clone()));
        let error = file().await.unwrap_err();
        assert!(error.ends_with("run `shortlist login --profile work`"), "{error}");
        write(&path, "sl_1\nmore\n").unwrap();
        for mode in [0o640, 0o604, 0o620] {
            set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            let error = file().await.unwrap_err();
            assert!(error.ends_with(&format!("run chmod 600 {}", path.display())), "{error}");
        }
        set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        assert_eq!(file().await.as_deref(), Ok("sl_1"));
    }

    #[tokio::test]
    async fn a_variable_that_is_not_set_is_named() {
        let source = KeySource::Environment("SHORTLIST_TEST_UNSET".to_owned());
        let error = find(source).await.unwrap_err();
        assert!(error.starts_with("SHORTLIST_TEST_UNSET is not set; profiles.work.key"), "{error}");
    }

    #[test]
    fn the_description_of_a_source_has_no_arguments() {
        let command = KeySource::Command(vec!["pass".to_owned(), "s3cret".to_owned()]);
        let key = ServerKey::Profile("work".to_owned(), command);
        assert_eq!(key.describe(), "command (pass)");
        let key = ServerKey::Environment(SecretString::from("s3cret"));
        assert_eq!(key.describe(), "environment (SHORTLIST_KEY)");
    }
}
