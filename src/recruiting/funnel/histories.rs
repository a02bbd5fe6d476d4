//! The stage histories of a job's candidates, as far as their records were read.
//!
//! A history is valid for the stage it was read in: after a move it must be read again. A record
//! from the cache counts only for a row that is still in its stage, and waits for a row that is not
//! loaded yet. Every open job has one `Histories`; `count` computes the figures from it.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::num::NonZeroU32;

use crate::recruiting::stage::{StageRef, in_time};
use crate::recruiting::table::{CandidateTable, Row, StageKey};
use crate::wire::{Candidate, CandidateId, CandidateItem, Timestamp};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageVisit {
    /// An index into [`Histories::stages`].
    pub stage: u16,
    /// Seconds since 1970; none without a usable date.
    pub at: Option<NonZeroU32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct NamedStage {
    /// May be empty.
    pub id: String,
    pub name: String,
}

impl NamedStage {
    #[must_use]
    pub fn meant(&self) -> StageRef<'_> {
        StageRef::new(&self.id, &self.name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct StagePath {
    since: Option<Timestamp>,
    steps: Box<[StageVisit]>,
}

#[derive(Debug, Default)]
pub struct Histories {
    ways: HashMap<Row, (StageKey, StagePath)>,
    /// Histories from the cache whose row is not loaded yet, with their stage.
    waiting: HashMap<CandidateId, (NamedStage, StagePath)>,
    stages: Vec<NamedStage>,
    places: HashMap<NamedStage, u16>,
    /// The number of candidates with a known date of entry into their stage.
    dated: usize,
    /// Grows with every change.
    pub version: u64,
}

impl Histories {
    #[must_use]
    pub fn stages(&self) -> &[NamedStage] {
        &self.stages
    }

    /// When the candidate entered the current stage.
    #[must_use]
    pub fn since(&self, row: Row) -> Option<Timestamp> {
        self.ways.get(&row)?.1.since
    }

    /// In order of time.
    #[must_use]
    pub fn steps(&self, row: Row) -> Option<&[StageVisit]> {
        self.ways.get(&row).map(|(_, way)| &*way.steps)
    }

    pub fn all(&self) -> impl Iterator<Item = (Row, &[StageVisit])> {
        self.ways.iter().map(|(row, (_, way))| (*row, &*way.steps))
    }

    /// Whether the history of the current stage is known.
    #[must_use]
    pub fn is_read(&self, row: Row) -> bool {
        self.ways.contains_key(&row)
    }

    /// The number of known histories.
    #[must_use]
    pub fn read(&self) -> usize {
        self.ways.len()
    }

    /// The number of candidates with a known date of entry into their stage.
    #[must_use]
    pub const fn dated(&self) -> usize {
        self.dated
    }

    /// Takes a record that was read. Returns whether it changed anything.
    pub fn learn(&mut self, row: Row, stage: StageKey, record: &Candidate) -> bool {
        let way = self.way(record);
        self.put(row, stage, way)
    }

    /// Takes a record from the cache. What was read in this session is newer and stays. Returns the
    /// row if the record counts.
    pub fn recall(&mut self, rows: &CandidateTable, record: &Candidate) -> Option<Row> {
        let stage = NamedStage {
            id: record.current_pipeline_stage_id.as_str().to_owned(),
            name: record.current_pipeline_stage_name.clone(),
        };
        let way = self.way(record);
        let Some(row) = rows.find(record.id.as_str()) else {
            self.waiting.insert(record.id.clone(), (stage, way));
            return None;
        };
        self.accept(rows, row, &stage, way).then_some(row)
    }

    /// Applies waiting records to rows that were just loaded. Returns the rows that changed.
    pub fn meet(&mut self, rows: &CandidateTable, items: &[CandidateItem]) -> Vec<Row> {
        if self.waiting.is_empty() {
            return Vec::new();
        }
        let mut met = Vec::new();
        for item in items {
            if let Some((stage, way)) = self.waiting.remove(&item.id)
                && let Some(row) = rows.find(item.id.as_str())
                && self.accept(rows, row, &stage, way)
            {
                met.push(row);
            }
        }
        met
    }

    /// Drops the history of a row that is in another stage now.
    pub fn doubt(&mut self, row: Row, stage: StageKey) {
        if self.ways.get(&row).is_some_and(|(known, _)| *known != stage) {
            self.forget(row);
        }
    }

    /// Drops the histories of removed rows.
    pub fn sweep(&mut self, is_there: impl Fn(Row) -> bool) {
        let gone: Vec<Row> = self.ways.keys().copied().filter(|row| !is_there(*row)).collect();
        for row in gone {
            self.forget(row);
        }
    }

    fn forget(&mut self, row: Row) {
        if let Some((_, way)) = self.ways.remove(&row) {
            self.dated -= usize::from(way.since.is_some());
            self.version += 1;
        }
    }

    fn accept(
        &mut self,
        rows: &CandidateTable,
        row: Row,
        stage: &NamedStage,
        way: StagePath,
    ) -> bool {
        let is_there = stage.meant() == StageRef::new(rows.stage_id(row), rows.stage_name(row));
        is_there && !self.is_read(row) && self.put(row, rows.stage(row), way)
    }

    fn put(&mut self, row: Row, stage: StageKey, way: StagePath) -> bool {
        let known = (stage, way);
        if self.ways.get(&row) == Some(&known) {
            return false;
        }
        self.dated += usize::from(known.1.since.is_some());
        if let Some((_, before)) = self.ways.insert(row, known) {
            self.dated -= usize::from(before.since.is_some());
        }
        self.version += 1;
        true
    }

    fn way(&mut self, record: &Candidate) -> StagePath {
        let id = record.current_pipeline_stage_id.as_str();
        let name = record.current_pipeline_stage_name.as_str();
        let current = StageRef::new(id, name);
        let entries = in_time(&record.pipeline_stage_history);
        let last = entries.last().copied();
        let ends_here = last
            .is_some_and(|last| StageRef::new(last.stage_id.as_str(), &last.stage_name) == current);
        let dated = last.filter(|_| ends_here).and_then(|last| last.stage_date);
        let since = record.current_pipeline_stage_date.or(dated);
        let mut steps = Vec::with_capacity(entries.len() + 1);
        for entry in entries {
            let stage = self.place(entry.stage_id.as_str(), &entry.stage_name);
            steps.extend(stage.map(|stage| StageVisit { stage, at: seconds(entry.stage_date) }));
        }
        // The current stage was entered even if the history does not say so.
        let is_told = !id.is_empty() || !name.is_empty();
        if !ends_here && is_told {
            let stage = self.place(id, name);
            steps.extend(stage.map(|stage| StageVisit { stage, at: None }));
        }
        if let Some(last) = steps.last_mut().filter(|last| last.at.is_none()) {
            last.at = seconds(since);
        }
        StagePath { since, steps: steps.into() }
    }

    fn place(&mut self, id: &str, name: &str) -> Option<u16> {
        // With an id the name does not count: a stage may be renamed.
        let key = NamedStage {
            id: id.to_owned(),
            name: if id.is_empty() { name.to_owned() } else { String::new() },
        };
        if let Some(place) = self.places.get(&key) {
            return Some(*place);
        }
        let place = u16::try_from(self.stages.len()).ok()?;
        self.stages.push(NamedStage { id: id.to_owned(), name: name.to_owned() });
        self.places.insert(key, place);
        Some(place)
    }
}

fn seconds(at: Option<Timestamp>) -> Option<NonZeroU32> {
    NonZeroU32::new(u32::try_from(at?.to_utc().timestamp()).ok()?)
}
