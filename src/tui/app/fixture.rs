//! A small agency for tests: a fake server that answers the effects of `update`.

pub(crate) mod people;
mod records;

pub(crate) use people::people;
pub(crate) use records::{candidates, jobs, many_candidates};

use std::collections::BTreeMap;

use chrono::{DateTime, FixedOffset};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::clock::{Clock, Moment};
use super::effect::{CachedRecord, ComputeEffect, Effect, HttpEffect, StorageEffect};
use super::last_screen::SavedScreen;
use super::message::Message;
use super::mirrored::MirroredJob;
use super::state::State;
use super::update::update;
use crate::client::{Fault, Priority, RequestEvent, RequestFailure};
use crate::keymap::action::{Action, KeyContext, Pane, TextEdit};
use crate::keymap::group::ActionInfo;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::query::SimilarityQuery;
use crate::recruiting::table::ListField;
use crate::recruiting::table::Row;
use crate::tui::app::request::{Answer, Slot, Ticket};
use crate::tui::app::restored::Restored;
use crate::tui::features::triage::selectors::overdue;
use crate::wire::{CandidateItem, Items, Job, JobId, JobItem, Page, Person, PersonId, Timestamp};
use people::person;
use records::{candidate, stages};

/// The date of all test screens.
pub(crate) const TODAY: &str = "2026-11-15T12:04:00Z";

/// Answers a request only when the test says so.
pub(crate) struct FakeServer {
    pub(crate) state: State,
    /// Unanswered requests, in order.
    pub(crate) in_flight: Vec<(Slot, usize, Ticket)>,
    /// All requests, in order.
    pub(crate) fetched: Vec<Slot>,
    /// Searches for near matches stay unanswered until [`FakeServer::find`].
    pub(crate) holds_searches: bool,
    pub(crate) searches: Vec<(Ticket, SimilarityQuery)>,
    /// The jobs requested from the cache.
    pub(crate) job_cache_reads: Vec<JobId>,
    /// The people requested from the cache.
    pub(crate) person_cache_reads: Vec<PersonId>,
    /// Since when changes were requested.
    pub(crate) change_reads: Vec<Option<Timestamp>>,
    /// The records written to the cache.
    pub(crate) cached: Vec<CachedRecord>,
    pub(crate) others: Vec<Effect>,
    /// The screens stored on disk, in order.
    pub(crate) screens: Vec<SavedScreen>,
    /// The disk answers no write.
    pub(crate) holds_disk: bool,
    pub(crate) jobs: Vec<JobItem>,
    pub(crate) candidates: Vec<CandidateItem>,
    /// The candidates of jobs that differ from the default.
    pub(crate) candidates_by_job: BTreeMap<JobId, Vec<CandidateItem>>,
    /// People who differ from the default.
    pub(crate) people: Vec<Person>,
    /// What the mirror holds.
    pub(crate) mirror: Vec<MirroredJob>,
    /// The total that the server reports, if it is wrong.
    pub(crate) total: Option<u64>,
    pub(crate) moment: u64,
    ascii: bool,
}

/// Bindings, so that messages can name keys.
const KEYS: &[(KeyContext, Action, &str, &str)] = &[
    (KeyContext::Browsing, Action::Filter, "filter", "/"),
    (KeyContext::Browsing, Action::Help, "help", "?, f1"),
    (KeyContext::Browsing, Action::Palette, "palette", "ctrl-p, :"),
    (KeyContext::Browsing, Action::Quit, "quit", "q"),
    (KeyContext::Browsing, Action::Refresh, "refresh", "R, f5"),
    (KeyContext::Browsing, Action::Requests, "requests", "!"),
    (KeyContext::Browsing, Action::Go(Pane::Jobs), "pane-jobs", "1, g j"),
    (KeyContext::Browsing, Action::Go(Pane::Candidates), "pane-candidates", "3, g c"),
    (KeyContext::Jobs, Action::Sort(ListField::Name), "sort-name", "s n"),
    (KeyContext::Candidates, Action::Sort(ListField::Title), "sort-title", "s t"),
    (KeyContext::Rows, Action::SortOff, "sort-off", "s o"),
    (KeyContext::Rows, Action::ToggleClosed, "toggle-closed", "."),
    (KeyContext::Rows, Action::LikeThis, "like-this", "@"),
    (KeyContext::Rows, Action::ClearFilter, "clear-filter", "ctrl-l"),
    (KeyContext::Rows, Action::Mark, "mark", "space"),
    (KeyContext::Dialog, Action::Quit, "close", "q, ?, f1, !"),
    (KeyContext::Dialog, Action::Back, "close-or-cancel", "esc"),
    (KeyContext::Requests, Action::CancelRequest, "cancel-request", "x"),
    (KeyContext::Typing, Action::Edit(TextEdit::Accept), "accept", "enter"),
    (KeyContext::Typing, Action::Edit(TextEdit::Cancel), "leave", "esc"),
];

