//! `shortlist keys-table`: every action of the terminal with its keys.

use std::fmt::Write as _;

use clap::Args;
use serde::Serialize;

use super::exit::Exit;
use super::output::Output;
use crate::keymap::group::place;
use crate::keymap::key::Chord;
use crate::keymap::{Entry, Keymap, written};
use crate::text::Align;
use crate::{config, text};

/// Print what the keys of the terminal do, and the actions' names for the config
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  shortlist keys-table\n  shortlist keys-table --json")]
pub(super) struct KeysTable {
    /// As a table for a document
    #[arg(long)]
    markdown: bool,
    /// As a JSON array
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    keys: Vec<String>,
    r#where: &'static str,
    does: &'static str,
}

impl KeysTable {
    pub(super) fn run(&self, out: &Output) -> Result<(), Exit> {
        let keymap = configured(out);
        let text = if self.json {
            json(&keymap)?
        } else if self.markdown {
            markdown(&keymap)
        } else {
            plain(&keymap)
        };
        out.data(|data| data.write_all(text.as_bytes()))
    }
}

/// The keys of the user's config; prints what is wrong with them.
fn configured(out: &Output) -> Keymap {
    let loaded = config::load();
    for mistake in &loaded.mistakes {
        out.say(&format!("warning: {mistake}"));
    }
    let (keymap, mistakes) = Keymap::with(&loaded.settings.keys);
    let file = loaded.file.map(|file| file.display().to_string()).unwrap_or_default();
    for mistake in mistakes {
        out.say(&format!("warning: {file}: {mistake}"));
    }
    keymap
}

fn json(keymap: &Keymap) -> Result<String, Exit> {
    let row = |(entry, chords): (&'static Entry, &[Chord])| Row {
        name: entry.name,
        keys: chords.iter().map(ToString::to_string).collect(),
        r#where: place(entry.context),
        does: entry.told,
    };
    let rows: Vec<Row> = keymap.all().map(row).collect();
    let text = serde_json::to_string_pretty(&rows)
        .map_err(|error| Exit::failure(format!("the table cannot be written: {error}")))?;
    Ok(text + "\n")
}

fn markdown(keymap: &Keymap) -> String {
    let mut text = "| keys | where | what it does | name |\n|---|---|---|---|\n".to_owned();
    for (entry, chords) in keymap.all() {
        let keys: Vec<String> = chords.iter().map(|chord| code(&chord.to_string())).collect();
        let (keys, place) = (keys.join(" "), place(entry.context));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {keys} | {place} | {} | `{}` |", entry.told, entry.name);
    }
    text
}

/// A key in a Markdown table cell: `|` and a backtick need escaping.
fn code(key: &str) -> String {
    let key = text::sanitize(key).replace('|', "\\|");
    if key.contains('`') { format!("`` {key} ``") } else { format!("`{key}`") }
}

fn plain(keymap: &Keymap) -> String {
    let rows: Vec<[String; 4]> = keymap
        .all()
        .map(|(entry, chords)| {
            let keys = text::sanitize(&written(chords)).into_owned();
            [entry.name.to_owned(), keys, place(entry.context).to_owned(), entry.told.to_owned()]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| text::width(&row[column])).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut text = String::new();
    for [name, keys, place, told] in &rows {
        for (words, cells) in [name, keys, place].into_iter().zip(widths) {
            text.push_str(&text::pad(words, cells + 2, Align::Left));
        }
        text.push_str(told);
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
        let rows: serde_json::Value = serde_json::from_str(&json(&keymap).unwrap()).unwrap();
        let (plain, markdown) = (plain(&keymap), markdown(&keymap));
        assert_eq!(rows.as_array().unwrap().len(), ENTRIES.len());
        assert_eq!(plain.lines().count(), ENTRIES.len());
        assert_eq!(markdown.lines().count(), ENTRIES.len() + 2);
        for (at, entry) in ENTRIES.iter().enumerate() {
            assert_eq!(rows[at]["name"], entry.name);
            assert!(markdown.contains(&format!("| `{}` |", entry.name)), "{}", entry.name);
        }
    }

    #[test]
    fn a_key_does_not_break_the_table_it_stands_in() {
        assert_eq!(code("|"), "`\\|`");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code("\\"), "`\\`");
    }
}
