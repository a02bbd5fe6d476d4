//! Reads a file of people to create: JSON, JSON Lines or CSV.
//!
//! `person create` reads everything before it sends anything. Each mistake names its line or record
//! and its column or field; all are reported at once, up to a bound, since a file of another format
//! is wrong on every line.

mod csv;
mod entry;
mod json;
mod source;
#[cfg(test)]
mod tests;

pub(super) use entry::{
    EntryPosition, FileContents, InputMistake, PersonEntry, ReadOptions, job_choice,
};
pub(super) use source::{InputFormat, Source};

pub(super) fn read(text: &str, format: InputFormat, options: ReadOptions) -> FileContents {
    let mut contents = FileContents::default();
    match format {
        InputFormat::Json => json::read_document(text, options, &mut contents),
        InputFormat::Jsonl => json::read_lines(text, options, &mut contents),
        InputFormat::Csv => csv::read_rows(text, options, &mut contents),
    }
    if contents.mistakes.is_empty() && contents.entries.is_empty() {
        contents.mistakes.push(InputMistake::in_file("it contains no people"));
    }
    contents
}
