//! What a verdict costs: `cargo bench --bench triage`.
//!
//! Keys go through `update` and `draw` as in the loop, in an inbox over twenty
//! jobs with 100,000 candidates in all. Writing to disk is not in it: that is
//! measured where it is done. The process ends with 1 when a figure misses its
//! bound. What has none is told.

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

use report::{Line, report, resident};
use shortlist::keymap::Keymap;
use shortlist::keymap::action::{Action, TriageAction};
use shortlist::recruiting::paging::ListPage;
use shortlist::recruiting::triage::Verdict;
use shortlist::theme::{Name, Symbols, Theme};
use shortlist::tui::app::clock::{Clock, Moment};
use shortlist::tui::app::effect::Effect;
use shortlist::tui::app::message::Message;
use shortlist::tui::app::request::{Answer, Slot, Ticket};
use shortlist::tui::app::restored::Restored;
use shortlist::tui::app::state::State;
use shortlist::tui::app::update::update;
use shortlist::tui::app::view::draw;
use shortlist::tui::widgets::render_context::RenderContext;
use shortlist::wire::{Candidate, CandidateItem, Items, Job, JobItem, Person, Timestamp};

const JOBS: usize = 20;
const EACH: usize = 5_000;
const STEPS: usize = 1_000;
/// As long as a frame is seen.
const FRAME: f64 = 16.0;
const SIZE: (u16, u16) = (120, 40);

fn main() {
    let before = resident();
    let mut stage = Stage::new();
    stage.act(Action::Triage(TriageAction::Inbox));
    stage.settle();
    stage.draw();
    let queued = stage.state.inbox.as_deref().map_or(0, |inbox| inbox.items.len());
    let (_, jobs, read, _) = stage.state.inbox_coverage();
    assert_eq!((jobs, read), (JOBS, JOBS * EACH), "all of it was read");
    let room = (resident() - before) / 1024.0 / 1024.0;
    let verdicts = Verdict::ALL.map(|verdict| Action::Triage(TriageAction::Give(verdict)));
    let mut keys = stage.keys(|at| verdicts[at % verdicts.len()]);
    let mut back = stage.keys(|_| Action::Undo);
    let mut again = stage.keys(|_| Action::Redo);
    let mut steps = stage.keys(|at| if at % 7 == 6 { Action::Up } else { Action::Down });
    let line = |what: &str, times: &mut Vec<f64>, most| {
        times.sort_by(f64::total_cmp);
        let at = |part: f64| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "a place in a short list"
            )]
            let place = (times.len() as f64 * part) as usize;
            times[place.min(times.len() - 1)]
        };
        Line {
            what: format!("ms, p99 of {what}, to the frame"),
            found: at(0.99),
            most,
            told: format!("median {:.2}, worst {:.2}", at(0.5), at(1.0)),
        }
    };
    let anew = stage.anew();
    report(&[
        line("a verdict to the next card", &mut keys, Some(FRAME)),
        line("a verdict taken back", &mut back, Some(FRAME)),
        line("a verdict given again", &mut again, Some(FRAME)),
        line("a step in the queue", &mut steps, Some(FRAME)),
        Line {
            what: "ms to make the queue anew, when pages came".to_owned(),
            found: anew,
            most: None,
            told: format!("{queued} wait of {} candidates, {room:.0} MiB", JOBS * EACH),
        },
    ]);
}

struct Stage {
    state: State,
    asked: Vec<(Slot, usize, Ticket)>,
    keymap: Keymap,
    terminal: Terminal<TestBackend>,
    moment: u64,
}

