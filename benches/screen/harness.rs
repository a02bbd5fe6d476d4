//! The state of the terminal UI between a generated server and an in-memory screen.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use chrono::FixedOffset;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::json;

use shortlist::keymap::Keymap;
use shortlist::keymap::action::Action;
use shortlist::recruiting::query::SimilarityQuery;
use shortlist::theme::{ColorOverrides, Symbols, Theme, ThemeName};
use shortlist::tui::app::clock::{Clock, Moment};
use shortlist::tui::app::effect::{ComputeEffect, Effect, HttpEffect, StorageEffect};
use shortlist::tui::app::message::Message;
use shortlist::tui::app::request::{Answer, Slot, Ticket};
use shortlist::tui::app::state::State;
use shortlist::tui::app::update::update;
use shortlist::tui::app::view::draw;
use shortlist::tui::widgets::hit_map::HitMap;
use shortlist::tui::widgets::render_context::RenderContext;
use shortlist::wire::{
    Candidate, CandidateItem, Items, Job, JobItem, Page, Person, Texts, Timestamp,
};

pub(crate) trait Server: Send + Sync + 'static {
    /// The number of candidates of its job.
    fn count(&self) -> usize;
    fn candidate(&self, number: usize) -> CandidateItem;
    /// A person, as JSON.
    fn person(&self, id: &str) -> serde_json::Value;
    /// The texts of its job and of the stages.
    fn rewrite<T: Texts>(&self, record: T) -> T {
        record
    }
}

pub(crate) struct Harness<S> {
    pub(crate) state: State,
    server: Arc<S>,
    pages: PageThread,
    in_flight: Vec<(Slot, usize, Ticket)>,
    /// Pages that the page thread has not sent yet.
    pages_in_flight: usize,
    /// Searches that have not run yet.
    searches: Vec<(Ticket, SimilarityQuery)>,
    /// The longest time to apply an answer.
    pub(crate) slowest: Duration,
    /// How long a key would have waited in each round.
    pub(crate) delays: Vec<Duration>,
    /// The number of requests for candidates and people.
    pub(crate) details: u32,
    keymap: Keymap,
    terminal: Terminal<TestBackend>,
    now_millis: u64,
}

/// The thread that makes up the pages of candidates, as the runtime of the program reads them beside the
/// screen. It ends with the harness.
struct PageThread {
    requests: Sender<(Slot, usize, Ticket)>,
    replies: Receiver<(Slot, Ticket, Answer)>,
}

impl PageThread {
    fn start(server: Arc<impl Server>) -> Self {
        let (requests, to_answer) = channel();
        let (sender, replies) = channel();
        thread::spawn(move || {
            for (slot, limit, ticket) in to_answer {
                let Slot::CandidatePage(_, offset) = slot else { continue };
                let reply = candidate_page(&*server, offset, limit);
                // The harness is gone when a benchmark panics.
                let _ = sender.send((slot, ticket, reply));
            }
        });
        Self { requests, replies }
    }
}

impl<S: Server> Harness<S> {
    /// Starts and reads everything.
    pub(crate) fn start(server: S, size: (u16, u16)) -> Self {
        let mut harness = Self::open(server, size);
        harness.run_until_idle();
        harness
    }

    /// Starts, and has read nothing yet.
    pub(crate) fn open(server: S, size: (u16, u16)) -> Self {
        let terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("a screen");
        let server = Arc::new(server);
        let mut harness = Self {
            state: State::new(size),
            pages: PageThread::start(Arc::clone(&server)),
            server,
            in_flight: Vec::new(),
            pages_in_flight: 0,
            searches: Vec::new(),
            slowest: Duration::ZERO,
            delays: Vec::new(),
            details: 0,
            keymap: Keymap::with_bindings(&[]).0,
            terminal,
            now_millis: 0,
        };
        harness.wait(0);
        harness.send(Message::Opened {
            title: "Bench".to_owned(),
            welcome: Vec::new(),
            is_offline: false,
        });
        harness
    }

    pub(crate) fn send(&mut self, message: Message) {
        for effect in update(&mut self.state, message) {
            match effect {
                Effect::Http(HttpEffect::Fetch { slot, limit, ticket, .. }) => {
                    self.details += u32::from(matches!(slot, Slot::Candidate(_) | Slot::Person(_)));
                    self.request(slot, limit, ticket);
                }
                Effect::Http(HttpEffect::Cancel(slot)) => {
                    self.in_flight.retain(|(other, ..)| *other != slot);
                }
                Effect::Compute(ComputeEffect::FindSimilarRows(ticket, search)) => {
                    self.searches.push((ticket, search));
                }
                Effect::Storage(StorageEffect::Append { group, .. }) => {
                    self.send(Message::Appended(group, Ok(())));
                }
                _ => {}
            }
        }
    }

    pub(crate) fn act(&mut self, actions: &[Action]) {
        for action in actions {
            self.send(Message::Act(*action));
        }
    }

    pub(crate) fn wait(&mut self, millis: u64) {
        self.now_millis += millis;
        let date = Timestamp::parse("2026-11-15T12:00:00Z").expect("a valid timestamp");
        let zone = FixedOffset::east_opt(0).expect("a valid offset");
        self.send(Message::Time(Clock { moment: Moment(self.now_millis), date, zone }));
    }

    /// Answers requests until none is left.
    pub(crate) fn run_until_idle(&mut self) {
        while !self.state.is_settled() {
            self.run_round();
        }
    }

