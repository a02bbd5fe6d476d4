//! Chooses the one record whose name has the words of a text. Pure.

use memchr::memmem;

use crate::recruiting::query::edit_distance::nearest;
use crate::recruiting::table::{fold, needle};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NamedRecord {
    pub(super) id: String,
    pub(super) name: String,
    /// What tells records of one name apart: the client of a job, the job and stage of a candidate.
    pub(super) details: Vec<String>,
}

impl NamedRecord {
    pub(super) fn describe(&self) -> String {
        let texts = std::iter::once(&self.name).chain(&self.details);
        let texts: Vec<&str> = texts.map(String::as_str).filter(|text| !text.is_empty()).collect();
        format!("{} ({})", texts.join(", "), self.id)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Choice {
    One(NamedRecord),
    Several(Vec<NamedRecord>),
    /// With the nearest name, if one is near.
    None(Option<String>),
}

/// IDs have no space, and a digit or an underscore; names of jobs and people rarely do.
pub(crate) fn looks_like_id(text: &str) -> bool {
    !text.contains(char::is_whitespace)
        && text.contains(|letter: char| letter.is_ascii_digit() || letter == '_')
        && !is_term_with_number(text)
}

/// Such as `k8s`, `web3` or `java17`.
fn is_term_with_number(text: &str) -> bool {
    let count = |is_kind: fn(&u8) -> bool| text.bytes().filter(is_kind).count();
    let (letters, digits) = (count(u8::is_ascii_alphabetic), count(u8::is_ascii_digit));
    letters >= 2 && digits <= 2 && letters + digits == text.len() && text.len() <= 12
}

/// A record matches if the name and its details have all words, the name at least one of them. A
/// record with exactly this name or ID wins over those that only contain it.
pub(super) fn choose(text: &str, records: &[NamedRecord]) -> Choice {
    let (wanted, words): (_, Vec<Vec<u8>>) =
        (fold(text.trim()), text.split_whitespace().map(needle).collect());
    let is_exact = |record: &&NamedRecord| fold(record.name.trim()) == wanted || record.id == text;
    let exact: Vec<NamedRecord> = records.iter().filter(is_exact).cloned().collect();
    let mut matches = if exact.is_empty() { matching(&words, records) } else { exact };
    match matches.len() {
        0 => {
            let names = records.iter().map(|record| record.name.as_str());
            Choice::None(nearest_name(text, names))
        }
        1 => Choice::One(matches.swap_remove(0)),
        _ => Choice::Several(matches),
    }
}

fn matching(words: &[Vec<u8>], records: &[NamedRecord]) -> Vec<NamedRecord> {
    let is_match = |record: &&NamedRecord| {
        let name = fold(&record.name);
        let details: Vec<Vec<u8>> = record.details.iter().map(|text| fold(text)).collect();
        let in_name = |word: &Vec<u8>| memmem::find(&name, word).is_some();
        let in_details =
            |word: &Vec<u8>| details.iter().any(|text| memmem::find(text, word).is_some());
        words.iter().any(in_name) && words.iter().all(|word| in_name(word) || in_details(word))
    };
    records.iter().filter(is_match).cloned().collect()
}

/// The name with the fewest typing errors against the text, in plain letters; otherwise one that has a
/// word near to each word of the text.
fn nearest_name<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let plain = |text: &str| String::from_utf8_lossy(&fold(text)).into_owned();
    let names: Vec<(String, &str)> = names.map(|name| (plain(name), name)).collect();
    let wanted = plain(text);
    let whole = nearest(&wanted, names.iter().map(|(plain, _)| plain.as_str()));
    let has_words = |name: &str| {
        wanted.split_whitespace().all(|word| nearest(word, name.split_whitespace()).is_some())
    };
    let found = names.iter().find(|(plain, _)| match whole {
        Some(near) => plain == near,
        None => !wanted.trim().is_empty() && has_words(plain),
    });
    found.map(|(_, name)| (*name).to_owned())
}
