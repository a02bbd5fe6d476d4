//! What the terminal costs: `cargo bench --bench screen`.
//!
//! Frames and keys go through `update` and `draw` as in the loop, over rows
//! that came as pages; the first frame and the rest are measured on the built
//! program in a terminal. The process ends with 1 when a figure misses its
//! bound. What has none is told.

#![expect(clippy::print_stdout, clippy::disallowed_macros, reason = "a benchmark talks to people")]

mod hostile;
#[path = "../find/people.rs"]
mod people;
#[path = "../find/report.rs"]
mod report;
mod stage;
mod start;

use std::time::{Duration, Instant};

use report::{Line, report, resident};
use serde_json::{Value, json};
use shortlist::keymap::action::{Action, Pane, TextEdit};
use shortlist::tui::app::message::Message;
use shortlist::wire::CandidateItem;
use stage::{Server, Stage};

const SIZES: [(u16, u16); 2] = [(120, 40), (200, 50)];
const MILLION: u32 = 1_000_000;
/// As long as a frame is seen.
const FRAME: f64 = 16.0;

fn main() {
    // `cargo bench --bench screen -- frame` runs only what is named so.
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == start::SMALLEST) {
        return start::smallest();
    }
    let wanted = words.iter().find(|word| !word.starts_with('-'));
    let wanted = |name: &str| wanted.is_none_or(|wanted| name.contains(wanted.as_str()));
    let mut lines = Vec::new();
    // First: what was freed before would not be seen.
    if wanted("million") {
        million(&mut lines);
    }
    if wanted("frame") {
        lines.extend(SIZES.map(frame));
    }
    if wanted("key") {
        lines.push(keys(&mut Stage::settled(Crowd(100_000), SIZES[0]), Some(FRAME)));
    }
    if wanted("hold") {
        lines.push(hold());
    }
    if wanted("hostile") {
        lines.extend(hostile::tour());
    }
    if wanted("first") {
        lines.push(start::first_frame());
    }
    if wanted("idle") {
        lines.extend(start::idle());
    }
    report(&lines);
}

/// So many people.
struct Crowd(u32);

impl Server for Crowd {
    fn count(&self) -> usize {
        self.0 as usize
    }

    fn candidate(&self, number: usize) -> CandidateItem {
        people::candidate(number)
    }

    fn person(&self, id: &str) -> Value {
        json!({
            "id": id, "name": "Guðrún Þórðardóttir", "current_job_title": "Staff Engineer",
            "emails": [{"contact_data_type": "work", "value": "gudrun@kestrel.example"}],
            "work_experience": [{"company_name": "Kestrel", "positions": [
                {"title": "Staff Engineer", "start_date": "2024-08-01", "description": "Storage engines."}]}],
        })
    }
}

/// The memory of a million rows, and what a key costs over them.
fn million(lines: &mut Vec<Line>) {
    let (before, begun) = (resident(), Instant::now());
    let mut stage = Stage::settled(Crowd(MILLION), SIZES[0]);
    let took = begun.elapsed();
    stage.draw();
    lines.push(room(&stage, before, "all read"));
    lines.push(keys(&mut stage, None));
    filter(&mut stage, "a");
    lines.push(room(&stage, before, "all read and filtered"));
    lines.push(Line {
        what: "s to take in 1,000,000 rows, page by page".to_owned(),
        found: took.as_secs_f64(),
        most: None,
        told: "making them up included".to_owned(),
    });
}

fn room(stage: &Stage<Crowd>, before: f64, how: &str) -> Line {
    let shown = stage.state.opened().map_or(0, |open| open.list.len());
    let room = resident() - before;
    Line {
        what: format!("bytes resident a row at 1,000,000 rows, {how} ({shown} shown)"),
        found: room / f64::from(MILLION),
        most: Some(200.0),
        told: format!("{:.0} MiB", room / 1024.0 / 1024.0),
    }
}

/// A frame of the four panes over many rows, against the same over few.
fn frame(size: (u16, u16)) -> Line {
    let mut many = Stage::settled(Crowd(100_000), size);
    let mut few = Stage::settled(Crowd(100), size);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..301 {
        ours.push(many.draw_whole().as_secs_f64());
        theirs.push(few.draw_whole().as_secs_f64());
    }
    let (ours, theirs) = (median(&mut ours), median(&mut theirs));
    Line {
        what: format!("a frame at {}x{} over 100,000 rows, against 100", size.0, size.1),
        found: ours / theirs,
        most: Some(1.2),
        told: format!("{:.3} ms against {:.3} ms", ours * 1e3, theirs * 1e3),
    }
}

/// The slowest key of a filter, from the key to the frame.
fn keys(stage: &mut Stage<Crowd>, most: Option<f64>) -> Line {
    const TYPED: &str = "senior rust -kow";
    let mut times = vec![Vec::new(); TYPED.len()];
    for _ in 0..7 {
        stage.act(&[Action::Go(Pane::Candidates), Action::Filter]);
        for (letter, times) in TYPED.chars().zip(&mut times) {
            times.push(timed(stage, |stage| stage.send(Message::Typed(letter))).as_secs_f64());
        }
        stage.act(&[Action::Edit(TextEdit::Leave)]);
        stage.settle();
    }
    let mut medians: Vec<f64> = times.iter_mut().map(|times| median(times) * 1e3).collect();
    let first = medians[0];
    medians.sort_by(f64::total_cmp);
    let worst = medians.last().copied().unwrap_or(0.0);
    let rows = stage.state.opened().map_or(0, |open| open.list.len());
    Line {
        what: format!("ms from the slowest key of a filter to its frame, over {rows} rows"),
        found: worst,
        most,
        told: format!(
            "{first:.2} ms for the first, {:.2} in the middle",
            medians[medians.len() / 2]
        ),
    }
}

fn filter(stage: &mut Stage<Crowd>, text: &str) {
    stage.act(&[Action::Go(Pane::Candidates), Action::Filter]);
    stage.send(Message::Pasted(text.to_owned()));
    stage.settle();
}

/// The down key is held over 300 rows.
fn hold() -> Line {
    let mut stage = Stage::settled(Crowd(1000), SIZES[0]);
    stage.act(&[Action::Open]);
    stage.details = 0;
    for _ in 0..300 {
        stage.act(&[Action::Down]);
        stage.wait(30);
    }
    stage.settle();
    Line {
        what: "requests for details while j is held over 300 rows".to_owned(),
        found: f64::from(stage.details),
        most: Some(3.0),
        told: "the candidate in the end, the person behind, and the next candidate".to_owned(),
    }
}

/// Something is done and seen. How long both took.
fn timed<S: Server>(stage: &mut Stage<S>, done: impl FnOnce(&mut Stage<S>)) -> Duration {
    let begun = Instant::now();
    done(stage);
    begun.elapsed() + stage.draw()
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