/// Effects without a result here: there is no mirror.
const fn is_for_mirror(effect: &Effect) -> bool {
    use StorageEffect::{LoadCandidate, LoadJob, Mirror};
    matches!(effect, Effect::Storage(Mirror(_) | LoadJob(_) | LoadCandidate(_)))
}

impl FakeServer {
    /// Nothing is answered yet.
    pub(crate) fn new(width: u16, height: u16) -> Self {
        let mut server = Self {
            state: State::new((width, height)),
            in_flight: Vec::new(),
            fetched: Vec::new(),
            holds_searches: false,
            searches: Vec::new(),
            job_cache_reads: Vec::new(),
            person_cache_reads: Vec::new(),
            change_reads: Vec::new(),
            cached: Vec::new(),
            others: Vec::new(),
            screens: Vec::new(),
            holds_disk: false,
            jobs: jobs(),
            candidates: candidates(),
            candidates_by_job: BTreeMap::new(),
            people: Vec::new(),
            mirror: Vec::new(),
            total: None,
            moment: 0,
            ascii: false,
        };
        server.state.actions = KEYS.iter().map(action_info).collect();
        server.wait(0);
        server.send(Message::Opened {
            title: "Demo workspace".into(),
            welcome: Vec::new(),
            is_offline: false,
        });
        server
    }

    /// With ASCII names and places.
    pub(crate) fn in_ascii(width: u16, height: u16) -> Self {
        let mut server = Self::new(width, height);
        server.candidates = server.candidates.iter().map(ascii).collect();
        server.ascii = true;
        server
    }

    /// Everything is loaded.
    pub(crate) fn loaded(width: u16, height: u16) -> Self {
        // A small screen would request less.
        let mut server = Self::new(120, 40);
        server.settle();
        server.send(Message::Resized(width, height));
        server.settle();
        server
    }

    /// Two jobs with candidates of their own, everything loaded, and the inbox open.
    pub(crate) fn triage(width: u16, height: u16) -> Self {
        let mut server = Self::new(width, height);
        for (job, days) in [("job_rust", 90), ("job_sales", 0)] {
            let mut items = candidates();
            for item in &mut items {
                let created = item.created_at.map(Timestamp::to_utc);
                item.created_at = created.map(|at| (at - chrono::Days::new(days)).into());
                item.id = format!("{job}_{}", item.id).into();
                item.person_id = format!("{job}_{}", item.person_id).into();
            }
            server.candidates_by_job.insert(job.into(), items);
        }
        server.candidates_by_job.insert("job_old".into(), Vec::new());
        let restored = Restored { session: "here".to_owned(), ..Restored::default() };
        server.send(Message::Restored(Box::new(restored)));
        server.settle();
        server
    }

