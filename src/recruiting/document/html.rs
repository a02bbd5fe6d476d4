//! HTML for printing: one page without scripts or external resources.

use std::fmt::Write;

use super::model::{Document, DocumentSection};
use crate::text;

/// The policy keeps a browser from fetching or running anything.
const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
"#;

/// No page break within a row or after a heading.
const STYLE: &str = "<style>
body { font: 15px/1.45 system-ui, sans-serif; color: #1a1a1a; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 1rem 0 0; }
p { margin: .3rem 0; color: #444; }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; }
th, td { text-align: start; vertical-align: top; padding: .3rem .5rem; border-bottom: 1px solid #ccc; overflow-wrap: anywhere; }
th { border-bottom: 2px solid #666; }
@media print {
@page { margin: 15mm; }
body { font-size: 10pt; margin: 0; max-width: none; padding: 0; color: #000; }
p { color: #000; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
h1, h2, h3 { break-after: avoid; }
}
</style>
";

pub(crate) fn write(document: &Document) -> String {
    let mut out = HEAD.to_owned();
    write_element(&mut out, "title", &document.title);
    out.push_str(STYLE);
    out.push_str("</head>\n<body>\n");
    write_element(&mut out, "h1", &document.title);
    for words in &document.preface {
        write_element(&mut out, "p", words);
    }
    for part in &document.parts {
        write_section(&mut out, part);
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn write_section(out: &mut String, part: &DocumentSection) {
    out.push_str("<section>\n");
    if !part.heading.is_empty() {
        write_element(out, if part.is_subsection { "h3" } else { "h2" }, &part.heading);
    }
    for words in &part.paragraphs {
        write_element(out, "p", words);
    }
    if !part.rows.is_empty() {
        out.push_str("<table>\n<thead>\n");
        write_row(out, "th", &part.visible_columns());
        out.push_str("</thead>\n<tbody>\n");
        for cells in &part.rows {
            write_row(out, "td", &part.visible_cells(cells));
        }
        out.push_str("</tbody>\n</table>\n");
    }
    out.push_str("</section>\n");
}

fn write_row(out: &mut String, tag: &str, cells: &[&str]) {
    out.push_str("<tr>");
    for cell in cells {
        // Writing to a String cannot fail.
        let _ = write!(out, "<{tag} dir=\"auto\">{}</{tag}>", escape(cell));
    }
    out.push_str("</tr>\n");
}

fn write_element(out: &mut String, tag: &str, words: &str) {
    let _ = writeln!(out, "<{tag}>{}</{tag}>", escape(words));
}

fn escape(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for letter in text::sanitize(words).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}
