//! The sheets as a reader sees them, and what holds for all of them.

use serde_json::{Map, Value, json};

use super::*;
use crate::wire::{Candidate, CandidateItem, Job, JobItem, Person, Record, Timestamp};
use crate::wire::{Field, Shape};

mod complete;
mod pictures;
mod records;
mod rules;
mod safe;
mod saving;

/// A line as text, with the marks of a plain theme.
fn plain(line: &Line) -> String {
    line.0.iter().map(shown).collect::<String>().trim_end().to_owned()
}

fn shown(piece: &Piece) -> String {
    match piece {
        Piece::Text(_, text) => text.clone(),
        Piece::Spark { levels } => {
            levels.iter().filter_map(|level| "▁▂▃▄▅▆▇█".chars().nth((*level).into())).collect()
        }
        Piece::Bar { cells, .. } => "▇".repeat(usize::from(*cells)),
        Piece::Mark(_, mark) => match mark {
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
        Piece::Until(_) => unreachable!("it is for the help"),
    }
}

fn page(lines: &[Line]) -> String {
    lines.iter().map(plain).collect::<Vec<_>>().join("\n")
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("a record")
}

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a timestamp")
}

fn now() -> Timestamp {
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
