use proptest::prelude::*;
use serde_json::Value;

use super::*;

fn words(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn document(name: &str) -> Document {
    let part = |heading: &str| DocumentSection {
        heading: heading.to_owned(),
        paragraphs: words(&["1. of two"]),
        columns: words(&["Name", "To do"]),
        rows: vec![words(&[name, "move to Interview"])],
        ..DocumentSection::default()
    };
    Document {
        title: "To do".to_owned(),
        preface: words(&["- two verdicts"]),
        parts: vec![part("Rust"), part(name)],
        ..Document::default()
    }
}

#[test]
fn the_extension_selects_the_format() {
    for (name, expected) in [
        ("todo.md", Some(DocumentFormat::Markdown)),
        ("a/b.c/todo.CSV", Some(DocumentFormat::Csv)),
        (" todo.json ", Some(DocumentFormat::Json)),
        ("todo.html", Some(DocumentFormat::Html)),
        ("todo.htm", None),
        ("todo", None),
        (".md", None),
        ("folder/.md", None),
        ("todo.md/x", None),
    ] {
        assert_eq!(DocumentFormat::from_file_name(name), expected, "{name}");
    }
}

#[test]
fn markdown_has_headings_and_tables() {
    insta::assert_snapshot!(document("Zoë *Müller* | [x](y)").render(DocumentFormat::Markdown), @r"
    # To do

    \- two verdicts

    ## Rust

    1\. of two

    | Name | To do |
    | --- | --- |
    | Zoë \*Müller\* \| \[x\](y) | move to Interview |

    ## Zoë \*Müller\* \| \[x\](y)

    1\. of two

    | Name | To do |
    | --- | --- |
    | Zoë \*Müller\* \| \[x\](y) | move to Interview |
    ");
}

#[test]
fn a_spreadsheet_has_one_table_with_the_part_first() {
    insta::assert_snapshot!(document("=HYPERLINK(\"x\",1)").render(DocumentFormat::Csv), @r#"
    Part,Name,To do
    Rust,"'=HYPERLINK(""x"",1)",move to Interview
    "'=HYPERLINK(""x"",1)","'=HYPERLINK(""x"",1)",move to Interview
    "#);
    let mut single = document("Ann");
    single.parts.truncate(1);
    assert_eq!(single.render(DocumentFormat::Csv), "Name,To do\nAnn,move to Interview\n");
    single.parts.push(DocumentSection {
        heading: "Other".to_owned(),
        columns: words(&["Why", "Name"]),
        rows: vec![words(&["late", "Eva"])],
        ..DocumentSection::default()
    });
    let table = "Part,Name,To do,Why\nRust,Ann,move to Interview,\nOther,Eva,,late\n";
    assert_eq!(single.render(DocumentFormat::Csv), table);
}

#[test]
fn json_has_rows_as_objects_and_names_unchanged() {
    let name = "Eva \u{202e}\u{1b}[2J \"x\" \u{e0041}";
    let written = document(name).render(DocumentFormat::Json);
    assert!(!written.contains(['\u{202e}', '\u{1b}', '\u{e0041}']), "{written}");
    let read: Value = serde_json::from_str(&written).unwrap();
    assert_eq!(read["parts"][0]["rows"][0]["name"], name);
    assert_eq!(read["parts"][1]["heading"], name);
    assert_eq!(read["parts"][1]["rows"][0]["to_do"], "move to Interview");
}

/// Two sections. The heading names the job, and a hidden column repeats it.
fn document_with_hidden_column() -> Document {
    let part = |job: &str, name: &str, days: &str| DocumentSection {
        heading: job.to_owned(),
        columns: words(&["Job", "Name", "Days"]),
        rows: vec![words(&[job, name, days])],
        hidden_columns: words(&["Job"]),
        numbers: words(&["Days"]),
        ..DocumentSection::default()
    };
    let subsection = DocumentSection { is_subsection: true, ..part("Rust", "07", "unknown") };
    Document { parts: vec![part("Rust", "7", "3"), subsection], ..Document::default() }
}

#[test]
fn a_hidden_column_appears_only_in_json_and_csv() {
    let mut document = document_with_hidden_column();
    insta::assert_snapshot!(document.render(DocumentFormat::Markdown), @r"
    ## Rust

    | Name | Days |
    | --- | --- |
    | 7 | 3 |

    ### Rust

    | Name | Days |
    | --- | --- |
    | 07 | unknown |
    ");
    let page = document.render(DocumentFormat::Html);
    assert!(page.contains("<h3>Rust</h3>") && !page.contains("<th dir=\"auto\">Job</th>"));
    assert_eq!(document.render(DocumentFormat::Csv), "Job,Name,Days\nRust,7,3\nRust,07,unknown\n");
    document.parts.truncate(1);
    assert_eq!(
        document.render(DocumentFormat::Csv),
        "Job,Name,Days\nRust,7,3\n",
        "a single section keeps the hidden column"
    );
}

#[test]
fn json_has_numbers_as_numbers_and_text_as_text() {
    let read: Value =
        serde_json::from_str(&document_with_hidden_column().render(DocumentFormat::Json)).unwrap();
    let [first, second] = [0, 1].map(|part| read["parts"][part]["rows"][0].clone());
    assert_eq!(first, serde_json::json!({"job": "Rust", "name": "7", "days": 3}));
    assert_eq!(second["days"], "unknown");
}

#[test]
fn html_escapes_scripts() {
    let page = document("<script>alert(1)</script> \" onload='x").render(DocumentFormat::Html);
    assert!(!page.contains("<script"), "{page}");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot; onload=&#39;x"));
    assert!(page.contains("@media print") && page.contains("break-inside: avoid"));
    assert_eq!(page.matches("<table>").count(), 2);
}

/// The cells of a Markdown row, split as a table reader does.
fn split_markdown(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut letters) = (Vec::new(), String::new(), line.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => cell.extend(letters.next()),
            '|' => cells.push(std::mem::take(&mut cell)),
            letter => cell.push(letter),
        }
    }
    cells
}

/// The cells of a CSV row.
fn split_csv(line: &str) -> Vec<String> {
    let (mut cells, mut is_quoted, mut letters) =
        (vec![String::new()], false, line.chars().peekable());
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                cells.last_mut().unwrap().extend(letters.next());
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            letter => cells.last_mut().unwrap().push(letter),
        }
    }
    cells
}

