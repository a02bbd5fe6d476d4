//! A candidate's way through the stages, in order of time.
//!
//! Histories arrive unordered, with dates missing or in the future, and with stages that left
//! the pipeline. Only what follows from them is shown.

use std::collections::HashSet;

use crate::recruiting::stage::{StageRef, in_time};
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, cells, part, said, space, trimmed,
};
use crate::tui::widgets::rich_text::{Mark, Span, TextRole};
use crate::tui::widgets::stage_text::{StageLookup, marks, stage_name};
use crate::wire::{Candidate, PipelineStage, StageId, Timestamp};

const DATE: usize = 11;

struct Step<'a> {
    id: &'a StageId,
    name: &'a str,
    stage: Option<&'a PipelineStage>,
    entered: Option<Timestamp>,
    /// Whole days until the next step or now; `None` if unknown.
    days: Option<i64>,
    is_back: bool,
    is_now: bool,
    /// Why the step looks unusual.
    note: &'static str,
}

/// The short form if it fits, then a line per step.
pub(crate) fn timeline(
    candidate: &Candidate,
    pipeline: &[PipelineStage],
    now: Timestamp,
    builder: &mut RichTextBuilder,
) {
    builder.heading("history");
    let steps = steps(candidate, pipeline, now);
    if steps.is_empty() {
        builder.facts(2, [part(TextRole::Dim, "the server tells none")]);
        return;
    }
    let short = short(&steps);
    if cells(&short) <= builder.width() {
        builder.row(short);
    }
    let rows: Vec<[Spans; 4]> = steps.iter().map(columns).collect();
    let widest = |at: usize| rows.iter().map(|row| cells(&row[at])).max().unwrap_or(0);
    let (name, days, notes) = (widest(1), widest(2), widest(3));
    let fits = DATE + name + days + notes + 8 <= builder.width();
    for [date, words, stay, notes] in rows {
        if !fits {
            builder.facts(2, [date, words, stay, notes]);
            continue;
        }
        let (before, after) = (DATE.saturating_sub(cells(&date)), name - cells(&words));
        let lead = days - cells(&stay);
        let columns =
            [vec![space(2 + before)], date, vec![space(2)], words, vec![space(after + 2 + lead)]];
        builder.row(columns.into_iter().chain([stay, vec![space(2)], notes]).flatten().collect());
    }
}

/// Drops the oldest steps first.
pub(crate) fn way(
    candidate: &Candidate,
    pipeline: &[PipelineStage],
    now: Timestamp,
    width: usize,
) -> Spans {
    let steps = steps(candidate, pipeline, now);
    if steps.is_empty() {
        return part(TextRole::Dim, "no history: the server tells none");
    }
    let mut fits = Vec::new();
    for (first, _) in steps.iter().enumerate().rev() {
        // Without the indent below a heading.
        let mut pieces = short(steps.get(first..).unwrap_or_default()).split_off(1);
        if first > 0 {
            pieces.splice(0..0, [Span::Mark(TextRole::Dim, Mark::More), space(1)]);
        }
        if cells(&pieces) > width && !fits.is_empty() {
            break;
        }
        fits = pieces;
    }
    fits
}

/// Date, name, duration and notes.
fn columns(step: &Step<'_>) -> [Spans; 4] {
    let date = step.entered.map_or("?".to_owned(), format::day);
    let stay = step.days.map_or("?".to_owned(), format::age);
    let mut notes = Vec::new();
    if step.is_now {
        notes.extend([Span::Mark(TextRole::Strong, Mark::Now), said(TextRole::Strong, " now")]);
    }
    if step.is_back {
        notes.extend((!notes.is_empty()).then(|| space(2)));
        notes.extend([Span::Mark(TextRole::Warning, Mark::Back), said(TextRole::Warning, " back")]);
    }
    if !step.note.is_empty() {
        notes.extend((!notes.is_empty()).then(|| space(2)));
        notes.push(said(TextRole::Dim, step.note));
    }
    [part(TextRole::Dim, &date), named(step), part(TextRole::Plain, &stay), notes]
}