impl Stage {
    /// A workspace that is open, nothing read.
    fn new() -> Self {
        let mut stage = Self {
            state: State::new(SIZE),
            asked: Vec::new(),
            keymap: Keymap::with(&[]).0,
            terminal: Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).expect("a screen"),
            moment: 0,
        };
        stage.wait(0);
        let memory = Restored { session: "bench".to_owned(), ..Restored::default() };
        stage.send(Message::Remembered(Box::new(memory)));
        stage.send(Message::Opened { title: "Bench".to_owned(), welcome: Vec::new() });
        stage.settle();
        stage
    }

    fn send(&mut self, message: Message) {
        let mut written = Vec::new();
        for effect in update(&mut self.state, message) {
            match effect {
                Effect::Fetch { slot, limit, ticket, .. } => self.asked.push((slot, limit, ticket)),
                Effect::Cancel(slot) => self.asked.retain(|(other, ..)| *other != slot),
                Effect::Append { step, .. } => written.push(step),
                _ => {}
            }
        }
        for step in written {
            self.send(Message::Appended(step, Ok(())));
        }
    }

    fn act(&mut self, action: Action) {
        self.send(Message::Act(action));
    }

    fn wait(&mut self, millis: u64) {
        self.moment += millis;
        let date = Timestamp::parse("2026-11-15T12:00:00Z").expect("a moment");
        let zone = FixedOffset::east_opt(0).expect("a zone");
        self.send(Message::Time(Clock { moment: Moment(self.moment), date, zone }));
    }

    fn settle(&mut self) {
        while !self.state.is_at_rest() {
            self.wait(200);
            for (slot, limit, ticket) in std::mem::take(&mut self.asked) {
                let outcome = Ok(reply(&slot, limit));
                self.send(Message::Arrived { slot, ticket, outcome });
            }
        }
    }

    /// Many keys, each with its frame, in milliseconds. Between them everything
    /// that is asked for comes, as for somebody who takes two seconds a card.
    fn keys(&mut self, key: impl Fn(usize) -> Action) -> Vec<f64> {
        let mut times = Vec::new();
        for at in 0..STEPS {
            let begun = Instant::now();
            self.act(key(at));
            self.draw();
            times.push(begun.elapsed().as_secs_f64() * 1e3);
            self.settle();
        }
        times
    }

    /// The best time of making the queue anew, in milliseconds.
    fn anew(&mut self) -> f64 {
        let mut best = Duration::MAX;
        for _ in 0..5 {
            if let Some(inbox) = self.state.inbox.as_deref_mut() {
                inbox.stale = Some(Moment(0));
            }
            let begun = Instant::now();
            self.wait(1);
            best = best.min(begun.elapsed());
        }
        best.as_secs_f64() * 1e3
    }

    fn draw(&mut self) {
        let look = RenderContext {
            theme: Theme::new(Name::Dark),
            symbols: Symbols::unicode(),
            keymap: &self.keymap,
        };
        self.terminal.draw(|frame| draw(&self.state, &look, frame)).expect("a frame");
    }
}

fn reply(slot: &Slot, limit: usize) -> Answer {
    match slot {
        Slot::Jobs(_) => Answer::Jobs(sheaf((0..JOBS).map(job).collect(), JOBS)),
        Slot::Roster(id, offset) => {
            let from = number(id.as_str()) * EACH;
            let items = (*offset..EACH.min(offset + limit)).map(|at| item(from + at));
            Answer::Roster(sheaf(items.collect(), EACH))
        }
        Slot::Job(id) => Answer::Job(Box::new(pipeline(number(id.as_str())))),
        Slot::Candidate(id) => Answer::Candidate(Box::new(candidate(number(id.as_str())))),
        Slot::Person(id) => Answer::Person(Box::new(person(id.as_str()))),
    }
}

const fn sheaf<T>(good: Vec<T>, total: usize) -> ListPage<T> {
    ListPage { items: Items { good, bad: Vec::new() }, total: Some(total as u64) }
}

/// The number behind the last stroke of an id.
fn number(id: &str) -> usize {
    id.rsplit('_').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

fn item(at: usize) -> CandidateItem {
    CandidateItem { id: format!("candidate_{at}").into(), ..people::candidate(at) }
}

fn job(at: usize) -> JobItem {
    serde_json::from_value(json!({
        "id": format!("job_{at}"), "name": format!("Engineer {at}"), "is_archived": false,
        "created_at": "2026-11-02T09:00:00Z", "client_company_name": "Northwind",
        "job_status_name": "Open", "candidate_count": EACH,
    }))
    .expect("a job")
}

fn pipeline(at: usize) -> Job {
    let stages = people::STAGE.iter().zip(0..).map(|(name, order)| {
        json!({"id": format!("stg_{order:016x}"), "name": name, "stage_order": order,
               "is_rejection_stage": *name == "Rejected"})
    });
    let mut whole = serde_json::to_value(job(at)).expect("JSON");
    whole["pipeline_stages"] = stages.collect();
    serde_json::from_value(whole).expect("a job")
}

fn candidate(at: usize) -> Candidate {
    let item = item(at);
    let entry = json!({"stage_id": item.current_pipeline_stage_id,
        "stage_name": item.current_pipeline_stage_name, "stage_date": "2026-11-06T10:00:00Z"});
    let mut whole = serde_json::to_value(item).expect("JSON");
    whole["current_pipeline_stage_date"] = json!("2026-11-06T10:00:00Z");
    whole["pipeline_stage_history"] = json!([entry]);
    serde_json::from_value(whole).expect("a candidate")
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
