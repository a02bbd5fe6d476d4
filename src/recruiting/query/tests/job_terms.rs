//! Queries over the candidates of all jobs.

use super::*;
use crate::recruiting::table::{CandidateRow, JobRef};
use crate::wire::PipelineStage;

const JOBS: [JobRef<'_>; 2] = [
    JobRef { id: "job_1", name: "Senior Rust Engineer", client: "Northwind" },
    JobRef { id: "job_2", name: "Buchhalter (Köln)", client: "Umbra" },
];

/// The first three people in one job, the others in another.
fn all_people() -> CandidateTable {
    let mut table = CandidateTable::default();
    for (number, cells) in PEOPLE.into_iter().enumerate() {
        table.put_in(JOBS[number / 3], CandidateRow::new(&candidate(number, cells), ""));
    }
    table
}

fn rows_of(text: &str, table: &CandidateTable, context: &QueryContext<'_>) -> Vec<usize> {
    let parsed = parse(text, CANDIDATE_FIELDS);
    assert_eq!(parsed.mistakes, [], "{text}");
    parsed.filter.matches(table, context).iter().map(Row::index).collect()
}

#[test]
fn a_candidate_is_found_by_job_and_client() {
    let table = all_people();
    for (text, rows) in [
        ("job:rust", &[0, 1, 2][..]),
        ("job:koln", &[3, 4, 5]),
        ("job:\"rust engineer\"", &[0, 1, 2]),
        ("job:rust,buch", &[0, 1, 2, 3, 4, 5]),
        ("-job:rust", &[3, 4, 5]),
        ("job:sales", &[]),
        ("client:umbra", &[3, 4, 5]),
        ("client:north stage:screen", &[1]),
        ("job_id:job_2", &[3, 4, 5]),
        ("kowal job:buch", &[4, 5]),
        ("northwind", &[]),
        ("rust", &[0, 2]),
    ] {
        assert_eq!(rows_of(text, &table, &now()), rows, "{text}");
    }
}

#[test]
fn in_the_list_of_one_job_the_terms_match_that_job() {
    let mut table = people();
    assert!(rows_of("job:rust", &table, &now()).is_empty(), "an unknown job");
    table.set_job(JOBS[0]);
    assert_eq!(rows_of("job:rust client:north", &table, &now()).len(), PEOPLE.len());
    assert!(rows_of("job:sales", &table, &now()).is_empty());
}

#[test]
fn rows_are_sorted_by_job_and_then_as_they_came() {
    let table = all_people();
    let rows: Vec<Row> = table.rows().collect();
    let order = |by| {
        let position = |row: Row| row.index() as u64;
        let (context, direction) = (now(), Direction::Ascending);
        let order = RowOrder { table: &table, context, by, direction, position };
        order.sort(&rows).rows.into_iter().map(Row::index).collect::<Vec<_>>()
    };
    assert_eq!(order(ListField::Job), [3, 4, 5, 0, 1, 2]);
    assert_eq!(order(ListField::Client), [0, 1, 2, 3, 4, 5]);
}

struct ByJob([[PipelineStage; 1]; 2]);

impl Pipelines for ByJob {
    fn stages_of(&self, job: &str) -> &[PipelineStage] {
        &self.0[usize::from(job == "job_2")]
    }
}

#[test]
fn a_stage_means_what_the_pipeline_of_its_job_says() {
    let stage = |is_interview| PipelineStage {
        id: "stg_Applied".into(),
        is_interviewing_stage: is_interview,
        ..PipelineStage::default()
    };
    let pipelines = ByJob([[stage(false)], [stage(true)]]);
    let overdue_after = |job: &str, _: &str, _: &str| (job == "job_1").then_some(0);
    let context = QueryContext { pipeline: &pipelines, overdue_after: &overdue_after, ..now() };
    let table = all_people();
    assert_eq!(rows_of("is:interview", &table, &context), [5], "not row 0, of the same stage");
    assert_eq!(rows_of("is:overdue", &table, &context), [0, 1, 2]);
}
