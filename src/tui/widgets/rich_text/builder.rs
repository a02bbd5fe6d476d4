//! How lines are filled: cleaned, wrapped, cut, indented.
//!
//! Every sheet writes through a `RichTextBuilder`, so that the promises of a line (clean
//! text, never too wide, never too many) are kept in one place.

use super::{Mark, RecordTrouble, RichLine, Span, TextRole, cut, filled};
use crate::text;
use crate::tui::widgets::format;

/// More lines than anyone scrolls through.
pub(crate) const MOST_LINES: usize = 20_000;
/// A fact longer than this many characters is cut; the raw view shows more.
const LONGEST_FACT: usize = 1_000;
/// Prose longer than this many characters is cut.
const LONGEST_PROSE: usize = 10_000;
/// Long texts of a page are shown up to so many characters together; those that
/// come after are only begun.
const LONG_TEXTS: usize = 30_000;
const BEGUN: usize = 200;
/// Where the facts begin, after their labels.
const COLUMN: usize = 12;

/// Pieces that stay together on a line.
pub(crate) type Spans = Vec<Span>;

/// A sheet while it is being written.
pub(crate) struct RichTextBuilder {
    width: usize,
    lines: Vec<RichLine>,
    /// Characters that are left for long texts.
    left: usize,
}

impl RichTextBuilder {
    pub(crate) const fn new(width: usize) -> Self {
        Self { width, lines: Vec::new(), left: LONG_TEXTS }
    }

    /// How many lines there are.
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
        self.lines.len() > MOST_LINES
    }

    /// Takes up the lines of another sheet.
    pub(crate) fn append(&mut self, lines: Vec<RichLine>) {
        if !self.lines.is_empty() && !lines.is_empty() {
            self.row(Vec::new());
        }
        self.lines.extend(lines);
    }

    /// The title of a section, with a line above it.
    pub(crate) fn heading(&mut self, title: &str) {
        if !self.lines.is_empty() {
            self.row(Vec::new());
        }
        self.row(part(TextRole::Heading, title));
    }

    /// One line as it is, cut where it is too wide.
    pub(crate) fn row(&mut self, pieces: Spans) {
        self.lay(fit(pieces, self.width));
    }

    /// One line that is known to fit.
    pub(crate) fn lay(&mut self, line: RichLine) {
        if self.lines.len() < MOST_LINES {
            self.lines.push(line);
        } else if self.lines.len() == MOST_LINES {
            let note = format!("cut after {} lines", format::count(MOST_LINES as u64));
            self.lines.push(fit(part(TextRole::Warning, &note), self.width));
        }
    }

    /// The parts with a dot between, on as many lines as they need: none when
    /// there is nothing to tell.
    pub(crate) fn facts(&mut self, indent: usize, parts: impl IntoIterator<Item = Spans>) {
        let lead = vec![space(self.narrow(indent))];
        self.flow(lead, self.narrow(indent + 2), parts);
    }

    /// The same after a label.
    pub(crate) fn fact<const N: usize>(&mut self, label: &str, parts: [Spans; N]) {
        let column = self.narrow(COLUMN);
        let mut lead = filled(TextRole::Dim, &format!("  {label}"), column.saturating_sub(1));
        lead.push(space(column.min(1)));
        self.flow(lead, column, parts);
    }

    /// Words of some length: their own lines are kept, and broken at spaces.
    pub(crate) fn prose(&mut self, indent: usize, words: &str) {
        let indent = self.narrow(indent);
        let room = self.width.saturating_sub(indent);
        let mut left = self.allow(words, LONGEST_PROSE);
        let (kept, mut is_cut) = clip(words, left);
        for line in kept.lines().map(text::sanitize) {
            // What is written out as an escape is longer than it was.
            let (line, is_longer) = clip(&line, left);
            left -= line.chars().count();
            is_cut |= is_longer;
            for line in text::wrap(line, room) {
                self.lay(RichLine([vec![space(indent)], cut(TextRole::Dim, line, room)].concat()));
            }
        }
        if is_cut {
            self.tell_cut(words, indent);
        }
    }

    /// What is not there, and what one can do about it.
    pub(crate) fn troubles(&mut self, troubles: &[RecordTrouble]) {
        for RecordTrouble { told, hint } in troubles {
            let lead = vec![Span::Mark(TextRole::Error, Mark::Failed), space(1)];
            self.flow(
                lead,
                self.narrow(2),
                [part(TextRole::Error, told), part(TextRole::Error, hint)],
            );
        }
    }

    /// How many characters of a long text may be shown.
    pub(crate) fn allow(&mut self, words: &str, most: usize) -> usize {
        let most = most.min(self.left.max(BEGUN));
        self.left = self.left.saturating_sub(most.min(words.len()));
        most
    }

    /// Says that this text goes on.
    pub(crate) fn tell_cut(&mut self, words: &str, indent: usize) {
        let all = format::count(words.len() as u64);
        let note = said(TextRole::Warning, &format!(" cut; {all} bytes in all"));
        self.row(vec![space(indent), Span::Mark(TextRole::Warning, Mark::More), note]);
    }

    /// An indent that leaves room for words.
    pub(crate) fn narrow(&self, cells: usize) -> usize {
        cells.min(self.width / 3)
    }

    /// A text wrapped over as many lines as it needs, indented by its lead.
    pub(crate) fn paragraph(&mut self, lead: Spans, tone: TextRole, words: &str) {
        let hang = cells(&lead);
        let room = self.width.saturating_sub(hang).max(1);
        let mut left = self.allow(words, LONGEST_PROSE);
        let (head, mut is_cut) = clip(words, left);
        let mut lead = Some(lead);
        for line in head.lines().map(text::sanitize) {
            // Escaping makes a line longer.
            let (line, is_longer) = clip(&line, left);
            left -= line.chars().count();
            is_cut |= is_longer;
            for line in text::wrap(line, room) {
                let lead = lead.take().unwrap_or_else(|| vec![space(hang)]);
                self.row([lead, cut(tone, line, room)].concat());
            }
        }
        if let Some(lead) = lead {
            self.row(lead);
        }
        if is_cut {
            self.tell_cut(words, hang);
        }
    }

    fn flow(&mut self, lead: Spans, hang: usize, parts: impl IntoIterator<Item = Spans>) {
        let (mut used, mut line) = (cells(&lead), lead);
        let mut is_fresh = true;
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            let wide = cells(&part);
            if !is_fresh && used + 3 + wide > self.width {
                self.row(std::mem::replace(&mut line, vec![space(hang)]));
                (used, is_fresh) = (hang, true);
            }
            if !is_fresh {
                line.extend([space(1), Span::Mark(TextRole::Dim, Mark::Dot), space(1)]);
                used += 3;
            }
            is_fresh = false;
            match part.as_slice() {
                [Span::Text(tone, words)] if used + wide > self.width => {
                    let room = self.width.saturating_sub(used.max(hang));
                    for (at, words) in text::wrap(words, room).into_iter().enumerate() {
                        if at > 0 {
                            self.row(std::mem::replace(&mut line, vec![space(hang)]));
                        }
                        let words = cut(*tone, words, room);
                        used = hang + cells(&words);
                        line.extend(words);
                    }
                }
                _ => {
                    used += wide;
                    line.extend(part);
                }
            }
        }
        if !is_fresh {
            self.row(line);
        }
    }
}

