//! The funnel as rich text: its basis, the stages, the time to the last stage, where candidates
//! drop out, and who is overdue in a stage.

use crate::recruiting::funnel::figures::{
    FunnelCoverage, FunnelFigures, StageFigures, StuckCandidate, percentage,
};
use crate::recruiting::funnel::overdue::{DEFAULT_LIMITS, StageRole};
use crate::recruiting::stage::StageKind;
use crate::text;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, cells, part, space, text_span,
};
use crate::tui::widgets::rich_text::{BarRole, RichLine, Span, TextRole, pad};

/// A longer bar adds no information.
const MAX_BAR: usize = 40;
/// A shorter bar is not worth drawing.
const SHORTEST_BAR: usize = 5;
/// The width of a name where other columns need room.
const NAME: usize = 24;
const SHORTEST_NAME: usize = 8;
/// The rank that is dropped first.
const LAST: u8 = 6;
/// Headings that need an explanation.
const MOVED_ON: &str = "moved on";
const MEDIAN: &str = "median stay";
const SO_FAR: &str = "so far";
const DROPPED: &str = "dropped out";
const WEEKS: &str = "12 weeks";
/// From this width on, the headings are explained.
const MIN_EXPLAIN_WIDTH: usize = 60;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FunnelDetails {
    pub(crate) lines: Vec<RichLine>,
    /// The line numbers of the overdue candidates.
    pub(crate) stuck: std::ops::Range<usize>,
}

pub(crate) fn funnel_details(
    facts: &FunnelFigures,
    basis: &FunnelCoverage,
    width: usize,
) -> FunnelDetails {
    let mut builder = RichTextBuilder::new(width);
    push_coverage(facts, basis, &mut builder);
    push_stages(facts, &mut builder);
    if let Some(message) = describe_goal(facts) {
        builder.heading(goal_heading(facts));
        builder.facts(2, [part(TextRole::Plain, &message)]);
    }
    push_drops(facts, &mut builder);
    let stuck = push_stuck(facts, basis, &mut builder);
    FunnelDetails { lines: builder.into_lines(), stuck }
}

/// The heading of the time to the last stage.
pub(crate) fn goal_heading(facts: &FunnelFigures) -> &'static str {
    let is_offer = facts.goal.as_ref().is_some_and(|goal| goal.is_offer);
    if is_offer { "Time to offer" } else { "Time to the last stage" }
}

/// Where the usual time in a stage comes from, if it is used.
pub(crate) fn describe_usual(facts: &FunnelFigures) -> Option<String> {
    let has_usual = facts.stuck.iter().any(|candidate| !candidate.threshold.is_limit);
    has_usual.then(|| {
        let days = |role: StageRole| {
            let limit = DEFAULT_LIMITS.iter().find(|(other, _)| *other == role);
            format::age(limit.map_or(0, |(_, days)| (*days).into()))
        };
        format!(
            "Without a limit: {} in the first stage, {} in interviews, {} in offers, {} elsewhere, or twice the median stay if that is longer",
            days(StageRole::Entry),
            days(StageRole::Interview),
            days(StageRole::Offer),
            days(StageRole::Plain),
        )
    })
}

/// The time to the last stage in words; `None` without such a stage.
pub(crate) fn describe_goal(facts: &FunnelFigures) -> Option<String> {
    let goal = facts.goal.as_ref()?;
    let suffix = if goal.is_offer { "" } else { ", the last stage" };
    let stage = format!("{}{suffix}", goal.stage);
    Some(match (goal.reached, goal.days) {
        (0, _) => format!("No candidate has reached {stage} yet"),
        (reached, None) => format!("{} reached {stage}, dates unknown", candidates(reached)),
        (reached, Some(days)) => {
            let (days, reached_count) = (format::age(days), candidates(reached));
            let sample = match goal.dated {
                dated if dated < reached => format!("{} of {reached_count}", count(dated)),
                _ => reached_count,
            };
            format!("Median {days} from the first stage to {stage} ({sample})")
        }
    })
}

fn candidates(number: usize) -> String {
    format!("{} {}", count(number), if number == 1 { "candidate" } else { "candidates" })
}

