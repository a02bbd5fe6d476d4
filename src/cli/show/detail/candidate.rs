//! The detail view of a candidate: name, job and stage history.

use chrono::{DateTime, Utc};

use super::{Detail, DetailView, minute};
use crate::cli::show::day;
use crate::cli::show::grid::{ColumnSpec, Grid, NO_SHRINK};
use crate::recruiting::stage::{Stay, sort_by_date, stays};
use crate::text::Align::Left;
use crate::text::pluralize;
use crate::wire::{Candidate, StageEntry};

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
            ("ID", self.id.to_string()),
            ("person ID", self.person_id.to_string()),
            ("job ID", self.job_id.to_string()),
            ("company ID", self.current_company_id.to_string()),
            ("stage ID", self.current_pipeline_stage_id.to_string()),
        ])
        .with_grid("stages", rows.is_empty(), Grid::new(STAGES.to_vec(), rows.into_iter()))
        .with_unknown_fields(self)
    }
}

fn timeline(history: &[StageEntry], now: DateTime<Utc>) -> Vec<Vec<String>> {
    let entries = sort_by_date(history).into_iter();
    let entries = entries.map(|entry| (&entry.stage_id, &*entry.stage_name, entry.stage_date));
    let stays = stays(entries, now.into());
    let row = |(index, stay): (usize, &Stay<'_>)| {
        let is_current = index + 1 == stays.len();
        vec![
            day(stay.entered),
            format!("{}{}", stay.name, if stay.is_return { " (again)" } else { "" }),
            stay.days().map_or(String::new(), |days| describe_days(days, is_current)),
            stay.id.to_string(),
        ]
    };
    stays.iter().enumerate().map(row).collect()
}

fn describe_days(days: i64, is_current: bool) -> String {
    let days = match days {
        ..=0 => "under a day".to_owned(),
        days => pluralize(days, "day", "days"),
    };
    if is_current { format!("{days} so far") } else { days }
}
