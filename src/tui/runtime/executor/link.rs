//! Opens a web page in `$BROWSER`, or as the system does it, and a mail in the system's mail
//! program. The executor calls this.
//!
//! No shell is involved, so no character of an address is special. The browser gets no access to
//! our terminal and keeps running when we exit.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::sync::oneshot;

use super::{Executor, WorkerEvent};
use crate::child_process;
use crate::platform::processes::in_new_group;
use crate::tui::app::message::Message;

const MAIL: &str = "mailto:";

/// A browser that runs longer has opened the page, or is about to.
const START_TIMEOUT: Duration = Duration::from_secs(2);

impl Executor {
    pub fn open_link(&self, url: String) {
        let sender = self.sender.clone();
        tokio::spawn(async move {
            let browser = std::env::var("BROWSER").unwrap_or_default();
            let opened = open(&url, &browser).await.map_err(|why| (url, why));
            let _ = sender.send(WorkerEvent::Message(Message::LinkOpened(opened)));
        });
    }
}

async fn open(url: &str, browser: &str) -> Result<(), String> {
    let (child, name) = start(url, browser)?;
    let (ended, end) = oneshot::channel();
    let wait = move || {
        let mut child = child;
        // The receiver is gone after the timeout.
        let _ = ended.send(child.wait());
    };
    // Without a thread to wait for it, the browser runs all the same.
    let _ = std::thread::Builder::new().name("link".to_owned()).spawn(wait);
    match tokio::time::timeout(START_TIMEOUT, end).await {
        Ok(Ok(Ok(status))) if !status.success() => Err(format!("{name} exited with {status}")),
        _ => Ok(()),
    }
}

/// Starts the first browser that exists; returns its name too.
fn start(url: &str, browser: &str) -> Result<(Child, String), String> {
    let has_scheme = |scheme: &&str| {
        url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    let is_mail = has_scheme(&MAIL);
    let is_known = is_mail || ["http://", "https://"].iter().any(has_scheme);
    if !is_known || url.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
        return Err("Only http, https and mailto links can be opened".to_owned());
    }
    // The browser is not the mail program.
    let browser = if is_mail { "" } else { browser };
    let mut first_error = None;
    for mut command in commands(url, browser) {
        let name = command.get_program().to_string_lossy().into_owned();
        child_process::remove_secrets(&mut command);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match in_new_group(&mut command).spawn() {
            Ok(child) => return Ok((child, name)),
            Err(error) => first_error = first_error.or(Some((name, error))),
        }
    }
    let error = first_error.map(|(name, error)| format!("Could not start {name}: {error}"));
    let hint = if is_mail { "" } else { "; set BROWSER to choose one" };
    Err(format!("{}{hint}", error.unwrap_or_default()))
}

/// `$BROWSER` separates several commands by colons and marks the position of the address by `%s`.
fn commands(url: &str, browser: &str) -> Vec<Command> {
    let command = |line: &str| {
        let mut words = line.split_whitespace();
        let mut command = child_process::command(words.next()?);
        command.args(words.map(|word| word.replace("%s", url)));
        if !line.contains("%s") {
            command.arg(url);
        }
        Some(command)
    };
    let commands: Vec<_> = browser.split(':').filter_map(command).collect();
    if commands.is_empty() { open::commands(url) } else { commands }
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://a.example/$(id);%20x?a=1&b='2'";

    #[test]
    fn a_url_is_a_single_argument_wherever_it_appears() {
        let lines = |browser| -> Vec<String> {
            let words = |command: &Command| {
                let words = std::iter::once(command.get_program()).chain(command.get_args());
                words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join("|")
            };
            commands(URL, browser).iter().map(words).collect()
        };
        assert_eq!(lines("firefox"), [format!("firefox|{URL}")]);
        let expected = [format!("a|--new|{URL}|-b"), format!("c|{URL}")];
        assert_eq!(lines("a --new %s -b:c"), expected);
        let system = if cfg!(target_os = "macos") { "/usr/bin/open|--" } else { "xdg-open" };
        for empty in ["", " ", ":"] {
            assert!(lines(empty).contains(&format!("{system}|{URL}")));
        }
    }

    #[tokio::test]
    async fn only_web_urls_are_opened() {
        for wrong in ["file:///etc/passwd", "javascript:x", "", "-x", "https", "http://a b"] {
            let error = open(wrong, "true").await.unwrap_err();
            assert_eq!(error, "Only http, https and mailto links can be opened", "{wrong}");
        }
        assert_eq!(open("HTTPS://a.example", "true").await, Ok(()));
    }

    #[tokio::test]
    async fn a_missing_or_failing_browser_is_reported() {
        let none = "/none/browser";
        let error = open(URL, none).await.unwrap_err();
        assert!(error.starts_with("Could not start /none/browser: No such file"), "{error}");
        assert!(error.ends_with("; set BROWSER to choose one"), "{error}");
        assert_eq!(open(URL, &format!("{none}:true")).await, Ok(()), "the next browser is tried");
        assert_eq!(open(URL, "false").await, Err("false exited with exit status: 1".to_owned()));
    }
}
