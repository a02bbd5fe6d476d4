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

/// Changes of one job or one person, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChangeGroup<'a> {
    pub(crate) heading: String,
    pub(crate) changes: Vec<&'a Change>,
}

/// The group with the newest change first. A group keeps the order of the changes.
pub(crate) fn group<'a>(
    changes: impl Iterator<Item = &'a Change>,
    grouping: Grouping,
) -> Vec<ChangeGroup<'a>> {
    let mut groups: Vec<ChangeGroup<'a>> = Vec::new();
    let mut positions: HashMap<(&str, &str), usize> = HashMap::new();
    for change in changes {
        let key = match grouping {
            Grouping::Job => (change.job.as_str(), ""),
            // A server may leave the person out.
            Grouping::Person if change.is_about_job() => (change.job.as_str(), ""),
            Grouping::Person if change.person.is_empty() => ("", change.candidate.as_str()),
            Grouping::Person => ("", change.person.as_str()),
        };
        let at = *positions.entry(key).or_insert_with(|| {
            groups.push(ChangeGroup { heading: heading(change, grouping), changes: Vec::new() });
            groups.len() - 1
        });
        groups[at].changes.push(change);
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
