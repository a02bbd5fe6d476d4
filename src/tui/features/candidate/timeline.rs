//! A candidate's way through the stages, in order of time.
//!
//! Histories arrive unordered, with dates missing or in the future, and with stages that left
//! the pipeline. Only what follows from them is shown.

use crate::recruiting::stage::{StageRef, Stay, sort_by_date, stays};
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, cells, part, space, text_span, trim_text,
};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};
use crate::tui::widgets::stage_text::{StageLookup, marks, stage_name};
use crate::wire::{Candidate, PipelineStage, StageId, Timestamp};

const DATE: usize = 11;

struct TimelineStep<'a> {
    stay: Stay<'a>,
    stage: Option<&'a PipelineStage>,
    is_backward: bool,
    is_current: bool,
    /// Why the step looks unusual.
    note: &'static str,
}

impl TimelineStep<'_> {
    /// Whole days until the next step or now; `None` if unknown.
    fn days(&self) -> Option<i64> {
        self.stay.days().filter(|days| *days >= 0)
    }
}

/// The short form if it fits, then a line per step.
pub(crate) fn push_timeline(
    candidate: &Candidate,
    pipeline: &[PipelineStage],
    now: Timestamp,
    builder: &mut RichTextBuilder,
) {
    builder.heading("History");
    let steps = steps(candidate, pipeline, now);
    if steps.is_empty() {
        builder.facts(2, [part(TextRole::Dim, "No history on record")]);
        return;
    }
    let short = one_line(&steps);
    if cells(&short) <= builder.width() {
        builder.row(short);
    }
    push_table(&steps, builder);
}

/// A line per step, for a pane of its own.
pub(crate) fn history_table(
    candidate: &Candidate,
    pipeline: &[PipelineStage],
    now: Timestamp,
    width: usize,
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let steps = steps(candidate, pipeline, now);
    if steps.is_empty() {
        builder.facts(0, [part(TextRole::Dim, "No history on record")]);
    }
    push_table(&steps, &mut builder);
    builder.into_lines()
}

fn push_table(steps: &[TimelineStep<'_>], builder: &mut RichTextBuilder) {
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
        return part(TextRole::Dim, "No history on record");
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
    let date = step.stay.entered.map_or("?".to_owned(), format::day);
    let duration = step.days().map_or("?".to_owned(), format::age);
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
    let mut spans = vec![text_span(role, stage_name(step.stay.id, step.stay.name))];
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
        let days = step.days().map_or("?".to_owned(), format::short_age);
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
    let lookup = StageLookup::new(pipeline);
    let history = sort_by_date(&candidate.pipeline_stage_history);
    let last = history.last().map(|entry| (&entry.stage_id, &*entry.stage_name));
    let current = (&candidate.current_pipeline_stage_id, &*candidate.current_pipeline_stage_name);
    let stage_ref = |(id, name): (&'a StageId, &'a str)| StageRef::new(id.as_str(), name);
    let is_unknown = current.0.is_empty() && trim_text(current.1).is_empty();
    let is_unlisted = !is_unknown && last.is_some_and(|last| stage_ref(last) != stage_ref(current));
    let unlisted =
        is_unlisted.then_some((current.0, current.1, candidate.current_pipeline_stage_date));
    let recorded =
        history.iter().map(|entry| (&entry.stage_id, &*entry.stage_name, entry.stage_date));
    let stays = stays(recorded.chain(unlisted), now);
    let mut steps: Vec<TimelineStep<'a>> = Vec::with_capacity(stays.len());
    for (index, stay) in stays.iter().enumerate() {
        let stage = lookup.find(stay.id, stay.name);
        let is_current = index + 1 == stays.len();
        let note = match stage {
            _ if is_unlisted && is_current => "not in the history",
            None if !pipeline.is_empty() => "not in the pipeline",
            _ => "",
        };
        let is_backward = steps.last().is_some_and(|before| is_backward(before, stay, stage));
        steps.push(TimelineStep { stay: *stay, stage, is_backward, is_current, note });
    }
    steps
}

/// Whether a step leads to an earlier stage of the pipeline or to one visited before.
fn is_backward(before: &TimelineStep<'_>, stay: &Stay<'_>, stage: Option<&PipelineStage>) -> bool {
    let order = |stage: Option<&PipelineStage>| stage.and_then(|stage| stage.stage_order);
    let is_rejection = stage.is_some_and(|stage| stage.is_rejection_stage);
    let is_earlier = order(stage)
        .zip(order(before.stage))
        .is_some_and(|(here, there)| here < there && !is_rejection);
    (is_earlier || stay.is_return) && before.stay.stage_ref() != stay.stage_ref()
}
