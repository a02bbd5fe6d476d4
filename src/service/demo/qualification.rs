//! What a person does for a living, and whether a job requires it.

use super::rng::Rng;
use super::word_lists::{JOB_FAMILIES, JobFamily, WordLists};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Qualification {
    pub(super) family: JobFamily,
    /// Empty in families without specialties.
    pub(super) specialty: &'static str,
    /// From 1 (junior) to 5.
    pub(super) level: usize,
}

impl Qualification {
    /// One level up or down still fits the job.
    pub(super) fn fits(self, required: Self) -> bool {
        self.family == required.family
            && self.specialty == required.specialty
            && self.is_near_level(required.level)
    }

    pub(super) const fn is_near_level(self, level: usize) -> bool {
        self.level.abs_diff(level) <= 1
    }

    /// The qualification of a random applicant: mostly one that fits, sometimes
    /// another family or specialty.
    pub(super) fn for_applicant(required: Self, lists: &WordLists, rng: &mut Rng) -> Self {
        let shift = [0, 1, 1, 1, 1, 1, 2][rng.below(7)];
        let level = (required.level + shift).saturating_sub(1).clamp(1, 5);
        let family = if rng.chance(94.0) { required.family } else { rng.below(JOB_FAMILIES.len()) };
        if family == required.family && rng.chance(90.0) {
            return Self { level, ..required };
        }
        let specialty = rng.choose(&lists.specialties[family]).copied().unwrap_or_default();
        Self { family, specialty, level }
    }
}

/// Whether a row of a word list applies to a specialty. A row without
/// specialties applies to all.
pub(super) fn applies_to(specialties: &str, specialty: &str) -> bool {
    specialties.is_empty() || specialties.split(',').any(|listed| listed == specialty)
}
