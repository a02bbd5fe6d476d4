//! A job as rich text: facts and pipeline chart.

use std::collections::HashMap;

use crate::text;
use crate::text::Align;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, cells, part, space, text_span,
};
use crate::tui::widgets::rich_text::{BarRole, Mark, RecordError, RichLine, Span, TextRole, pad};
use crate::tui::widgets::stage_text::{StageLookup, marks, stage_name};
use crate::wire::{Job, JobItem, PipelineStage, StageId, Timestamp};

const MAX_BAR: usize = 40;
/// Cells of the pane's title beside the name.
const TITLE_EDGES: usize = 6;
const SHORTEST_BAR: usize = 4;
/// Minimum width for words beside the marks, and for the medians.
const MIN_WORDS_WIDTH: usize = 60;
const MIN_MEDIAN_WIDTH: usize = 44;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct StageCounts {
    /// Keyed as the candidates name the stage.
    pub(crate) counts: Vec<(StageId, String, usize)>,
    pub(crate) loaded: usize,
    pub(crate) total: Option<u64>,
    pub(crate) is_complete: bool,
    /// Position in the pipeline, and the median days of those who left the stage.
    pub(crate) median_days: Vec<(usize, i64)>,
    /// Number of histories behind the medians.
    pub(crate) histories: usize,
}

/// What a job record and a list row have in common.
struct JobSummary<'a> {
    opened: Option<Timestamp>,
    is_archived: bool,
    client: &'a str,
    status: &'a str,
    candidates: Option<i64>,
    name: &'a str,
}

macro_rules! summary {
    ($record:expr) => {
        JobSummary {
            opened: $record.created_at,
            is_archived: $record.is_archived,
            client: &$record.client_company_name,
            status: &$record.job_status_name,
            candidates: $record.candidate_count,
            name: &$record.name,
        }
    };
}

struct PipelineRow<'a> {
    number: String,
    name: &'a str,
    stage: Option<&'a PipelineStage>,
    count: usize,
    /// Median days.
    median_days: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JobDetails {
    pub(crate) lines: Vec<RichLine>,
    /// Line numbers of the stages.
    pub(crate) stages: std::ops::Range<usize>,
}

/// The pipeline needs the full record.
pub(crate) fn job_details(
    item: &JobItem,
    job: Option<&Job>,
    counts: &StageCounts,
    errors: &[RecordError],
    now: Timestamp,
    width: usize,
) -> JobDetails {
    let mut builder = RichTextBuilder::new(width);
    // The full record is newer.
    let summary = job.map_or_else(|| summary!(item), |job| summary!(job));
    push_head(&summary, now, &mut builder);
    builder.errors(errors);
    let (stages, strays) = rows(job, counts);
    let title = if job.is_some() { "Not in the pipeline" } else { "Stages" };
    let max_count = stages.iter().chain(&strays).map(|row| row.count).max().unwrap_or(0).max(1);
    push_chart("Pipeline", &stages, max_count, counts.is_complete, &mut builder);
    let stage_lines = builder.len().saturating_sub(stages.len())..builder.len();
    push_chart(title, &strays, max_count, counts.is_complete, &mut builder);
    let has_counts = !stages.is_empty() || !strays.is_empty();
    if has_counts && !counts.is_complete {
        builder.facts(2, [part(TextRole::Warning, &describe_coverage(counts))]);
    }
    if !counts.median_days.is_empty() && builder.width() >= MIN_MEDIAN_WIDTH {
        builder.facts(2, [part(TextRole::Dim, &describe_basis(counts))]);
    }
    JobDetails { lines: builder.into_lines(), stages: stage_lines }
}

