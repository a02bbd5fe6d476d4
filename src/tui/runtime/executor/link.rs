//! A page opened outside: in `$BROWSER`, or as the system does it.
//!
//! No shell is asked, so nothing in an address means anything to one. What is
//! started has no part in our terminal and outlives us.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::sync::oneshot;

use super::{Executor, WorkerEvent};
use crate::tui::app::message::Message;

/// Whoever runs longer has opened it, or is about to.
const START_TIMEOUT: Duration = Duration::from_secs(2);

/// How the system opens a page.
const SYSTEM_OPENER: &str = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };

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
        // Nobody listens any more when it runs for long.
        let _ = ended.send(child.wait());
    };
    // Whoever cannot be waited for runs all the same.
    let _ = std::thread::Builder::new().name("link".to_owned()).spawn(wait);
    match tokio::time::timeout(START_TIMEOUT, end).await {
        Ok(Ok(Ok(status))) if !status.success() => Err(format!("{name} ended with {status}")),
        _ => Ok(()),
    }
}

/// Starts the first that is there, and what it is called.
fn start(url: &str, browser: &str) -> Result<(Child, String), String> {
    let is_web = ["http://", "https://"].iter().any(|scheme| {
        url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    if !is_web || url.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
        return Err("only http and https addresses are opened".to_owned());
    }
    let mut why = String::new();
    for words in command_lines(url, browser) {
        let Some((program, arguments)) = words.split_first() else { continue };
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn();
        match child {
            Ok(child) => return Ok((child, program.clone())),
            Err(error) => why = format!("{program} cannot be started: {error}"),
        }
    }
    Err(format!("{why}; BROWSER names the one to use"))
}

/// What may be started, each as its words. `$BROWSER` names several by colons,
/// and where the address goes by `%s`.
fn command_lines(url: &str, browser: &str) -> Vec<Vec<String>> {
    let command_line = |command: &str| {
        let mut words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        let mut has_placeholder = false;
        for word in &mut words {
            has_placeholder |= word.contains("%s");
            *word = word.replace("%s", url);
        }
        if !has_placeholder && !words.is_empty() {
            words.push(url.to_owned());
        }
        words
    };
    let commands = browser.split(':').map(command_line).filter(|words| !words.is_empty());
    let commands: Vec<_> = commands.collect();
    if commands.is_empty() { vec![command_line(SYSTEM_OPENER)] } else { commands }
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://a.example/$(id);%20x?a=1&b='2'";

    #[test]
    fn a_url_is_a_single_argument_wherever_it_appears() {
        let words = |browser| command_lines(URL, browser).concat().join("|");
        assert_eq!(words("firefox"), format!("firefox|{URL}"));
        assert_eq!(words("a --new %s -b:c"), format!("a|--new|{URL}|-b|c|{URL}"));
        for empty in ["", " ", ":"] {
            assert_eq!(words(empty), format!("{SYSTEM_OPENER}|{URL}"));
        }
    }

    #[tokio::test]
    async fn only_web_urls_are_opened() {
        for wrong in ["file:///etc/passwd", "javascript:x", "", "-x", "https", "http://a b"] {
            let error = open(wrong, "true").await.unwrap_err();
            assert_eq!(error, "only http and https addresses are opened", "{wrong}");
        }
        assert_eq!(open("HTTPS://a.example", "true").await, Ok(()));
    }

    #[tokio::test]
    async fn a_missing_or_failing_browser_is_reported() {
        let none = "/none/browser";
        let error = open(URL, none).await.unwrap_err();
        assert!(error.starts_with("/none/browser cannot be started: No such file"), "{error}");
        assert!(error.ends_with("; BROWSER names the one to use"), "{error}");
        assert_eq!(open(URL, &format!("{none}:true")).await, Ok(()), "the next one is");
        assert_eq!(open(URL, "false").await, Err("false ended with exit status: 1".to_owned()));
    }
}
