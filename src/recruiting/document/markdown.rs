//! Markdown for mails and wikis: headings, paragraphs and tables.

use std::fmt::Write;

use super::model::{Document, DocumentSection};
use crate::text;

/// Characters that are markup anywhere in a line.
const MARKS: [char; 12] = ['\\', '`', '*', '_', '[', ']', '<', '>', '|', '~', '&', '#'];

pub(crate) fn write(document: &Document) -> String {
    let mut out = String::new();
    if !document.title.is_empty() {
        write_paragraph(&mut out, "# ", &document.title);
    }
    for words in &document.preface {
        write_paragraph(&mut out, "", words);
    }
    for part in &document.parts {
        if !part.heading.is_empty() {
            let mark = if part.is_subsection { "### " } else { "## " };
            write_paragraph(&mut out, mark, &part.heading);
        }
        for words in &part.paragraphs {
            write_paragraph(&mut out, "", words);
        }
        if !part.rows.is_empty() {
            write_table(&mut out, part);
        }
    }
    for words in &document.closing {
        write_paragraph(&mut out, "", words);
    }
    out
}

fn write_paragraph(out: &mut String, mark: &str, words: &str) {
    if !out.is_empty() {
        out.push('\n');
    }
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{mark}{}", escape_list_marker(&escape(words)));
}

fn write_table(out: &mut String, part: &DocumentSection) {
    out.push('\n');
    let columns = part.visible_columns();
    write_row(out, &columns);
    out.push('|');
    out.push_str(&" --- |".repeat(columns.len()));
    out.push('\n');
    for cells in part.visible_rows() {
        write_row(out, &cells);
    }
}

fn write_row(out: &mut String, cells: &[&str]) {
    out.push('|');
    for cell in cells {
        let _ = write!(out, " {} |", escape(cell));
    }
    out.push('\n');
}

/// The text on one line, without markup.
fn escape(words: &str) -> String {
    let mut out = String::new();
    let clean = text::sanitize(words);
    let mut letters = clean.trim().chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        // An underscore within a word is no markup, and users copy ids from here.
        let is_in_word = letter == '_'
            && before.is_ascii_alphanumeric()
            && letters.peek().is_some_and(char::is_ascii_alphanumeric);
        if MARKS.contains(&letter) && !is_in_word {
            out.push('\\');
        }
        out.push(letter);
        before = letter;
    }
    out
}

/// Also escapes markup that counts only at the start of a line: list markers and rules.
fn escape_list_marker(words: &str) -> String {
    let digits = words.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = words.split_at_checked(digits).unwrap_or(("", words));
    let is_list =
        if digits == 0 { rest.starts_with(['-', '+', '=']) } else { rest.starts_with(['.', ')']) };
    if is_list { format!("{number}\\{rest}") } else { words.to_owned() }
}
