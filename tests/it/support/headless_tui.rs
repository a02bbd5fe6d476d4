//! The TUI without a terminal: keys in, a screen out, on a real service.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use shortlist::config::LoadedConfig;
use shortlist::keymap::key::Key;
use shortlist::tui::app::message::Message;
use shortlist::tui::runtime::controller::Controller;
use tempfile::TempDir;
use tokio::time::{sleep_until, timeout};

use crate::support::TIMEOUT;
use crate::support::relay::Relay;
use crate::support::workspace::TestWorkspace;

pub(crate) struct HeadlessTui {
    pub(crate) controller: Controller,
    _folder: TempDir,
}

impl HeadlessTui {
    /// Starts on a server; the first requests are on their way.
    pub(crate) fn start(relay: &Relay) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = Ok(folder.path().join("local.db"));
        let workspace = TestWorkspace::new(relay.http.client(), file);
        let mut controller = Controller::new((140, 40), LoadedConfig::default(), workspace);
        // Tests count requests: no background reads.
        controller.state.rules.prefetch_histories = false;
        controller.open();
        Self { controller, _folder: folder }
    }

    /// Starts and waits until everything was read.
    pub(crate) async fn start_at_rest(relay: &Relay) -> Self {
        let mut tui = Self::start(relay);
        tui.wait_until_at_rest().await;
        tui
    }

    /// Types keys without a pause: letters as they are, other keys by name, as in `<enter>`.
    pub(crate) fn type_keys(&mut self, keys: &str) {
        self.controller.tick();
        let mut rest = keys;
        while let Some(letter) = rest.chars().next() {
            let named = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
            let (key, after) = match named {
                Some((name, after)) => (name.parse().unwrap(), after),
                None => (Key::char(letter), rest.strip_prefix(letter).unwrap()),
            };
            self.controller.handle_key(key);
            rest = after;
        }
    }

    /// Waits for the next event as the loop does: a message from the background, or the time at
    /// which the state changes by itself. Returns the message, if any.
    pub(crate) async fn next(&mut self) -> Option<Message> {
        let wake = self.controller.wakes_at();
        let waking = async {
            match wake {
                Some(at) => sleep_until(at.into()).await,
                None => std::future::pending().await,
            }
        };
        let event = async {
            tokio::select! {
                message = self.controller.next_message() => Some(message),
                () = waking => None,
            }
        };
        let message = timeout(TIMEOUT, event).await.expect("an event");
        self.controller.tick();
        if let Some(message) = &message {
            self.controller.feed(message.clone());
        }
        message
    }

    /// Handles events until a condition holds; `what` names it.
    pub(crate) async fn wait_until(&mut self, what: &str, holds: impl Fn(&Controller) -> bool) {
        let waiting = async {
            self.controller.tick();
            while !holds(&self.controller) {
                self.next().await;
            }
        };
        let in_time = timeout(TIMEOUT, waiting).await.is_ok();
        assert!(in_time, "timed out waiting for: {what}\n{}", self.screen());
    }

    pub(crate) async fn wait_until_at_rest(&mut self) {
        self.wait_until("rest", |controller| controller.state.is_settled()).await;
    }

    pub(crate) fn screen(&self) -> String {
        let (width, height) = self.controller.state.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| self.controller.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    /// The id of the selected candidate.
    pub(crate) fn selected(&self) -> String {
        self.controller.state.selected().map(|(id, _)| id.to_string()).unwrap_or_default()
    }

    /// The ids of the candidates in the order of the list.
    pub(crate) fn ids(&self) -> Vec<String> {
        let list = &self.controller.state.open_job().unwrap().list;
        let rows = (0..list.len()).filter_map(|index| list.at(index));
        rows.map(|row| list.pages.rows.id(row).to_owned()).collect()
    }
}
