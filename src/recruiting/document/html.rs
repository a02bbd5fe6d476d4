//! HTML to send, read and print: one page without scripts or external resources, in light or dark
//! colors.

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

/// No page break within a row, within a card or after a heading. Print is always dark on white.
const STYLE: &str = "<style>
:root { color-scheme: light dark; --text: #1a1a1a; --quiet: #555; --rule: #ccc; --page: #fff; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e6e6; --quiet: #a8a8a8; --rule: #444; --page: #161616; --link: #8ab4f8; } }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--text); background: var(--page); margin: 2rem auto; max-width: 52rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .2rem; } h3 { font-size: 1rem; margin: 1rem 0 0; }
p { margin: .3rem 0; color: var(--quiet); }
a { color: var(--link); }
footer { margin-top: 2rem; border-top: 1px solid var(--rule); }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; }
th, td { text-align: start; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
thead th { border-bottom: 2px solid var(--quiet); }
table.card { table-layout: fixed; }
table.card th { width: 8.5rem; font-weight: 600; color: var(--quiet); }
table.card tr.more th, table.card tr.more td { border-top: 0; }
table.card tr:has(+ tr.more) th, table.card tr:has(+ tr.more) td { border-bottom: 0; }
@page { margin: 18mm 15mm; }
@media print {
:root { --text: #000; --quiet: #333; --rule: #bbb; --page: #fff; --link: #000; }
body { font-size: 10pt; margin: 0; max-width: none; padding: 0; }
a { text-decoration: none; }
thead { display: table-header-group; }
tr, section.card { break-inside: avoid; }
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
    if !document.closing.is_empty() {
        out.push_str("<footer>\n");
        for words in &document.closing {
            write_element(&mut out, "p", words);
        }
        out.push_str("</footer>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn write_section(out: &mut String, part: &DocumentSection) {
    out.push_str(if part.is_card { "<section class=\"card\">\n" } else { "<section>\n" });
    if !part.heading.is_empty() {
        write_element(out, if part.is_subsection { "h3" } else { "h2" }, &part.heading);
    }
    for words in &part.paragraphs {
        write_element(out, "p", words);
    }
    if part.is_card {
        write_card(out, part);
    } else if !part.rows.is_empty() {
        out.push_str("<table>\n<thead>\n");
        write_row(out, "th", &part.visible_columns());
        out.push_str("</thead>\n<tbody>\n");
        for cells in part.visible_rows() {
            write_row(out, "td", &cells);
        }
        out.push_str("</tbody>\n</table>\n");
    }
    out.push_str("</section>\n");
}

/// Labels on the left, at the same width on every card.
fn write_card(out: &mut String, part: &DocumentSection) {
    out.push_str("<table class=\"card\">\n<tbody>\n");
    for cells in part.visible_rows() {
        let [label, values @ ..] = cells.as_slice() else { continue };
        out.push_str(if label.is_empty() { "<tr class=\"more\">" } else { "<tr>" });
        // Writing to a String cannot fail.
        let _ = write!(out, "<th scope=\"row\">{}</th>", escape(label));
        for value in values {
            let link = part.links.iter().find(|(text, _)| text == value);
            let value = escape(value);
            let _ = match link {
                Some((_, url)) => {
                    write!(out, "<td><a href=\"{}\">{value}</a></td>", escape(url))
                }
                None => write!(out, "<td dir=\"auto\">{value}</td>"),
            };
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n");
}

fn write_row(out: &mut String, tag: &str, cells: &[&str]) {
    out.push_str("<tr>");
    for cell in cells {
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
