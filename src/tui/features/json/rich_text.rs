//! Indented JSON, including fields the program does not know.
//!
//! Strings are quoted as in JSON, with escapes for everything that could control a terminal. Long strings
//! are wrapped; huge ones and huge lists are cut, and say so.

use std::fmt::Write as _;

use serde_json::Value;

use crate::text;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, Spans, cells, clip, part, space};
use crate::tui::widgets::rich_text::{RichLine, Span, TextRole, cut};

/// In characters.
const LONGEST_STRING: usize = 4_000;
const LONGEST_KEY: usize = 200;

#[must_use]
pub fn raw(parts: &[(&str, Value)], width: usize) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    for (title, value) in parts {
        page.heading(title);
        show(Vec::new(), value, "", 0, &mut page);
    }
    page.into_lines()
}

fn show(key: Spans, value: &Value, comma: &str, depth: usize, page: &mut RichTextBuilder) {
    if page.is_full() {
        return;
    }
    let lead = [vec![space(page.narrow(depth * 2))], key].concat();
    let end = |sign: &str| part(TextRole::Dim, &format!("{sign}{comma}"));
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            page.row([lead, part(TextRole::Dim, "{")].concat());
            for (at, (key, value)) in fields.iter().enumerate() {
                let comma = if at + 1 < fields.len() { "," } else { "" };
                let (kept, is_cut) = clip(key, LONGEST_KEY);
                let sign = if is_cut { "..." } else { "" };
                let key = Span::Text(TextRole::Key, quoted(kept) + sign);
                let colon = Span::Text(TextRole::Dim, ": ".to_owned());
                show(vec![key, colon], value, comma, depth + 1, page);
            }
            page.row([vec![space(page.narrow(depth * 2))], end("}")].concat());
        }
        Value::Array(items) if !items.is_empty() => {
            page.row([lead, part(TextRole::Dim, "[")].concat());
            for (at, value) in items.iter().enumerate() {
                let comma = if at + 1 < items.len() { "," } else { "" };
                show(Vec::new(), value, comma, depth + 1, page);
            }
            page.row([vec![space(page.narrow(depth * 2))], end("]")].concat());
        }
        Value::Object(_) => page.row([lead, end("{}")].concat()),
        Value::Array(_) => page.row([lead, end("[]")].concat()),
        Value::String(words) => string(lead, words, comma, depth, page),
        other => page.row([lead, part(TextRole::Value, &other.to_string()), end("")].concat()),
    }
}

fn string(lead: Spans, words: &str, comma: &str, depth: usize, page: &mut RichTextBuilder) {
    let most = page.allow(words, LONGEST_STRING);
    let (kept, is_cut) = clip(words, most);
    let shown = quoted(kept);
    // Escapes are longer than what they stand for.
    let (shown, is_longer) = clip(&shown, most + 2);
    let hang = page.narrow(depth * 2 + 2);
    let mut line = lead;
    let room = page.width().saturating_sub(cells(&line) + comma.len());
    if cells(&line) > hang && (room == 0 || text::truncate(shown, room) != shown) {
        page.row(std::mem::replace(&mut line, vec![space(hang)]));
    }
    let room = page.width().saturating_sub(cells(&line).max(hang) + comma.len());
    for (at, words) in text::wrap(shown, room).into_iter().enumerate() {
        if at > 0 {
            page.lay(RichLine(std::mem::replace(&mut line, vec![space(hang)])));
        }
        line.extend(cut(TextRole::Quoted, words, room));
    }
    line.extend(part(TextRole::Dim, comma));
    page.row(line);
    if is_cut || is_longer {
        page.tell_cut(words, hang);
    }
}

/// A JSON string without control characters.
fn quoted(words: &str) -> String {
    let json = Value::from(words).to_string();
    let mut safe = String::with_capacity(json.len());
    for letter in json.chars() {
        if text::is_unsafe(letter) {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                // Writing to a String cannot fail.
                let _ = write!(safe, "\\u{unit:04x}");
            }
        } else {
            safe.push(letter);
        }
    }
    text::sanitize(&safe).into_owned()
}
