//! What a blind card hides wherever it would be told: the name and its parts, the
//! handle, the addresses, the schools.

use std::borrow::Cow;

use crate::wire::{CandidateItem, Person};

/// What stands in the place of what is hidden.
const HIDDEN: &str = "(hidden)";
/// A part of a name that is shorter is a part of other words as well.
const SHORTEST: usize = 3;
/// A name of so many letters is known with an ending, too.
const LONG: usize = 6;
/// The longest ending of a name.
const ENDING: usize = 4;

/// What must not be read on the card.
#[derive(Debug, Default)]
pub(crate) struct Hidden {
    is_on: bool,
    /// In small letters, the longest first.
    secrets: Vec<Vec<char>>,
}

impl Hidden {
    /// What would tell who somebody is.
    pub(crate) fn of(item: &CandidateItem, person: Option<&Person>) -> Self {
        let mut all: Vec<&str> = vec![&item.name];
        let mut parts: Vec<&str> = item.name.split_whitespace().collect();
        if let Some(person) = person {
            all.extend([&*person.name, &person.social_public_id]);
            parts.extend([&*person.first_name, &person.last_name]);
            all.extend(person.emails.iter().chain(&person.phones).map(|contact| &*contact.value));
            all.extend(person.education_experience.iter().map(|school| &*school.company_name));
        }
        // By bytes: two letters of many a script are a name.
        all.extend(parts.into_iter().filter(|part| part.len() >= SHORTEST));
        let all = all.into_iter().map(str::trim).filter(|text| !text.is_empty());
        let small = |text: &str| folded(text).into_iter().map(|(letter, _)| letter).collect();
        let mut secrets: Vec<Vec<char>> = all.map(small).collect();
        // A part that went before would leave the rest to be read.
        secrets.sort_by_key(|text| std::cmp::Reverse(text.len()));
        Self { is_on: true, secrets }
    }

    /// Whether anything is hidden.
    pub(crate) const fn is_on(&self) -> bool {
        self.is_on
    }

    /// The text without it: whole words, in large letters or small. What is part of
    /// another word tells nobody.
    pub(crate) fn hide<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.secrets.is_empty() {
            return Cow::Borrowed(text);
        }
        let letters = folded(text);
        let (mut shown, mut from, mut at) = (String::new(), 0, 0);
        while at < letters.len() {
            let found = self.secrets.iter().find_map(|secret| ends(&letters, at, secret));
            let Some(end) = found else {
                at += 1;
                continue;
            };
            shown.push_str(text.get(from..letters[at].1).unwrap_or_default());
            shown.push_str(HIDDEN);
            from = letters.get(end).map_or(text.len(), |(_, start)| *start);
            at = end;
        }
        if from == 0 {
            return Cow::Borrowed(text);
        }
        shown.push_str(text.get(from..).unwrap_or_default());
        Cow::Owned(shown)
    }
}

/// The small letters of a text, each with where its own begins. An i is one with
/// a dot or without.
fn folded(text: &str) -> Vec<(char, usize)> {
    let small = |(start, letter): (usize, char)| {
        let letters = letter.to_lowercase().filter(|letter| *letter != '\u{307}');
        letters.map(move |letter| (if letter == 'ı' { 'i' } else { letter }, start))
    };
    text.char_indices().flat_map(small).collect()
}

/// Where a secret that begins at this letter ends, and its word with it.
fn ends(letters: &[(char, usize)], at: usize, secret: &[char]) -> Option<usize> {
    let rest = letters.get(at..)?;
    let is_it = rest.len() >= secret.len()
        && rest.iter().zip(secret).all(|((letter, _), other)| letter == other);
    let goes_on = |at: usize| {
        at.checked_sub(1).and_then(|before| letters.get(before)).is_some_and(|it| is_joined(it.0))
            && letters.get(at).is_some_and(|it| is_joined(it.0))
    };
    if !is_it || goes_on(at) {
        return None;
    }
    let mut end = at + secret.len();
    if goes_on(end) {
        // A long name is the same name with another ending: Müllers, Wiśniewskiego.
        let is_long = secret.len() >= LONG;
        while is_long && goes_on(end) && end < at + secret.len() + ENDING {
            end += 1;
        }
    }
    (!goes_on(end)).then_some(end)
}

/// Whether a letter and its like beside it are one word. Many scripts of the East
/// have nothing between their words.
fn is_joined(letter: char) -> bool {
    letter.is_alphanumeric()
        && !matches!(letter, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(name: &str) -> Hidden {
        Hidden::of(&CandidateItem { name: name.to_owned(), ..CandidateItem::default() }, None)
    }

    #[test]
    fn a_name_is_hidden_where_it_is_a_word_whatever_its_letters() {
        for (name, text, shown) in [
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
            assert_eq!(hidden(name).hide(text), shown, "{name}");
        }
    }
}
