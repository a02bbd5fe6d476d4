//! The sheet of a job: what it is, and its pipeline.

use chrono::{DateTime, Utc};

use super::{Sheet, Sheeted, minute};
use crate::cli::show::columns::count;
use crate::cli::show::grid::{Grid, Spec, WHOLE};
use crate::text::Align::{Left, Right};
use crate::wire::{Job, PipelineStage};

#[rustfmt::skip]
const STAGES: [Spec; 4] = [
    Spec { heading: "order", align: Right, least: WHOLE, weight: 0, rank: 2 },
    Spec { heading: "stage", align: Left,  least: 10,    weight: 1, rank: 0 },
    Spec { heading: "marks", align: Left,  least: WHOLE, weight: 0, rank: 1 },
    Spec { heading: "id",    align: Left,  least: WHOLE, weight: 0, rank: 3 },
];

impl Sheeted for Job {
    fn sheet(&self, _now: DateTime<Utc>) -> Sheet {
        let rows = self.pipeline_stages.iter().map(row);
        Sheet::facts([
            ("name", self.name.clone()),
            ("client", self.client_company_name.clone()),
            ("status", self.job_status_name.clone()),
            ("archived", (if self.is_archived { "yes" } else { "no" }).to_owned()),
            ("candidates", count(self.candidate_count)),
            ("created", minute(self.created_at)),
            ("id", self.id.to_string()),
            ("client id", self.client_company_id.to_string()),
            ("status id", self.job_status_id.to_string()),
        ])
        .grid("pipeline", self.pipeline_stages.is_empty(), Grid::new(STAGES.to_vec(), rows))
        .other(self)
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