fn count(number: usize) -> String {
    format::count(number as u64)
}

/// How many candidates the figures are based on.
fn push_coverage(facts: &FunnelFigures, basis: &FunnelCoverage, builder: &mut RichTextBuilder) {
    let (read, total) = (basis.read as u64, basis.total);
    let all = total > 0 && read >= total;
    let message = format!("Histories loaded: {} of {}", format::count(read), format::count(total));
    let basis_note = if all || total == 0 { "" } else { "the figures cover only these" };
    let progress = if basis.is_reading && !all { "loading more" } else { "" };
    let failed = match basis.failed {
        0 => String::new(),
        count => format!("{} failed", format::count(count as u64)),
    };
    let silent = match facts.without_stage {
        0 => String::new(),
        count => format!("{} without a stage", format::count(count as u64)),
    };
    let role = if all { TextRole::Dim } else { TextRole::Warning };
    builder.facts(
        0,
        [
            part(role, &message),
            part(TextRole::Dim, basis_note),
            part(TextRole::Dim, progress),
            part(TextRole::Error, &failed),
            part(TextRole::Dim, &silent),
        ],
    );
    if total == 0 {
        builder.facts(0, [part(TextRole::Dim, "No candidates")]);
    }
}

/// A column of the stage table.
struct FunnelColumn {
    heading: &'static str,
    cells: Vec<Spans>,
    /// Columns of a higher rank are dropped first.
    rank: u8,
}

impl FunnelColumn {
    fn new(
        heading: &'static str,
        rank: u8,
        stages: &[StageFigures],
        cell: impl Fn(&StageFigures) -> Spans,
    ) -> Self {
        Self { heading, rank, cells: stages.iter().map(cell).collect() }
    }

    fn width(&self) -> usize {
        let widest = self.cells.iter().map(|cell| cells(cell)).max().unwrap_or(0);
        widest.max(text::width(self.heading))
    }
}

fn push_stages(facts: &FunnelFigures, builder: &mut RichTextBuilder) {
    let stages = &facts.stages;
    if stages.is_empty() {
        return;
    }
    builder.heading("Stages");
    let longest = stages.iter().map(|stage| text::width(&stage.name)).max().unwrap_or(0);
    let mut columns = columns(stages);
    let available = builder.width().saturating_sub(2);
    // Drop the least important columns first, then shorten the names.
    let least = longest.clamp(SHORTEST_NAME, NAME.min(available / 3).max(SHORTEST_NAME));
    let used =
        |columns: &[FunnelColumn]| columns.iter().map(|column| column.width() + 2).sum::<usize>();
    // The bars are worth more than the last column.
    let bar_reserve = |columns: &[FunnelColumn]| {
        let all = columns.iter().any(|column| column.rank == LAST);
        if all { SHORTEST_BAR + 1 } else { 0 }
    };
    while used(&columns) + least + bar_reserve(&columns) > available
        && let Some(last) = columns.iter().map(|column| column.rank).max().filter(|rank| *rank > 0)
    {
        columns.retain(|column| column.rank != last);
    }
    let left = available.saturating_sub(used(&columns));
    let name = longest.min(NAME).min(left.max(1));
    let bar = left.saturating_sub(name + 1).min(MAX_BAR);
    let bar = if bar < SHORTEST_BAR { 0 } else { bar + 1 };
    let mut head = vec![space(2 + name + bar)];
    for column in &columns {
        let lead = 2 + column.width() - text::width(column.heading);
        head.extend([space(lead), text_span(TextRole::Dim, column.heading)]);
    }
    builder.row(head);
    let max_entered = stages.iter().map(|stage| stage.entered).max().unwrap_or(0).max(1);
    for (at, stage) in stages.iter().enumerate() {
        let role = if stage.kind == StageKind::Unlisted { TextRole::Dim } else { TextRole::Plain };
        let mut line = vec![space(2)];
        line.extend(pad(role, &stage.name, name));
        if bar > 0 {
            let cells = length(stage.entered, max_entered, bar - 1);
            let bar_span = Span::Bar { role: bar_role(stage.kind), cells };
            line.extend([space(1), bar_span, space(bar - 1 - usize::from(cells))]);
        }
        for column in &columns {
            let cell = column.cells[at].clone();
            line.push(space(2 + column.width() - cells(&cell)));
            line.extend(cell);
        }
        builder.row(line);
    }
    if builder.width() >= MIN_EXPLAIN_WIDTH {
        explain(&columns, builder);
    }
}

