//! Arranges changes by job or by person.

use std::collections::HashMap;

use super::Change;
use crate::recruiting::table::to_display;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Grouping {
    #[default]
    Job,
    Person,
}

impl Grouping {
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Job => Self::Person,
            Self::Person => Self::Job,
        }
    }

    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Job => "by job",
            Self::Person => "by person",
        }
    }
}

/// Changes of one job or one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChangeGroup {
    pub(crate) heading: String,
    /// Indices of the changes, in their order.
    pub(crate) rows: Vec<usize>,
}

/// Arranges the rows; the group of the first one comes first.
pub(crate) fn group(
    changes: &[Change],
    rows: impl Iterator<Item = usize>,
    grouping: Grouping,
) -> Vec<ChangeGroup> {
    let mut groups: Vec<ChangeGroup> = Vec::new();
    let mut positions: HashMap<(&str, &str), usize> = HashMap::new();
    for row in rows {
        let Some(change) = changes.get(row) else { continue };
        let key = match grouping {
            Grouping::Job => (change.job.as_str(), ""),
            Grouping::Person if change.is_about_job() => (change.job.as_str(), ""),
            // A server may leave the person out.
            Grouping::Person if change.person.is_empty() => ("", change.candidate.as_str()),
            Grouping::Person => ("", change.person.as_str()),
        };
        let at = *positions.entry(key).or_insert_with(|| {
            groups.push(ChangeGroup { heading: heading(change, grouping), rows: Vec::new() });
            groups.len() - 1
        });
        groups[at].rows.push(row);
    }
    groups
}

fn heading(change: &Change, grouping: Grouping) -> String {
    match grouping {
        Grouping::Job if change.job.is_empty() => "Other people".to_owned(),
        Grouping::Job => match to_display(change.job_name.trim()) {
            name if name.is_empty() => change.job.to_string(),
            name => name.into_owned(),
        },
        Grouping::Person => change.subject_name(),
    }
}
