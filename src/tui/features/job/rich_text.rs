//! A job as rich text: facts, pipeline chart and IDs.

use std::collections::HashMap;

use crate::text;
use crate::text::Align;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, Spans, cells, part, said, space};
use crate::tui::widgets::rich_text::{
    BarTone, Mark, RecordTrouble, RichLine, Span, TextRole, filled,
};
use crate::tui::widgets::stage_text::{StageLookup, marks, stage_name};
use crate::wire::{Job, JobItem, PipelineStage, StageId, Timestamp};

const LONGEST_BAR: usize = 40;
const SHORTEST_BAR: usize = 4;
/// Minimum width for words beside the marks.
const ROOMY: usize = 60;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StageCounts {
    /// Keyed as the candidates name the stage.
    pub counts: Vec<(StageId, String, usize)>,
    pub loaded: usize,
    pub total: Option<u64>,
    pub complete: bool,
    /// Position in the pipeline, and the median days of those who left the stage.
    pub stays: Vec<(usize, i64)>,
    /// Number of histories behind the medians.
    pub histories: usize,
}

/// What a job record and a list row have in common.
struct Face<'a> {
    opened: Option<Timestamp>,
    is_archived: bool,
    client: &'a str,
    status: &'a str,
    candidates: Option<i64>,
    ids: [(&'static str, &'a str); 4],
}

macro_rules! face {
    ($record:expr) => {
        Face {
            opened: $record.created_at,
            is_archived: $record.is_archived,
            client: &$record.client_company_name,
            status: &$record.job_status_name,
            candidates: $record.candidate_count,
            ids: [
                ("name", $record.name.as_str()),
                ("job", $record.id.as_str()),
                ("client", $record.client_company_id.as_str()),
                ("status", $record.job_status_id.as_str()),
            ],
        }
    };
}

struct Row<'a> {
    number: String,
    name: &'a str,
    stage: Option<&'a PipelineStage>,
    count: usize,
    /// Median days.
    stay: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobSheet {
    pub lines: Vec<RichLine>,
    /// Line numbers of the stages.
    pub stages: std::ops::Range<usize>,
}

/// The pipeline needs the full record.
#[must_use]
pub fn job(
    item: &JobItem,
    job: Option<&Job>,
    counts: &StageCounts,
    troubles: &[RecordTrouble],
    now: Timestamp,
    width: usize,
) -> JobSheet {
    let mut builder = RichTextBuilder::new(width);
    // The full record is newer.
    let face = job.map_or_else(|| face!(item), |job| face!(job));
    head(&face, now, &mut builder);
    builder.troubles(troubles);
    let (stages, strays) = rows(job, counts);
    let title = if job.is_some() { "not in the pipeline" } else { "stages so far" };
    let most = stages.iter().chain(&strays).map(|row| row.count).max().unwrap_or(0).max(1);
    chart("pipeline", &stages, most, counts.complete, &mut builder);
    let places = builder.len().saturating_sub(stages.len())..builder.len();
    chart(title, &strays, most, counts.complete, &mut builder);
    let has_counts = !stages.is_empty() || !strays.is_empty();
    if has_counts && !counts.complete {
        builder.facts(2, [part(TextRole::Warning, &coverage(counts))]);
    }
    if !counts.stays.is_empty() && builder.width() >= ROOMY {
        builder.facts(2, [part(TextRole::Dim, &basis(counts))]);
    }
    builder.heading("ids");
    for (label, value) in face.ids {
        builder.fact(label, [part(TextRole::Dim, value)]);
    }
    for Row { number, name, stage, .. } in &stages {
        let id = stage.map_or("", |stage| stage.id.as_str());
        if !id.is_empty() {
            builder.fact(
                &format!("stage {number}"),
                [part(TextRole::Dim, id), part(TextRole::Dim, name)],
            );
        }
    }
    JobSheet { lines: builder.into_lines(), stages: places }
}

fn head(face: &Face<'_>, now: Timestamp, builder: &mut RichTextBuilder) {
    let since = face.opened.map_or_else(String::new, |opened| {
        let age = format::days(opened, now).map_or("?".to_owned(), format::age);
        format!("since {} ({age})", format::day(opened))
    });
    let candidates = face.candidates.map_or_else(String::new, |count| {
        format!("{} candidate{}", format::signed(count), if count == 1 { "" } else { "s" })
    });
    builder.facts(
        0,
        [
            part(TextRole::Strong, face.client),
            part(TextRole::Plain, face.status),
            part(TextRole::Warning, if face.is_archived { "archived" } else { "" }),
            part(TextRole::Plain, &since),
            part(TextRole::Plain, &candidates),
        ],
    );
}

