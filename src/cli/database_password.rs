//! The password for a `PostgreSQL` database, which its address never holds. It is looked up
//! before the store connects, and may run a command, so it blocks.
//!
//! Sources, best first: `SHORTLIST_DATABASE_PASSWORD`, the output of the command in
//! `SHORTLIST_DATABASE_PASSWORD_COMMAND`, and the `.pgpass` file that libpq reads.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;
use std::process::Stdio;

use secrecy::{ExposeSecret, SecretString};

use super::secret_source::{CommandFailure, FileError, printed_text, read_private_file};
use crate::child_process;
use crate::service::store::PostgresAddress;

const PASSWORD: &str = "SHORTLIST_DATABASE_PASSWORD";
const COMMAND: &str = "SHORTLIST_DATABASE_PASSWORD_COMMAND";
const FILE: &str = "PGPASSFILE";

#[derive(Debug, thiserror::Error)]
pub(super) enum PasswordError {
    #[error("{PASSWORD} is not UTF-8 text; set it to the password of the database")]
    NotText,
    #[error(
        "sh, which runs the command in {COMMAND}, cannot be started: {0}; set {PASSWORD} instead"
    )]
    CannotStart(#[source] io::Error),
    #[error("the command in {COMMAND} {0}")]
    Command(#[from] CommandFailure),
    #[error("{0}")]
    ReadableByOthers(FileError),
    #[error("{0}; make it readable, or name another file in {FILE}")]
    Unreadable(FileError),
}

impl From<FileError> for PasswordError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::ReadableByOthers { .. } => Self::ReadableByOthers(error),
            FileError::Unreadable { .. } => Self::Unreadable(error),
        }
    }
}

pub(super) fn find(address: &PostgresAddress) -> Result<Option<SecretString>, PasswordError> {
    find_in(|name| std::env::var_os(name), std::env::home_dir(), address)
}

fn find_in(
    variable: impl Fn(&str) -> Option<OsString>,
    home: Option<PathBuf>,
    address: &PostgresAddress,
) -> Result<Option<SecretString>, PasswordError> {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    if let Some(password) = set(PASSWORD) {
        let password = password.into_string().ok().ok_or(PasswordError::NotText)?;
        return Ok(Some(password.into()));
    }
    if let Some(command) = set(COMMAND) {
        return run(&command).map(Some);
    }
    let file = set(FILE).map(PathBuf::from).or_else(|| home.map(|home| home.join(".pgpass")));
    // `PGPASSFILE=/dev/null` switches it off, as in libpq.
    let text = file.map_or(Ok(None), |file| read_private_file(&file))?;
    Ok(text.and_then(|text| password_for(address, text.expose_secret())))
}

fn run(command: &OsStr) -> Result<SecretString, PasswordError> {
    let output = child_process::command("sh")
        .arg("-c")
        .arg(command)
        .stdin(Stdio::null())
        .output()
        .map_err(PasswordError::CannotStart)?;
    let text = printed_text(output)?;
    Ok(without_newline(text.expose_secret()).into())
}

fn without_newline(text: &str) -> &str {
    let line = text.strip_suffix('\n').unwrap_or(text);
    line.strip_suffix('\r').unwrap_or(line)
}

/// The password of the first host that has a line. The driver sends the same one to every host.
fn password_for(address: &PostgresAddress, text: &str) -> Option<SecretString> {
    let password = address.hosts().iter().find_map(|(host, port)| {
        let port = port.to_string();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(split).find_map(|fields| match fields.as_slice() {
            [for_host, for_port, database, user, password, ..]
                if matches_host(for_host, host)
                    && matches(for_port, &port)
                    && matches(database, address.database())
                    && matches(user, address.user()) =>
            {
                Some(unescape(password))
            }
            _ => None,
        })
    });
    password.filter(|password| !password.is_empty()).map(SecretString::from)
}

fn matches_host(field: &str, host: &str) -> bool {
    matches(field, host) || host.starts_with('/') && matches(field, "localhost")
}

/// Only a bare star is a wildcard: `\*` is a name.
fn matches(field: &str, value: &str) -> bool {
    field == "*" || unescape(field) == value
}

