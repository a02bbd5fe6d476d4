//! The words of a search over everything that is stored: names, contacts, titles, companies and
//! jobs; with `text:` also careers and own notes. Accents and capitals do not matter.
//!
//! `shortlist find` and the palette share it.

use memchr::memmem;

use super::table::{fold, needle};
use crate::wire::Person;

/// Fewer digits do not name a phone number.
const MIN_DIGITS: usize = 4;

/// What to search for. Every word must match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchWords {
    pub(crate) words: Vec<String>,
    /// After `text:`.
    pub(crate) texts: Vec<String>,
}

/// How well a record matches, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum MatchRank {
    /// The name begins with the words.
    NameStart,
    /// Every word begins a word of the name.
    NameWords,
    Contact,
    /// Somewhere in name, title, company or job.
    Part,
    /// In the career or in a note.
    Text,
}

impl SearchWords {
    /// Quotes are not needed: `text:` takes one word.
    pub(crate) fn parse(text: &str) -> Self {
        let mut search = Self::default();
        for word in text.split_whitespace() {
            match word.strip_prefix("text:") {
                Some("") => {}
                Some(text) => search.texts.push(text.to_owned()),
                None => search.push(handle_in(word).unwrap_or(word)),
            }
        }
        search
    }

    /// Adds a word. The parts of a phone number are one word.
    fn push(&mut self, word: &str) {
        let last = self.words.last_mut().filter(|last| is_number(last) && is_number(word));
        match last {
            Some(last) => last.push_str(word),
            None => self.words.push(word.to_owned()),
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.words.is_empty() && self.texts.is_empty()
    }

    /// How a row matches the words, by its name and by its other texts.
    pub(crate) fn rank(&self, name: &str, others: &[&str]) -> Option<MatchRank> {
        if self.words.is_empty() {
            return None;
        }
        let folded = fold(name);
        if folded.starts_with(&needle(&self.words.join(" "))) {
            return Some(MatchRank::NameStart);
        }
        let needles: Vec<Vec<u8>> = self.words.iter().map(|word| needle(word)).collect();
        let begins_word = |needle: &Vec<u8>| {
            let mut found = memmem::find_iter(&folded, needle);
            found.any(|at| at == 0 || !folded[at - 1].is_ascii_alphanumeric())
        };
        if needles.iter().all(begins_word) {
            return Some(MatchRank::NameWords);
        }
        let others: Vec<Vec<u8>> = others.iter().map(|text| fold(text)).collect();
        let contains = |needle: &Vec<u8>| {
            let mut all = others.iter().chain(std::iter::once(&folded));
            all.any(|text| memmem::find(text, needle).is_some())
        };
        needles.iter().all(contains).then_some(MatchRank::Part)
    }

    /// The email address, phone number or handle that a word names; empty if none does.
    pub(crate) fn matching_contact<'a>(&self, person: &'a Person) -> &'a str {
        let contacts = person.emails.iter().chain(&person.phones).map(|it| it.value.as_str());
        let mut all = contacts.chain(std::iter::once(person.social_public_id.as_str()));
        all.find(|contact| self.names_contact(contact)).unwrap_or_default()
    }

    /// Whether a word names this email address, handle or phone number, in any spelling.
    fn names_contact(&self, contact: &str) -> bool {
        let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
        let folded = fold(contact);
        self.words.iter().any(|word| {
            let number = digits(word);
            let number = number.trim_start_matches('0');
            memmem::find(&folded, &needle(word)).is_some()
                || (number.len() >= MIN_DIGITS && digits(contact).ends_with(number))
        })
    }

    /// Whether a text has all words after `text:`.
    pub(crate) fn is_in_text(&self, text: &str) -> bool {
        let folded = fold(text);
        !self.texts.is_empty()
            && self.texts.iter().all(|word| memmem::find(&folded, &needle(word)).is_some())
    }
}

/// The handle at the end of a link to a profile: of `https://social.example/in/ada?x` it is `ada`.
fn handle_in(word: &str) -> Option<&str> {
    let address = word.split_once("://").map_or(word, |(_, address)| address);
    let (host, path) = address.split_once('/').filter(|(host, _)| host.contains('.'))?;
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let handle = path.rsplit('/').next().filter(|handle| !handle.is_empty());
    handle.filter(|_| !is_number(host))
}

/// Whether a word has only digits and what stands between those of a phone number.
fn is_number(word: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_digit() || "+()-/.".contains(letter);
    word.contains(|letter: char| letter.is_ascii_digit()) && word.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_a_profile_is_searched_by_its_handle() {
        for (text, word) in [
            ("https://social.example/in/zoe-blanchard/?from=mail", "zoe-blanchard"),
            ("social.example/in/zoe-blanchard", "zoe-blanchard"),
            ("https://social.example/", "https://social.example/"),
            ("030.12/345", "030.12/345"),
            ("CI/CD", "CI/CD"),
        ] {
            assert_eq!(SearchWords::parse(text).words, [word]);
        }
    }

    #[test]
    fn names_come_before_titles_and_accents_do_not_matter() {
        let rank = |words: &str, name: &str| SearchWords::parse(words).rank(name, &["Engineer"]);
        for (words, name, expected) in [
            ("zoe mu", "Zoë Müller", Some(MatchRank::NameStart)),
            ("mul zo", "Zoë Müller", Some(MatchRank::NameWords)),
            ("ller", "Zoë Müller", Some(MatchRank::Part)),
            ("zoe engin", "Zoë Müller", Some(MatchRank::Part)),
            ("zoe smith", "Zoë Müller", None),
            ("text:oxford", "Zoë Müller", None),
            ("", "Zoë Müller", None),
        ] {
            assert_eq!(rank(words, name), expected, "{words:?}");
        }
        let search = SearchWords::parse("zoe text:Köln text:");
        assert_eq!(search.texts, ["Köln"]);
        assert!(search.is_in_text("lives in koln"));
        assert!(!search.is_in_text("lives in Bonn"));
    }

    #[test]
    fn the_parts_of_a_phone_number_are_one_word() {
        for (text, words) in [
            ("+49 (0)171 12 34-567", &["+49(0)1711234-567"][..]),
            ("ada 0171 123 obi 4", &["ada", "0171123", "obi", "4"]),
            ("engineer 2 c++ 17", &["engineer", "2", "c++", "17"]),
        ] {
            assert_eq!(SearchWords::parse(text).words, words);
        }
        assert!(SearchWords::parse("0171 123 45 67").names_contact("+49 171 1234567"));
    }
}
