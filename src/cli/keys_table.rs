//! `shortlist keys-table`: every action of the terminal with its keys.

use std::fmt::Write as _;

use clap::Args;
use serde::Serialize;

use super::exit::Exit;
use super::output::Output;
use crate::keymap::group::context_label;
use crate::keymap::key::Chord;
use crate::keymap::{Keymap, KeymapEntry, join_chords};
use crate::text::Align;
use crate::{config, text};

/// Print all keys of the terminal UI with the action names for the config
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  shortlist keys-table\n  shortlist keys-table --json")]
pub(super) struct KeysTable {
    /// Print a Markdown table
    #[arg(long)]
    markdown: bool,
    /// Print a JSON array
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
}

#[derive(Serialize)]
struct KeyRow {
    name: &'static str,
    keys: Vec<String>,
    r#where: &'static str,
    does: &'static str,
}

impl KeysTable {
    pub(super) fn run(&self, out: &Output) -> Result<(), Exit> {
        let (keymap, _reported) = Keymap::with_bindings(&config::load().settings.keys);
        let text = if self.json {
            to_json(&keymap)?
        } else if self.markdown {
            to_markdown(&keymap)
        } else {
            to_plain(&keymap)
        };
        out.write_data(|data| data.write_all(text.as_bytes()))
    }
}

fn to_json(keymap: &Keymap) -> Result<String, Exit> {
    let row = |(entry, chords): (&'static KeymapEntry, &[Chord])| KeyRow {
        name: entry.name,
        keys: chords.iter().map(ToString::to_string).collect(),
        r#where: context_label(entry.context),
        does: entry.description,
    };
    let rows: Vec<KeyRow> = keymap.all().map(row).collect();
    let text = serde_json::to_string_pretty(&rows)
        .map_err(|error| Exit::failure(format!("the table cannot be written: {error}")))?;
    Ok(text + "\n")
}

fn to_markdown(keymap: &Keymap) -> String {
    let mut text = "| keys | where | what it does | name |\n|---|---|---|---|\n".to_owned();
    for (entry, chords) in keymap.all() {
        let keys: Vec<String> = chords.iter().map(|chord| code_span(&chord.to_string())).collect();
        let (keys, context) = (keys.join(" "), context_label(entry.context));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {keys} | {context} | {} | `{}` |", entry.description, entry.name);
    }
    text
}

/// A key in a Markdown table cell: `|` and a backtick need escaping.
fn code_span(key: &str) -> String {
    let key = text::sanitize(key).replace('|', "\\|");
    if key.contains('`') { format!("`` {key} ``") } else { format!("`{key}`") }
}

fn to_plain(keymap: &Keymap) -> String {
    let rows: Vec<[String; 4]> = keymap
        .all()
        .map(|(entry, chords)| {
            let keys = text::sanitize(&join_chords(chords)).into_owned();
            [
                entry.name.to_owned(),
                keys,
                context_label(entry.context).to_owned(),
                entry.description.to_owned(),
            ]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| text::width(&row[column])).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut text = String::new();
    for [name, keys, context, description] in &rows {
        for (words, cells) in [name, keys, context].into_iter().zip(widths) {
            text.push_str(&text::pad(words, cells + 2, Align::Left));
        }
        text.push_str(description);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::ENTRIES;

    #[test]
    fn every_action_is_a_row_in_every_form() {
        let keymap = Keymap::default();
        let rows: serde_json::Value = serde_json::from_str(&to_json(&keymap).unwrap()).unwrap();
        let (plain, markdown) = (to_plain(&keymap), to_markdown(&keymap));
        assert_eq!(rows.as_array().unwrap().len(), ENTRIES.len());
        assert_eq!(plain.lines().count(), ENTRIES.len());
        assert_eq!(markdown.lines().count(), ENTRIES.len() + 2);
        for (index, entry) in ENTRIES.iter().enumerate() {
            assert_eq!(rows[index]["name"], entry.name);
            assert!(markdown.contains(&format!("| `{}` |", entry.name)), "{}", entry.name);
        }
    }

    #[test]
    fn a_key_does_not_break_the_markdown_table() {
        assert_eq!(code_span("|"), "`\\|`");
        assert_eq!(code_span("`"), "`` ` ``");
        assert_eq!(code_span("\\"), "`\\`");
    }
}
