//! Indented JSON, including fields the program does not know.
//!
//! Strings are quoted as in JSON, with escapes for everything that could control a terminal. Long
//! strings are wrapped; huge ones and huge lists are cut, and say so.

use std::fmt::Write as _;

use serde_json::Value;

use crate::text;
use crate::text::clip;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, Spans, cells, part, space};
use crate::tui::widgets::rich_text::{RichLine, Span, TextRole, cut};

/// In characters.
const MAX_STRING: usize = 4_000;
const MAX_KEY: usize = 200;

pub(crate) fn raw_json(parts: &[(&str, Value)], width: usize) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    for (title, value) in parts {
        builder.heading(title);
        push_value(Vec::new(), value, "", 0, &mut builder);
    }
    builder.into_lines()
}

fn push_value(key: Spans, value: &Value, comma: &str, depth: usize, builder: &mut RichTextBuilder) {
    if builder.is_full() {
        return;
    }
    let lead = [vec![space(builder.clamp_indent(depth * 2))], key].concat();
    let end = |sign: &str| part(TextRole::Dim, &format!("{sign}{comma}"));
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            builder.row([lead, part(TextRole::Dim, "{")].concat());
            for (at, (key, value)) in fields.iter().enumerate() {
                let comma = if at + 1 < fields.len() { "," } else { "" };
                let (clipped, is_cut) = clip(key, MAX_KEY);
                let sign = if is_cut { "..." } else { "" };
                let key = Span::Text(TextRole::Key, quote(clipped) + sign);
                let colon = Span::Text(TextRole::Dim, ": ".to_owned());
                push_value(vec![key, colon], value, comma, depth + 1, builder);
            }
            builder.row([vec![space(builder.clamp_indent(depth * 2))], end("}")].concat());
        }
        Value::Array(items) if !items.is_empty() => {
            builder.row([lead, part(TextRole::Dim, "[")].concat());
            for (at, value) in items.iter().enumerate() {
                let comma = if at + 1 < items.len() { "," } else { "" };
                push_value(Vec::new(), value, comma, depth + 1, builder);
            }
            builder.row([vec![space(builder.clamp_indent(depth * 2))], end("]")].concat());
        }
        Value::Object(_) => builder.row([lead, end("{}")].concat()),
        Value::Array(_) => builder.row([lead, end("[]")].concat()),
        Value::String(words) => push_string(lead, words, comma, depth, builder),
        other => builder.row([lead, part(TextRole::Value, &other.to_string()), end("")].concat()),
    }
}

fn push_string(lead: Spans, words: &str, comma: &str, depth: usize, builder: &mut RichTextBuilder) {
    let limit = builder.take_budget(words, MAX_STRING);
    let (clipped, is_cut) = clip(words, limit);
    let escaped = quote(clipped);
    // Escapes are longer than what they stand for.
    let (escaped, is_longer) = clip(&escaped, limit + 2);
    let hang = builder.clamp_indent(depth * 2 + 2);
    let mut line = lead;
    let available = builder.width().saturating_sub(cells(&line) + comma.len());
    if cells(&line) > hang && (available == 0 || text::truncate(escaped, available) != escaped) {
        builder.row(std::mem::replace(&mut line, vec![space(hang)]));
    }
    let available = builder.width().saturating_sub(cells(&line).max(hang) + comma.len());
    for (at, words) in text::wrap(escaped, available).into_iter().enumerate() {
        if at > 0 {
            builder.push_line(RichLine(std::mem::replace(&mut line, vec![space(hang)])));
        }
        line.extend(cut(TextRole::Quoted, words, available));
    }
    line.extend(part(TextRole::Dim, comma));
    builder.row(line);
    if is_cut || is_longer {
        builder.push_cut_note(words, hang);
    }
}

/// A JSON string without control characters.
fn quote(words: &str) -> String {
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