    /// Lets the lists settle, and answers the requests that are in flight.
    pub(crate) fn run_round(&mut self) {
        let started = Instant::now();
        self.wait(200);
        let mut longest = started.elapsed();
        for (ticket, search) in std::mem::take(&mut self.searches) {
            let mut rows = Vec::new();
            search.run(&false.into(), &mut |batch| rows.extend_from_slice(batch));
            self.send(Message::SimilarRows { ticket, rows, is_done: true });
        }
        let page_count = self.pages_in_flight;
        for (slot, limit, ticket) in std::mem::take(&mut self.in_flight) {
            let reply = self.read(&slot, limit);
            longest = longest.max(self.take_in(slot, ticket, reply));
        }
        for _ in 0..page_count {
            let (slot, ticket, reply) = self.pages.replies.recv().expect("a page");
            self.pages_in_flight -= 1;
            longest = longest.max(self.take_in(slot, ticket, reply));
        }
        self.delays.push(longest);
    }

    /// Requests pages immediately, as the runtime does, so the page thread reads the next ones while this
    /// thread applies one.
    fn request(&mut self, slot: Slot, limit: usize, ticket: Ticket) {
        if matches!(slot, Slot::CandidatePage(..)) {
            self.pages.requests.send((slot, limit, ticket)).expect("the thread runs");
            self.pages_in_flight += 1;
        } else {
            self.in_flight.push((slot, limit, ticket));
        }
    }

    /// Returns how long it took.
    fn take_in(&mut self, slot: Slot, ticket: Ticket, reply: Answer) -> Duration {
        let started = Instant::now();
        self.send(Message::Fetched { slot, ticket, outcome: Ok(reply) });
        self.slowest = self.slowest.max(started.elapsed());
        started.elapsed()
    }

    /// What the runtime makes of a response.
    fn read(&self, slot: &Slot, limit: usize) -> Answer {
        let count = self.server.count();
        let find = |id: &str| {
            let pages = &self.state.open_job()?.list.pages;
            pages.position_of(pages.rows.find(id)?).map(|index| self.server.candidate(index))
        };
        match slot {
            Slot::Jobs(_) => Answer::jobs(page(vec![self.server.rewrite(job(count))], 1)),
            Slot::CandidatePage(_, offset) => candidate_page(&*self.server, *offset, limit),
            Slot::Job(_) => Answer::Job(Box::new(self.server.rewrite(pipeline(count)))),
            Slot::Candidate(id) => {
                let item = find(id.as_str()).unwrap_or_default();
                Answer::Candidate(Box::new(candidate(&item)))
            }
            Slot::Person(id) | Slot::WholePerson(id) => Answer::Person(Box::new(
                serde_json::from_value::<Person>(self.server.person(id.as_str()))
                    .expect("a person"),
            )),
        }
    }

    /// Draws a frame, as the loop does. Returns how long it took.
    pub(crate) fn draw(&mut self) -> Duration {
        let context = RenderContext {
            theme: Theme::new(ThemeName::Dark),
            colors: &ColorOverrides::default(),
            symbols: Symbols::unicode(),
            keymap: &self.keymap,
            hits: &HitMap::default(),
            cursor: &Cell::default(),
        };
        let started = Instant::now();
        self.terminal.draw(|frame| draw(&self.state, &context, frame)).expect("a frame");
        started.elapsed()
    }

    /// Draws a frame that writes every cell, because the previous frame is discarded.
    pub(crate) fn redraw(&mut self) -> Duration {
        self.terminal.clear().expect("a screen");
        self.draw()
    }

    /// The lines of the screen.
    pub(crate) fn text(&self) -> String {
        self.terminal.backend().to_string()
    }
}

fn candidate_page(server: &impl Server, offset: usize, limit: usize) -> Answer {
    let count = server.count();
    let numbers = offset..count.min(offset + limit);
    Answer::candidates(page(numbers.map(|index| server.candidate(index)).collect(), count))
}

const fn page<T>(good: Vec<T>, total: usize) -> Page<T> {
    Page::new(Items::all_good(good), Some(total as u64))
}

fn job(count: usize) -> JobItem {
    serde_json::from_value(json!({
        "id": "job", "name": "Senior Rust Engineer", "created_at": "2026-11-02T09:00:00Z",
        "is_archived": false, "client_company_name": "Northwind", "client_company_id": "cli",
        "job_status_name": "Open", "job_status_id": "sta", "candidate_count": count,
    }))
    .expect("a job")
}

fn pipeline(count: usize) -> Job {
    let names = crate::people::STAGE.iter().zip(0..);
    let stages = names.map(|(name, order)| {
        json!({"id": format!("stg_{order:016x}"), "name": name, "stage_order": order,
               "is_rejection_stage": *name == "Rejected", "is_interviewing_stage": *name == "Interview"})
    });
    let mut json = serde_json::to_value(job(count)).expect("JSON");
    json["pipeline_stages"] = stages.collect();
    serde_json::from_value(json).expect("a job")
}

fn candidate(item: &CandidateItem) -> Candidate {
    let mut json = serde_json::to_value(item).expect("JSON");
    json["job_id"] = json!("job");
    json["current_pipeline_stage_date"] = json!("2026-11-06T10:00:00Z");
    let entry = |day: &str| {
        json!({"stage_id": item.current_pipeline_stage_id, "stage_name": item.current_pipeline_stage_name,
               "stage_date": format!("{day}T08:00:00Z")})
    };
    json["pipeline_stage_history"] = json!([entry("2026-10-20"), entry("2026-11-06")]);
    serde_json::from_value(json).expect("a candidate")
}
