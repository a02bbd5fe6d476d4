//! The loop without a terminal: a typist at the desk, which asks a real service.

use std::pin::Pin;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tokio::time::{sleep_until, timeout};

use crate::support::relay::Relay;
use crate::support::scripted_server::Step;
use shortlist::client::{Client, SecretString};
use shortlist::config::Loaded;
use shortlist::keymap::key::Key;
use shortlist::tui::app::message::Message;
use shortlist::tui::runtime::controller::Controller;
use shortlist::tui::runtime::storage_thread::local_store::LocalStore;
use shortlist::tui::runtime::workspace::{OpenError, Workspace, WorkspaceOpener};

/// Nothing takes as long, unless it never comes.
const LIMIT: Duration = Duration::from_secs(30);

/// Somebody who types, and looks at the screen when there is reason to.
pub(crate) struct Typist {
    pub(crate) desk: Controller,
}

/// The way to a server that is there.
struct Open(Client);

impl WorkspaceOpener for Open {
    fn open(
        &self,
        _key: Option<SecretString>,
        _tell: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>> {
        let client = self.0.clone();
        let folder = tempfile::tempdir().unwrap();
        let file = Ok(folder.path().join("local.db"));
        let memory = LocalStore {
            file,
            server: "test".to_owned(),
            creates_v0: false,
            web_url: None,
            caches: true,
        };
        let (title, welcome) = ("Test".to_owned(), Vec::new());
        let opened =
            Workspace { client, title, welcome, memory, mover: None, guard: Box::new(folder) };
        Box::pin(std::future::ready(Ok(opened)))
    }
}

impl Typist {
    /// At a desk for a server, which is just being asked.
    pub(crate) fn sits_down(relay: &Relay) -> Self {
        let door = Open(relay.rough.client());
        let mut desk = Controller::new((140, 40), Loaded::default(), door);
        // Every request is counted: none comes that nobody waits for.
        desk.state.rules.ageing = false;
        desk.open();
        Self { desk }
    }

    /// The same, when everything was read.
    pub(crate) async fn at(relay: &Relay) -> Self {
        let mut typist = Self::sits_down(relay);
        typist.until_at_rest().await;
        typist
    }

    /// Types keys at one moment: letters as they are, others as `<enter>`.
    pub(crate) fn type_keys(&mut self, keys: &str) {
        self.desk.tick();
        let mut rest = keys;
        while let Some(letter) = rest.chars().next() {
            let named = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
            let (key, after) = match named {
                Some((name, after)) => (name.parse().unwrap(), after),
                None => (Key::char(letter), rest.strip_prefix(letter).unwrap()),
            };
            self.desk.key(key);
            rest = after;
        }
    }

    /// Waits for the next thing to happen, as the loop does: news, or the
    /// moment at which something changes by itself. The news, if that was it.
    pub(crate) async fn next(&mut self) -> Option<Message> {
        let wake = self.desk.wakes_at();
        let waking = async {
            match wake {
                Some(at) => sleep_until(at.into()).await,
                None => std::future::pending().await,
            }
        };
        let happens = async {
            tokio::select! {
                message = self.desk.news() => Some(message),
                () = waking => None,
            }
        };
        let news = timeout(LIMIT, happens).await.expect("something happens");
        self.desk.tick();
        if let Some(message) = &news {
            self.desk.feed(message.clone());
        }
        news
    }

    /// Lets things happen until it is so.
    pub(crate) async fn until(&mut self, what: &str, here: impl Fn(&Controller) -> bool) {
        let happens = async {
            self.desk.tick();
            while !here(&self.desk) {
                self.next().await;
            }
        };
        let in_time = timeout(LIMIT, happens).await.is_ok();
        assert!(in_time, "this did not come: {what}\n{}", self.screen());
    }

    pub(crate) async fn until_at_rest(&mut self) {
        self.until("rest", |desk| desk.state.is_at_rest()).await;
    }

    /// What is on the screen, line by line.
    pub(crate) fn screen(&self) -> String {
        let (width, height) = self.desk.state.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| self.desk.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    /// The id of the selected candidate.
    pub(crate) fn selected(&self) -> String {
        self.desk.state.selected().map(|(id, _)| id.to_string()).unwrap_or_default()
    }

    /// The ids of the candidates, in the order of the list.
    pub(crate) fn ids(&self) -> Vec<String> {
        let list = &self.desk.state.opened().unwrap().list;
        let rows = (0..list.len()).filter_map(|index| list.at(index));
        rows.map(|row| list.roll.rows.id(row).to_owned()).collect()
    }
}

#[tokio::test]
async fn holding_a_key_asks_only_for_what_it_ends_on() {
    let relay = Relay::crowd(400);
    let mut typist = Typist::at(&relay).await;
    typist.type_keys("3");
    let before = relay.count("/v1/candidates/") + relay.count("/v1/persons/");
    // At one moment, so that it never rests, however busy the machine is.
    for _ in 0..300 {
        typist.desk.key(Key::char('j'));
        while let Some(message) = typist.desk.ready() {
            typist.desk.feed(message);
        }
    }
    assert_eq!(typist.selected(), "can_300");
    typist.until_at_rest().await;
    let asked: Vec<String> =
        relay.rough.log().asked.iter().map(|asked| asked.target.clone()).collect();
    let is_detail = |target: &&String| {
        target.starts_with("/v1/candidates/") || target.starts_with("/v1/persons/")
    };
    let details = asked.iter().filter(is_detail);
    let since: Vec<&String> = details.skip(before).collect();
    assert!(since.len() <= 3, "{since:?}");
    assert!(since.iter().any(|target| target.ends_with("/can_300")), "{since:?}");
    assert!(typist.screen().contains("4 Ada 300"), "{}", typist.screen());
}

#[tokio::test]
async fn a_question_that_nobody_asks_any_more_is_dropped_on_the_way() {
    let relay = Relay::crowd_but(400, |asked| {
        let slow = ["/can_10", "/per_10"].iter().any(|end| asked.target.ends_with(end));
        slow.then(|| vec![Step::Hold])
    });
    let mut typist = Typist::at(&relay).await;
    typist.type_keys("3jjjjjjjjjj");
    typist.until("the question", |_| relay.count("/v1/candidates/can_10") == 1).await;
    assert_eq!(relay.rough.log().hung_up, 0);
    typist.type_keys("jjjjj");
    typist.until_at_rest().await;
    relay.rough.until(|log| log.hung_up >= 1).await;
    assert!(typist.screen().contains("4 Ada 15"), "{}", typist.screen());
    assert_eq!(relay.count("/v1/candidates/can_10"), 1, "and it is not asked again");
}

#[tokio::test]
async fn the_next_candidate_is_there_before_the_key() {
    let relay = Relay::crowd(40);
    let mut typist = Typist::at(&relay).await;
    for number in 1..5 {
        let asked = relay.rough.log().asked.len();
        typist.type_keys(if number == 1 { "3j" } else { "j" });
        let screen = typist.screen();
        assert!(screen.contains(&format!("4 Ada {number} ")), "{screen}");
        assert!(screen.contains("● now"), "the history is there: {screen}");
        assert!(typist.desk.state.asked.is_empty());
        assert_eq!(relay.rough.log().asked.len(), asked);
        typist.until_at_rest().await;
    }
}
