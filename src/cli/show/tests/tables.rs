//! Lists as tables at several widths, CSV, plain text and JSON.

use super::*;
use crate::text;
use crate::wire::JobItem;

#[test]
fn jobs_at_a_hundred_columns() {
    insta::assert_snapshot!(render_list(&jobs(), OutputFormat::Table, Some(100)), @"
    name                      client          status    archived  candidates  created     id
    Senior Rust Engineer      Northwind Tra…  Open                       640  2026-03-12  job_3kd81mzq0a
    Head of Sales, Northern…  Umbra           On hold…  yes                8  2025-11-02  job_9xw2b7tt4c
    データアナリスト                          Open                                        job_empty
    ");
}

#[test]
fn jobs_at_sixty_columns_keep_their_ids() {
    insta::assert_snapshot!(render_list(&jobs(), OutputFormat::Table, Some(60)), @"
    name           client     status  candidates  id
    Senior Rust …  Northwin…  Open           640  job_3kd81mzq0a
    Head of Sale…  Umbra      On ho…           8  job_9xw2b7tt4c
    データアナリ…             Open                job_empty
    ");
}

#[test]
fn jobs_at_forty_columns() {
    insta::assert_snapshot!(render_list(&jobs(), OutputFormat::Table, Some(40)), @"
    name             status   id
    Senior Rust En…  Open     job_3kd81mzq0a
    Head of Sales,…  On hol…  job_9xw2b7tt4c
    データアナリス…  Open     job_empty
    ");
}

#[test]
fn without_a_terminal_nothing_is_cut() {
    insta::assert_snapshot!(render_list(&jobs(), OutputFormat::Table, None), @"
    name                                        client             status                               archived  candidates  created     id
    Senior Rust Engineer                        Northwind Traders  Open                                                  640  2026-03-12  job_3kd81mzq0a
    Head of Sales, Northern and Central Europe  Umbra              On hold until the budget is settled  yes                8  2025-11-02  job_9xw2b7tt4c
    データアナリスト                                               Open                                                                   job_empty
    ");
}

#[test]
fn an_empty_list_is_a_heading() {
    insta::assert_snapshot!(render_list::<JobItem>(&[], OutputFormat::Table, Some(80)), @"name  client  status  archived  candidates  created  id");
}

#[test]
fn candidates_of_many_scripts_are_aligned() {
    insta::assert_snapshot!(render_list(&candidates(), OutputFormat::Table, Some(100)), @r"
    name                 title                company             stage   added       person  id
    Guðrún Þórðardóttir  Staff Engineer       Kestrel             Screen  2026-04-30  per_1   can_1
    佐藤 健太郎          バックエンド開発者   株式会社ケストレル  Screen  2026-04-30  per_1   can_22
    محمد عبد الله        مهندس                كيستريل             Screen  2026-04-30  per_1   can_333
    Amélie 👩🏽‍💻            Dev \u{202e}gnp.exe  🇮🇸 ehf              Screen  2026-04-30  per_1   can_4
    M̃aria X̄uang          =1+1\u{1b}[31m       two lines           Screen  2026-04-30  per_1   can_5
    ");
}

#[test]
fn long_ids_stay_whole_from_sixty_columns_on() {
    let id = "3f2504e0-4f89-11d3-9a0c-0305e82c3301";
    let long = JobItem { id: id.into(), ..jobs().remove(1) };
    for width in 60..120 {
        let table = render_list(std::slice::from_ref(&long), OutputFormat::Table, Some(width));
        assert!(table.contains(id), "at {width}:\n{table}");
    }
}

#[test]
fn one_long_id_does_not_hide_the_other_columns() {
    let mut rows = jobs();
    rows[0].id = "x".repeat(500).into();
    let table = render_list(&rows, OutputFormat::Table, Some(100));
    assert!(table.contains(&"x".repeat(500)));
    assert!(table.lines().skip(2).all(|line| text::width(line) <= 100), "{table}");
}

#[test]
fn no_line_is_wider_than_the_terminal_or_ends_in_a_space() {
    for width in 0..130 {
        for table in [
            render_list(&jobs(), OutputFormat::Table, Some(width)),
            render_list(&candidates(), OutputFormat::Table, Some(width)),
        ] {
            for line in table.lines() {
                assert!(text::width(line) <= width.max(1), "at {width}: {line:?}");
                assert!(!line.ends_with(' '), "at {width}: {line:?}");
            }
        }
    }
}

#[test]
fn tabs_separate_the_fields_of_plain_lines() {
    insta::assert_snapshot!(render_list(&candidates(), OutputFormat::Plain, None).replace('\t', "<TAB>"), @r"
    Guðrún Þórðardóttir<TAB>Staff Engineer<TAB>Kestrel<TAB>Screen<TAB>2026-04-30<TAB>per_1<TAB>can_1
    佐藤 健太郎<TAB>バックエンド開発者<TAB>株式会社ケストレル<TAB>Screen<TAB>2026-04-30<TAB>per_1<TAB>can_22
    محمد عبد الله<TAB>مهندس<TAB>كيستريل<TAB>Screen<TAB>2026-04-30<TAB>per_1<TAB>can_333
    Amélie 👩🏽‍💻<TAB>Dev \u{202e}gnp.exe<TAB>🇮🇸 ehf<TAB>Screen<TAB>2026-04-30<TAB>per_1<TAB>can_4
    M̃aria X̄uang<TAB>=1+1\u{1b}[31m<TAB>two lines<TAB>Screen<TAB>2026-04-30<TAB>per_1<TAB>can_5
    ");
}

#[test]
fn csv_is_harmless_to_spreadsheets() {
    insta::assert_snapshot!(render_list(&candidates(), OutputFormat::Csv { raw: false }, None), @r"
    id,person_id,name,current_job_title,current_company_name,current_company_id,current_pipeline_stage_name,current_pipeline_stage_id,created_at
    can_1,per_1,Guðrún Þórðardóttir,Staff Engineer,Kestrel,,Screen,,2026-04-30T08:00:00Z
    can_22,per_1,佐藤 健太郎,バックエンド開発者,株式会社ケストレル,,Screen,,2026-04-30T08:00:00Z
    can_333,per_1,محمد عبد الله,مهندس,كيستريل,,Screen,,2026-04-30T08:00:00Z
    can_4,per_1,Amélie 👩🏽‍💻,Dev \u{202e}gnp.exe,🇮🇸 ehf,,Screen,,2026-04-30T08:00:00Z
    can_5,per_1,M̃aria X̄uang,'=1+1\u{1b}[31m,two lines,,Screen,,2026-04-30T08:00:00Z
    ");
}

#[test]
fn raw_csv_round_trips_values() {
    let records = candidates();
    let output = render_list(&records, OutputFormat::Csv { raw: true }, None);
    let mut reader = csv::Reader::from_reader(output.as_bytes());
    for (row, candidate) in reader.records().zip(&records) {
        let row = row.unwrap();
        assert_eq!((&row[0], &row[2]), (candidate.id.as_str(), candidate.name.as_str()));
        assert_eq!(
            (&row[3], &row[4]),
            (&*candidate.current_job_title, &*candidate.current_company_name)
        );
    }
}

#[test]
fn json_is_an_array_and_lines_are_objects() {
    let rows = candidates();
    let array: Value =
        serde_json::from_str(&render_list(&rows, OutputFormat::Json, Some(20))).unwrap();
    assert_eq!(array, serde_json::to_value(&rows).unwrap());
    let lines = render_list(&rows, OutputFormat::Jsonl, Some(20));
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(Value::Array(lines), array);
}

#[test]
fn a_list_in_parts_equals_the_whole_list() {
    for format in [OutputFormat::Jsonl, OutputFormat::Plain, OutputFormat::Csv { raw: false }] {
        let mut out = Vec::new();
        let lines = ListWriter::start::<JobItem>(format, &mut out).unwrap().unwrap();
        for job in jobs() {
            lines.write(&[job], &mut out).unwrap();
        }
        assert_eq!(String::from_utf8(out).unwrap(), render_list(&jobs(), format, None));
    }
}

#[test]
fn a_lone_surrogate_is_visible_in_every_format() {
    let job = parse::<JobItem>(r#"{"id":"job_1","name":"abc\ud800","job_status_name":"Open"}"#);
    let jobs = [job.unwrap().value];
    for format in [OutputFormat::Table, OutputFormat::Plain, OutputFormat::Csv { raw: false }] {
        let output = render_list(&jobs, format, None);
        assert!(output.contains(r"abc\u{d800}"), "{output}");
    }
    assert!(render_list(&jobs, OutputFormat::Jsonl, None).contains(r"abc\\ud800"));
}
