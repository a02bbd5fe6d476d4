//! Records in which every text is a hostile megabyte.

use std::iter;
use std::time::Duration;

use serde_json::{Value, json};
use shortlist::keymap::action::{Action, Pane, TextEdit, TriageAction};
use shortlist::recruiting::triage::Verdict;
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
const TOUR: [&[Action]; 16] = [
    &[Action::Go(Pane::Candidates), Action::Down],
    &[Action::NextPane, Action::PageDown, Action::PageDown],
    &[Action::Zoom, Action::PageDown],
    &[Action::Zoom, Action::Go(Pane::Job), Action::Down, Action::Zoom],
    &[Action::Zoom, Action::Go(Pane::Candidates), Action::Board],
    &[Action::Down, Action::Board, Action::Filter, Action::Edit(TextEdit::Cancel)],
    &[Action::Palette],
    &[Action::Back, Action::LikeThis],
    &[Action::ClearFilter, Action::Go(Pane::Candidates)],
    &[Action::Triage(TriageAction::Inbox), Action::Open, Action::PageDown, Action::Down],
    &[Action::Triage(TriageAction::Give(Verdict::Advance)), Action::Undo],
    &[Action::Triage(TriageAction::Blind), Action::Down, Action::Triage(TriageAction::Blind)],
    &[Action::Triage(TriageAction::Inbox), Action::Triage(TriageAction::Todo), Action::Back],
    &[Action::Mark, Action::Mark, Action::Triage(TriageAction::Compare), Action::PageDown],
    &[Action::Back, Action::Go(Pane::Candidates)],
    EDITOR,
];
/// The editor holds the whole record, so that opening it costs more.
const EDITOR: &[Action] =
    &[Action::EditPerson, Action::Edit(TextEdit::Next), Action::Edit(TextEdit::Cancel)];

/// Every key with its frame. The tour runs several times, and the best time of each step counts: the
/// worst of thousands would measure other programs.
pub(crate) fn tour() -> Vec<Measurement> {
    let mut hostile = Times::default();
    let mut ordinary = Times::default();
    for size in [(40, 10), SIZES[1]] {
        ordinary.measure(Texts(|_| "Senior Rust Engineer".to_owned()), size);
        hostile.measure(Texts(megabyte), size);
    }
    let editor = hostile.worst_in_editor();
    let [worst, slow, middle] = hostile.worst_slow_and_middle();
    let [.., ordinary_key] = ordinary.worst_slow_and_middle();
    let measurement = |name: &str, value, max, details| Measurement {
        name: name.to_owned(),
        value,
        max,
        details,
    };
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    let page = format!("a page of {} candidates", FRAGMENTS.len());
    vec![
        measurement(
            "ms for the worst key with its frame, every text a hostile megabyte",
            millis(worst.0),
            Some(crate::FRAME),
            worst.1.clone(),
        ),
        measurement(
            "ms for 19 of 20 keys with such texts",
            millis(slow.0),
            Some(crate::FRAME),
            slow.1.clone(),
        ),
        measurement(
            "the middle key with such texts, against ordinary texts",
            middle.0.as_secs_f64() / ordinary_key.0.as_secs_f64(),
            Some(4.0),
            format!("{:.2} ms against {:.2} ms", millis(middle.0), millis(ordinary_key.0)),
        ),
        measurement(
            "ms for the worst key of the editor with such texts",
            millis(editor.0),
            Some(crate::FRAME),
            editor.1,
        ),
        measurement(
            "ms for the worst answer of such texts to be taken in",
            millis(hostile.slowest_answer),
            None,
            page,
        ),
        measurement(
            "ms for three records with such texts in every field to be put into JSON",
            millis(hostile.raw),
            None,
            "about 45 MB".to_owned(),
        ),
    ]
}

#[derive(Default)]
struct Times {
    /// The best time of each step, with the step.
    keys: Vec<(Duration, String)>,
    editor: Vec<(Duration, String)>,
    slowest_answer: Duration,
    /// The raw view of the records.
    raw: Duration,
}

impl Times {
    fn measure(&mut self, server: Texts, size: (u16, u16)) {
        let mut harness = Harness::start(server, size);
        let mut best = run_tour(&mut harness);
        for _ in 0..2 {
            for (best, repeat) in best.iter_mut().zip(run_tour(&mut harness)) {
                best.0 = best.0.min(repeat.0);
            }
        }
        for (elapsed, step, row) in best {
            let is_editor = step.first() == EDITOR.first();
            let keys = if is_editor { &mut self.editor } else { &mut self.keys };
            keys.push((elapsed, format!("{step:?} in row {row} at {size:?}")));
        }
        self.slowest_answer = self.slowest_answer.max(harness.slowest);
        self.raw = self.raw.max(measure(&mut harness, |harness| harness.act(&[Action::Json])));
        harness.act(&[Action::Back]);
        assert!(!harness.text().contains(['\u{1b}', '\u{9b}', '\u{202e}']));
    }

    fn worst_in_editor(&mut self) -> (Duration, String) {
        self.editor.drain(..).max_by_key(|key| key.0).unwrap_or_default()
    }

    fn worst_slow_and_middle(&mut self) -> [&(Duration, String); 3] {
        self.keys.sort_by_key(|key| std::cmp::Reverse(key.0));
        [0, self.keys.len() / 20, self.keys.len() / 2].map(|at| &self.keys[at])
    }
}

/// Runs the tour once. Returns the time of each step.
fn run_tour(harness: &mut Harness<Texts>) -> Vec<(Duration, &'static [Action], usize)> {
    let mut times = Vec::new();
    harness.act(&[Action::Go(Pane::Candidates), Action::Top]);
    for row in 0..FRAGMENTS.len() {
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

/// A server with these texts, by number.
struct Texts(fn(usize) -> String);

impl Server for Texts {
    fn count(&self) -> usize {
        FRAGMENTS.len()
    }

    fn candidate(&self, number: usize) -> CandidateItem {
        CandidateItem {
            name: self.0(number),
            current_job_title: self.0(number + 1),
            current_company_name: self.0(number + 2),
            current_pipeline_stage_name: self.0(number + 3),
            ..people::candidate(number)
        }
    }

    fn person(&self, id: &str) -> Value {
        let text = self.0(id.bytes().map(usize::from).sum());
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

    fn rewrite<T: shortlist::wire::Texts>(&self, record: T) -> T {
        record.map_texts(&|text| self.0(text.len()))
    }
}

fn megabyte(index: usize) -> String {
    let fragment = FRAGMENTS[index % FRAGMENTS.len()];
    iter::repeat_n(fragment, MEGABYTE / fragment.len()).collect()
}
