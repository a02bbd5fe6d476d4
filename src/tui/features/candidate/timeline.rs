//! A candidate's way through the stages, in order of time.
//!
//! Histories arrive unordered, with dates missing or in the future, and with stages that left
//! the pipeline. Only what follows from them is shown.

use std::collections::HashSet;

use crate::recruiting::stage::{StageRef, sort_by_date};
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, cells, part, space, text_span, trim_text,
};
use crate::tui::widgets::rich_text::{Mark, Span, TextRole};
use crate::tui::widgets::stage_text::{StageLookup, marks, stage_name};
use crate::wire::{Candidate, PipelineStage, StageId, Timestamp};

const DATE: usize = 11;

struct TimelineStep<'a> {
    id: &'a StageId,
    name: &'a str,
    stage: Option<&'a PipelineStage>,
    entered: Option<Timestamp>,
    /// Whole days until the next step or now; `None` if unknown.
    days: Option<i64>,
    is_backward: bool,
    is_current: bool,
    /// Why the step looks unusual.
    note: &'static str,
}

/// The short form if it fits, then a line per step.
pub(crate) fn push_timeline(
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
    let short = one_line(&steps);
    if cells(&short) <= builder.width() {
        builder.row(short);
    }
    let rows: Vec<[Spans; 4]> = steps.iter().map(columns).collect();
    let widest = |at: usize| rows.iter().map(|row| cells(&row[at])).max().unwrap_or(0);
    let (name, days, notes) = (widest(1), widest(2), widest(3));
    let fits = DATE + name + days + notes + 8 <= builder.width();
    for [date, words, duration, notes] in rows {
        if !fits {
            builder.facts(2, [date, words, duration, notes]);
            continue;
        }
        let (before, after) = (DATE.saturating_sub(cells(&date)), name - cells(&words));
        let lead = days - cells(&duration);
        let columns =
            [vec![space(2 + before)], date, vec![space(2)], words, vec![space(after + 2 + lead)]];
        builder
            .row(columns.into_iter().chain([duration, vec![space(2)], notes]).flatten().collect());
    }
}

/// Drops the oldest steps first.
pub(crate) fn short_timeline(
    candidate: &Candidate,
    pipeline: &[PipelineStage],
    now: Timestamp,
    width: usize,
) -> Spans {
    let steps = steps(candidate, pipeline, now);
    if steps.is_empty() {
        return part(TextRole::Dim, "no history: the server tells none");
    }
    let mut fitting = Vec::new();
    for (first, _) in steps.iter().enumerate().rev() {
        // Without the indent below a heading.
        let mut spans = one_line(steps.get(first..).unwrap_or_default()).split_off(1);
        if first > 0 {
            spans.splice(0..0, [Span::Mark(TextRole::Dim, Mark::More), space(1)]);
        }
        if cells(&spans) > width && !fitting.is_empty() {
            break;
        }
        fitting = spans;
    }
    fitting
}

/// Date, name, duration and notes.
fn columns(step: &TimelineStep<'_>) -> [Spans; 4] {
    let date = step.entered.map_or("?".to_owned(), format::day);
    let duration = step.days.map_or("?".to_owned(), format::age);
    let mut notes = Vec::new();
    if step.is_current {
        notes
            .extend([Span::Mark(TextRole::Strong, Mark::Now), text_span(TextRole::Strong, " now")]);
    }
    if step.is_backward {
        notes.extend((!notes.is_empty()).then(|| space(2)));
        notes.extend([
            Span::Mark(TextRole::Warning, Mark::Back),
            text_span(TextRole::Warning, " back"),
        ]);
    }
    if !step.note.is_empty() {
        notes.extend((!notes.is_empty()).then(|| space(2)));
        notes.push(text_span(TextRole::Dim, step.note));
    }
    [part(TextRole::Dim, &date), stage_spans(step), part(TextRole::Plain, &duration), notes]
}

