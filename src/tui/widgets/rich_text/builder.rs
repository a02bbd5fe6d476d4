//! Builds rich text: sanitizes, wraps, cuts and indents.
//!
//! Every `rich_text` module of a feature writes through a `RichTextBuilder`, which guarantees that
//! text is sanitized, lines fit the width and there is a maximum number of lines.

use super::{LinkTarget, Mark, RecordError, RichLine, Span, TextRole, cut, pad};
use crate::text;
use crate::text::clip;
use crate::tui::widgets::format;

pub(crate) const MAX_LINES: usize = 20_000;
/// In characters; the raw view shows more.
const MAX_FACT: usize = 300;
/// In characters: an excerpt with its note.
const MAX_PROSE: usize = text::MAX_SHOWN + 100;
/// Characters of all long texts together; beyond it each text is an excerpt.
const LONG_TEXTS: usize = 20_000;
const MIN_EXCERPT: usize = 200;
/// The column of the facts, after their labels.
const COLUMN: usize = 12;

/// Spans that wrapping keeps together.
pub(crate) type Spans = Vec<Span>;

pub(crate) struct RichTextBuilder {
    width: usize,
    lines: Vec<RichLine>,
    /// Characters left for long texts.
    budget: usize,
}

impl RichTextBuilder {
    pub(crate) const fn new(width: usize) -> Self {
        Self { width, lines: Vec::new(), budget: LONG_TEXTS }
    }

    pub(crate) const fn len(&self) -> usize {
        self.lines.len()
    }

    pub(crate) fn into_lines(self) -> Vec<RichLine> {
        self.lines
    }

    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    pub(crate) const fn is_full(&self) -> bool {
        self.lines.len() > MAX_LINES
    }

    /// Appends lines after an empty one.
    pub(crate) fn append(&mut self, lines: Vec<RichLine>) {
        if !self.lines.is_empty() && !lines.is_empty() {
            self.row(Vec::new());
        }
        self.lines.extend(lines);
    }

    /// Writes the title of a section after an empty line.
    pub(crate) fn heading(&mut self, title: &str) {
        if !self.lines.is_empty() {
            self.row(Vec::new());
        }
        self.row(part(TextRole::Heading, title));
    }

    /// Writes one line, cut to the width.
    pub(crate) fn row(&mut self, spans: Spans) {
        self.push_line(fit(spans, self.width));
    }

    /// Writes one line that is known to fit.
    pub(crate) fn push_line(&mut self, line: RichLine) {
        if self.lines.len() < MAX_LINES {
            self.lines.push(line);
        } else if self.lines.len() == MAX_LINES {
            let note = format!("cut after {} lines", format::count(MAX_LINES as u64));
            self.lines.push(fit(part(TextRole::Warning, &note), self.width));
        }
    }

    /// Writes the parts with dots between them, wrapped; nothing if all are empty.
    pub(crate) fn facts(&mut self, indent: usize, parts: impl IntoIterator<Item = Spans>) {
        let lead = vec![space(self.clamp_indent(indent))];
        self.flow(lead, self.clamp_indent(indent + 2), parts);
    }

    /// As `facts`, but parts on another line begin where the first one does.
    pub(crate) fn items(&mut self, indent: usize, parts: impl IntoIterator<Item = Spans>) {
        let indent = self.clamp_indent(indent);
        self.flow(vec![space(indent)], indent, parts);
    }

    /// Writes the parts after a label.
    pub(crate) fn fact<const N: usize>(&mut self, label: &str, parts: [Spans; N]) {
        let column = self.clamp_indent(COLUMN);
        let mut lead = pad(TextRole::Dim, &format!("  {label}"), column.saturating_sub(1));
        lead.push(space(column.min(1)));
        self.flow(lead, column, parts);
    }

