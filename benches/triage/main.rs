//! The cost of a verdict: `cargo bench --bench triage`.
//!
//! Keys go through `update` and `draw` as in the loop, in an inbox over twenty jobs with 100,000
//! candidates in all. Writing to disk is not included: `--bench local` measures it. The exit code
//! is 1 if a figure misses its bound. Figures without a bound are only printed.

#![expect(clippy::print_stdout, clippy::disallowed_macros, reason = "a benchmark talks to people")]

#[path = "../find/people.rs"]
mod people;
#[path = "../find/report.rs"]
mod report;

use std::time::{Duration, Instant};

use chrono::FixedOffset;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::json;

use report::{Measurement, report, resident_bytes};
use shortlist::keymap::Keymap;
use shortlist::keymap::action::{Action, TriageAction};
use shortlist::recruiting::triage::Verdict;
use shortlist::theme::{ColorOverrides, Symbols, Theme, ThemeName};
use shortlist::tui::app::clock::{Clock, Moment};
use shortlist::tui::app::effect::{Effect, HttpEffect, StorageEffect};
use shortlist::tui::app::message::Message;
use shortlist::tui::app::request::{Answer, Slot, Ticket};
use shortlist::tui::app::restored::Restored;
use shortlist::tui::app::state::State;
use shortlist::tui::app::update::update;
use shortlist::tui::app::view::draw;
use shortlist::tui::widgets::hit_map::HitMap;
use shortlist::tui::widgets::render_context::RenderContext;
use shortlist::wire::{Candidate, CandidateItem, Items, Job, JobItem, Page, Person, Timestamp};

const JOBS: usize = 20;
const CANDIDATES_PER_JOB: usize = 5_000;
const KEY_PRESSES: usize = 1_000;
/// The duration of one frame at 60 Hz, in milliseconds.
const FRAME: f64 = 16.0;
const SIZE: (u16, u16) = (120, 40);

fn main() {
    let before = resident_bytes();
    let mut harness = Harness::new();
    harness.act(Action::Triage(TriageAction::Inbox));
    harness.run_until_idle();
    harness.draw();
    let queued = harness.state.inbox.as_deref().map_or(0, |inbox| inbox.items.len());
    let (_, jobs, read, _) = harness.state.inbox_coverage();
    assert_eq!((jobs, read), (JOBS, JOBS * CANDIDATES_PER_JOB), "every candidate must be loaded");
    let mebibytes = (resident_bytes() - before) / 1024.0 / 1024.0;
    let verdicts = Verdict::ALL.map(|verdict| Action::Triage(TriageAction::Give(verdict)));
    let mut verdict_times = harness.press_keys(|index| verdicts[index % verdicts.len()]);
    let mut undo_times = harness.press_keys(|_| Action::Undo);
    let mut redo_times = harness.press_keys(|_| Action::Redo);
    let mut move_times =
        harness.press_keys(|index| if index % 7 == 6 { Action::Up } else { Action::Down });
    let measurement = |name: &str, times: &mut Vec<f64>, max| {
        times.sort_by(f64::total_cmp);
        let percentile = |part: f64| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "a place in a short list"
            )]
            let index = (times.len() as f64 * part) as usize;
            times[index.min(times.len() - 1)]
        };
        Measurement {
            name: format!("ms, p99 of {name}, to the frame"),
            value: percentile(0.99),
            max,
            details: format!("median {:.2}, worst {:.2}", percentile(0.5), percentile(1.0)),
        }
    };
    let rebuild_time = harness.rebuild_queue();
    report(&[
        measurement("a verdict to the next card", &mut verdict_times, Some(FRAME)),
        measurement("a verdict taken back", &mut undo_times, Some(FRAME)),
        measurement("a verdict given again", &mut redo_times, Some(FRAME)),
        measurement("a step in the queue", &mut move_times, Some(FRAME)),
        Measurement {
            name: "ms to make the queue anew, when pages came".to_owned(),
            value: rebuild_time,
            max: None,
            details: format!(
                "{queued} wait of {} candidates, {mebibytes:.0} MiB",
                JOBS * CANDIDATES_PER_JOB
            ),
        },
    ]);
}

struct Harness {
    state: State,
    in_flight: Vec<(Slot, usize, Ticket)>,
    keymap: Keymap,
    terminal: Terminal<TestBackend>,
    now_millis: u64,
}

