//! The records of the rendering tests.

use super::*;

pub(crate) fn senior_job() -> Job {
    let stage = |id: &str, name: &str, order: Value, is_rejection: bool, is_interview: bool| {
        json!({"id": id, "name": name, "stage_order": order,
               "is_rejection_stage": is_rejection, "is_interviewing_stage": is_interview})
    };
    parse_record(json!({
        "id": "job_3kd81mzq0a", "name": "Senior Rust Engineer",
        "created_at": "2026-03-12T09:30:00Z", "is_archived": false,
        "client_company_name": "Northwind", "client_company_id": "cli_1",
        "job_status_name": "Open", "job_status_id": "sta_1", "candidate_count": 640,
        "pipeline_stages": [
            stage("stg_9", "Rejected", json!(5), true, false),
            stage("stg_2", "Recruiter screen", json!(2), false, true),
            stage("stg_1", "Applied", json!(1), false, false),
            stage("stg_3", "Offer", json!(2), false, false),
            stage("stg_4", "Hired", json!(null), false, false),
        ],
    }))
}

pub(crate) fn gudrun() -> Candidate {
    let entry = |id: &str, name: &str, date: &str| json!({"stage_id": id, "stage_name": name, "stage_date": date});
    parse_record(json!({
        "id": "can_1", "person_id": "per_7", "job_id": "job_3kd81mzq0a",
        "name": "Guðrún Þórðardóttir", "current_job_title": "Staff Engineer",
        "current_company_name": "Kestrel", "current_company_id": "com_9",
        "current_pipeline_stage_name": "Recruiter screen", "current_pipeline_stage_id": "stg_2",
        "current_pipeline_stage_date": "2026-04-22T10:00:00Z", "created_at": "2026-04-01T09:00:00Z",
        "pipeline_stage_history": [
            entry("stg_2", "Recruiter screen", "2026-04-02T10:00:00Z"),
            entry("stg_1", "Applied", "2026-04-01T09:00:00Z"),
            entry("stg_7", "Assessment", "2026-04-13T12:00:00Z"),
            entry("stg_2", "Recruiter screen", "2026-04-22T10:00:00Z"),
        ],
    }))
}

pub(crate) fn person() -> Person {
    parse_record(json!({
        "id": "per_7", "name": "Guðrún Þórðardóttir", "first_name": "Guðrún",
        "last_name": "Þórðardóttir", "social_public_id": "gudrun-th",
        "current_job_title": "Staff Engineer", "current_company_name": "Kestrel",
        "current_company_id": "com_9", "external_source_id": "ats-4711",
        "emails": [{"contact_data_type": "work", "value": "gudrun@kestrel.example"},
                   {"contact_data_type": "", "value": "g@example.org"}],
        "phones": [{"contact_data_type": "mobile", "value": "+354 555 0123"}],
        "work_experience": [
            {"company_name": "Umbra", "duration_in_months": 27, "positions": [
                {"title": "Engineer", "start_date": "2019", "end_date": "2021-03"}]},
            {"company_name": "Kestrel", "duration_in_months": 46,
             "company_social_url": "https://social.example/kestrel", "company_social_id": 4711,
             "company_id": "com_9", "positions": [
                {"title": "Staff Engineer", "start_date": "2024-01-01", "duration_in_months": 28,
                 "location": "Reykjavík", "position_type": "full-time",
                 "description": "Led the move of the matching service to Rust, with four teams \
                                 and no downtime.\n- mentored six"},
                {"title": "Engineer", "start_date": "2022-07-01", "end_date": "2024-01-01",
                 "duration_in_months": 18}]},
        ],
        "education_experience": [{"company_name": "Háskóli Íslands", "degree": "BSc",
            "start_date": "2015", "end_date": "2018", "description": "Type systems"}],
        "certifications": [{"name": "CKA", "credential_id": "X-1", "company_name": "CNCF",
            "start_date": "2022-02-03", "end_date": "2025-02-03"}],
        "jobs": [
            {"candidate_id": "can_1", "job_id": "job_3kd81mzq0a", "job_name": "Senior Rust Engineer",
             "job_client_company_name": "Northwind",
             "current_pipeline_stage_name": "Recruiter screen", "current_pipeline_stage_id": "stg_2"},
            {"candidate_id": "can_5", "job_id": "job_2", "job_name": "Data Analyst",
             "job_client_company_name": "Umbra", "current_pipeline_stage_name": "Applied",
             "current_pipeline_stage_id": "stg_31"}],
    }))
}

pub(crate) fn sample_counts() -> StageCounts {
    let stages =
        [("stg_1", "Applied", 402), ("stg_2", "Screen", 121), ("", "Rejected", 3), ("old", "", 2)];
    counts(&stages, 3_000, 1_000_000)
}
