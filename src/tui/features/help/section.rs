//! A section of the help: a title, and rows of keys or examples with an explanation.

use crate::text;
use crate::tui::widgets::pick_list::contains_words;
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole, cut};

#[derive(Debug)]
pub(crate) struct HelpSection {
    pub(crate) title: String,
    pub(crate) rows: Vec<HelpRow>,
}

#[derive(Debug)]
pub(crate) struct HelpRow {
    pub(crate) head: RowHead,
    pub(crate) text: String,
}

#[derive(Debug)]
pub(crate) enum RowHead {
    /// Keys, or an example.
    Text(String),
    /// Symbols, and sample text after them.
    Symbols(&'static [Mark], &'static str),
}

impl HelpRow {
    /// Whether the row and the title of its section contain all words.
    pub(crate) fn matches(&self, title: &str, words: &str) -> bool {
        let head = match &self.head {
            RowHead::Text(head) => head.as_str(),
            RowHead::Symbols(_, sample) => sample,
        };
        contains_words(&format!("{title} {head} {}", self.text), words)
    }

    /// Head and text side by side, each wrapped.
    pub(crate) fn lines(&self, width: usize) -> Vec<RichLine> {
        let column = (width / 3).clamp(13, 22).min(width);
        let start = (column + 2).min(width);
        let mut head: std::vec::IntoIter<Vec<Span>> = match &self.head {
            RowHead::Text(head) => {
                let lines = text::wrap(head, column).into_iter();
                lines.map(|words| cut(TextRole::Key, words, column)).collect::<Vec<_>>()
            }
            RowHead::Symbols(marks, sample) => vec![symbols(marks, sample)],
        }
        .into_iter();
        let right = text::wrap(&self.text, width - start);
        let height = head.len().max(right.len());
        let line = |at: usize| {
            let mut line = head.next().unwrap_or_default();
            line.push(Span::Until(start));
            let words = right.get(at).copied().unwrap_or_default();
            line.extend(cut(TextRole::Plain, words, width - start));
            RichLine(line)
        };
        (0..height).map(line).collect()
    }
}

fn symbols(marks: &[Mark], sample: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    for mark in marks {
        if !spans.is_empty() {
            spans.push(Span::Text(TextRole::Key, " ".to_owned()));
        }
        spans.push(Span::Mark(TextRole::Key, *mark));
    }
    spans.push(Span::Text(TextRole::Key, sample.to_owned()));
    spans
}