    pub(crate) fn send(&mut self, message: Message) -> &mut Self {
        let effects = update(&mut self.state, message);
        for effect in effects.into_iter().filter(|effect| !is_for_mirror(effect)) {
            match effect {
                Effect::Http(HttpEffect::Fetch { slot, limit, ticket, .. }) => {
                    self.in_flight.retain(|(other, ..)| *other != slot);
                    self.fetched.push(slot.clone());
                    self.in_flight.push((slot, limit, ticket));
                }
                Effect::Compute(ComputeEffect::FindSimilarRows(ticket, search)) => {
                    self.searches.push((ticket, search));
                    if !self.holds_searches {
                        self.run_searches();
                    }
                }
                Effect::Compute(ComputeEffect::CancelSearch(ticket)) => {
                    self.searches.retain(|(other, _)| *other != ticket);
                }
                Effect::Compute(ComputeEffect::FindSimilarNames(ticket, index))
                    if !self.holds_searches =>
                {
                    self.send(Message::SimilarNames { ticket, matches: index.find_pairs() });
                }
                Effect::Storage(StorageEffect::LoadCachedCandidates(job)) => {
                    self.job_cache_reads.push(job);
                }
                Effect::Storage(StorageEffect::LoadCachedPerson(person)) => {
                    self.person_cache_reads.push(person);
                }
                Effect::Storage(StorageEffect::LoadChanges { since }) => {
                    self.change_reads.push(since);
                }
                Effect::Http(HttpEffect::Cancel(slot)) => {
                    self.in_flight.retain(|(other, ..)| *other != slot);
                }
                Effect::Storage(StorageEffect::LoadAllCandidates) => {
                    let jobs = std::mem::take(&mut self.mirror);
                    self.send(Message::AllCandidates { jobs, is_done: true });
                }
                Effect::Storage(StorageEffect::Cache(record)) => self.cached.push(record),
                Effect::Storage(StorageEffect::SaveScreen(screen)) => self.screens.push(*screen),
                Effect::Storage(StorageEffect::Append { group, entries, position }) => {
                    let effect = StorageEffect::Append { group: group.clone(), entries, position };
                    self.others.push(Effect::Storage(effect));
                    if !self.holds_disk {
                        self.send(Message::Appended(group, Ok(())));
                    }
                }
                Effect::Storage(StorageEffect::SaveDraft(draft)) => {
                    let id = draft.id.clone();
                    self.others.push(Effect::Storage(StorageEffect::SaveDraft(draft)));
                    if !self.holds_disk {
                        self.send(Message::DraftSaved(id, Ok(())));
                    }
                }
                other => self.others.push(other),
            }
        }
        self
    }

    pub(crate) fn act(&mut self, actions: &[Action]) -> &mut Self {
        for action in actions {
            self.send(Message::Act(*action));
        }
        self
    }