/// Text as a part of its own; none when there are no words in it.
pub(crate) fn part(tone: TextRole, words: &str) -> Spans {
    let words = trimmed(words);
    if words.is_empty() { Vec::new() } else { vec![said(tone, words)] }
}

/// Text, made clean.
pub(crate) fn said(tone: TextRole, words: &str) -> Span {
    let (kept, is_cut) = clip(words, LONGEST_FACT);
    let clean = text::sanitize(kept);
    // What is written out as an escape is longer than it was.
    let (clean, is_longer) = clip(&clean, LONGEST_FACT);
    let sign = if is_cut || is_longer { "..." } else { "" };
    Span::Text(tone, format!("{clean}{sign}"))
}

/// The value after what it is; none when there is no value.
pub(crate) fn labelled(tone: TextRole, label: &str, value: &str) -> Spans {
    let value = trimmed(value);
    if value.is_empty() {
        return Vec::new();
    }
    // With the label it is still too long, if it was.
    let (value, _) = clip(value, LONGEST_FACT);
    part(tone, &format!("{label} {value}"))
}

/// The text without the space around it; a text that nobody reads to its end
/// is not searched for an end of that.
pub(crate) fn trimmed(text: &str) -> &str {
    if text.len() > LONGEST_PROSE { text } else { text.trim() }
}

/// So many empty cells.
pub(crate) fn space(cells: usize) -> Span {
    Span::Text(TextRole::Plain, " ".repeat(cells))
}

/// The cells that the pieces take.
pub(crate) fn cells(pieces: &[Span]) -> usize {
    pieces.iter().map(Span::width).sum()
}

/// The beginning of a text, and whether there is more.
pub(crate) fn clip(text: &str, most: usize) -> (&str, bool) {
    // Longer than this in bytes is the only text worth counting.
    if text.len() <= most {
        return (text, false);
    }
    text.char_indices()
        .nth(most)
        .and_then(|(at, _)| text.split_at_checked(at))
        .map_or((text, false), |(head, _)| (head, true))
}

/// The pieces in at most so many cells; a mark tells what was cut away.
fn fit(mut pieces: Spans, width: usize) -> RichLine {
    let mut all = 0;
    pieces.retain(|piece| {
        let wide = piece.width();
        all += wide;
        wide > 0
    });
    if all <= width {
        return RichLine(pieces);
    }
    let mut used = 0;
    let mut kept = Vec::new();
    for piece in pieces {
        let wide = piece.width();
        if used + wide < width {
            used += wide;
            kept.push(piece);
            continue;
        }
        match piece {
            // The space makes it too long, if it was not.
            Span::Text(tone, words) => kept.extend(cut(tone, &(words + " "), width - used)),
            _ if used < width => kept.push(Span::Mark(TextRole::Dim, Mark::More)),
            _ => {}
        }
        break;
    }
    RichLine(kept)
}

/// A remark on as many lines as it needs, after so many cells, with its sign.
pub(crate) fn remark(
    indent: usize,
    (tone, mark): (TextRole, Option<Mark>),
    words: &str,
    width: usize,
) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    let mut lead = vec![space(indent)];
    if let Some(mark) = mark {
        lead.extend([Span::Mark(tone, mark), space(1)]);
    }
    page.paragraph(lead, tone, words);
    page.into_lines()
}
