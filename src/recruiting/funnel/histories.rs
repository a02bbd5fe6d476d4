//! How the candidates of a job came through its stages, as far as their records
//! were read: small, one for each row.
//!
//! A history holds for the stage it was read in: who moved since has to be read
//! again. Records from the cache count only for a row that is in that stage still;
//! those whose row did not come yet wait for it. `opened` keeps one of these for
//! each job; `funnel` makes its figures from it.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::num::NonZeroU32;

use crate::recruiting::stage::{StageRef, in_time};
use crate::recruiting::table::{CandidateTable, Row, StageKey};
use crate::wire::{Candidate, CandidateId, CandidateItem, Timestamp};

/// One entry into a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageVisit {
    /// Which of [`Histories::stages`].
    pub stage: u16,
    /// When, in seconds since 1970; none where no date is told, or one that
    /// cannot be.
    pub at: Option<NonZeroU32>,
}

/// A stage as the histories name it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct NamedStage {
    /// Its id, if it has one.
    pub id: String,
    /// Its name.
    pub name: String,
}

impl NamedStage {
    /// Which stage is meant.
    #[must_use]
    pub fn meant(&self) -> StageRef<'_> {
        StageRef::new(&self.id, &self.name)
    }
}

/// What one record told.
#[derive(Debug, Clone, PartialEq, Eq)]
struct StagePath {
    since: Option<Timestamp>,
    steps: Box<[StageVisit]>,
}

/// The histories of a job's candidates.
#[derive(Debug, Default)]
pub struct Histories {
    ways: HashMap<Row, (StageKey, StagePath)>,
    /// Those from the cache whose row was not read yet, with the stage they were in.
    waiting: HashMap<CandidateId, (NamedStage, StagePath)>,
    stages: Vec<NamedStage>,
    places: HashMap<NamedStage, u16>,
    /// Of how many it is known since when they are in their stage.
    dated: usize,
    /// Counts what was learned and forgotten.
    pub version: u64,
}

impl Histories {
    /// The stages that they name.
    #[must_use]
    pub fn stages(&self) -> &[NamedStage] {
        &self.stages
    }

    /// Since when a candidate is in the stage.
    #[must_use]
    pub fn since(&self, row: Row) -> Option<Timestamp> {
        self.ways.get(&row)?.1.since
    }

    /// The stages a candidate entered, in the order of time.
    #[must_use]
    pub fn steps(&self, row: Row) -> Option<&[StageVisit]> {
        self.ways.get(&row).map(|(_, way)| &*way.steps)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = (Row, &[StageVisit])> {
        self.ways.iter().map(|(row, (_, way))| (*row, &*way.steps))
    }

    /// Whether the record of a candidate was read in the stage they are in.
    #[must_use]
    pub fn is_read(&self, row: Row) -> bool {
        self.ways.contains_key(&row)
    }

    /// Of how many that is so.
    #[must_use]
    pub fn read(&self) -> usize {
        self.ways.len()
    }

    /// Of how many it is known since when they are in their stage.
    #[must_use]
    pub const fn dated(&self) -> usize {
        self.dated
    }

    /// The record of a candidate was read. Whether it told anything new.
    pub fn learn(&mut self, row: Row, stage: StageKey, record: &Candidate) -> bool {
        let way = self.way(record);
        self.put(row, stage, way)
    }

    /// A record of the cache: it counts for a row that is in its stage still, and
    /// waits for one that was not read yet. What was read in this session is newer.
    /// The row, if it counts.
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

    /// Rows came: those that waited for them count now. Which rows these are.
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

    /// A candidate changed: who is in another stage now has to be read again.
    pub fn doubt(&mut self, row: Row, stage: StageKey) {
        if self.ways.get(&row).is_some_and(|(known, _)| *known != stage) {
            self.forget(row);
        }
    }

    /// Some are gone.
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
        // Who is somewhere came there, told or not.
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
        // The name says nothing where there is an id: it may have been another once.
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
