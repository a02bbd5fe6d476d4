//! The sheet of a funnel: what it rests on, the stages, the time to the end,
//! where people drop out, and who has been long in a stage.

use crate::recruiting::funnel::count::LONG;
use crate::recruiting::funnel::figures::{
    Basis, FunnelFigures, StageFigures, StageKind, Stuck, hundredths,
};
use crate::text;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, Spans, cells, part, said, space};
use crate::tui::widgets::rich_text::{BarTone, RichLine, Span, TextRole, filled};

/// A bar longer than this says no more.
const LONGEST_BAR: usize = 40;
/// A bar shorter than this says nothing.
const SHORTEST_BAR: usize = 5;
/// A name is cut after so many cells, where others need the room.
const NAME: usize = 24;
const SHORTEST_NAME: usize = 8;
/// The rank of what gives way first.
const LAST: u8 = 6;
/// From here on the words are explained.
const ROOMY: usize = 60;

/// The sheet of a funnel, and on which of its lines those stand who are stuck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunnelSheet {
    /// All lines.
    pub lines: Vec<RichLine>,
    /// Those of the ones who are stuck.
    pub stuck: std::ops::Range<usize>,
}

/// The sheet of a funnel.
#[must_use]
pub fn funnel(facts: &FunnelFigures, basis: &Basis, width: usize) -> FunnelSheet {
    let mut page = RichTextBuilder::new(width);
    coverage(facts, basis, &mut page);
    stages(facts, &mut page);
    if let Some(told) = told_goal(facts) {
        page.heading(goal_heading(facts));
        page.facts(2, [part(TextRole::Plain, &told)]);
    }
    drops(facts, &mut page);
    let stuck = stuck(facts, basis, &mut page);
    FunnelSheet { lines: page.into_lines(), stuck }
}

/// What the time to the end is called.
#[must_use]
pub fn goal_heading(facts: &FunnelFigures) -> &'static str {
    let is_offer = facts.goal.as_ref().is_some_and(|goal| goal.is_offer);
    if is_offer { "time to offer" } else { "time to the last stage" }
}

/// Where what is usual comes from, if anybody is held against it.
#[must_use]
pub fn told_usual(facts: &FunnelFigures) -> Option<String> {
    let is_told = facts.stuck.iter().any(|one| !one.is_limit);
    is_told.then(|| {
        format!(
            "usual, where no limit is set: twice the median stay, at least {}",
            format::age(LONG)
        )
    })
}

/// How long it takes to the end, in words; none when there is no such stage.
#[must_use]
pub fn told_goal(facts: &FunnelFigures) -> Option<String> {
    let goal = facts.goal.as_ref()?;
    let which = if goal.is_offer { "" } else { ", the last stage" };
    let stage = format!("{}{which}", goal.stage);
    Some(match (goal.reached, goal.days) {
        (0, _) => format!("nobody got to {stage} yet"),
        (reached, None) => format!("{} got to {stage}, without dates", people(reached)),
        (reached, Some(days)) => {
            let days = format::age(days);
            let of = match goal.dated {
                dated if dated < reached => format!("{dated} of {reached} who got there"),
                _ => format!("{} who got there", people(reached)),
            };
            format!("median {days} from the first stage to {stage}, of {of}")
        }
    })
}

fn people(count: usize) -> String {
    if count == 1 { "one".to_owned() } else { format::count(count as u64) }
}

/// What the figures rest on.
fn coverage(facts: &FunnelFigures, basis: &Basis, page: &mut RichTextBuilder) {
    let (read, total) = (basis.read as u64, basis.total);
    let all = total > 0 && read >= total;
    let told = format!("histories read: {} of {}", format::count(read), format::count(total));
    let rests = if all || total == 0 { "" } else { "the figures rest on these alone" };
    let going = if basis.is_reading && !all { "reading on" } else { "" };
    let failed = match basis.failed {
        0 => String::new(),
        count => format!("{} could not be read", format::count(count as u64)),
    };
    let silent = match facts.silent {
        0 => String::new(),
        count => format!("{} tell no stage", format::count(count as u64)),
    };
    let tone = if all { TextRole::Dim } else { TextRole::Warning };
    page.facts(
        0,
        [
            part(tone, &told),
            part(TextRole::Dim, rests),
            part(TextRole::Dim, going),
            part(TextRole::Error, &failed),
            part(TextRole::Dim, &silent),
        ],
    );
    if total == 0 {
        page.facts(0, [part(TextRole::Dim, "nobody is in this job")]);
    }
}

/// A column of the stages: its heading, and its cells.
struct Column {
    heading: &'static str,
    cells: Vec<Spans>,
    /// The higher, the sooner it gives way.
    rank: u8,
}

