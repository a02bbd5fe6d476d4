//! What someone does, and whether a job asks for it.
//!
//! A trade, a specialty inside it and a level. Jobs want one, people have one;
//! `journey` lets nobody far whose profile is another.

use super::dice::Dice;
use super::pools::{FAMILIES, Family, Pools};

/// What a job asks for, or what someone is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Profile {
    pub(super) family: Family,
    /// Empty in trades that have none.
    pub(super) specialty: &'static str,
    /// From 1, a beginner, to 5.
    pub(super) level: usize,
}

impl Profile {
    /// Whether this is what a job asks for.
    pub(super) fn suits(self, wanted: Self) -> bool {
        self.family == wanted.family
            && self.specialty == wanted.specialty
            && self.is_near(wanted.level)
    }

    /// Whether the level is the one wanted, or the one above or below it.
    pub(super) const fn is_near(self, level: usize) -> bool {
        self.level.abs_diff(level) <= 1
    }

    /// Someone who is what is wanted, but for a step up or down.
    fn fitting(wanted: Self, dice: &mut Dice) -> Self {
        let shift = [0, 1, 1, 1, 1, 1, 2][dice.below(7)];
        Self { level: (wanted.level + shift).saturating_sub(1).clamp(1, 5), ..wanted }
    }

    /// Someone who comes for what is wanted; some have learnt another trade or specialty.
    pub(super) fn drawn(wanted: Self, pools: &Pools, dice: &mut Dice) -> Self {
        let fitting = Self::fitting(wanted, dice);
        let family = if dice.chance(94.0) { wanted.family } else { dice.below(FAMILIES.len()) };
        if family == wanted.family && dice.chance(90.0) {
            return fitting;
        }
        let specialty = dice.pick(&pools.specialties[family]).copied().unwrap_or_default();
        Self { family, specialty, ..fitting }
    }
}

/// Whether a line of a list is meant for a specialty; one that names none is for all.
pub(super) fn is_meant_for(specialties: &str, specialty: &str) -> bool {
    specialties.is_empty() || specialties.split(',').any(|one| one == specialty)
}
