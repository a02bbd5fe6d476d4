//! Each rich text, wide and narrow.

use super::records::{gudrun, person, sample_counts, senior_job};
use super::*;

#[test]
fn a_job_wide() {
    let job =
        job_details(&JobItem::default(), Some(&senior_job()), &sample_counts(), &[], now(), 70)
            .lines;
    insta::assert_snapshot!(page(&job), @"
    Northwind · Open · since 12 Mar 2026 (50 d) · 640 candidates

    Pipeline
      1 Applied                      ≥402 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
      2 Recruiter screen ◆ interview ≥121 ▇▇▇▇▇▇▇▇▇▇
      2 Offer                          ≥0
      5 Rejected         ✗ rejection   ≥3 ▇
      ? Hired                          ≥0

    Not in the pipeline
      old  ≥2 ▇
      based on 3,000 of 1,000,000 candidates
    ");
}

#[test]
fn a_job_narrow_and_all_loaded() {
    let all = StageCounts { is_complete: true, ..sample_counts() };
    let job = job_details(&JobItem::default(), Some(&senior_job()), &all, &[], now(), 36).lines;
    insta::assert_snapshot!(page(&job), @"
    Northwind · Open
    since 12 Mar 2026 (50 d)
    640 candidates

    Pipeline
      1 Applied            402 ▇▇▇▇▇▇▇▇▇
      2 Recruiter screen ◆ 121 ▇▇▇
      2 Offer                0
      5 Rejected         ✗   3 ▇
      ? Hired                0

    Not in the pipeline
      old  2 ▇
    ");
}

#[test]
fn a_job_that_has_not_been_read_yet() {
    let item = JobItem { is_archived: true, ..senior_job().into() };
    insta::assert_snapshot!(page(&job_details(&item, None, &sample_counts(), &[], now(), 70).lines), @"
    Northwind · Open · archived · since 12 Mar 2026 (50 d)
    640 candidates

    Stages
      Applied  ≥402 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
      Screen   ≥121 ▇▇▇▇▇▇▇▇▇▇▇▇
      Rejected   ≥3 ▇
      old        ≥2 ▇
      based on 3,000 of 1,000,000 candidates
    ");
}

#[test]
fn a_candidate_wide() {
    let stages = senior_job().pipeline_stages;
    let lines = candidate_details(None, Some(&gudrun()), Some(&person()), &stages, (now(), 70));
    insta::assert_snapshot!(page(&lines), @"
    Staff Engineer · Kestrel · Reykjavík
    Recruiter screen ◆ interview · since 22 Apr 2026 · 9 d
      added 1 Apr 2026

    History
       1 Apr 2026  Applied              1 d
       2 Apr 2026  Recruiter screen ◆  11 d
      13 Apr 2026  Assessment           8 d  not in the pipeline
      22 Apr 2026  Recruiter screen ◆   9 d  ● now  ↩ back

    Person
      name      Guðrún Þórðardóttir
      email     gudrun@kestrel.example · work
      email     g@example.org
      phone     +354 555 0123 · mobile
      handle    gudrun-th
      external  ats-4711

    Career
      • Kestrel · 3 y 10 mo
        Staff Engineer · 1 Jan 2024 - now · 2 y 4 mo · Reykjavík
          full-time
          Led the move of the matching service to Rust, with four teams
          and no downtime.
          - mentored six
        Engineer · 1 Jul 2022 - 1 Jan 2024 · 1 y 6 mo
        https://social.example/kestrel · network ID 4711 · company com_9
      1 y 3 mo without an employer
      • Umbra · 2 y 3 mo
        Engineer · 2019 - Mar 2021

    Education
      • Háskóli Íslands · BSc · 2015 - 2018
        Type systems

    Certifications
      • CKA · by CNCF · issued 3 Feb 2022 · until 3 Feb 2025 · expired
        number X-1

    Jobs
      • Senior Rust Engineer · Northwind · Recruiter screen · ● this job
        candidate can_1 · job job_3kd81mzq0a · stage stg_2
      • Data Analyst · Umbra · Applied
        candidate can_5 · job job_2 · stage stg_31

    IDs
      name      Guðrún Þórðardóttir
      candidate can_1
      person    per_7
      job       job_3kd81mzq0a
      company   com_9
      stage     stg_2 · Recruiter screen
      stage     stg_1 · Applied
      stage     stg_7 · Assessment
    ");
}

#[test]
fn a_candidate_narrow() {
    let stages = senior_job().pipeline_stages;
    let lines = candidate_details(None, Some(&gudrun()), None, &stages, (now(), 36));
    insta::assert_snapshot!(page(&lines), @"
    Staff Engineer · Kestrel
    Recruiter screen ◆ interview
      since 22 Apr 2026 · 9 d
      added 1 Apr 2026

    History
      1 Apr 2026 · Applied · 1 d
      2 Apr 2026 · Recruiter screen ◆
        11 d
      13 Apr 2026 · Assessment · 8 d
        not in the pipeline
      22 Apr 2026 · Recruiter screen ◆
        9 d · ● now  ↩ back

    IDs
      name      Guðrún Þórðardóttir
      candidate can_1
      person    per_7
      job       job_3kd81mzq0a
      company   com_9
      stage     stg_2 · Recruiter screen
      stage     stg_1 · Applied
      stage     stg_7 · Assessment
    ");
}

#[test]
fn a_person_narrow() {
    let lines = person_details(&person(), None, None, now(), 36);
    insta::assert_snapshot!(page(&lines), @"
    Person
      name      Guðrún Þórðardóttir
      now       Staff Engineer · Kestrel
                Reykjavík
      email     gudrun@kestrel.example
                work
      email     g@example.org
      phone     +354 555 0123 · mobile
      handle    gudrun-th
      external  ats-4711

    Career
      • Kestrel · 3 y 10 mo
        Staff Engineer
          1 Jan 2024 - now · 2 y 4 mo
          Reykjavík · full-time
          Led the move of the matching
          service to Rust, with four
          teams and no downtime.
          - mentored six
        Engineer
          1 Jul 2022 - 1 Jan 2024
          1 y 6 mo
        https://social.example/kestrel
          network ID 4711
          company com_9
      1 y 3 mo without an employer
      • Umbra · 2 y 3 mo
        Engineer · 2019 - Mar 2021

    Education
      • Háskóli Íslands · BSc
        2015 - 2018
        Type systems

    Certifications
      • CKA · by CNCF
        issued 3 Feb 2022
        until 3 Feb 2025 · expired
        number X-1

    Jobs
      • Senior Rust Engineer · Northwind
        Recruiter screen
        candidate can_1
          job job_3kd81mzq0a
          stage stg_2
      • Data Analyst · Umbra · Applied
        candidate can_5 · job job_2
          stage stg_31
    ");
}

#[test]
fn a_candidate_known_only_from_the_list() {
    let item: CandidateItem = parse_record(json!({
        "id": "can_1", "current_job_title": "Staff Engineer", "current_pipeline_stage_id": "stg_2",
        "current_pipeline_stage_name": "Recruiter screen", "created_at": "2026-04-19T09:00:00Z",
    }));
    let lines =
        candidate_details(Some(&item), None, None, &senior_job().pipeline_stages, (now(), 70));
    insta::assert_snapshot!(page(&lines), @"
    Staff Engineer
    Recruiter screen ◆ interview · ≤ 12 d in this stage
      added 19 Apr 2026

    IDs
      candidate can_1
      stage     stg_2 · Recruiter screen
    ");
}

#[test]
fn a_short_history_fits_on_one_line() {
    let mut record = gudrun();
    record.pipeline_stage_history.remove(2);
    record.pipeline_stage_history.pop();
    let lines = candidate_history(&record, &senior_job().pipeline_stages, now(), 70);
    insta::assert_snapshot!(page(&lines), @"
    History
      Applied ──1d──▸ Recruiter screen ◆ ──29d──▸ now
       1 Apr 2026  Applied              1 d
       2 Apr 2026  Recruiter screen ◆  29 d  ● now
    ");
}

#[test]
fn an_inconsistent_history_is_shown_as_it_is() {
    let record: Candidate = parse_record(json!({
        "current_pipeline_stage_name": "Offer", "current_pipeline_stage_id": "stg_3",
        "pipeline_stage_history": [
            {"stage_id": "stg_1", "stage_name": "Applied"},
            {"stage_id": "stg_9", "stage_name": "Rejected", "stage_date": "2027-01-01T00:00:00Z"},
            {"stage_id": "", "stage_name": "", "stage_date": "2026-01-01T00:00:00Z"},
        ],
    }));
    let lines = candidate_history(&record, &senior_job().pipeline_stages, now(), 70);
    insta::assert_snapshot!(page(&lines), @"
    History
      Applied ──?──▸ Rejected ✗ ──?──▸ (no name) ──?──▸ Offer ──?──▸ now
                ?  Applied     ?
       1 Jan 2027  Rejected ✗  ?
       1 Jan 2026  (no name)   ?  not in the pipeline
                ?  Offer       ?  ● now  not in the history
    ");
    let empty = candidate_history(&Candidate::default(), &[], now(), 70);
    insta::assert_snapshot!(page(&empty), @"
    History
      No history on record
    ");
}

#[test]
fn raw_records_wide_and_narrow() {
    let value = json!({
        "id": "per_7", "count": 12, "gone": null, "empty": [], "none": {},
        "name": "\u{1b}[31mred \u{202e}\n \"quoted\"",
        "list": [{"of": true}, "Led the move of the matching service to Rust, with four teams"],
    });
    insta::assert_snapshot!(page(&raw_json(&[("person", value.clone())], 70)), @r#"
    person
    {
      "count": 12,
      "empty": [],
      "gone": null,
      "id": "per_7",
      "list": [
        {
          "of": true
        },
        "Led the move of the matching service to Rust, with four teams"
      ],
      "name": "\u001b[31mred \u202e\n \"quoted\"",
      "none": {}
    }
    "#);
    insta::assert_snapshot!(page(&raw_json(&[("person", value)], 36)), @r#"
    person
    {
      "count": 12,
      "empty": [],
      "gone": null,
      "id": "per_7",
      "list": [
        {
          "of": true
        },
        "Led the move of the matching
          service to Rust, with four
          teams"
      ],
      "name":
        "\u001b[31mred \u202e\n
        \"quoted\"",
      "none": {}
    }
    "#);
}