fn push_head(summary: &JobSummary<'_>, now: Timestamp, builder: &mut RichTextBuilder) {
    let since = summary.opened.map_or_else(String::new, |opened| {
        let age = format::days(opened, now).map_or("?".to_owned(), format::age);
        format!("since {} ({age})", format::day(opened))
    });
    let candidates = summary.candidates.map_or_else(String::new, |count| {
        format!("{} candidate{}", format::signed(count), if count == 1 { "" } else { "s" })
    });
    // The title of the pane cuts a long name.
    if text::width(&text::sanitize(summary.name)) + TITLE_EDGES > builder.width() {
        builder.items(0, [part(TextRole::Plain, summary.name)]);
    }
    builder.items(
        0,
        [
            part(TextRole::Strong, summary.client),
            part(TextRole::Plain, summary.status),
            part(TextRole::Dim, if summary.is_archived { "archived" } else { "" }),
            part(TextRole::Plain, &since),
            part(TextRole::Plain, &candidates),
        ],
    );
}

/// Stages in pipeline order, and stages that only candidates name.
fn rows<'a>(
    job: Option<&'a Job>,
    counts: &'a StageCounts,
) -> (Vec<PipelineRow<'a>>, Vec<PipelineRow<'a>>) {
    let pipeline = job.map_or(&[][..], |job| &job.pipeline_stages);
    let lookup = StageLookup::new(pipeline);
    let mut totals: HashMap<usize, usize> = HashMap::new();
    let mut strays = Vec::new();
    for (id, name, count) in &counts.counts {
        if let Some(index) = lookup.index(id, name) {
            let sum = totals.entry(index).or_default();
            *sum = count.saturating_add(*sum);
        } else {
            let name = stage_name(id, name);
            strays.push(PipelineRow {
                number: String::new(),
                name,
                stage: None,
                count: *count,
                median_days: None,
            });
        }
    }
    let mut stages: Vec<(usize, &PipelineStage)> = pipeline.iter().enumerate().collect();
    stages.sort_by_key(|(_, stage)| stage.stage_order.unwrap_or(i64::MAX));
    let median = |at: usize| counts.median_days.iter().find(|(index, _)| *index == at);
    let row = |(at, (index, stage)): (usize, (usize, &'a PipelineStage))| PipelineRow {
        number: stage.stage_order.map_or("?".to_owned(), |order| order.to_string()),
        name: stage_name(&stage.id, &stage.name),
        stage: Some(stage),
        count: totals.get(&index).copied().unwrap_or(0),
        median_days: median(at).map(|(_, days)| *days),
    };
    (stages.into_iter().enumerate().map(row).collect(), strays)
}

/// `max_count` is the count of the longest bar.
fn push_chart(
    title: &str,
    rows: &[PipelineRow<'_>],
    max_count: usize,
    is_complete: bool,
    builder: &mut RichTextBuilder,
) {
    if rows.is_empty() {
        return;
    }
    builder.heading(title);
    let width = builder.width();
    let parts: Vec<ChartParts> =
        rows.iter().map(|row| ChartParts::new(row, is_complete, width)).collect();
    let widths = ChartWidths::measure(rows, &parts, builder.width());
    for (row, parts) in rows.iter().zip(parts) {
        builder.row(chart_row(row, parts, &widths, max_count));
    }
}

/// The texts of a row, beside its number and bar.
struct ChartParts {
    name: Span,
    signs: Spans,
    figure: Spans,
    median: Option<String>,
}

impl ChartParts {
    fn new(row: &PipelineRow<'_>, is_complete: bool, width: usize) -> Self {
        let median_days = row.median_days.filter(|_| width >= MIN_MEDIAN_WIDTH);
        let is_rejection = row.stage.is_some_and(|stage| stage.is_rejection_stage);
        let role = if is_rejection { TextRole::Dim } else { TextRole::Plain };
        Self {
            name: text_span(role, row.name),
            signs: signs(row.stage, width >= MIN_WORDS_WIDTH),
            figure: figure(row.count, is_complete),
            median: median_days.map(|days| format!("median {}", format::age(days))),
        }
    }
}

/// Cells of each column; without content 0.
struct ChartWidths {
    whole: usize,
    number: usize,
    name: usize,
    signs: usize,
    figure: usize,
    bar: usize,
    median: usize,
}

impl ChartWidths {
    fn measure(rows: &[PipelineRow<'_>], parts: &[ChartParts], whole: usize) -> Self {
        let widest =
            |width: &dyn Fn(&ChartParts) -> usize| parts.iter().map(width).max().unwrap_or(0);
        let number = rows.iter().map(|row| row.number.len()).max().unwrap_or(0);
        let signs = widest(&|parts| cells(&parts.signs));
        let median = widest(&|parts| parts.median.as_ref().map_or(0, |text| text::width(text) + 2));
        let figure = widest(&|parts| cells(&parts.figure));
        let gaps = usize::from(number > 0) + usize::from(signs > 0) + 4;
        let fixed = number + signs + figure + median + gaps;
        let name = widest(&|parts| parts.name.width());
        let name = name.min(whole.saturating_sub(fixed + SHORTEST_BAR)).max(SHORTEST_BAR);
        let bar = whole.saturating_sub(fixed + name).min(MAX_BAR);
        Self { whole, number, name, signs, figure, bar, median }
    }
}

fn chart_row(
    row: &PipelineRow<'_>,
    parts: ChartParts,
    widths: &ChartWidths,
    max_count: usize,
) -> Spans {
    let mut spans = vec![space(2)];
    if widths.number > 0 {
        let number = text::pad(&row.number, widths.number, Align::Right);
        spans.extend([Span::Text(TextRole::Dim, number), space(1)]);
    }
    if let Span::Text(role, words) = parts.name {
        spans.extend(pad(role, &words, widths.name));
    }
    if widths.signs > 0 {
        let rest = widths.signs.saturating_sub(cells(&parts.signs));
        spans.push(space(1));
        spans.extend(parts.signs);
        spans.push(space(rest));
    }
    spans.push(space(1 + widths.figure.saturating_sub(cells(&parts.figure))));
    spans.extend(parts.figure);
    if widths.bar >= SHORTEST_BAR && row.count > 0 {
        // Less than an eighth of a cell is not worth a bar.
        let eighths = row.count.saturating_mul(widths.bar * 8) / max_count;
        let cells = eighths.div_ceil(8).clamp(1, widths.bar);
        let cells = u16::try_from(cells).unwrap_or(u16::MAX);
        spans.extend([space(1), Span::Bar { role: bar_role(row.stage), cells }]);
    }
    if let Some(median) = parts.median {
        let before = (widths.whole - widths.median).saturating_sub(cells(&spans));
        let lead = before + widths.median - text::width(&median);
        spans.extend([space(lead), text_span(TextRole::Dim, &median)]);
    }
    spans
}

fn signs(stage: Option<&PipelineStage>, has_words: bool) -> Spans {
    let mut spans = Vec::new();
    for (role, mark, word) in marks(stage) {
        if has_words && !spans.is_empty() {
            spans.push(space(1));
        }
        spans.push(Span::Mark(role, mark));
        if has_words {
            spans.extend([space(1), text_span(TextRole::Dim, word)]);
        }
    }
    spans
}

fn figure(count: usize, is_complete: bool) -> Spans {
    let mut spans = vec![text_span(TextRole::Strong, &format::count(count as u64))];
    if !is_complete {
        spans.insert(0, Span::Mark(TextRole::Dim, Mark::AtLeast));
    }
    spans
}

const fn bar_role(stage: Option<&PipelineStage>) -> BarRole {
    match stage {
        Some(stage) if stage.is_rejection_stage => BarRole::Rejection,
        Some(stage) if stage.is_interviewing_stage => BarRole::Interview,
        _ => BarRole::Plain,
    }
}

fn describe_basis(counts: &StageCounts) -> String {
    let read = format::count(counts.histories as u64);
    let all = counts.total.unwrap_or(0).max(counts.loaded as u64);
    format!("medians of past stays, {read} of {} histories loaded", format::count(all))
}

fn describe_coverage(counts: &StageCounts) -> String {
    let loaded = format::count(counts.loaded as u64);
    match counts.total {
        Some(total) => format!("based on {loaded} of {} candidates", format::count(total)),
        None => format!("based on {loaded} loaded candidates"),
    }
}