    /// Writes a long text. Its line breaks are kept, and long lines are wrapped.
    pub(crate) fn prose(&mut self, indent: usize, words: &str) {
        let indent = self.clamp_indent(indent);
        let line_width = self.width.saturating_sub(indent);
        let mut left = self.take_budget(words, MAX_PROSE);
        let (clipped, mut is_cut) = clip(words, left);
        for line in clipped.lines().map(text::sanitize) {
            // Escapes are longer than what they stand for.
            let (line, is_longer) = clip(&line, left);
            left -= line.chars().count();
            is_cut |= is_longer;
            for line in text::wrap(line, line_width) {
                self.push_line(RichLine(
                    [vec![space(indent)], cut(TextRole::Dim, line, line_width)].concat(),
                ));
            }
        }
        if is_cut {
            self.push_cut_note(words, indent);
        }
    }

    pub(crate) fn errors(&mut self, errors: &[RecordError]) {
        for RecordError { message, hint } in errors {
            let lead = vec![Span::Mark(TextRole::Error, Mark::Failed), space(1)];
            self.flow(
                lead,
                self.clamp_indent(2),
                [part(TextRole::Error, message), part(TextRole::Error, hint)],
            );
        }
    }

    /// Takes the characters for a long text from the budget. Returns how many to show.
    pub(crate) fn take_budget(&mut self, words: &str, max: usize) -> usize {
        let max = max.min(self.budget.max(MIN_EXCERPT));
        self.budget = self.budget.saturating_sub(max.min(words.len()));
        max
    }

    pub(crate) fn push_cut_note(&mut self, words: &str, indent: usize) {
        let all = format::count(words.len() as u64);
        let more = if text::is_excerpt(words) { "at least " } else { "" };
        let note = text_span(TextRole::Warning, &format!(" cut; {more}{all} bytes in all"));
        self.row(vec![space(indent), Span::Mark(TextRole::Warning, Mark::More), note]);
    }

    /// Limits an indent so that there is room for text.
    pub(crate) fn clamp_indent(&self, cells: usize) -> usize {
        cells.min(self.width / 3)
    }

    /// Writes a wrapped text, indented by the width of its lead.
    pub(crate) fn paragraph(&mut self, lead: Spans, role: TextRole, words: &str) {
        let hang = cells(&lead);
        let line_width = self.width.saturating_sub(hang).max(1);
        let mut left = self.take_budget(words, MAX_PROSE);
        let (head, mut is_cut) = clip(words, left);
        let mut lead = Some(lead);
        for line in head.lines().map(text::sanitize) {
            // Escapes are longer than what they stand for.
            let (line, is_longer) = clip(&line, left);
            left -= line.chars().count();
            is_cut |= is_longer;
            for line in text::wrap(line, line_width) {
                let lead = lead.take().unwrap_or_else(|| vec![space(hang)]);
                self.row([lead, cut(role, line, line_width)].concat());
            }
        }
        if let Some(lead) = lead {
            self.row(lead);
        }
        if is_cut {
            self.push_cut_note(words, hang);
        }
    }

    fn flow(&mut self, lead: Spans, hang: usize, parts: impl IntoIterator<Item = Spans>) {
        let (mut used, mut line) = (cells(&lead), lead);
        let mut is_fresh = true;
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            let width = cells(&part);
            if !is_fresh && used + 3 + width > self.width {
                self.row(std::mem::replace(&mut line, vec![space(hang)]));
                (used, is_fresh) = (hang, true);
            }
            if !is_fresh {
                line.extend([space(1), Span::Mark(TextRole::Dim, Mark::Dot), space(1)]);
                used += 3;
            }
            is_fresh = false;
            match part.as_slice() {
                [Span::Text(role, words)] if used + width > self.width => {
                    let line_width = self.width.saturating_sub(used.max(hang));
                    for (at, words) in text::wrap(words, line_width).into_iter().enumerate() {
                        if at > 0 {
                            self.row(std::mem::replace(&mut line, vec![space(hang)]));
                        }
                        let words = cut(*role, words, line_width);
                        used = hang + cells(&words);
                        line.extend(words);
                    }
                }
                [Span::Link(role, words, target)] if used + width > self.width => {
                    let line_width = self.width.saturating_sub(used.max(hang));
                    let mut lines = text::wrap(words, line_width);
                    // An address is cut rather than broken inside a word.
                    if !lines.iter().skip(1).all(|line| line.starts_with(['@', '/'])) {
                        lines = vec![words];
                    }
                    for (at, words) in lines.into_iter().enumerate() {
                        if at > 0 {
                            self.row(std::mem::replace(&mut line, vec![space(hang)]));
                        }
                        used = hang + text::width(words);
                        line.push(Span::Link(*role, words.to_owned(), target.clone()));
                    }
                }
                _ => {
                    used += width;
                    line.extend(part);
                }
            }
        }
        if !is_fresh {
            self.row(line);
        }
    }
}