impl Column {
    fn of(
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

fn stages(facts: &FunnelFigures, page: &mut RichTextBuilder) {
    let stages = &facts.stages;
    if stages.is_empty() {
        return;
    }
    page.heading("stages");
    let longest = stages.iter().map(|stage| text::width(&stage.name)).max().unwrap_or(0);
    let mut columns = columns(stages);
    let room = page.width().saturating_sub(2);
    // What matters least gives way, then the names do.
    let least = longest.clamp(SHORTEST_NAME, NAME.min(room / 3).max(SHORTEST_NAME));
    let used = |columns: &[Column]| columns.iter().map(|column| column.width() + 2).sum::<usize>();
    // The bars are worth more than the last column.
    let worth = |columns: &[Column]| {
        let all = columns.iter().any(|column| column.rank == LAST);
        if all { SHORTEST_BAR + 1 } else { 0 }
    };
    while used(&columns) + least + worth(&columns) > room
        && let Some(last) = columns.iter().map(|column| column.rank).max().filter(|rank| *rank > 0)
    {
        columns.retain(|column| column.rank != last);
    }
    let left = room.saturating_sub(used(&columns));
    let name = longest.min(NAME).min(left.max(1));
    let bar = left.saturating_sub(name + 1).min(LONGEST_BAR);
    let bar = if bar < SHORTEST_BAR { 0 } else { bar + 1 };
    let mut head = vec![space(2 + name + bar)];
    for column in &columns {
        let lead = 2 + column.width() - text::width(column.heading);
        head.extend([space(lead), said(TextRole::Dim, column.heading)]);
    }
    page.row(head);
    let most = stages.iter().map(|stage| stage.entered).max().unwrap_or(0).max(1);
    for (at, stage) in stages.iter().enumerate() {
        let tone = if stage.kind == StageKind::Stray { TextRole::Dim } else { TextRole::Plain };
        let mut line = vec![space(2)];
        line.extend(filled(tone, &stage.name, name));
        if bar > 0 {
            let cells = length(stage.entered, most, bar - 1);
            let drawn = Span::Bar { tone: bar_tone(stage.kind), cells };
            line.extend([space(1), drawn, space(bar - 1 - usize::from(cells))]);
        }
        for column in &columns {
            let cell = column.cells[at].clone();
            line.push(space(2 + column.width() - cells(&cell)));
            line.extend(cell);
        }
        page.row(line);
    }
    if page.width() >= ROOMY {
        explain(&columns, page);
    }
}

/// What the headings mean.
fn explain(columns: &[Column], page: &mut RichTextBuilder) {
    let said = |column: &str, words: &str| {
        let is_there = columns.iter().any(|other| other.heading == column);
        if is_there { part(TextRole::Dim, &format!("{column}: {words}")) } else { Vec::new() }
    };
    page.facts(
        2,
        [
            said("went on", "of those who left, to a later stage"),
            said("stay", "median of those who left"),
            said("so far", "of those there now"),
            said("out", "their last stage before"),
            said("12 weeks", "entries"),
        ],
    );
}

fn columns(stages: &[StageFigures]) -> Vec<Column> {
    let figure = |tone, count: usize| part(tone, &format::count(count as u64));
    let days = |days: Option<i64>| part(TextRole::Plain, &days.map_or("-".to_owned(), format::age));
    let most = stages.iter().flat_map(|stage| stage.weeks).max().unwrap_or(0);
    vec![
        Column::of("entered", 0, stages, |stage| figure(TextRole::Strong, stage.entered)),
        Column::of("went on", 1, stages, |stage| match (stage.kind, stage.percent()) {
            (StageKind::Rejection | StageKind::Stray, _) => Vec::new(),
            (_, Some(percent)) => part(TextRole::Plain, &format!("{percent}%")),
            (_, None) => part(TextRole::Dim, "-"),
        }),
        Column::of("stay", 2, stages, |stage| match stage.kind {
            StageKind::Rejection => Vec::new(),
            _ => days(stage.stay),
        }),
        Column::of("now", 4, stages, |stage| figure(TextRole::Plain, stage.now)),
        Column::of("so far", LAST, stages, |stage| match (stage.kind, stage.ongoing) {
            (StageKind::Rejection, _) => Vec::new(),
            (_, Some(stay)) if stage.limit.is_some_and(|limit| stay > limit.into()) => {
                part(TextRole::Warning, &format::age(stay))
            }
            (_, stay) => days(stay),
        }),
        Column::of("out", 3, stages, |stage| match stage.kind {
            StageKind::Rejection => Vec::new(),
            _ => figure(TextRole::Plain, stage.dropped),
        }),
        Column::of("12 weeks", 5, stages, |stage| {
            vec![Span::Spark { levels: stage.weeks.map(|count| level(count, most)) }]
        }),
    ]
}

/// How high a week stands, in eighths of the highest; one entry is seen.
fn level(count: usize, most: usize) -> u8 {
    let height = count.saturating_mul(7).div_ceil(most.max(1));
    u8::try_from(height).unwrap_or(7).min(7)
}

fn length(count: usize, most: usize, room: usize) -> u16 {
    let cells = count.saturating_mul(room).div_ceil(most.max(1)).min(room);
    u16::try_from(cells).unwrap_or(u16::MAX)
}

const fn bar_tone(kind: StageKind) -> BarTone {
    match kind {
        StageKind::Rejection => BarTone::Rejection,
        StageKind::Interview => BarTone::Interview,
        StageKind::Plain | StageKind::Stray => BarTone::Plain,
    }
}

/// Where those were last who are out now, the most first.
fn drops(facts: &FunnelFigures, page: &mut RichTextBuilder) {
    if facts.read == 0 {
        return;
    }
    page.heading("where people drop out");
    if facts.out == 0 {
        page.facts(2, [part(TextRole::Dim, "nobody is out")]);
        return;
    }
    let of_stages = facts.stages.iter().map(|stage| (stage.name.as_str(), stage.dropped));
    let straight = ("in no stage before", facts.straight);
    let mut rows: Vec<_> =
        of_stages.chain([straight]).filter(|(_, dropped)| *dropped > 0).collect();
    rows.sort_by_key(|(_, dropped)| std::cmp::Reverse(*dropped));
    let longest = rows.iter().map(|(name, _)| text::width(name)).max().unwrap_or(0);
    let most = rows.first().map_or(1, |(_, dropped)| *dropped);
    let figures = rows.iter().map(|(_, dropped)| {
        format!("{} ({}%)", format::count(*dropped as u64), hundredths(*dropped, facts.out))
    });
    let figures: Vec<String> = figures.collect();
    let widest = figures.iter().map(|figure| text::width(figure)).max().unwrap_or(0);
    let room = page.width().saturating_sub(widest + 4);
    let name = longest.min(NAME).min(room);
    let bar = room.saturating_sub(name + 1).min(LONGEST_BAR);
    for ((told, dropped), figure) in rows.iter().zip(figures) {
        let mut line = vec![space(2)];
        line.extend(filled(TextRole::Plain, told, name));
        if bar >= SHORTEST_BAR {
            let cells = length(*dropped, most, bar);
            line.extend([space(1), Span::Bar { tone: BarTone::Rejection, cells }]);
            line.push(space(bar - usize::from(cells)));
        }
        line.push(space(2 + widest - text::width(&figure)));
        line.push(said(TextRole::Strong, &figure));
        page.row(line);
    }
}

/// Those who are stuck, by name.
fn stuck(
    facts: &FunnelFigures,
    basis: &Basis,
    page: &mut RichTextBuilder,
) -> std::ops::Range<usize> {
    if facts.read == 0 {
        return 0..0;
    }
    page.heading("long in their stage");
    let stuck = &facts.stuck;
    if stuck.is_empty() {
        let all = basis.read as u64 >= basis.total;
        let told = if all { "nobody" } else { "nobody, as far as was read" };
        page.facts(2, [part(TextRole::Dim, told)]);
        return 0..0;
    }
    let widest = |words: &dyn Fn(&Stuck) -> String| {
        stuck.iter().map(|one| text::width(&words(one))).max().unwrap_or(0)
    };
    let days = widest(&|one| format::age(one.days));
    let usual = widest(&basis_of);
    let room = page.width().saturating_sub(2 + days + 2);
    let usual = if usual + 2 + 2 * SHORTEST_NAME + 2 > room { 0 } else { usual + 2 };
    let room = room - usual;
    let stage = widest(&|one| one.stage.clone()).min(NAME).min(room / 2);
    let name = widest(&|one| one.name.clone()).min(room.saturating_sub(stage + 2));
    let first = page.len();
    for one in stuck {
        let mut line = vec![space(2)];
        line.extend(filled(TextRole::Strong, &one.name, name));
        line.push(space(2));
        line.extend(filled(TextRole::Plain, &one.stage, stage));
        let days = text::pad(&format::age(one.days), days, text::Align::Right);
        line.extend([space(2), Span::Text(TextRole::Warning, days)]);
        if usual > 0 {
            line.extend([space(2), said(TextRole::Dim, &basis_of(one))]);
        }
        page.row(line);
    }
    let lines = first..page.len();
    if facts.stuck_in_all > stuck.len() {
        let more = format::count((facts.stuck_in_all - stuck.len()) as u64);
        page.facts(2, [part(TextRole::Dim, &format!("and {more} more"))]);
    }
    if let Some(told) = told_usual(facts) {
        page.facts(2, [part(TextRole::Dim, &told)]);
    }
    lines
}

fn basis_of(one: &Stuck) -> String {
    let days = format::age(one.usual);
    if one.is_limit { format!("limit {days}") } else { format!("usual up to {days}") }
}