    pub(crate) fn type_text(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            self.send(Message::Typed(letter));
        }
        self
    }

    pub(crate) fn wait(&mut self, millis: u64) -> &mut Self {
        self.moment += millis;
        let date = timestamp(TODAY);
        let zone = FixedOffset::east_opt(0).unwrap();
        self.send(Message::Time(Clock { moment: Moment(self.moment), date, zone }))
    }

    /// Runs the searches held back.
    pub(crate) fn run_searches(&mut self) -> &mut Self {
        for (ticket, search) in std::mem::take(&mut self.searches) {
            let mut rows = Vec::new();
            let is_done = search.run(&false.into(), &mut |matches| rows.extend_from_slice(matches));
            self.send(Message::SimilarRows { ticket, rows, is_done });
        }
        self
    }

    /// Answers the oldest request. Returns whether there was one.
    pub(crate) fn answer(&mut self) -> bool {
        self.answer_at(0)
    }

    /// Fails all requests in flight.
    pub(crate) fn fail_all(&mut self, kind: FailureKind) -> &mut Self {
        for (slot, _, ticket) in std::mem::take(&mut self.in_flight) {
            let outcome = Err(Failure::new(kind, "it did not work"));
            self.send(Message::Fetched { slot, ticket, outcome });
        }
        self
    }

    /// Fails the oldest request.
    pub(crate) fn fail_oldest(&mut self, failure: Failure) -> &mut Self {
        let (slot, _, ticket) = self.in_flight.remove(0);
        self.send(Message::Fetched { slot, ticket, outcome: Err(failure) })
    }

    /// Answers the request at an index. Returns whether there was one.
    pub(crate) fn answer_at(&mut self, at: usize) -> bool {
        if at >= self.in_flight.len() {
            return false;
        }
        let (slot, limit, ticket) = self.in_flight.remove(at);
        let outcome = Ok(self.reply(&slot, limit));
        self.send(Message::Fetched { slot, ticket, outcome });
        true
    }

    /// By how many days a candidate of the open job is overdue.
    pub(crate) fn days_overdue(&self, row: Row) -> Option<u32> {
        let (limits, now) = (&self.state.rules.limits, self.state.clock.date);
        overdue(limits, self.state.open_job()?, row, now).map(|(_, days)| days)
    }

    /// Advances the clock and answers until nothing is in flight.
    pub(crate) fn settle(&mut self) -> &mut Self {
        for _ in 0..10_000 {
            self.wait(200);
            if !self.answer() && self.state.is_settled() {
                return self;
            }
        }
        panic!("the state never settles: {:?}", self.in_flight);
    }

    pub(crate) fn reply(&self, slot: &Slot, limit: usize) -> Answer {
        match slot {
            Slot::Jobs(offset) => Answer::jobs(page(&self.jobs, *offset, limit, None)),
            Slot::CandidatePage(job, offset) => {
                let all = self.candidates_by_job.get(job).unwrap_or(&self.candidates);
                Answer::candidates(page(all, *offset, limit, self.total))
            }
            Slot::Job(id) => {
                let item = self.jobs.iter().find(|job| job.id == *id).cloned().unwrap_or_default();
                let mut job = serde_json::to_value(item).unwrap();
                job["pipeline_stages"] = stages();
                Answer::Job(Box::new(serde_json::from_value::<Job>(job).unwrap()))
            }
            Slot::Candidate(id) => {
                let is_requested = |item: &&CandidateItem| item.id == *id;
                let mut by_job = self.candidates_by_job.iter();
                let owned =
                    by_job.find_map(|(job, all)| Some((job, all.iter().find(is_requested)?)));
                let shared = || self.candidates.iter().find(is_requested);
                // In the list of all candidates, the row knows its job.
                let listed = self
                    .state
                    .open_job()
                    .and_then(|open| Some(open.job_of(open.list.pages.rows.find(id.as_str())?)));
                let job = owned.map(|(job, _)| job).or(listed).or(self.state.job.as_ref());
                let item = owned.map(|(_, item)| item).or_else(shared).cloned();
                Answer::Candidate(Box::new(candidate(&item.unwrap_or_default(), job)))
            }
            Slot::Person(id) | Slot::WholePerson(id) => {
                let existing = self.people.iter().find(|person| person.id == *id).cloned();
                let person = existing.unwrap_or_else(|| person(id.as_str()));
                Answer::Person(Box::new(if self.ascii { ascii(&person) } else { person }))
            }
        }
    }
}

fn action_info(
    (context, action, name, keys): &(KeyContext, Action, &'static str, &str),
) -> ActionInfo {
    let (description, keys) = (format!("what {name} does"), (*keys).to_owned());
    ActionInfo { action: *action, name, context: *context, description, keys }
}

fn ascii<T: Serialize + DeserializeOwned>(record: &T) -> T {
    let text = serde_json::to_string(record).unwrap();
    serde_json::from_str(&any_ascii::any_ascii(&text)).unwrap()
}

fn page<T: Clone>(all: &[T], offset: usize, limit: usize, total: Option<u64>) -> Page<T> {
    let good = all.iter().skip(offset).take(limit).cloned().collect();
    Page::new(Items::all_good(good), total.or(Some(all.len() as u64)))
}

pub(crate) fn timestamp(text: &str) -> Timestamp {
    Timestamp::from(text.parse::<DateTime<chrono::Utc>>().unwrap())
}

pub(crate) fn queued_request(request: impl Into<String>) -> RequestEvent {
    RequestEvent::Queued { request: request.into(), priority: Priority::Interactive }
}

pub(crate) fn request_failure(status: Option<u16>, message: impl Into<String>) -> RequestFailure {
    RequestFailure { status, fault: Fault::Server, message: message.into() }
}
