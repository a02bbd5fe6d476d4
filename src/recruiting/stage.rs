//! Identifies pipeline stages, and follows a candidate through them.
//!
//! A record refers to a stage by id and by name, and either may be missing. Every lookup goes
//! through [`StageRef`], so that all of them agree.

use std::collections::HashSet;

use crate::wire::{PipelineStage, StageEntry, StageId, Timestamp};

/// The id of a stage, or its name if the record has no id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum StageRef<'a> {
    Id(&'a str),
    Name(&'a str),
}

impl<'a> StageRef<'a> {
    pub(crate) const fn new(id: &'a str, name: &'a str) -> Self {
        if id.is_empty() { Self::Name(name) } else { Self::Id(id) }
    }

    pub(crate) fn matches(self, stage: &PipelineStage) -> bool {
        match self {
            Self::Id(id) => stage.id.as_str() == id,
            Self::Name(name) => stage.name == name,
        }
    }

    pub(crate) fn find(self, pipeline: &[PipelineStage]) -> Option<&PipelineStage> {
        pipeline.iter().find(|stage| self.matches(stage))
    }
}

/// What a stage means for the candidates in it, by the flags of the pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum StageKind {
    #[default]
    Plain,
    Interview,
    Rejection,
    /// Its name says that the candidate withdrew. The API has no flag for it.
    Withdrawal,
    /// Not in the pipeline, or no longer.
    Unlisted,
}

impl StageKind {
    pub(crate) fn new(stage: &PipelineStage) -> Self {
        match (stage.is_rejection_stage, stage.is_interviewing_stage) {
            _ if is_withdrawal(&stage.name) => Self::Withdrawal,
            (true, _) => Self::Rejection,
            (false, true) => Self::Interview,
            (false, false) => Self::Plain,
        }
    }

    /// The kind of a stage that the pipeline does not list.
    pub(crate) fn unlisted(name: &str) -> Self {
        if is_withdrawal(name) { Self::Withdrawal } else { Self::Unlisted }
    }

    /// The kind of the stage that a record names.
    pub(crate) fn find(id: &str, name: &str, pipeline: &[PipelineStage]) -> Self {
        StageRef::new(id, name).find(pipeline).map_or_else(|| Self::unlisted(name), Self::new)
    }

    /// Whether the candidates are rejected or withdrawn.
    pub(crate) const fn is_closed(self) -> bool {
        matches!(self, Self::Rejection | Self::Withdrawal)
    }

    /// Whether candidates move on from here to a later stage.
    pub(crate) const fn is_step(self) -> bool {
        matches!(self, Self::Plain | Self::Interview)
    }
}

/// "Withdrawn", "Candidate withdrew", …
fn is_withdrawal(name: &str) -> bool {
    let name = name.to_lowercase();
    name.split(|letter: char| !letter.is_alphanumeric()).any(|word| word.starts_with("withdr"))
}

/// Whether candidates in the stage have an offer, by its name. The API has no flag for it.
pub(crate) fn is_offer(name: &str) -> bool {
    name.to_lowercase().contains("offer")
}

/// Whether a stage of the pipeline needs no decision: a rejection, or the last of the others.
/// `pipeline` is in order.
pub(crate) fn is_final(stage: &PipelineStage, pipeline: &[&PipelineStage]) -> bool {
    let mut active = pipeline.iter().filter(|stage| !stage.is_rejection_stage);
    let last = active.next_back().filter(|_| active.next().is_some());
    stage.is_rejection_stage || last.is_some_and(|last| last.id == stage.id)
}

/// The history in chronological order. If any date is missing, the order of the server stays.
pub(crate) fn sort_by_date(history: &[StageEntry]) -> Vec<&StageEntry> {
    let mut entries: Vec<&StageEntry> = history.iter().collect();
    if entries.iter().all(|entry| entry.stage_date.is_some()) {
        entries.sort_by_key(|entry| entry.stage_date);
    }
    entries
}

/// One stay of a candidate in a stage.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stay<'a> {
    pub(crate) id: &'a StageId,
    pub(crate) name: &'a str,
    pub(crate) entered: Option<Timestamp>,
    /// When the next stay begins; now for the last one.
    until: Option<Timestamp>,
    /// Whether an earlier stay was in the same stage.
    pub(crate) is_return: bool,
}

impl<'a> Stay<'a> {
    pub(crate) fn stage_ref(&self) -> StageRef<'a> {
        StageRef::new(self.id.as_str(), self.name)
    }

    /// Whole days, negative if the dates are in the wrong order; `None` without both dates.
    pub(crate) fn days(&self) -> Option<i64> {
        let (from, until) = self.entered.zip(self.until)?;
        Some((until.to_utc() - from.to_utc()).num_days())
    }
}

/// The stays that follow from entries in order of time: id and name of the stage, date.
pub(crate) fn stays<'a>(
    entries: impl Iterator<Item = (&'a StageId, &'a str, Option<Timestamp>)>,
    now: Timestamp,
) -> Vec<Stay<'a>> {
    let mut stays: Vec<Stay<'a>> = Vec::new();
    let mut visited = HashSet::new();
    for (id, name, entered) in entries {
        if let Some(before) = stays.last_mut() {
            before.until = entered;
        }
        let is_return = !visited.insert(StageRef::new(id.as_str(), name));
        stays.push(Stay { id, name, entered, until: Some(now), is_return });
    }
    stays
}
