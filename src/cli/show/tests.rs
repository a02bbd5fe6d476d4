//! Records in every output format.

mod details;
mod safety;
mod tables;

use serde_json::{Value, json};

use super::*;
use crate::wire::tolerant::{Tolerant, parse};

fn read<T: Tolerant>(value: &Value) -> T {
    parse(&value.to_string()).unwrap().value
}

fn render_list<T: TableRow>(records: &[T], format: OutputFormat, width: Option<usize>) -> String {
    let mut out = Vec::new();
    write_list(records, &ListLayout::of(format, width), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn render_record<T: DetailView>(record: &T, format: OutputFormat, width: Option<usize>) -> String {
    let now = "2026-05-01T12:00:00Z".parse().unwrap();
    let mut out = Vec::new();
    write_record(record, format, (width, false), now, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn jobs() -> Vec<crate::wire::JobItem> {
    let rows = json!([
        {"id": "job_3kd81mzq0a", "name": "Senior Rust Engineer", "created_at": "2026-03-12T09:30:00Z",
         "is_archived": false, "client_company_name": "Northwind Traders", "client_company_id": "cli_1",
         "job_status_name": "Open", "job_status_id": "sta_1", "candidate_count": 640},
        {"id": "job_9xw2b7tt4c", "name": "Head of Sales, Northern and Central Europe",
         "created_at": "2025-11-02T23:59:59Z", "is_archived": true, "client_company_name": "Umbra",
         "client_company_id": "cli_2", "job_status_name": "On hold until the budget is settled",
         "job_status_id": "sta_2", "candidate_count": 8},
        {"id": "job_empty", "name": "データアナリスト", "created_at": null, "is_archived": false,
         "client_company_name": "", "job_status_name": "Open", "candidate_count": null},
    ]);
    rows.as_array().unwrap().iter().map(read).collect()
}

fn candidates() -> Vec<crate::wire::CandidateItem> {
    let row = |id: &str, name: &str, title: &str, company: &str| {
        read(&json!({"id": id, "person_id": "per_1", "name": name, "current_job_title": title,
            "current_company_name": company, "current_pipeline_stage_name": "Screen",
            "created_at": "2026-04-30T08:00:00Z"}))
    };
    vec![
        row("can_1", "Guðrún Þórðardóttir", "Staff Engineer", "Kestrel"),
        row("can_22", "佐藤 健太郎", "バックエンド開発者", "株式会社ケストレル"),
        row("can_333", "محمد عبد الله", "مهندس", "كيستريل"),
        row("can_4", "Amélie 👩🏽\u{200d}💻", "Dev \u{202e}gnp.exe", "🇮🇸 ehf"),
        row("can_5", "M\u{303}aria X\u{304}uang", "=1+1\u{1b}[31m", "two\r\nlines"),
    ]
}

fn job() -> Value {
    json!({"id": "job_3kd81mzq0a", "name": "Senior Rust Engineer", "created_at": "2026-03-12T09:30:00Z",
        "is_archived": false, "client_company_name": "Northwind Traders", "client_company_id": "cli_1",
        "job_status_name": "Open", "job_status_id": "sta_1", "candidate_count": 640,
        "pipeline_stages": [
            {"id": "stg_1", "name": "Applied", "stage_order": 1, "is_rejection_stage": false, "is_interviewing_stage": false},
            {"id": "stg_2", "name": "Screen", "stage_order": 2, "is_rejection_stage": false, "is_interviewing_stage": true},
            {"id": "stg_10", "name": "Rejected", "stage_order": 10, "is_rejection_stage": true, "is_interviewing_stage": false},
            "not a stage",
        ],
        "salary_band": {"from": 70, "currency": "EUR\u{202e}"}})
}

fn candidate() -> Value {
    let stage = |id: &str, name: &str, date: &str| json!({"stage_id": id, "stage_name": name, "stage_date": date});
    json!({"id": "can_1", "person_id": "per_7", "job_id": "job_3kd81mzq0a", "name": "Guðrún Þórðardóttir",
    "current_job_title": "Staff Engineer", "current_company_name": "Kestrel",
    "current_company_id": "com_9", "current_pipeline_stage_name": "Screen",
    "current_pipeline_stage_id": "stg_2", "current_pipeline_stage_date": "2026-04-22T10:00:00Z",
    "created_at": "2026-04-01T09:00:00Z",
    "pipeline_stage_history": [
        stage("stg_3", "Interview", "2026-04-13T10:30:00Z"),
        stage("stg_1", "Applied", "2026-04-01T09:00:00Z"),
        stage("stg_2", "Screen", "2026-04-02T10:00:00Z"),
        stage("stg_2", "Screen", "2026-04-22T10:00:00Z"),
    ]})
}

fn person() -> Value {
    json!({"id": "per_7", "name": "Guðrún Þórðardóttir", "social_public_id": "gudrun-th",
        "first_name": "Guðrún", "last_name": "Þórðardóttir", "current_job_title": "Staff Engineer",
        "current_company_name": "Kestrel", "current_company_id": "com_9", "external_source_id": null,
        "emails": [{"contact_data_type": "work", "value": "gudrun@kestrel.example", "verified": true},
                   {"contact_data_type": "", "value": "g@example.org"}],
        "phones": [{"contact_data_type": "mobile", "value": "+354 555 0123"}],
        "work_experience": [
            {"company_name": "Kestrel", "duration_in_months": 34, "company_social_url": "https://social.example/kestrel",
             "company_social_id": 4711, "company_id": "com_9", "positions": [
                {"title": "Staff Engineer", "start_date": "2024-01", "end_date": null, "duration_in_months": 28,
                 "description": "Led the move of the matching service to Rust.\r\n- four teams\r\n- no downtime",
                 "location": "Reykjavík", "position_type": "full-time"},
                {"title": "Engineer", "start_date": "2023-06-01", "end_date": "2024-01-01",
                 "duration_in_months": 6, "description": "", "location": "", "position_type": ""}]},
            {"company_name": "", "duration_in_months": 1, "positions": []}],
        "education_experience": [{"company_name": "Háskóli Íslands", "start_date": "2015", "end_date": "2018",
            "description": "Thesis on type systems", "degree": "BSc", "company_social_url": "",
            "company_social_id": null, "company_id": "com_3"}],
        "certifications": [{"name": "CKA", "credential_id": "X-1", "start_date": "2022-02-03",
            "end_date": "2025-02-03", "company_name": "CNCF", "company_social_url": "",
            "company_social_id": 12, "company_id": null}],
        "jobs": [{"candidate_id": "can_1", "job_name": "Senior Rust Engineer", "job_id": "job_3kd81mzq0a",
            "job_client_company_name": "Northwind Traders", "current_pipeline_stage_name": "Screen",
            "current_pipeline_stage_id": "stg_2"}]})
}
