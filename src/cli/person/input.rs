//! A file of people to be made: JSON, JSON Lines or CSV.
//!
//! Everything is read before anything is sent. Every mistake is told with its
//! line or record and its column or field, all of them at once, up to a bound: a file of
//! another kind is wrong on every line.

mod csv;
mod entry;
mod json;
mod place;
mod source;
#[cfg(test)]
mod tests;

pub(super) use entry::{Entry, Found, Mistake, Reading, job};
pub(super) use place::Place;
pub(super) use source::{Format, Source};

/// The people of a file, and all that is wrong with it.
pub(super) fn read(text: &str, format: Format, how: Reading) -> Found {
    let mut found = Found::default();
    match format {
        Format::Json => json::document(text, how, &mut found),
        Format::Jsonl => json::lines(text, how, &mut found),
        Format::Csv => csv::rows(text, how, &mut found),
    }
    if found.mistakes.is_empty() && found.entries.is_empty() {
        found.mistakes.push(Mistake::whole("there is nobody in it"));
    }
    found
}