impl Harness {
    /// An open workspace in which nothing is loaded.
    fn new() -> Self {
        let mut harness = Self {
            state: State::new(SIZE),
            in_flight: Vec::new(),
            keymap: Keymap::with_bindings(&[]).0,
            terminal: Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).expect("a screen"),
            now_millis: 0,
        };
        harness.wait(0);
        let restored = Restored { session: "bench".to_owned(), ..Restored::default() };
        harness.send(Message::Restored(Box::new(restored)));
        harness.send(Message::Opened {
            title: "Bench".to_owned(),
            welcome: Vec::new(),
            is_offline: false,
        });
        harness.run_until_idle();
        harness
    }

    fn send(&mut self, message: Message) {
        let mut groups = Vec::new();
        for effect in update(&mut self.state, message) {
            match effect {
                Effect::Http(HttpEffect::Fetch { slot, limit, ticket, .. }) => {
                    self.in_flight.push((slot, limit, ticket));
                }
                Effect::Http(HttpEffect::Cancel(slot)) => {
                    self.in_flight.retain(|(other, ..)| *other != slot);
                }
                Effect::Storage(StorageEffect::Append { group: step, .. }) => groups.push(step),
                _ => {}
            }
        }
        for group in groups {
            self.send(Message::Appended(group, Ok(())));
        }
    }

    fn act(&mut self, action: Action) {
        self.send(Message::Act(action));
    }

    fn wait(&mut self, millis: u64) {
        self.now_millis += millis;
        let date = Timestamp::parse("2026-11-15T12:00:00Z").expect("a valid timestamp");
        let zone = FixedOffset::east_opt(0).expect("a valid offset");
        self.send(Message::Time(Clock { moment: Moment(self.now_millis), date, zone }));
    }

    fn run_until_idle(&mut self) {
        while !self.state.is_settled() {
            self.wait(200);
            for (slot, limit, ticket) in std::mem::take(&mut self.in_flight) {
                let outcome = Ok(reply(&slot, limit));
                self.send(Message::Fetched { slot, ticket, outcome });
            }
        }
    }

    /// Presses many keys, each followed by its frame. Returns the times in milliseconds. All
    /// requests are answered between two keys, as for a user who spends two seconds on a card.
    fn press_keys(&mut self, key: impl Fn(usize) -> Action) -> Vec<f64> {
        let mut times = Vec::new();
        for index in 0..KEY_PRESSES {
            let started = Instant::now();
            self.act(key(index));
            self.draw();
            times.push(started.elapsed().as_secs_f64() * 1e3);
            self.run_until_idle();
        }
        times
    }

    /// The best time to rebuild the queue, in milliseconds.
    fn rebuild_queue(&mut self) -> f64 {
        let mut best = Duration::MAX;
        for _ in 0..5 {
            if let Some(inbox) = self.state.inbox.as_deref_mut() {
                inbox.rebuild_at = Some(Moment(0));
            }
            let started = Instant::now();
            self.wait(1);
            best = best.min(started.elapsed());
        }
        best.as_secs_f64() * 1e3
    }

    fn draw(&mut self) {
        let context = RenderContext {
            theme: Theme::new(ThemeName::Dark),
            colors: &ColorOverrides::default(),
            symbols: Symbols::unicode(),
            keymap: &self.keymap,
            hits: &HitMap::default(),
            cursor: &std::cell::Cell::default(),
        };
        self.terminal.draw(|frame| draw(&self.state, &context, frame)).expect("a frame");
    }
}

fn reply(slot: &Slot, limit: usize) -> Answer {
    match slot {
        Slot::Jobs(_) => Answer::jobs(page((0..JOBS).map(job).collect(), JOBS)),
        Slot::CandidatePage(id, offset) => {
            let from = number(id.as_str()) * CANDIDATES_PER_JOB;
            let items =
                (*offset..CANDIDATES_PER_JOB.min(offset + limit)).map(|index| item(from + index));
            Answer::candidates(page(items.collect(), CANDIDATES_PER_JOB))
        }
        Slot::Job(id) => Answer::Job(Box::new(pipeline(number(id.as_str())))),
        Slot::Candidate(id) => Answer::Candidate(Box::new(candidate(number(id.as_str())))),
        Slot::Person(id) | Slot::WholePerson(id) => Answer::Person(Box::new(person(id.as_str()))),
    }
}

const fn page<T>(good: Vec<T>, total: usize) -> Page<T> {
    Page::new(Items::all_good(good), Some(total as u64))
}

/// The number after the last underscore of an id.
fn number(id: &str) -> usize {
    id.rsplit('_').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

fn item(index: usize) -> CandidateItem {
    CandidateItem { id: format!("candidate_{index}").into(), ..people::candidate(index) }
}

fn job(index: usize) -> JobItem {
    serde_json::from_value(json!({
        "id": format!("job_{index}"), "name": format!("Engineer {index}"), "is_archived": false,
        "created_at": "2026-11-02T09:00:00Z", "client_company_name": "Northwind",
        "job_status_name": "Open", "candidate_count": CANDIDATES_PER_JOB,
    }))
    .expect("a job")
}

fn pipeline(index: usize) -> Job {
    let stages = people::STAGE.iter().zip(0..).map(|(name, order)| {
        json!({"id": format!("stg_{order:016x}"), "name": name, "stage_order": order,
               "is_rejection_stage": *name == "Rejected"})
    });
    let mut json = serde_json::to_value(job(index)).expect("JSON");
    json["pipeline_stages"] = stages.collect();
    serde_json::from_value(json).expect("a job")
}

fn candidate(index: usize) -> Candidate {
    let item = item(index);
    let entry = json!({"stage_id": item.current_pipeline_stage_id,
        "stage_name": item.current_pipeline_stage_name, "stage_date": "2026-11-06T10:00:00Z"});
    let mut json = serde_json::to_value(item).expect("JSON");
    json["current_pipeline_stage_date"] = json!("2026-11-06T10:00:00Z");
    json["pipeline_stage_history"] = json!([entry]);
    serde_json::from_value(json).expect("a candidate")
}

fn person(id: &str) -> Person {
    let work = |company: &str, from: &str, to: &str| {
        json!({"company_name": company, "positions": [
            {"title": "Engineer", "start_date": from, "end_date": to, "description": "Storage."}]})
    };
    serde_json::from_value(json!({
        "id": id, "name": "Guðrún Þórðardóttir", "current_job_title": "Staff Engineer",
        "emails": [{"contact_data_type": "work", "value": "gudrun@kestrel.example"}],
        "work_experience": [work("Kestrel", "2024-08-01", ""), work("Aozora", "2019-01-01", "2023-12-01")],
        "education_experience": [{"company_name": "University of Iceland", "degree": "BSc"}],
    }))
    .expect("a person")
}
