//! The stage histories of a job's candidates, as far as their records are loaded.
//!
//! A history is valid for the stage it was read in: after a move it must be read again. A record
//! from the cache counts only for a row that is still in its stage, and waits for a row that is not
//! loaded yet. Every open job has one `Histories`; `count` computes the figures from it.

#[cfg(test)]
mod tests;

use hashbrown::HashMap;
use std::num::NonZeroU32;

use crate::recruiting::stage::{StageRef, sort_by_date};
use crate::recruiting::table::identity::is_same_id;
use crate::recruiting::table::{CandidateTable, Row, StageKey};
use crate::wire::{Candidate, CandidateId, PersonId, StageEntry, Timestamp};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StageVisit {
    /// An index into [`Histories::stages`].
    pub(crate) stage: u16,
    /// Seconds since 1970; none without a usable date.
    pub(crate) at: Option<NonZeroU32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct NamedStage {
    /// May be empty.
    pub(crate) id: String,
    pub(crate) name: String,
}

impl NamedStage {
    pub(crate) fn stage_ref(&self) -> StageRef<'_> {
        StageRef::new(&self.id, &self.name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct StagePath {
    since: Option<Timestamp>,
    visits: Box<[StageVisit]>,
}

#[derive(Debug)]
struct WaitingPath {
    person: PersonId,
    /// The stage that it was read in.
    stage: NamedStage,
    path: StagePath,
}

#[derive(Debug, Default)]
pub(crate) struct Histories {
    paths: HashMap<Row, (StageKey, StagePath)>,
    /// Histories from the cache whose row is not loaded yet.
    waiting: HashMap<CandidateId, WaitingPath>,
    stages: Vec<NamedStage>,
    indexes: HashMap<NamedStage, u16>,
    /// The number of candidates with a known date of entry into their stage.
    dated: usize,
    /// Grows with every change.
    pub(crate) version: u64,
}

impl Histories {
    pub(crate) fn stages(&self) -> &[NamedStage] {
        &self.stages
    }

    /// When the candidate entered the current stage.
    pub(crate) fn since(&self, row: Row) -> Option<Timestamp> {
        self.paths.get(&row)?.1.since
    }

    /// In order of time.
    #[cfg(test)]
    pub(crate) fn visits(&self, row: Row) -> Option<&[StageVisit]> {
        self.paths.get(&row).map(|(_, path)| &*path.visits)
    }

    pub(crate) fn all_visits(&self) -> impl Iterator<Item = (Row, &[StageVisit])> {
        self.paths.iter().map(|(row, (_, path))| (*row, &*path.visits))
    }

    /// Whether the history of the current stage is known.
    pub(crate) fn is_read(&self, row: Row) -> bool {
        self.paths.contains_key(&row)
    }

    /// The number of known histories.
    pub(crate) fn read_count(&self) -> usize {
        self.paths.len()
    }

    /// The number of candidates with a known date of entry into their stage.
    pub(crate) const fn dated_count(&self) -> usize {
        self.dated
    }

    /// Applies a record from the server. Returns whether it changed anything.
    pub(crate) fn update(&mut self, row: Row, stage: StageKey, record: &Candidate) -> bool {
        let path = self.build_path(record);
        self.put(row, stage, path)
    }

    /// Takes only when a candidate entered the stage: no figures are computed for a list of all jobs.
    /// Returns whether it changed anything.
    pub(crate) fn set_since(
        &mut self,
        row: Row,
        stage: StageKey,
        since: Option<Timestamp>,
    ) -> bool {
        self.put(row, stage, StagePath { since, visits: Box::default() })
    }

    /// Applies a record from the cache. A history that this session read is newer and stays.
    /// Returns the row if the record counts.
    pub(crate) fn restore(&mut self, rows: &CandidateTable, record: &Candidate) -> Option<Row> {
        let stage = NamedStage {
            id: record.current_pipeline_stage_id.as_str().to_owned(),
            name: record.current_pipeline_stage_name.clone(),
        };
        let path = self.build_path(record);
        let Some(row) = rows.find(record.id.as_str()) else {
            let person = record.person_id.clone();
            self.waiting.insert(record.id.clone(), WaitingPath { person, stage, path });
            return None;
        };
        self.accept(rows, row, &stage, path).then_some(row)
    }

    /// Applies waiting records to rows that were just loaded, given as the ids of candidate and
    /// person. Returns the rows that changed.
    pub(crate) fn apply_waiting<'a>(
        &mut self,
        rows: &CandidateTable,
        loaded: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Vec<Row> {
        if self.waiting.is_empty() {
            return Vec::new();
        }
        let mut applied = Vec::new();
        for (id, person_id) in loaded {
            if let Some(WaitingPath { person, stage, path }) =
                self.waiting.remove(&CandidateId::from(id))
                && is_same_id(person_id, person.as_str())
                && let Some(row) = rows.find(id)
                && self.accept(rows, row, &stage, path)
            {
                applied.push(row);
            }
        }
        applied
    }

    /// Drops the history of a row that is in another stage now.
    pub(crate) fn invalidate(&mut self, row: Row, stage: StageKey) {
        if self.paths.get(&row).is_some_and(|(known_stage, _)| *known_stage != stage) {
            self.forget(row);
        }
    }

    /// Drops the histories of removed rows.
    pub(crate) fn retain(&mut self, is_live: impl Fn(Row) -> bool) {
        let removed: Vec<Row> = self.paths.keys().copied().filter(|row| !is_live(*row)).collect();
        for row in removed {
            self.forget(row);
        }
    }

    fn forget(&mut self, row: Row) {
        if let Some((_, path)) = self.paths.remove(&row) {
            self.dated -= usize::from(path.since.is_some());
            self.version += 1;
        }
    }

    fn accept(
        &mut self,
        rows: &CandidateTable,
        row: Row,
        stage: &NamedStage,
        path: StagePath,
    ) -> bool {
        let is_current =
            stage.stage_ref() == StageRef::new(rows.stage_id(row), rows.stage_name(row));
        is_current && !self.is_read(row) && self.put(row, rows.stage(row), path)
    }

    fn put(&mut self, row: Row, stage: StageKey, path: StagePath) -> bool {
        let entry = (stage, path);
        if self.paths.get(&row) == Some(&entry) {
            return false;
        }
        self.dated += usize::from(entry.1.since.is_some());
        if let Some((_, before)) = self.paths.insert(row, entry) {
            self.dated -= usize::from(before.since.is_some());
        }
        self.version += 1;
        true
    }

    fn build_path(&mut self, record: &Candidate) -> StagePath {
        let id = record.current_pipeline_stage_id.as_str();
        let name = record.current_pipeline_stage_name.as_str();
        let current = StageRef::new(id, name);
        let entries = sort_by_date(&record.pipeline_stage_history);
        let ends_here = entries.last().is_some_and(|last| is_in(last, current));
        let since = since_of(record);
        let mut visits = Vec::with_capacity(entries.len() + 1);
        for entry in entries {
            let stage = self.stage_index(entry.stage_id.as_str(), &entry.stage_name);
            visits.extend(stage.map(|stage| StageVisit { stage, at: seconds(entry.stage_date) }));
        }
        // The candidate entered the current stage even if the history does not list it.
        let has_stage = !id.is_empty() || !name.is_empty();
        if !ends_here && has_stage {
            let stage = self.stage_index(id, name);
            visits.extend(stage.map(|stage| StageVisit { stage, at: None }));
        }
        if let Some(last) = visits.last_mut().filter(|last| last.at.is_none()) {
            last.at = seconds(since);
        }
        StagePath { since, visits: visits.into() }
    }

    fn stage_index(&mut self, id: &str, name: &str) -> Option<u16> {
        // With an id the name does not count: a stage may be renamed.
        let key = NamedStage {
            id: id.to_owned(),
            name: if id.is_empty() { name.to_owned() } else { String::new() },
        };
        if let Some(index) = self.indexes.get(&key) {
            return Some(*index);
        }
        let index = u16::try_from(self.stages.len()).ok()?;
        self.stages.push(NamedStage { id: id.to_owned(), name: name.to_owned() });
        self.indexes.insert(key, index);
        Some(index)
    }
}

/// When the candidate entered the current stage, according to a record.
pub(crate) fn since_of(record: &Candidate) -> Option<Timestamp> {
    let current = StageRef::new(
        record.current_pipeline_stage_id.as_str(),
        &record.current_pipeline_stage_name,
    );
    let entries = sort_by_date(&record.pipeline_stage_history);
    let last = entries.last().filter(|last| is_in(last, current));
    record.current_pipeline_stage_date.or_else(|| last.and_then(|last| last.stage_date))
}

fn is_in(entry: &StageEntry, stage: StageRef<'_>) -> bool {
    StageRef::new(entry.stage_id.as_str(), &entry.stage_name) == stage
}

fn seconds(at: Option<Timestamp>) -> Option<NonZeroU32> {
    NonZeroU32::new(u32::try_from(at?.to_utc().timestamp()).ok()?)
}
