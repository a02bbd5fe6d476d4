//! How long somebody may be in a stage, and who is there longer.
//!
//! Limits come from the config, each for the stages whose name, or a word of it,
//! begins so. Who is in a stage for at most so long, because no more is known, is
//! not called overdue. The lists, the board, the detail and the funnel ask here.

use crate::recruiting::table::{Row, fold};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::widgets::format::{age, days};
use crate::wire::Timestamp;

/// The limit of a stage: the longest of those that begin its name, or a word in it.
#[must_use]
pub fn limit_of(limits: &[(String, u32)], stage: &str) -> Option<u32> {
    if limits.is_empty() {
        return None;
    }
    let stage = fold(stage);
    let begins = |prefix: &[u8]| {
        let words = stage.split(|letter| !letter.is_ascii_alphanumeric());
        stage.starts_with(prefix) || words.into_iter().any(|word| word.starts_with(prefix))
    };
    let meant = limits.iter().filter_map(|(prefix, days)| {
        let prefix = fold(prefix.trim());
        (!prefix.is_empty() && begins(&prefix)).then_some((prefix.len(), *days))
    });
    // The shortest time where two say as much.
    meant.max_by_key(|(length, days)| (*length, std::cmp::Reverse(*days))).map(|(_, days)| days)
}

/// By how many days a candidate is over the limit of the stage, where that is known.
#[must_use]
pub fn overdue(limits: &[(String, u32)], open: &OpenJob, row: Row, now: Timestamp) -> Option<u32> {
    let stayed = days(open.since(row)?, now)?;
    let limit = limit_of(limits, open.list.roll.rows.stage_name(row))?;
    u32::try_from(stayed - i64::from(limit)).ok().filter(|over| *over > 0)
}

impl State {
    /// By how many days a candidate is over the limit of the stage, where that is known.
    #[must_use]
    pub fn overdue(&self, open: &OpenJob, row: Row) -> Option<u32> {
        overdue(&self.rules.limits, open, row, self.clock.date)
    }

    /// The limit that the selected one is over, in few words.
    pub(crate) fn overdue_briefly(&self) -> Option<String> {
        let (open, row) = self.shown_row()?;
        self.overdue(open, row)?;
        let limit = limit_of(&self.rules.limits, open.list.roll.rows.stage_name(row))?;
        Some(format!("over the limit of {}", age(limit.into())))
    }

    /// The same of the selected one, in words.
    pub(crate) fn overdue_told(&self) -> Option<String> {
        let (open, row) = self.shown_row()?;
        let over = self.overdue(open, row)?;
        let limit = limit_of(&self.rules.limits, open.list.roll.rows.stage_name(row))?;
        let (over, limit) = (age(over.into()), age(limit.into()));
        Some(format!("{over} over the limit of {limit} for this stage"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_that_says_most_of_a_stage_holds() {
        let limits = [("screen", 5), ("Client", 10), ("client interview", 12), ("scr", 9), ("", 1)];
        let limits = limits.map(|(name, days)| (name.to_owned(), days));
        let table = [
            ("Screen", Some(5)),
            ("Recruiter screen", Some(5)),
            ("SCREENING (phone)", Some(5)),
            ("Client call", Some(10)),
            ("Client Interview 2", Some(12)),
            ("Script test", Some(9)),
            ("Smokescreen", None),
            ("Applied", None),
            ("", None),
        ];
        for (stage, limit) in table {
            assert_eq!(limit_of(&limits, stage), limit, "{stage}");
        }
        assert_eq!(limit_of(&[], "Screen"), None);
    }
}
