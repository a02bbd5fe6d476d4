//! Single records: the detail view, and lines of path and value.

use super::*;
use crate::wire::Shape;
use crate::wire::{Candidate, Job, Person};

#[test]
fn a_job_with_its_pipeline() {
    insta::assert_snapshot!(render_record::<Job>(&read(&job()), OutputFormat::Table, Some(80)), @r#"
    name        Senior Rust Engineer
    client      Northwind Traders
    status      Open
    archived    no
    candidates  640
    created     2026-03-12 09:30 UTC
    ID          job_3kd81mzq0a
    client ID   cli_1
    status ID   sta_1

    pipeline
      order  stage     marks      id
          1  Applied              stg_1
          2  Screen    interview  stg_2
         10  Rejected  rejection  stg_10

    other
      pipeline_stages[3]: "not a stage"
      salary_band: {"currency":"EUR\u202e","from":70}
    "#);
}

#[test]
fn a_candidate_with_its_stage_history() {
    insta::assert_snapshot!(render_record::<Candidate>(&read(&candidate()), OutputFormat::Table, Some(80)), @"
    name         Guðrún Þórðardóttir
    title        Staff Engineer
    company      Kestrel
    stage        Screen
    stage since  2026-04-22 10:00 UTC
    added        2026-04-01 09:00 UTC
    ID           can_1
    person ID    per_7
    job ID       job_3kd81mzq0a
    company ID   com_9
    stage ID     stg_2

    stages
      entered     stage           stayed         id
      2026-04-01  Applied         1 day          stg_1
      2026-04-02  Screen          11 days        stg_2
      2026-04-13  Interview       8 days         stg_3
      2026-04-22  Screen (again)  9 days so far  stg_2
    ");
}

#[test]
fn a_person_with_a_career() {
    insta::assert_snapshot!(render_record::<Person>(&read(&person()), OutputFormat::Table, Some(80)), @"
    name        Guðrún Þórðardóttir
    first name  Guðrún
    last name   Þórðardóttir
    title       Staff Engineer
    company     Kestrel
    handle      gudrun-th
    ID          per_7
    company ID  com_9

    emails
      gudrun@kestrel.example · work
      g@example.org

    phones
      +354 555 0123 · mobile

    work
      Kestrel · 34 months
        https://social.example/kestrel · network ID 4711 · company com_9
        Staff Engineer · 2024-01 – now · 28 months · Reykjavík · full-time
          Led the move of the matching service to Rust.
          - four teams
          - no downtime
        Engineer · 2023-06-01 – 2024-01-01 · 6 months
      (no name) · 1 month

    education
      Háskóli Íslands · BSc · 2015 – 2018
        Thesis on type systems
        company com_3

    certifications
      CKA · by CNCF · issued 2022-02-03 · until 2025-02-03 · number X-1
        network ID 12

    jobs
      Senior Rust Engineer · Northwind Traders · Screen
        candidate can_1 · job job_3kd81mzq0a · stage stg_2

    other
      emails[0].verified: true
    ");
}

#[test]
fn a_person_at_forty_columns() {
    insta::assert_snapshot!(render_record::<Person>(&read(&person()), OutputFormat::Table, Some(40)), @"
    name        Guðrún Þórðardóttir
    first name  Guðrún
    last name   Þórðardóttir
    title       Staff Engineer
    company     Kestrel
    handle      gudrun-th
    ID          per_7
    company ID  com_9

    emails
      gudrun@kestrel.example · work
      g@example.org

    phones
      +354 555 0123 · mobile

    work
      Kestrel · 34 months
        https://social.example/kestrel ·
          network ID 4711 · company com_9
        Staff Engineer · 2024-01 – now ·
          28 months · Reykjavík · full-time
          Led the move of the matching
            service to Rust.
          - four teams
          - no downtime
        Engineer · 2023-06-01 – 2024-01-01
          · 6 months
      (no name) · 1 month

    education
      Háskóli Íslands · BSc · 2015 – 2018
        Thesis on type systems
        company com_3

    certifications
      CKA · by CNCF · issued 2022-02-03 ·
        until 2025-02-03 · number X-1
        network ID 12

    jobs
      Senior Rust Engineer · Northwind
        Traders · Screen
        candidate can_1 · job
          job_3kd81mzq0a · stage stg_2

    other
      emails[0].verified: true
    ");
}

#[test]
fn a_job_in_lines_of_path_and_value() {
    let plain = render_record::<Job>(&read(&job()), OutputFormat::Plain, Some(40));
    insta::assert_snapshot!(plain.replace('\t', "<TAB>"), @r#"
    id<TAB>job_3kd81mzq0a
    name<TAB>Senior Rust Engineer
    created_at<TAB>2026-03-12T09:30:00Z
    is_archived<TAB>false
    client_company_name<TAB>Northwind Traders
    client_company_id<TAB>cli_1
    job_status_name<TAB>Open
    job_status_id<TAB>sta_1
    candidate_count<TAB>640
    pipeline_stages[0].id<TAB>stg_1
    pipeline_stages[0].name<TAB>Applied
    pipeline_stages[0].stage_order<TAB>1
    pipeline_stages[0].is_rejection_stage<TAB>false
    pipeline_stages[0].is_interviewing_stage<TAB>false
    pipeline_stages[1].id<TAB>stg_2
    pipeline_stages[1].name<TAB>Screen
    pipeline_stages[1].stage_order<TAB>2
    pipeline_stages[1].is_rejection_stage<TAB>false
    pipeline_stages[1].is_interviewing_stage<TAB>true
    pipeline_stages[2].id<TAB>stg_10
    pipeline_stages[2].name<TAB>Rejected
    pipeline_stages[2].stage_order<TAB>10
    pipeline_stages[2].is_rejection_stage<TAB>true
    pipeline_stages[2].is_interviewing_stage<TAB>false
    pipeline_stages[3]<TAB>not a stage
    salary_band<TAB>{"currency":"EUR\u202e","from":70}
    "#);
}

#[test]
fn one_record_in_csv_has_a_heading_and_its_lists_as_json() {
    insta::assert_snapshot!(render_record::<Job>(&read(&job()), OutputFormat::Csv { raw: false }, None), @r#"
    id,name,created_at,is_archived,client_company_name,client_company_id,job_status_name,job_status_id,candidate_count,pipeline_stages
    job_3kd81mzq0a,Senior Rust Engineer,2026-03-12T09:30:00Z,false,Northwind Traders,cli_1,Open,sta_1,640,"[{""id"":""stg_1"",""is_interviewing_stage"":false,""is_rejection_stage"":false,""name"":""Applied"",""stage_order"":1},{""id"":""stg_2"",""is_interviewing_stage"":true,""is_rejection_stage"":false,""name"":""Screen"",""stage_order"":2},{""id"":""stg_10"",""is_interviewing_stage"":false,""is_rejection_stage"":true,""name"":""Rejected"",""stage_order"":10},""not a stage""]"
    "#);
}

#[test]
fn one_record_in_json_is_the_record() {
    let person: Person = read(&person());
    for format in [OutputFormat::Json, OutputFormat::Jsonl] {
        let output: Value =
            serde_json::from_str(&render_record(&person, format, Some(10))).unwrap();
        assert_eq!(output, serde_json::to_value(&person).unwrap());
    }
}

/// A value for every field, each with a unique mark.
fn mark_fields(shape: Shape, path: &str, marks: &mut Vec<String>) -> Value {
    let mut mark = |text: String| {
        marks.push(text.clone());
        text
    };
    let number =
        path.bytes().fold(1_000_000_i64, |sum, byte| (sum * 31 + i64::from(byte)) % 9_000_000);
    match shape {
        Shape::Text => mark(format!("<{path}>")).into(),
        Shape::Integer => {
            mark(number.to_string());
            number.into()
        }
        Shape::Boolean => true.into(),
        Shape::Timestamp => "2026-01-02T03:04:05Z".into(),
        Shape::Date => mark(format!("{:04}-{:02}-03", 1900 + number % 200, 1 + number % 12)).into(),
        Shape::Nullable(inner) => mark_fields(*inner, path, marks),
        Shape::List(item) => json!([mark_fields(*item, path, marks)]),
        Shape::Record { fields, .. } => {
            let field = |field: &crate::wire::Field| {
                (
                    field.name.to_owned(),
                    mark_fields(field.shape, &format!("{path}.{}", field.name), marks),
                )
            };
            Value::Object(fields.iter().map(field).collect())
        }
    }
}

fn assert_every_field_is_shown<T: DetailView + Tolerant>() {
    let mut marks = Vec::new();
    let record: T = read(&mark_fields(T::SHAPE, T::NAME, &mut marks));
    let detail = render_record(&record, OutputFormat::Table, None);
    for mark in marks {
        assert!(detail.contains(&mark), "{mark} is missing:\n{detail}");
    }
    assert!(!detail.contains("other"), "{detail}");
}

#[test]
fn no_field_of_the_api_is_missing() {
    assert_every_field_is_shown::<Job>();
    assert_every_field_is_shown::<Candidate>();
    assert_every_field_is_shown::<Person>();
}

#[test]
fn an_empty_record_can_be_rendered() {
    assert_eq!(render_record(&Person::default(), OutputFormat::Table, Some(80)), "");
    assert_eq!(render_record(&Candidate::default(), OutputFormat::Table, Some(80)), "");
    assert_eq!(render_record(&Job::default(), OutputFormat::Table, Some(80)), "archived  no\n");
}

#[test]
fn a_stage_without_a_date_keeps_the_order_of_the_server() {
    let history =
        json!([{"stage_name": "B", "stage_date": "2026-04-20T00:00:00Z"}, {"stage_name": "A"}]);
    let candidate: Candidate = read(&json!({"pipeline_stage_history": history}));
    insta::assert_snapshot!(render_record(&candidate, OutputFormat::Table, Some(80)), @"
    stages
      entered     stage
      2026-04-20  B
                  A
    ");
}

#[test]
fn a_detail_view_renders_at_any_width() {
    for width in 0..40 {
        render_record::<Job>(&read(&job()), OutputFormat::Table, Some(width));
        render_record::<Candidate>(&read(&candidate()), OutputFormat::Table, Some(width));
        render_record::<Person>(&read(&person()), OutputFormat::Table, Some(width));
    }
}
