//! Lists as tables at several widths, CSV, plain text and JSON.

use clap::Parser as _;

use super::*;
use crate::text;
use crate::wire::JobItem;

#[test]
fn jobs_at_a_hundred_columns() {
    insta::assert_snapshot!(render_list(&jobs(), OutputFormat::Table, Some(100)), @"
    name                                client             status   archived  candidates  id
    Senior Rust Engineer                Northwind Traders  Open                      640  job_3kd81mzq0a
    Head of Sales, Northern and Centr…  Umbra              On hol…  yes                8  job_9xw2b7tt4c
    データアナリスト                                       Open                           job_empty
    ");
}

#[test]
fn jobs_at_sixty_columns() {
    insta::assert_snapshot!(render_list(&jobs(), OutputFormat::Table, Some(60)), @"
    name                              client             status
    Senior Rust Engineer              Northwind Traders  Open
    Head of Sales, Northern and Cen…  Umbra              On hol…
    データアナリスト                                     Open
    ");
}

#[test]
fn jobs_at_forty_columns() {
    insta::assert_snapshot!(render_list(&jobs(), OutputFormat::Table, Some(40)), @"
    name                             status
    Senior Rust Engineer             Open
    Head of Sales, Northern and Ce…  On hol…
    データアナリスト                 Open
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
fn an_id_is_whole_or_not_shown() {
    let id = "3f2504e0-4f89-11d3-9a0c-0305e82c3301";
    let long = JobItem { id: id.into(), ..jobs().remove(1) };
    for width in 40..160 {
        let table = render_list(std::slice::from_ref(&long), OutputFormat::Table, Some(width));
        assert_eq!(table.contains(id), table.contains("3f2504"), "at {width}:\n{table}");
        assert_eq!(table.contains(id), width >= 94, "at {width}:\n{table}");
    }
}

#[test]
fn at_eighty_columns_names_are_whole_and_ids_give_way() {
    let mut rows = jobs();
    rows[0].name = "Graduate Marketing Assistant".into();
    rows[0].id = "job_j7fx3j0fzvj5ehcg".into();
    let table = render_list(&rows[..1], OutputFormat::Table, Some(80));
    assert!(table.contains("Graduate Marketing Assistant  Northwind Traders"), "{table}");
    assert!(!table.contains("job_"), "{table}");
}

#[test]
fn chosen_columns_come_in_their_order_as_fields_or_headings() {
    let layout = |names: &[&str]| {
        let names = names.join(",");
        let words = ["x", "--no-header", "--columns", &names];
        TestArgs::try_parse_from(words).unwrap().format.layout::<JobItem>()
    };
    let mut out = Vec::new();
    let chosen = layout(&["id", "Status", "client_company_id"]).unwrap();
    write_list(&jobs()[..1], &chosen, &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "job_3kd81mzq0a  Open    cli_1\n");
    let error = layout(&["name", "statsu"]).unwrap_err();
    assert_eq!(error.message(), "--columns: unknown column `statsu`, did you mean `status`?");
    let error = layout(&["colour"]).unwrap_err();
    assert!(error.message().contains("expected one of: name, client, "), "{}", error.message());
}

#[derive(Debug, clap::Parser)]
struct TestArgs {
    #[command(flatten)]
    format: ListFormatArgs,
}

#[test]
fn headings_are_bold_only_where_that_is_wanted() {
    let mut layout = ListLayout::of(OutputFormat::Table, Some(80));
    layout.has_bold = true;
    let mut out = Vec::new();
    write_list(&jobs()[..1], &layout, &mut out).unwrap();
    let table = String::from_utf8(out).unwrap();
    let (heading, row) = table.split_once('\n').unwrap();
    assert!(heading.starts_with("\u{1b}[1mname ") && heading.ends_with("\u{1b}[0m"), "{heading:?}");
    assert!(!row.contains('\u{1b}'), "{row:?}");
}

#[test]
fn chosen_columns_of_csv_are_fields() {
    let layout =
        ListLayout { columns: vec![], ..ListLayout::of(OutputFormat::Csv { raw: false }, None) };
    let words = ["x", "--csv", "--columns", "id,archived"];
    let chosen = TestArgs::try_parse_from(words).unwrap().format.layout::<JobItem>().unwrap();
    let print = |layout: &ListLayout<JobItem>| {
        let mut out = Vec::new();
        write_list(&jobs()[1..2], layout, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(print(&chosen), "id,is_archived\njob_9xw2b7tt4c,true\n");
    assert!(print(&layout).starts_with("id,name,created_at,"));
}

#[test]
fn one_long_id_does_not_hide_the_other_columns() {
    let mut rows = jobs();
    rows[0].id = "x".repeat(500).into();
    let table = render_list(&rows, OutputFormat::Table, Some(100));
    assert!(table.contains("Northwind Traders"), "{table}");
    let table = render_list(&rows, OutputFormat::Table, Some(130));
    assert!(table.contains(&"x".repeat(500)));
    assert!(table.lines().skip(2).all(|line| text::width(line) <= 130), "{table}");
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
        let layout = ListLayout::<JobItem>::of(format, None);
        let lines = ListWriter::start(&layout, &mut out).unwrap().unwrap();
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
