//! The detail view of a job: its fields and its pipeline.

use chrono::{DateTime, Utc};

use super::{Detail, DetailView, minute};
use crate::cli::show::columns::count;
use crate::cli::show::grid::{ColumnSpec, Grid, NO_SHRINK};
use crate::text::Align::{Left, Right};
use crate::wire::{Job, PipelineStage};

#[rustfmt::skip]
const STAGES: [ColumnSpec; 4] = [
    ColumnSpec { heading: "order", align: Right, min_width: NO_SHRINK, weight: 0, rank: 2 },
    ColumnSpec { heading: "stage", align: Left,  min_width: 10,    weight: 1, rank: 0 },
    ColumnSpec { heading: "marks", align: Left,  min_width: NO_SHRINK, weight: 0, rank: 1 },
    ColumnSpec { heading: "id",    align: Left,  min_width: NO_SHRINK, weight: 0, rank: 3 },
];

impl DetailView for Job {
    fn detail(&self, _now: DateTime<Utc>) -> Detail {
        let rows = self.pipeline_stages.iter().map(row);
        Detail::from_facts([
            ("name", self.name.clone()),
            ("client", self.client_company_name.clone()),
            ("status", self.job_status_name.clone()),
            ("archived", (if self.is_archived { "yes" } else { "no" }).to_owned()),
            ("candidates", count(self.candidate_count)),
            ("created", minute(self.created_at)),
            ("ID", self.id.to_string()),
            ("client ID", self.client_company_id.to_string()),
            ("status ID", self.job_status_id.to_string()),
        ])
        .with_grid("pipeline", self.pipeline_stages.is_empty(), Grid::new(STAGES.to_vec(), rows))
        .with_unknown_fields(self)
    }
}

fn row(stage: &PipelineStage) -> Vec<String> {
    let marks = match (stage.is_rejection_stage, stage.is_interviewing_stage) {
        (true, true) => "rejection, interview",
        (true, false) => "rejection",
        (false, true) => "interview",
        (false, false) => "",
    };
    vec![count(stage.stage_order), stage.name.clone(), marks.to_owned(), stage.id.to_string()]
}
