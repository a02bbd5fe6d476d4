//! One record as text: labelled fields, then sections.
//!
//! Each record type has its own file. Common to all: empty fields are omitted, long values wrap,
//! and fields unknown to the API come last, under "other".

mod candidate;
mod job;
mod person;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

use super::grid::Grid;
use super::value;
use crate::cli::json;
use crate::text::{self, Align};
use crate::wire::{Record, Timestamp};

/// The minimum width of a line.
const MIN_TEXT_WIDTH: usize = 12;

pub(crate) trait DetailView: Record + Serialize + 'static {
    /// Ages are relative to `now`.
    fn detail(&self, now: DateTime<Utc>) -> Detail;
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Detail {
    facts: Vec<(&'static str, String)>,
    sections: Vec<(&'static str, SectionBody)>,
}

#[derive(Debug, Clone)]
enum SectionBody {
    Grid(Grid),
    Outline(Vec<OutlineItem>),
}

#[derive(Debug, Clone)]
struct OutlineItem {
    depth: usize,
    text: String,
}

impl Detail {
    /// Omits fields without a value.
    fn from_facts<const N: usize>(facts: [(&'static str, String); N]) -> Self {
        let non_empty = facts.into_iter().filter(|(_, value)| !value.trim().is_empty());
        let facts = non_empty.map(|(label, value)| (label, text::sanitize(&value).into_owned()));
        Self { facts: facts.collect(), sections: Vec::new() }
    }

    fn with_grid(mut self, title: &'static str, is_empty: bool, grid: Grid) -> Self {
        if !is_empty {
            self.sections.push((title, SectionBody::Grid(grid)));
        }
        self
    }

    fn with_outline(mut self, title: &'static str, items: Vec<OutlineItem>) -> Self {
        if !items.is_empty() {
            self.sections.push((title, SectionBody::Outline(items)));
        }
        self
    }

    /// Unknown fields, and values that do not fit their field.
    fn with_unknown_fields<T: Record + Serialize>(self, record: &T) -> Self {
        let mut items = Vec::new();
        value::visit_fields(
            T::FIELDS,
            &value::to_map(record),
            &mut |path: &str, value: &Value, is_known| {
                if !is_known {
                    items.push(item(1, format!("{path}: {}", json::to_text(value))));
                }
            },
        );
        self.with_outline("other", items)
    }

    /// Wrapped to the width, if there is one. `style` draws the titles of sections.
    pub(crate) fn lines(
        &self,
        width: Option<usize>,
        style: &dyn Fn(&str) -> String,
    ) -> Vec<String> {
        let column = self.facts.iter().map(|(label, _)| label.len()).max().unwrap_or(0) + 2;
        let mut lines = Vec::new();
        for (label, value) in &self.facts {
            let label = text::pad(label, column, Align::Left);
            lines.extend(wrap_hanging(&label, value, column, width));
        }
        for (title, body) in &self.sections {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.push(style(title));
            match body {
                SectionBody::Grid(grid) => {
                    let inner = width.map(|width| width.saturating_sub(2));
                    lines.extend(grid.lines(inner).into_iter().map(|line| format!("  {line}")));
                }
                SectionBody::Outline(items) => {
                    for OutlineItem { depth, text } in items {
                        let prefix = "  ".repeat(*depth);
                        lines.extend(wrap_hanging(&prefix, text, prefix.len() + 2, width));
                    }
                }
            }
        }
        lines
    }
}

/// The text after its prefix, wrapped with a hanging indent.
fn wrap_hanging(prefix: &str, text: &str, indent: usize, width: Option<usize>) -> Vec<String> {
    let Some(width) = width else {
        return vec![format!("{prefix}{text}")];
    };
    let available = width.saturating_sub(indent).max(MIN_TEXT_WIDTH);
    let indent_line = |(index, line): (usize, &str)| {
        if index == 0 { format!("{prefix}{line}") } else { format!("{}{line}", " ".repeat(indent)) }
    };
    text::wrap(text, available).into_iter().enumerate().map(indent_line).collect()
}

fn item(depth: usize, text: impl AsRef<str>) -> OutlineItem {
    OutlineItem { depth, text: text::sanitize(text.as_ref()).into_owned() }
}

fn paragraph(depth: usize, text: &str) -> impl Iterator<Item = OutlineItem> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(move |line| item(depth, line))
}

/// Joins the parts that are not empty.
fn join_dotted<const N: usize>(parts: [String; N]) -> String {
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.trim().is_empty()).collect();
    parts.join(" · ")
}

/// The labelled value; empty without a value.
fn with_label(label: &str, value: &str) -> String {
    if value.trim().is_empty() { String::new() } else { format!("{label} {value}") }
}

/// To the minute: only programs need seconds, and they read JSON.
fn minute(time: Option<Timestamp>) -> String {
    let format_time = |time: Timestamp| time.to_utc().format("%Y-%m-%d %H:%M UTC").to_string();
    time.map_or_else(String::new, format_time)
}
