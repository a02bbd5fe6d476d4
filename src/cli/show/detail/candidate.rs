//! The detail view of a candidate: name, job and stage history.

use chrono::{DateTime, Utc};

use super::{Detail, DetailView, minute};
use crate::cli::show::columns::day;
use crate::cli::show::grid::{ColumnSpec, Grid, NO_SHRINK};
use crate::recruiting::stage::{StageRef, sort_by_date};
use crate::text::Align::Left;
use crate::text::pluralize;
use crate::wire::{Candidate, StageEntry, Timestamp};

#[rustfmt::skip]
const STAGES: [ColumnSpec; 4] = [
    ColumnSpec { heading: "entered", align: Left, min_width: NO_SHRINK, weight: 0, rank: 1 },
    ColumnSpec { heading: "stage",   align: Left, min_width: 10,    weight: 1, rank: 0 },
    ColumnSpec { heading: "stayed",  align: Left, min_width: NO_SHRINK, weight: 0, rank: 2 },
    ColumnSpec { heading: "id",      align: Left, min_width: NO_SHRINK, weight: 0, rank: 3 },
];

impl DetailView for Candidate {
    fn detail(&self, now: DateTime<Utc>) -> Detail {
        let rows = timeline(&self.pipeline_stage_history, now);
        Detail::from_facts([
            ("name", self.name.clone()),
            ("title", self.current_job_title.clone()),
            ("company", self.current_company_name.clone()),
            ("stage", self.current_pipeline_stage_name.clone()),
            ("stage since", minute(self.current_pipeline_stage_date)),
            ("added", minute(self.created_at)),
            ("id", self.id.to_string()),
            ("person id", self.person_id.to_string()),
            ("job id", self.job_id.to_string()),
            ("company id", self.current_company_id.to_string()),
            ("stage id", self.current_pipeline_stage_id.to_string()),
        ])
        .with_grid("stages", rows.is_empty(), Grid::new(STAGES.to_vec(), rows.into_iter()))
        .with_unknown_fields(self)
    }
}

fn timeline(history: &[StageEntry], now: DateTime<Utc>) -> Vec<Vec<String>> {
    let entries = sort_by_date(history);
    let row = |(index, entry): (usize, &&StageEntry)| {
        let is_return = entries.iter().take(index).any(|earlier| stage(earlier) == stage(entry));
        let name = format!("{}{}", entry.stage_name, if is_return { " (again)" } else { "" });
        vec![
            day(entry.stage_date),
            name,
            describe_stay(entry, entries.get(index + 1).copied(), now),
            entry.stage_id.to_string(),
        ]
    };
    entries.iter().enumerate().map(row).collect()
}

fn stage(entry: &StageEntry) -> StageRef<'_> {
    StageRef::new(entry.stage_id.as_str(), &entry.stage_name)
}

/// The days in the stage; unknown without a date.
fn describe_stay(entry: &StageEntry, next: Option<&StageEntry>, now: DateTime<Utc>) -> String {
    let until = next.map_or(Some(now), |next| next.stage_date.map(Timestamp::to_utc));
    let (Some(from), Some(until)) = (entry.stage_date, until) else {
        return String::new();
    };
    let days = match (until - from.to_utc()).num_days() {
        ..=0 => "under a day".to_owned(),
        days => pluralize(days, "day", "days"),
    };
    if next.is_some() { days } else { format!("{days} so far") }
}