fn stage_spans(step: &TimelineStep<'_>) -> Spans {
    let role = if step.is_current { TextRole::Strong } else { TextRole::Plain };
    let mut spans = vec![text_span(role, stage_name(step.id, step.name))];
    for (role, mark, _) in marks(step.stage) {
        spans.extend([space(1), Span::Mark(role, mark)]);
    }
    spans
}

/// On one line: `Applied ──3d──▸ Screen ──9d──▸ now`.
fn one_line(steps: &[TimelineStep<'_>]) -> Spans {
    let rule = || Span::Mark(TextRole::Dim, Mark::Rule);
    let mut spans = vec![space(2)];
    for step in steps {
        if step.is_backward {
            spans.extend([Span::Mark(TextRole::Warning, Mark::Back), space(1)]);
        }
        spans.extend(stage_spans(step));
        let days = step.days.map_or("?".to_owned(), format::short_age);
        spans.extend([space(1), rule(), rule(), text_span(TextRole::Dim, &days), rule(), rule()]);
        spans.extend([Span::Mark(TextRole::Dim, Mark::Arrow), space(1)]);
    }
    spans.push(text_span(TextRole::Strong, "now"));
    spans
}

fn steps<'a>(
    candidate: &'a Candidate,
    pipeline: &'a [PipelineStage],
    now: Timestamp,
) -> Vec<TimelineStep<'a>> {
    let stages = StageLookup::new(pipeline);
    let entries = sort_by_date(&candidate.pipeline_stage_history);
    let mut steps: Vec<TimelineStep<'a>> = Vec::with_capacity(entries.len() + 1);
    let mut visited = HashSet::new();
    for entry in entries {
        let step = TimelineStep {
            id: &entry.stage_id,
            name: &entry.stage_name,
            stage: stages.find(&entry.stage_id, &entry.stage_name),
            entered: entry.stage_date,
            days: None,
            is_backward: false,
            is_current: false,
            note: "",
        };
        add(&mut steps, step, &mut visited);
    }
    let current = TimelineStep {
        id: &candidate.current_pipeline_stage_id,
        name: &candidate.current_pipeline_stage_name,
        stage: None,
        entered: candidate.current_pipeline_stage_date,
        days: None,
        is_backward: false,
        is_current: false,
        note: "not in the history",
    };
    let is_unknown = current.id.is_empty() && trim_text(current.name).is_empty();
    if !is_unknown && steps.last().is_some_and(|last| key(last) != key(&current)) {
        let stage = stages.find(current.id, current.name);
        add(&mut steps, TimelineStep { stage, ..current }, &mut visited);
    }
    if let Some(last) = steps.last_mut() {
        last.is_current = true;
        last.days = last.entered.and_then(|entered| format::days(entered, now));
    }
    let is_known = |step: &TimelineStep<'_>| step.stage.is_some() || pipeline.is_empty();
    for step in steps.iter_mut().filter(|step| !is_known(step) && step.note.is_empty()) {
        step.note = "not in the pipeline";
    }
    steps
}

/// Ends the step before and checks whether the stage was visited already.
fn add<'a>(
    steps: &mut Vec<TimelineStep<'a>>,
    mut step: TimelineStep<'a>,
    visited: &mut HashSet<StageRef<'a>>,
) {
    let is_new = visited.insert(key(&step));
    if let Some(before) = steps.last_mut() {
        before.days =
            before.entered.zip(step.entered).and_then(|(from, to)| format::days(from, to));
        let order = |stage: Option<&PipelineStage>| stage.and_then(|stage| stage.stage_order);
        let is_rejection = step.stage.is_some_and(|stage| stage.is_rejection_stage);
        let is_earlier = order(step.stage)
            .zip(order(before.stage))
            .is_some_and(|(here, there)| here < there && !is_rejection);
        step.is_backward = (is_earlier || !is_new) && key(before) != key(&step);
    }
    steps.push(step);
}

fn key<'a>(step: &TimelineStep<'a>) -> StageRef<'a> {
    StageRef::new(step.id.as_str(), step.name)
}