proptest! {
    #[test]
    fn every_format_treats_a_name_as_data(name in any::<String>()) {
        // The final period keeps the heading from being empty: without one, the line would be
        // missing.
        let name = format!("{name}.");
        let document = document(&name);
        let clean = crate::text::sanitize(&name).into_owned();

        let read: Value = serde_json::from_str(&document.render(DocumentFormat::Json)).unwrap();
        prop_assert_eq!(&read["parts"][0]["rows"][0]["name"], &name);

        let csv = document.render(DocumentFormat::Csv);
        prop_assert_eq!(csv.lines().count(), 3);
        let cells = split_csv(csv.lines().nth(1).unwrap());
        prop_assert_eq!(cells.len(), 3);
        let cell = cells[1].as_str();
        prop_assert!(cell == clean || cell == format!("'{clean}"), "{}", cell);
        prop_assert!(!cell.starts_with(['=', '+', '-', '@']));

        let markdown = document.render(DocumentFormat::Markdown);
        let line = markdown.lines().find(|line| line.contains("move to")).unwrap();
        let cells = split_markdown(line);
        prop_assert_eq!(cells.len(), 3);
        prop_assert_eq!(cells[1].trim(), clean.trim());

        let html = document.render(DocumentFormat::Html);
        let plain = self::document("x").render(DocumentFormat::Html);
        prop_assert_eq!(html.matches('<').count(), plain.matches('<').count());
        prop_assert_eq!(html.matches('"').count(), plain.matches('"').count());
        prop_assert_eq!(html.lines().count(), plain.lines().count());
    }
}
