//! The sheets as a reader sees them, and what holds for all of them.

mod complete;
mod pictures;
pub(crate) mod records;
mod rules;
pub(crate) mod safe;

use serde_json::{Map, Value, json};

use super::*;
use crate::tui::features::candidate::person::person_sheet;
use crate::tui::features::candidate::rich_text::{
    candidate, candidate_head, candidate_history, candidate_ids,
};
use crate::tui::features::job::rich_text::{StageCounts, job};
use crate::tui::features::json::rich_text::raw;
use crate::wire::{
    Candidate, CandidateItem, Field, Job, JobItem, Person, Record, Shape, Timestamp,
};

/// A line as text, with the marks of a plain theme.
fn plain(line: &RichLine) -> String {
    line.0.iter().map(shown).collect::<String>().trim_end().to_owned()
}

fn shown(piece: &Span) -> String {
    match piece {
        Span::Text(_, text) => text.clone(),
        Span::Spark { levels } => {
            levels.iter().filter_map(|level| "▁▂▃▄▅▆▇█".chars().nth((*level).into())).collect()
        }
        Span::Bar { cells, .. } => "▇".repeat(usize::from(*cells)),
        Span::Mark(_, mark) => match mark {
            Mark::Interview => "◆",
            Mark::Rejection | Mark::Failed => "✗",
            Mark::Now => "●",
            Mark::Arrow => "▸",
            Mark::Back => "↩",
            Mark::Dot => "·",
            Mark::Bullet => "•",
            Mark::Rule => "─",
            Mark::AtLeast => "≥",
            Mark::AtMost => "≤",
            Mark::More => "…",
            Mark::Done => "✓",
            Mark::Ahead => "○",
            Mark::Warning => "!",
            Mark::Cursor => "▌",
            other => unreachable!("{other:?} is for the help"),
        }
        .to_owned(),
        Span::Until(_) => unreachable!("it is for the help"),
    }
}

pub(crate) fn page(lines: &[RichLine]) -> String {
    lines.iter().map(plain).collect::<Vec<_>>().join("\n")
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("a record")
}

pub(crate) fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a timestamp")
}

pub(crate) fn now() -> Timestamp {
    at("2026-05-01T12:00:00Z")
}

fn counts(counts: &[(&str, &str, usize)], loaded: usize, total: u64) -> StageCounts {
    StageCounts {
        counts: counts.iter().map(|(id, name, n)| ((*id).into(), (*name).into(), *n)).collect(),
        loaded,
        total: Some(total),
        complete: loaded as u64 == total,
        ..StageCounts::default()
    }
}
