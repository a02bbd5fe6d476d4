//! Records in which every text is a hostile megabyte.

use std::iter;
use std::time::Duration;

use serde_json::{Value, json};
use shortlist::keymap::action::{Action, Pane, TextEdit};
use shortlist::wire::CandidateItem;

use crate::harness::{Harness, Server};
use crate::{Measurement, SIZES, measure, people};

const MEGABYTE: usize = 1 << 20;

/// The texts repeat one of these: no line break opportunity, many of them, wide letters, endless
/// combining marks, joined emoji, one endless cluster, terminal control sequences, bidi overrides,
/// and endless lines.
const FRAGMENTS: [&str; 12] = [
    "a",
    "a ",
    " ",
    "佐",
    "e\u{301}\u{302}\u{303}",
    "\u{301}",
    "👩🏽\u{200d}",
    "🇮🇸",
    "\u{1100}",
    "\u{1b}]52;c;cm0=\u{1b}\\\u{9b}2J",
    "\u{202e}ا\u{2066}",
    "a\n",
];

/// Steps that show all texts of a candidate in every view.
const TOUR: [&[Action]; 8] = [
    &[Action::Go(Pane::Candidates), Action::Down],
    &[Action::NextPane, Action::PageDown, Action::PageDown],
    &[Action::Zoom, Action::PageDown],
    &[Action::Zoom, Action::Go(Pane::Candidates), Action::Board],
    &[Action::Down, Action::Board, Action::Filter, Action::Edit(TextEdit::Cancel)],
    &[Action::Palette],
    &[Action::Back, Action::LikeThis],
    &[Action::ClearFilter, Action::Go(Pane::Candidates)],
];

/// The slowest key with its frame. The tour runs several times, and the best time of each step
/// counts: the worst of thousands would measure other programs.
pub(crate) fn tour() -> [Measurement; 3] {
    let (mut worst, mut slowest) = ((Duration::ZERO, String::new()), Duration::ZERO);
    let mut raw = Duration::ZERO;
    for size in [(40, 10), SIZES[0], SIZES[1]] {
        let mut harness = Harness::start(Hostile, size);
        let mut best = run_tour(&mut harness);
        for _ in 0..2 {
            for (best, repeat) in best.iter_mut().zip(run_tour(&mut harness)) {
                best.0 = best.0.min(repeat.0);
            }
        }
        for (elapsed, step, row) in best {
            if elapsed > worst.0 {
                worst = (elapsed, format!("{step:?} in row {row} at {size:?}"));
            }
        }
        slowest = slowest.max(harness.slowest);
        raw = raw.max(measure(&mut harness, |harness| harness.act(&[Action::Json])));
        harness.act(&[Action::Back]);
        assert!(!harness.text().contains(['\u{1b}', '\u{9b}', '\u{202e}']));
    }
    let measurement = |name: &str, elapsed: Duration, max, details| Measurement {
        name: name.to_owned(),
        value: elapsed.as_secs_f64() * 1e3,
        max,
        details,
    };
    let key = "ms for the worst key with its frame, every text a hostile megabyte";
    let answer = "ms for the worst answer of such texts to be taken in";
    let page = format!("a page of {} candidates", Hostile.count());
    let json = "ms for three records with such texts in every field to be put into JSON";
    let total = "about 45 MB".to_owned();
    [
        measurement(key, worst.0, Some(50.0), worst.1),
        measurement(answer, slowest, None, page),
        measurement(json, raw, None, total),
    ]
}

/// Runs the tour once. Returns the time of each step.
fn run_tour(harness: &mut Harness<Hostile>) -> Vec<(Duration, &'static [Action], usize)> {
    let mut times = Vec::new();
    harness.act(&[Action::Go(Pane::Candidates), Action::Top]);
    for row in 0..Hostile.count() {
        for actions in TOUR {
            for (index, action) in actions.iter().enumerate() {
                let elapsed = measure(harness, |harness| harness.act(&[*action]));
                times.push((elapsed, &actions[..=index], row));
            }
            harness.run_until_idle();
            times.push((harness.redraw(), actions, row));
        }
    }
    times
}

/// A server in which every text is hostile.
struct Hostile;

impl Server for Hostile {
    fn count(&self) -> usize {
        FRAGMENTS.len() * 2
    }

    fn candidate(&self, number: usize) -> CandidateItem {
        CandidateItem {
            name: text(number),
            current_job_title: text(number + 1),
            current_company_name: text(number + 2),
            current_pipeline_stage_name: text(number + 3),
            ..people::candidate(number)
        }
    }

    fn person(&self, id: &str) -> Value {
        let text = text(id.bytes().map(usize::from).sum());
        let contact = json!({"contact_data_type": text, "value": text});
        let position = json!({"title": text, "start_date": "2024-08-01", "description": text,
                           "location": text, "position_type": text});
        let company = json!({"company_name": text, "company_social_url": text, "description": text,
                             "degree": text, "name": text, "positions": [position]});
        json!({
            "id": id, "name": text, "social_public_id": text, "first_name": text, "last_name": text,
            "current_job_title": text, "current_company_name": text, "external_source_id": text,
            "emails": [contact], "phones": [contact], "work_experience": [company],
            "education_experience": [company], "certifications": [company],
            "jobs": [{"candidate_id": "x", "job_name": text, "job_id": "y",
                      "job_client_company_name": text, "current_pipeline_stage_name": text}],
            "unknown": text,
        })
    }
}

fn text(index: usize) -> String {
    let fragment = FRAGMENTS[index % FRAGMENTS.len()];
    iter::repeat_n(fragment, MEGABYTE / fragment.len()).collect()
}
