//! Replaces name, handle, contacts and schools in all texts of a blind card.

use std::borrow::Cow;

use crate::wire::{CandidateItem, Person};

const HIDDEN: &str = "(hidden)";
/// Shorter parts of a name occur in other words too. In bytes: two letters of many scripts are a
/// name.
const MIN_PART_LEN: usize = 3;
/// Names of at least this many letters are hidden with an inflected ending too.
const MIN_INFLECTED_LEN: usize = 6;
const MAX_ENDING_LEN: usize = 4;

#[derive(Debug, Default)]
pub(crate) struct Redactor {
    is_active: bool,
    /// Lower case, longest first.
    secrets: Vec<Vec<char>>,
}

impl Redactor {
    pub(crate) fn new(item: &CandidateItem, person: Option<&Person>) -> Self {
        let mut all: Vec<&str> = vec![&item.name];
        let mut parts: Vec<&str> = item.name.split_whitespace().collect();
        if let Some(person) = person {
            all.extend([&*person.name, &person.social_public_id]);
            parts.extend([&*person.first_name, &person.last_name]);
            all.extend(person.emails.iter().chain(&person.phones).map(|contact| &*contact.value));
            all.extend(person.education_experience.iter().map(|school| &*school.company_name));
        }
        all.extend(parts.into_iter().filter(|part| part.len() >= MIN_PART_LEN));
        let all = all.into_iter().map(str::trim).filter(|text| !text.is_empty());
        let lowercase =
            |text: &str| fold_case(text).into_iter().map(|(letter, _)| letter).collect();
        let mut secrets: Vec<Vec<char>> = all.map(lowercase).collect();
        secrets.sort();
        secrets.dedup();
        // Longest first: replacing a part of a name would leave the rest readable.
        secrets.sort_by_key(|text| std::cmp::Reverse(text.len()));
        Self { is_active: true, secrets }
    }

    pub(crate) const fn is_active(&self) -> bool {
        self.is_active
    }

    /// Replaces whole words, ignoring case; a name inside another word stays.
    pub(crate) fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.secrets.is_empty() {
            return Cow::Borrowed(text);
        }
        let letters = fold_case(text);
        let is_word: Vec<bool> = letters.iter().map(|(letter, _)| is_word_char(*letter)).collect();
        let (mut visible, mut from, mut at) = (String::new(), 0, 0);
        while at < letters.len() {
            let match_end = |secret: &Vec<char>| match_end(&letters, &is_word, at, secret);
            // First the test that costs least: texts of one endless word are compared once.
            let end = (!is_inside_word(&is_word, at))
                .then(|| self.secrets.iter().find_map(match_end))
                .flatten();
            let Some(end) = end else {
                at += 1;
                continue;
            };
            visible.push_str(text.get(from..letters[at].1).unwrap_or_default());
            visible.push_str(HIDDEN);
            from = letters.get(end).map_or(text.len(), |(_, start)| *start);
            at = end;
        }
        if from == 0 {
            return Cow::Borrowed(text);
        }
        visible.push_str(text.get(from..).unwrap_or_default());
        Cow::Owned(visible)
    }
}

/// The lower-case letters of a text with their byte offsets. Dotted and dotless i are the same.
fn fold_case(text: &str) -> Vec<(char, usize)> {
    let fold = |(start, letter): (usize, char)| {
        let letters = letter.to_lowercase().filter(|letter| *letter != '\u{307}');
        letters.map(move |letter| (if letter == 'ı' { 'i' } else { letter }, start))
    };
    text.char_indices().flat_map(fold).collect()
}

/// Whether a position is between two letters of a word.
fn is_inside_word(is_word: &[bool], at: usize) -> bool {
    let is_word = |at: usize| is_word.get(at).copied().unwrap_or(false);
    is_word(at) && at.checked_sub(1).is_some_and(is_word)
}

/// The end of a secret that begins at this letter, including the ending of its word.
fn match_end(
    letters: &[(char, usize)],
    is_word: &[bool],
    at: usize,
    secret: &[char],
) -> Option<usize> {
    let rest = letters.get(at..)?;
    let is_match = rest.len() >= secret.len()
        && rest.iter().zip(secret).all(|((letter, _), other)| letter == other);
    if !is_match {
        return None;
    }
    let is_inside_word = |at: usize| is_inside_word(is_word, at);
    let mut end = at + secret.len();
    if is_inside_word(end) {
        // Inflected names: Müllers, Wiśniewskiego.
        let is_long = secret.len() >= MIN_INFLECTED_LEN;
        while is_long && is_inside_word(end) && end < at + secret.len() + MAX_ENDING_LEN {
            end += 1;
        }
    }
    (!is_inside_word(end)).then_some(end)
}

/// Whether two such letters side by side belong to one word. Many East Asian scripts write no
/// spaces.
fn is_word_char(letter: char) -> bool {
    letter.is_alphanumeric()
        && !matches!(letter, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redactor(name: &str) -> Redactor {
        Redactor::new(&CandidateItem { name: name.to_owned(), ..CandidateItem::default() }, None)
    }

    #[test]
    fn a_name_is_hidden_where_it_is_a_word_whatever_its_letters() {
        for (name, text, expected) in [
            ("Mark Tan", "Marketing Manager, Tanzania", "Marketing Manager, Tanzania"),
            ("Mark Tan", "Benchmark of mark_tan", "Benchmark of (hidden)_(hidden)"),
            ("Mark Tan", "MARK TAN’s team; mark, (Tan)", "(hidden)’s team; (hidden), ((hidden))"),
            (
                "Zoë Müller",
                "ZOË, frau MÜLLER, Müllers Werk",
                "(hidden), frau (hidden), (hidden) Werk",
            ),
            ("Łukasz Wiśniewski", "zespół Wiśniewskiego", "zespół (hidden)"),
            ("Łukasz Wiśniewski", "Wiśniewskiegorodzki", "Wiśniewskiegorodzki"),
            ("佐藤 健太郎", "健太郎さんの仕事", "(hidden)さんの仕事"),
            ("İpek Işık", "İPEK IŞIK at ipek", "(hidden) at (hidden)"),
            ("", "all of it", "all of it"),
        ] {
            assert_eq!(redactor(name).redact(text), expected, "{name}");
        }
    }
}
