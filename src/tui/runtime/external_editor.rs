//! Edits a text in the user's own editor: `$VISUAL`, `$EDITOR` or vi.
//!
//! The text is in a file that only its owner can read. The file stays until the caller has
//! stored the text elsewhere. After a crash it becomes a draft at the next start of its
//! workspace; a text that cannot be taken over is reported.

pub(crate) mod files;

use std::io;
use std::path::{Path, PathBuf};
use std::process::Child;

use crate::child_process;
use crate::platform::processes::{ChildEvent, continue_group, stop_group, wait_for_event};
use crate::recruiting::person::Draft;
use files::{EditFolder, HINT, read, remove, without_hint};

#[derive(Debug)]
pub(crate) struct Edited {
    pub(crate) outcome: Result<String, String>,
    /// The file with the text, not stored elsewhere yet.
    pub(crate) file: Option<PathBuf>,
}

/// Runs the editor. The terminal must be released.
pub(crate) fn edit(text: &str, draft: &Draft, folder: &EditFolder) -> Edited {
    let (editor, hint) = configured(|name| std::env::var(name).ok());
    let path = match folder.write(&hint, text, draft) {
        Ok(path) => path,
        Err(error) => {
            let message = format!("Could not write the text to {}: {error}", folder.path.display());
            return Edited { outcome: Err(message), file: None };
        }
    };
    let ended = run(&editor, &path);
    let read = read(&path).map(|read| without_hint(&read).to_owned());
    let outcome = match (ended, read) {
        (Ok(()), Ok(read)) => return Edited { outcome: Ok(read), file: Some(path) },
        (Err(message), Ok(read)) if read == text => {
            // Nothing was written: the file is empty.
            remove(&path);
            Err(message)
        }
        (Err(message), _) => Err(format!("{message}; your text is in {}", path.display())),
        (Ok(()), Err(why)) => Err(format!("{}: {why}", path.display())),
    };
    Edited { outcome, file: None }
}

/// The editor, and the line at the start of the text that names it if the user chose none.
fn configured(variable: impl Fn(&str) -> Option<String>) -> (String, String) {
    let editor = ["VISUAL", "EDITOR"].into_iter().filter_map(variable);
    match editor.into_iter().find(|editor| !editor.trim().is_empty()) {
        Some(editor) => (editor, String::new()),
        None => ("vi".to_owned(), format!("{HINT}{VI_HELP}\n")),
    }
}

const VI_HELP: &str = "vi. To save and leave: Esc, then :wq and Enter. To leave without saving: Esc, then :q! and Enter.";

/// Runs the user's editor on a file. The terminal must be released.
pub(crate) fn edit_file(path: &Path) -> Result<(), String> {
    run(&configured(|name| std::env::var(name).ok()).0, path)
}

fn run(editor: &str, path: &Path) -> Result<(), String> {
    // Through a shell, since the variable may hold arguments: `code --wait`. The shell must not
    // end before the editor, or the file would be read half-written.
    let line = format!("trap : INT HUP TERM; {editor} \"$1\"");
    let child = child_process::command("sh").arg("-c").arg(line).arg("sh").arg(path).spawn();
    let status = child.and_then(|child| wait(&child));
    match status {
        Ok(Some(0)) => Ok(()),
        Ok(Some(127)) => Err(format!("{editor} was not found; set EDITOR")),
        Ok(Some(code)) => {
            Err(format!("{editor} exited with code {code}; your changes were not applied"))
        }
        Ok(None) => Err(format!("{editor} was killed; your changes were not applied")),
        Err(error) => Err(format!("Could not start {editor}: {error}")),
    }
}

/// Waits for the end, and returns the exit code unless a signal ended it. If the editor stops, as
/// with Ctrl-Z, this process stops too and continues it later.
fn wait(child: &Child) -> io::Result<Option<i32>> {
    loop {
        match wait_for_event(child)? {
            ChildEvent::Stopped if stop_group()? => {}
            ChildEvent::Stopped => continue_group()?,
            ChildEvent::Exited(code) => return Ok(Some(code)),
            ChildEvent::Killed => return Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_editor_that_nobody_chose_is_explained() {
        let configured = |visual: &str, editor: &str| {
            let (editor, hint) =
                configured(|name| Some(if name == "VISUAL" { visual } else { editor }.to_owned()));
            (editor, !hint.is_empty())
        };
        assert_eq!(configured("code --wait", "nano"), ("code --wait".to_owned(), false));
        assert_eq!(configured(" ", "nano"), ("nano".to_owned(), false));
        assert_eq!(configured("", ""), ("vi".to_owned(), true));
        let (_, hint) = super::configured(|_| None);
        assert!(
            hint.contains("this is vi.") && hint.contains(":wq") && hint.ends_with('\n'),
            "{hint}"
        );
        assert_eq!(without_hint(&format!("{hint}text")), "text");
    }
}
