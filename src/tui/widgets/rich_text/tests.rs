//! The rich texts of jobs and candidates as text, and the rules that hold for all of them.

mod complete;
pub(crate) mod records;
mod rendering;
mod rules;
pub(crate) mod safe;

use serde_json::{Map, Value, json};

use super::*;
use crate::tui::features::candidate::person::person_details;
use crate::tui::features::candidate::rich_text::{
    candidate_details, candidate_head, candidate_history, candidate_ids,
};
use crate::tui::features::job::rich_text::{StageCounts, job_details};
use crate::tui::features::json::rich_text::raw_json;
use crate::wire::{
    Candidate, CandidateItem, Field, Job, JobItem, Person, Record, Shape, Timestamp,
};

/// A line as text, with the symbols of a plain theme.
fn plain(line: &RichLine) -> String {
    line.0.iter().map(plain_span).collect::<String>().trim_end().to_owned()
}

fn plain_span(span: &Span) -> String {
    match span {
        Span::Text(_, text) | Span::Link(_, text, _) => text.clone(),
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

fn parse_record<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("a record")
}

pub(crate) fn timestamp(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a timestamp")
}

pub(crate) fn now() -> Timestamp {
    timestamp("2026-05-01T12:00:00Z")
}

fn counts(counts: &[(&str, &str, usize)], loaded: usize, total: u64) -> StageCounts {
    StageCounts {
        counts: counts.iter().map(|(id, name, n)| ((*id).into(), (*name).into(), *n)).collect(),
        loaded,
        total: Some(total),
        is_complete: loaded as u64 == total,
        ..StageCounts::default()
    }
}