/// Explains the headings.
fn explain(columns: &[FunnelColumn], builder: &mut RichTextBuilder) {
    let explain_column = |column: &str, words: &str| {
        let is_visible = columns.iter().any(|other| other.heading == column);
        if is_visible { part(TextRole::Dim, &format!("{column}: {words}")) } else { Vec::new() }
    };
    builder.facts(
        2,
        [
            explain_column(MOVED_ON, "share of those who left the stage for a later one"),
            explain_column(MEDIAN, "median of completed stays"),
            explain_column(SO_FAR, "median so far of those in the stage now"),
            explain_column(DROPPED, "rejected or withdrawn from here"),
            explain_column(WEEKS, "entries per week"),
        ],
    );
}

fn columns(stages: &[StageFigures]) -> Vec<FunnelColumn> {
    let figure = |role, count: usize| part(role, &format::count(count as u64));
    let days = |days: Option<i64>| part(TextRole::Plain, &days.map_or("-".to_owned(), format::age));
    let max_count = stages.iter().flat_map(|stage| stage.weeks).max().unwrap_or(0);
    vec![
        FunnelColumn::new("entered", 0, stages, |stage| figure(TextRole::Strong, stage.entered)),
        FunnelColumn::new(MOVED_ON, 1, stages, |stage| match (stage.kind, stage.percent()) {
            (kind, _) if !kind.is_step() => Vec::new(),
            (_, Some(percent)) => part(TextRole::Plain, &format!("{percent}%")),
            (_, None) => part(TextRole::Dim, "-"),
        }),
        FunnelColumn::new(MEDIAN, 2, stages, |stage| match stage.kind {
            kind if kind.is_closed() => Vec::new(),
            _ => days(stage.median_days),
        }),
        FunnelColumn::new("now", 4, stages, |stage| figure(TextRole::Plain, stage.current)),
        FunnelColumn::new(SO_FAR, LAST, stages, |stage| match (stage.kind, stage.ongoing_days) {
            (kind, _) if kind.is_closed() => Vec::new(),
            (_, Some(elapsed)) if stage.limit.is_some_and(|limit| elapsed > limit.into()) => {
                part(TextRole::Overdue, &format::age(elapsed))
            }
            (_, elapsed) => days(elapsed),
        }),
        FunnelColumn::new(DROPPED, 3, stages, |stage| match stage.kind {
            kind if kind.is_closed() => Vec::new(),
            _ => figure(TextRole::Plain, stage.dropped),
        }),
        FunnelColumn::new(WEEKS, 5, stages, |stage| {
            vec![Span::Spark { levels: stage.weeks.map(|count| level(count, max_count)) }]
        }),
    ]
}

/// The height of a week in eighths of the highest; at least one for a single entry.
fn level(count: usize, max: usize) -> u8 {
    let height = count.saturating_mul(7).div_ceil(max.max(1));
    u8::try_from(height).unwrap_or(7).min(7)
}

fn length(count: usize, max: usize, width: usize) -> u16 {
    let cells = count.saturating_mul(width).div_ceil(max.max(1)).min(width);
    u16::try_from(cells).unwrap_or(u16::MAX)
}

const fn bar_role(kind: StageKind) -> BarRole {
    match kind {
        StageKind::Rejection | StageKind::Withdrawal => BarRole::Rejection,
        StageKind::Interview => BarRole::Interview,
        StageKind::Plain | StageKind::Unlisted => BarRole::Plain,
    }
}