/// The fields between colons that have no backslash before them, still escaped.
fn split(line: &str) -> Vec<&str> {
    let mut is_escaped = false;
    line.split(|c| {
        let ends_field = c == ':' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends_field
    })
    .collect()
}

/// A backslash makes the next character an ordinary one; a trailing backslash is literal.
fn unescape(field: &str) -> String {
    let mut text = String::with_capacity(field.len());
    let mut rest = field.chars();
    while let Some(c) = rest.next() {
        text.push(if c == '\\' { rest.next().unwrap_or(c) } else { c });
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::ffi::OsStringExt;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use tempfile::TempDir;

    use super::*;

    fn address(text: &str) -> PostgresAddress {
        text.parse().unwrap()
    }

    fn found(address_text: &str, file: &str) -> Option<String> {
        let password = password_for(&address(address_text), file);
        password.map(|password| password.expose_secret().to_owned())
    }

    /// Looks in an environment of these variables.
    fn find_with(
        variables: &[(&str, &str)],
        home: Option<&Path>,
    ) -> Result<Option<String>, PasswordError> {
        let variable = |name: &str| {
            let value = variables.iter().find(|(other, _)| *other == name);
            value.map(|(_, value)| OsString::from(value))
        };
        let home = home.map(Path::to_owned);
        let password = find_in(variable, home, &address("postgres://bob@db/hr"))?;
        Ok(password.map(|password| password.expose_secret().to_owned()))
    }

    fn write(path: &Path, text: &str, mode: u32) {
        std::fs::write(path, text).unwrap();
        set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_line_of_pgpass_must_match_host_port_database_and_user() {
        let bob = "postgres://bob@db/hr";
        let cases = [
            (bob, "db:5432:hr:bob:s3cret", Some("s3cret")),
            (bob, "*:*:*:*:s3cret", Some("s3cret")),
            (bob, "db2:5432:hr:bob:s3cret", None),
            (bob, "db:5433:hr:bob:s3cret", None),
            (bob, "db:5432:hr2:bob:s3cret", None),
            (bob, "db:5432:hr:eve:s3cret", None),
            (bob, "db:5432:hr:bob", None),
            (bob, "", None),
            (bob, "#*:*:*:*:old\r\n\r\n*:*:*:*:new\r\n", Some("new")),
            (bob, "*:*:*:*:first\n*:*:*:*:second", Some("first")),
            (bob, "*:*:*:*:\n*:*:*:*:second", None),
            (bob, "*:*:*:*:a\\:b\\\\c\\", Some("a:b\\c\\")),
            (bob, "*:*:*:*:s3cret:comment", Some("s3cret")),
            (bob, "\\*:*:*:*:s3cret", None),
            ("postgres://%2A@db/hr", "*:*:*:\\*:s3cret", Some("s3cret")),
            ("postgres://b%3Ac@db/hr", "*:*:*:b\\:c:s3cret", Some("s3cret")),
            ("postgres://bob@[::1]/hr", "\\:\\:1:*:*:*:s3cret", Some("s3cret")),
            ("postgres://bob@[::1]/hr", "::1:*:*:*:s3cret", None),
            ("postgres:///hr?user=bob&host=/run/pg", "/run/pg:*:*:*:s3cret", Some("s3cret")),
            ("postgres:///hr?user=bob&host=/run/pg", "localhost:*:*:*:s3cret", Some("s3cret")),
            ("postgres:///hr?user=bob&host=/run/pg", "/run/other:*:*:*:s3cret", None),
        ];
        for (address, file, password) in cases {
            assert_eq!(found(address, file).as_deref(), password, "{address} in {file:?}");
        }
    }

    #[test]
    fn of_several_hosts_the_first_with_a_line_wins() {
        let file = "c:*:*:*:of c\nb:5433:*:*:of b\n";
        assert_eq!(found("postgres://bob@a,b:5433,c/hr", file).as_deref(), Some("of b"));
    }

    #[test]
    fn the_variable_comes_before_the_command_and_the_command_before_the_file() {
        let home = TempDir::new().unwrap();
        write(&home.path().join(".pgpass"), "*:*:*:*:of home\n", 0o600);
        let other = home.path().join("other");
        write(&other, "*:*:*:*:of file\n", 0o600);
        let all = [
            (PASSWORD, "of variable"),
            (COMMAND, "echo of command"),
            (FILE, other.to_str().unwrap()),
        ];
        for (ignored, password) in [(0, "of variable"), (1, "of command"), (2, "of file")] {
            let found = find_with(&all[ignored..], Some(home.path())).unwrap();
            assert_eq!(found.as_deref(), Some(password));
        }
        let empty = [(PASSWORD, ""), (COMMAND, ""), (FILE, "")];
        assert_eq!(find_with(&empty, Some(home.path())).unwrap().as_deref(), Some("of home"));
        assert_eq!(find_with(&[], None).unwrap(), None);
    }

    #[test]
    fn a_variable_must_be_text() {
        let variable = |name: &str| (name == PASSWORD).then(|| OsString::from_vec(vec![0xff]));
        let error = find_in(variable, None, &address("postgres://bob@db")).unwrap_err();
        assert!(error.to_string().starts_with(PASSWORD), "{error}");
    }

    #[test]
    fn the_output_of_the_command_loses_one_line_end_only() {
        for (command, password) in [
            ("printf s3cret", "s3cret"),
            ("printf 's3cret\\n'", "s3cret"),
            ("printf 's3cret\\r\\n'", "s3cret"),
            ("printf ' s3cret \\n\\n'", " s3cret \n"),
            ("cat; echo s3cret; echo warning >&2", "s3cret"),
        ] {
            let found = find_with(&[(COMMAND, command)], None).unwrap();
            assert_eq!(found.as_deref(), Some(password), "{command}");
        }
    }

    #[test]
    fn a_command_without_a_password_is_an_error_that_shows_no_output() {
        for (command, words) in [
            ("echo s3cret; exit 3", "failed (exit status: 3); run it"),
            (
                "echo s3cret; printf '\\n vault is sealed\\nmore' >&2; exit 1",
                "1): vault is sealed;",
            ),
            ("kill -9 $$", "failed (signal: 9 (SIGKILL)); run it"),
            ("/nonexistent/s3cret", "failed (exit status: 127)"),
            ("true", "printed nothing"),
            ("echo", "printed nothing"),
            ("printf 's3cret\\377'", "printed text that is not UTF-8; it must print the secret"),
        ] {
            let error = find_with(&[(COMMAND, command)], None).unwrap_err();
            assert!(error.to_string().contains(words), "{command}: {error}");
            let shown = format!("{error} {error:?}");
            assert!(command.starts_with('/') || !shown.contains("s3cret"), "{shown}");
        }
    }

    #[test]
    fn a_file_that_others_can_read_is_refused_and_a_missing_one_is_not() {
        let home = TempDir::new().unwrap();
        let path = home.path().join(".pgpass");
        assert_eq!(find_with(&[], Some(home.path())).unwrap(), None);
        assert_eq!(find_with(&[(FILE, "/dev/null")], Some(home.path())).unwrap(), None);
        assert_eq!(find_with(&[(FILE, "/dev/null/x")], Some(home.path())).unwrap(), None);
        for mode in [0o640, 0o604, 0o610] {
            write(&path, "*:*:*:*:s3cret\n", mode);
            let error = find_with(&[], Some(home.path())).unwrap_err().to_string();
            assert!(error.ends_with(&format!("; run chmod 600 {}", path.display())), "{error}");
        }
        write(&path, "*:*:*:*:s3cret\n", 0o400);
        assert_eq!(find_with(&[], Some(home.path())).unwrap().as_deref(), Some("s3cret"));
    }

    #[test]
    fn a_file_that_is_not_text_is_named() {
        let home = TempDir::new().unwrap();
        let path = home.path().join(".pgpass");
        write(&path, "", 0o600);
        std::fs::write(&path, [0xff]).unwrap();
        let error = find_with(&[], Some(home.path())).unwrap_err().to_string();
        assert!(error.contains(".pgpass cannot be read"), "{error}");
    }
}