fn named(step: &Step<'_>) -> Spans {
    let tone = if step.is_now { TextRole::Strong } else { TextRole::Plain };
    let mut pieces = vec![said(tone, stage_name(step.id, step.name))];
    for (tone, mark, _) in marks(step.stage) {
        pieces.extend([space(1), Span::Mark(tone, mark)]);
    }
    pieces
}

/// On one line: `Applied ──3d──▸ Screen ──9d──▸ now`.
fn short(steps: &[Step<'_>]) -> Spans {
    let rule = || Span::Mark(TextRole::Dim, Mark::Rule);
    let mut pieces = vec![space(2)];
    for step in steps {
        if step.is_back {
            pieces.extend([Span::Mark(TextRole::Warning, Mark::Back), space(1)]);
        }
        pieces.extend(named(step));
        let days = step.days.map_or("?".to_owned(), format::short_age);
        pieces.extend([space(1), rule(), rule(), said(TextRole::Dim, &days), rule(), rule()]);
        pieces.extend([Span::Mark(TextRole::Dim, Mark::Arrow), space(1)]);
    }
    pieces.push(said(TextRole::Strong, "now"));
    pieces
}

fn steps<'a>(
    candidate: &'a Candidate,
    pipeline: &'a [PipelineStage],
    now: Timestamp,
) -> Vec<Step<'a>> {
    let stages = StageLookup::new(pipeline);
    let entries = in_time(&candidate.pipeline_stage_history);
    let mut steps: Vec<Step<'a>> = Vec::with_capacity(entries.len() + 1);
    let mut visited = HashSet::new();
    for entry in entries {
        let step = Step {
            id: &entry.stage_id,
            name: &entry.stage_name,
            stage: stages.find(&entry.stage_id, &entry.stage_name),
            entered: entry.stage_date,
            days: None,
            is_back: false,
            is_now: false,
            note: "",
        };
        add(&mut steps, step, &mut visited);
    }
    let current = Step {
        id: &candidate.current_pipeline_stage_id,
        name: &candidate.current_pipeline_stage_name,
        stage: None,
        entered: candidate.current_pipeline_stage_date,
        days: None,
        is_back: false,
        is_now: false,
        note: "not in the history",
    };
    let is_untold = current.id.is_empty() && trimmed(current.name).is_empty();
    if !is_untold && steps.last().is_some_and(|last| key(last) != key(&current)) {
        let stage = stages.find(current.id, current.name);
        add(&mut steps, Step { stage, ..current }, &mut visited);
    }
    if let Some(last) = steps.last_mut() {
        last.is_now = true;
        last.days = last.entered.and_then(|entered| format::days(entered, now));
    }
    let is_known = |step: &Step<'_>| step.stage.is_some() || pipeline.is_empty();
    for step in steps.iter_mut().filter(|step| !is_known(step) && step.note.is_empty()) {
        step.note = "not in the pipeline";
    }
    steps
}

/// Ends the step before and checks whether the stage was visited already.
fn add<'a>(steps: &mut Vec<Step<'a>>, mut step: Step<'a>, visited: &mut HashSet<StageRef<'a>>) {
    let is_new = visited.insert(key(&step));
    if let Some(before) = steps.last_mut() {
        before.days =
            before.entered.zip(step.entered).and_then(|(from, to)| format::days(from, to));
        let order = |stage: Option<&PipelineStage>| stage.and_then(|stage| stage.stage_order);
        let is_out = step.stage.is_some_and(|stage| stage.is_rejection_stage);
        let is_earlier = order(step.stage)
            .zip(order(before.stage))
            .is_some_and(|(here, there)| here < there && !is_out);
        step.is_back = (is_earlier || !is_new) && key(before) != key(&step);
    }
    steps.push(step);
}

fn key<'a>(step: &Step<'a>) -> StageRef<'a> {
    StageRef::new(step.id.as_str(), step.name)
}
