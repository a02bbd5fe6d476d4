//! One record for people: labelled facts, then sections.
//!
//! Each record says in its own file what its sheet holds; here is what all
//! sheets have in common: empty facts are left out, long ones go on below
//! themselves, and what the interface does not know comes last, under "other".

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

/// A line is never narrower than this, whatever the terminal.
const NARROWEST: usize = 12;

/// A record that can be shown on its own.
pub(crate) trait Sheeted: Record + Serialize {
    /// All of it, with ages counted up to `now`.
    fn sheet(&self, now: DateTime<Utc>) -> Sheet;
}

/// What is shown of one record.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sheet {
    facts: Vec<(&'static str, String)>,
    sections: Vec<(&'static str, Body)>,
}

#[derive(Debug, Clone)]
enum Body {
    Grid(Grid),
    Outline(Vec<Item>),
}

/// A line of an outline; the deeper, the further in.
#[derive(Debug, Clone)]
struct Item {
    depth: usize,
    text: String,
}

impl Sheet {
    /// The fields of the record itself. Those without a value are left out.
    fn facts<const N: usize>(facts: [(&'static str, String); N]) -> Self {
        let known = facts.into_iter().filter(|(_, value)| !value.trim().is_empty());
        let facts = known.map(|(label, value)| (label, text::sanitize(&value).into_owned()));
        Self { facts: facts.collect(), sections: Vec::new() }
    }

    fn grid(mut self, title: &'static str, is_empty: bool, grid: Grid) -> Self {
        if !is_empty {
            self.sections.push((title, Body::Grid(grid)));
        }
        self
    }

    fn outline(mut self, title: &'static str, items: Vec<Item>) -> Self {
        if !items.is_empty() {
            self.sections.push((title, Body::Outline(items)));
        }
        self
    }

    /// What the server sent besides, or in a form that no field above can hold.
    fn other<T: Record + Serialize>(self, record: &T) -> Self {
        let mut items = Vec::new();
        value::places(T::FIELDS, &value::of(record), &mut |path: &str, value: &Value, known| {
            if !known {
                items.push(item(1, format!("{path}: {}", json::line(value))));
            }
        });
        self.outline("other", items)
    }

    /// The lines, each in about so many cells; uncut without a width.
    pub(crate) fn lines(&self, width: Option<usize>) -> Vec<String> {
        let column = self.facts.iter().map(|(label, _)| label.len()).max().unwrap_or(0) + 2;
        let mut lines = Vec::new();
        for (label, value) in &self.facts {
            let label = text::pad(label, column, Align::Left);
            lines.extend(hang(&label, value, column, width));
        }
        for (title, body) in &self.sections {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.push((*title).to_owned());
            match body {
                Body::Grid(grid) => {
                    let inner = width.map(|width| width.saturating_sub(2));
                    lines.extend(grid.lines(inner).into_iter().map(|line| format!("  {line}")));
                }
                Body::Outline(items) => {
                    for Item { depth, text } in items {
                        let lead = "  ".repeat(*depth);
                        lines.extend(hang(&lead, text, lead.len() + 2, width));
                    }
                }
            }
        }
        lines
    }
}

/// The text after its lead; what does not fit goes on below, indented.
fn hang(lead: &str, text: &str, indent: usize, width: Option<usize>) -> Vec<String> {
    let Some(width) = width else {
        return vec![format!("{lead}{text}")];
    };
    let room = width.saturating_sub(indent).max(NARROWEST);
    let place = |(at, line): (usize, &str)| {
        if at == 0 { format!("{lead}{line}") } else { format!("{}{line}", " ".repeat(indent)) }
    };
    text::wrap(text, room).into_iter().enumerate().map(place).collect()
}

fn item(depth: usize, text: impl AsRef<str>) -> Item {
    Item { depth, text: text::sanitize(text.as_ref()).into_owned() }
}

/// The lines of a longer text, each an item.
fn paragraph(depth: usize, text: &str) -> impl Iterator<Item = Item> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(move |line| item(depth, line))
}

/// What there is of the parts, with a dot between.
fn dotted<const N: usize>(parts: [String; N]) -> String {
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.trim().is_empty()).collect();
    parts.join(" · ")
}

/// The value after what it is; nothing when there is none.
fn labelled(label: &str, value: &str) -> String {
    if value.trim().is_empty() { String::new() } else { format!("{label} {value}") }
}

/// To the minute: seconds are for machines, which read JSON.
fn minute(moment: Option<Timestamp>) -> String {
    let form = |moment: Timestamp| moment.to_utc().format("%Y-%m-%d %H:%M UTC").to_string();
    moment.map_or_else(String::new, form)
}