/// A text as spans; none if it is blank.
pub(crate) fn part(role: TextRole, words: &str) -> Spans {
    let words = trim_text(words);
    if words.is_empty() { Vec::new() } else { vec![text_span(role, words)] }
}

/// Sanitizes a text and cuts it to the length of a fact.
pub(crate) fn text_span(role: TextRole, words: &str) -> Span {
    let (clipped, is_cut) = clip(words, MAX_FACT);
    let clean = text::sanitize(clipped);
    // Escapes are longer than what they stand for.
    let (clean, is_longer) = clip(&clean, MAX_FACT);
    let sign = if is_cut || is_longer { "..." } else { "" };
    Span::Text(role, format!("{clean}{sign}"))
}

/// A text that leads somewhere; none if it is blank.
pub(crate) fn link(role: TextRole, words: &str, target: LinkTarget) -> Spans {
    match part(role, words).pop() {
        Some(Span::Text(role, words)) => vec![Span::Link(role, words, target)],
        _ => Vec::new(),
    }
}

/// A label and a value; none if the value is blank.
pub(crate) fn labelled(role: TextRole, label: &str, value: &str) -> Spans {
    let value = trim_text(value);
    if value.is_empty() {
        return Vec::new();
    }
    // With the label it is longer still, so `part` marks it as cut.
    let (value, _) = clip(value, MAX_FACT);
    part(role, &format!("{label} {value}"))
}

/// Trims a text, unless it is so long that it will be cut anyway.
pub(crate) fn trim_text(text: &str) -> &str {
    if text.len() > MAX_PROSE { text } else { text.trim() }
}

pub(crate) fn space(cells: usize) -> Span {
    Span::Text(TextRole::Plain, " ".repeat(cells))
}

/// The width of the spans.
pub(crate) fn cells(spans: &[Span]) -> usize {
    spans.iter().map(Span::width).sum()
}

/// Cuts the spans to a width, with a mark where they were cut.
fn fit(mut spans: Spans, width: usize) -> RichLine {
    let mut total = 0;
    spans.retain(|span| {
        let span_width = span.width();
        total += span_width;
        span_width > 0
    });
    if total <= width {
        return RichLine(spans);
    }
    let mut used = 0;
    let mut fitting = Vec::new();
    for span in spans {
        let span_width = span.width();
        if used + span_width < width {
            used += span_width;
            fitting.push(span);
            continue;
        }
        match span {
            // The space makes a text that just fits too long, so that `cut` adds its mark.
            Span::Text(role, words) => fitting.extend(cut(role, &(words + " "), width - used)),
            Span::Link(role, words, target) => {
                let spans = cut(role, &(words + " "), width - used).into_iter();
                fitting.extend(spans.map(|span| match span {
                    Span::Text(role, words) => Span::Link(role, words, target.clone()),
                    span => span,
                }));
            }
            _ if used < width => fitting.push(Span::Mark(TextRole::Dim, Mark::More)),
            _ => {}
        }
        break;
    }
    RichLine(fitting)
}

/// A wrapped and indented remark after its mark.
pub(crate) fn remark_lines(
    indent: usize,
    (role, mark): (TextRole, Option<Mark>),
    words: &str,
    width: usize,
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let mut lead = vec![space(indent)];
    if let Some(mark) = mark {
        lead.extend([Span::Mark(role, mark), space(1)]);
    }
    builder.paragraph(lead, role, words);
    builder.into_lines()
}