/// Stages in pipeline order, and stages that only candidates name.
fn rows<'a>(job: Option<&'a Job>, counts: &'a StageCounts) -> (Vec<Row<'a>>, Vec<Row<'a>>) {
    let pipeline = job.map_or(&[][..], |job| &job.pipeline_stages);
    let known = StageLookup::new(pipeline);
    let mut found: HashMap<usize, usize> = HashMap::new();
    let mut strays = Vec::new();
    for (id, name, count) in &counts.counts {
        if let Some(place) = known.place(id, name) {
            let sum = found.entry(place).or_default();
            *sum = count.saturating_add(*sum);
        } else {
            let name = stage_name(id, name);
            strays.push(Row {
                number: String::new(),
                name,
                stage: None,
                count: *count,
                stay: None,
            });
        }
    }
    let mut stages: Vec<(usize, &PipelineStage)> = pipeline.iter().enumerate().collect();
    stages.sort_by_key(|(_, stage)| stage.stage_order.unwrap_or(i64::MAX));
    let stay = |at: usize| counts.stays.iter().find(|(place, _)| *place == at);
    let row = |(at, (place, stage)): (usize, (usize, &'a PipelineStage))| Row {
        number: stage.stage_order.map_or("?".to_owned(), |order| order.to_string()),
        name: stage_name(&stage.id, &stage.name),
        stage: Some(stage),
        count: found.get(&place).copied().unwrap_or(0),
        stay: stay(at).map(|(_, days)| *days),
    };
    (stages.into_iter().enumerate().map(row).collect(), strays)
}

/// `most` is the count of the longest bar.
fn chart(
    title: &str,
    rows: &[Row<'_>],
    most: usize,
    is_complete: bool,
    builder: &mut RichTextBuilder,
) {
    if rows.is_empty() {
        return;
    }
    builder.heading(title);
    let width = builder.width();
    let number = rows.iter().map(|row| row.number.len()).max().unwrap_or(0);
    let names: Vec<Span> = rows.iter().map(|row| said(TextRole::Plain, row.name)).collect();
    let longest = names.iter().map(Span::width).max().unwrap_or(0);
    let signs: Vec<Spans> = rows.iter().map(|row| signs(row.stage, width >= ROOMY)).collect();
    let sign = signs.iter().map(|signs| cells(signs)).max().unwrap_or(0);
    let figures: Vec<Spans> = rows.iter().map(|row| figure(row.count, is_complete)).collect();
    let figure = figures.iter().map(|figure| cells(figure)).max().unwrap_or(0);
    let stay = |row: &Row<'_>| {
        row.stay.filter(|_| width >= ROOMY).map(|days| format!("median {}", format::age(days)))
    };
    let stays =
        rows.iter().filter_map(stay).map(|message| text::width(&message) + 2).max().unwrap_or(0);

    let gaps = usize::from(number > 0) + usize::from(sign > 0) + 4;
    let fixed = number + sign + figure + stays + gaps;
    let name = longest.min(width.saturating_sub(fixed + SHORTEST_BAR)).max(SHORTEST_BAR);
    let bar = width.saturating_sub(fixed + name).min(LONGEST_BAR);
    for (((row, words), signs), figure) in rows.iter().zip(names).zip(signs).zip(figures) {
        let mut pieces = vec![space(2)];
        if number > 0 {
            let number = text::pad(&row.number, number, Align::Right);
            pieces.extend([Span::Text(TextRole::Dim, number), space(1)]);
        }
        if let Span::Text(tone, words) = words {
            pieces.extend(filled(tone, &words, name));
        }
        if sign > 0 {
            let rest = sign.saturating_sub(cells(&signs));
            pieces.push(space(1));
            pieces.extend(signs);
            pieces.push(space(rest));
        }
        pieces.push(space(1));
        if bar >= SHORTEST_BAR && row.count > 0 {
            // Less than an eighth of a cell is not worth a bar.
            let eighths = row.count.saturating_mul(bar * 8) / most;
            let cells = eighths.div_ceil(8).clamp(1, bar);
            let cells = u16::try_from(cells).unwrap_or(u16::MAX);
            pieces.extend([Span::Bar { tone: bar_tone(row.stage), cells }, space(1)]);
        }
        pieces.extend(figure);
        if let Some(message) = stay(row) {
            let lead =
                (width - stays).saturating_sub(cells(&pieces)) + stays - text::width(&message);
            pieces.extend([space(lead), said(TextRole::Dim, &message)]);
        }
        builder.row(pieces);
    }
}

fn signs(stage: Option<&PipelineStage>, is_roomy: bool) -> Spans {
    let mut pieces = Vec::new();
    for (tone, mark, word) in marks(stage) {
        if is_roomy && !pieces.is_empty() {
            pieces.push(space(1));
        }
        pieces.push(Span::Mark(tone, mark));
        if is_roomy {
            pieces.extend([space(1), said(TextRole::Dim, word)]);
        }
    }
    pieces
}

fn figure(count: usize, is_complete: bool) -> Spans {
    let mut pieces = vec![said(TextRole::Strong, &format::count(count as u64))];
    if !is_complete {
        pieces.insert(0, Span::Mark(TextRole::Dim, Mark::AtLeast));
    }
    pieces
}

const fn bar_tone(stage: Option<&PipelineStage>) -> BarTone {
    match stage {
        Some(stage) if stage.is_rejection_stage => BarTone::Rejection,
        Some(stage) if stage.is_interviewing_stage => BarTone::Interview,
        _ => BarTone::Plain,
    }
}

fn basis(counts: &StageCounts) -> String {
    let read = format::count(counts.histories as u64);
    let all = counts.total.unwrap_or(0).max(counts.loaded as u64);
    format!("medians of those who left, of {read} of {} histories read", format::count(all))
}

fn coverage(counts: &StageCounts) -> String {
    let loaded = format::count(counts.loaded as u64);
    match counts.total {
        Some(total) => format!("of {loaded} of {} candidates loaded", format::count(total)),
        None => format!("of {loaded} candidates loaded"),
    }
}