/// The last stage of those who dropped out, most first.
fn push_drops(facts: &FunnelFigures, builder: &mut RichTextBuilder) {
    if facts.read == 0 {
        return;
    }
    builder.heading("Where candidates drop out");
    if facts.rejected == 0 {
        builder.facts(2, [part(TextRole::Dim, "No candidate dropped out")]);
        return;
    }
    let of_stages = facts.stages.iter().map(|stage| (stage.name.as_str(), stage.dropped));
    let straight = ("no earlier stage", facts.rejected_at_once);
    let mut rows: Vec<_> =
        of_stages.chain([straight]).filter(|(_, dropped)| *dropped > 0).collect();
    rows.sort_by_key(|(_, dropped)| std::cmp::Reverse(*dropped));
    let longest = rows.iter().map(|(name, _)| text::width(name)).max().unwrap_or(0);
    let max_dropped = rows.first().map_or(1, |(_, dropped)| *dropped);
    let figures = rows.iter().map(|(_, dropped)| {
        format!("{} ({}%)", format::count(*dropped as u64), percentage(*dropped, facts.rejected))
    });
    let figures: Vec<String> = figures.collect();
    let widest = figures.iter().map(|figure| text::width(figure)).max().unwrap_or(0);
    let available = builder.width().saturating_sub(widest + 4);
    let name = longest.min(NAME).min(available);
    let bar = available.saturating_sub(name + 1).min(MAX_BAR);
    for ((label, dropped), figure) in rows.iter().zip(figures) {
        let mut line = vec![space(2)];
        line.extend(pad(TextRole::Plain, label, name));
        if bar >= SHORTEST_BAR {
            let cells = length(*dropped, max_dropped, bar);
            line.extend([space(1), Span::Bar { role: BarRole::Rejection, cells }]);
            line.push(space(bar - usize::from(cells)));
        }
        line.push(space(2 + widest - text::width(&figure)));
        line.push(text_span(TextRole::Strong, &figure));
        builder.row(line);
    }
}

/// The overdue candidates by name.
fn push_stuck(
    facts: &FunnelFigures,
    basis: &FunnelCoverage,
    builder: &mut RichTextBuilder,
) -> std::ops::Range<usize> {
    if facts.read == 0 {
        return 0..0;
    }
    builder.heading("Overdue");
    let stuck = &facts.stuck;
    if stuck.is_empty() {
        let all = basis.read as u64 >= basis.total;
        let message = if all { "None" } else { "None in the loaded histories" };
        builder.facts(2, [part(TextRole::Dim, message)]);
        return 0..0;
    }
    let widest = |words: &dyn Fn(&StuckCandidate) -> String| {
        stuck.iter().map(|candidate| text::width(&words(candidate))).max().unwrap_or(0)
    };
    let days = widest(&|candidate| format::age(candidate.days));
    let usual = widest(&describe_limit);
    let available = builder.width().saturating_sub(2 + days + 2);
    let usual = if usual + 2 + 2 * SHORTEST_NAME + 2 > available { 0 } else { usual + 2 };
    let available = available - usual;
    let stage = widest(&|candidate| candidate.stage.clone()).min(NAME).min(available / 2);
    let name = widest(&|candidate| candidate.name.clone()).min(available.saturating_sub(stage + 2));
    let first = builder.len();
    for candidate in stuck {
        let mut line = vec![space(2)];
        line.extend(pad(TextRole::Strong, &candidate.name, name));
        line.push(space(2));
        line.extend(pad(TextRole::Plain, &candidate.stage, stage));
        let days = text::pad(&format::age(candidate.days), days, text::Align::Right);
        line.extend([space(2), Span::Text(TextRole::Overdue, days)]);
        if usual > 0 {
            line.extend([space(2), text_span(TextRole::Dim, &describe_limit(candidate))]);
        }
        builder.row(line);
    }
    let lines = first..builder.len();
    if facts.stuck_total > stuck.len() {
        let more = format::count((facts.stuck_total - stuck.len()) as u64);
        builder.facts(2, [part(TextRole::Dim, &format!("and {more} more"))]);
    }
    if let Some(message) = describe_usual(facts) {
        builder.facts(2, [part(TextRole::Dim, &message)]);
    }
    lines
}

fn describe_limit(candidate: &StuckCandidate) -> String {
    let days = format::age(candidate.threshold.days);
    if candidate.threshold.is_limit {
        format!("limit {days}")
    } else {
        format!("usually up to {days}")
    }
}
