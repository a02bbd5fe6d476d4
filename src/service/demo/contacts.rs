//! Handles, addresses and numbers that reach nobody.
//!
//! Addresses lie under the names reserved for examples, numbers in the ranges
//! the authorities keep for fiction. Numbers of one range are given out in a
//! scramble and repeat only when the range is used up.

use super::dice::Dice;
use super::names::Called;
use super::pools::rows;
use crate::wire::Contact;

const PHONES: &str = include_str!("../../../assets/demo/phones.txt");

#[derive(Debug)]
struct Range {
    country: &'static str,
    kind: &'static str,
    pattern: &'static str,
    /// How many numbers there are, and how many are taken.
    room: usize,
    given: usize,
}

/// The ranges, and how many numbers of each are taken.
#[derive(Debug)]
pub(super) struct Phones {
    ranges: Vec<Range>,
}

impl Phones {
    pub(super) fn read() -> Self {
        let range = |[country, kind, pattern]: [&'static str; 3]| Range {
            country,
            kind,
            pattern,
            room: room(pattern),
            given: 0,
        };
        Self { ranges: rows(PHONES).map(range).collect() }
    }

    /// None, one or two numbers of someone who lives in `country`.
    pub(super) fn of(&mut self, country: &str, dice: &mut Dice) -> Vec<Contact> {
        if dice.chance(20.0) {
            return Vec::new();
        }
        let mut phones = Vec::with_capacity(2);
        let only_landline = dice.chance(9.0);
        if !only_landline {
            phones.extend(self.number(country, "mobile", dice));
        }
        if only_landline || dice.chance(16.0) {
            let kind = if dice.chance(70.0) { "work" } else { "home" };
            phones.extend(self.number(country, kind, dice));
        }
        if phones.is_empty() {
            phones.extend(self.number("**", "mobile", dice));
        }
        phones
    }

    fn number(&mut self, country: &str, kind: &str, dice: &mut Dice) -> Option<Contact> {
        let range = self.range(country, kind, dice)?;
        range.given += 1;
        Some(Contact {
            contact_data_type: range.kind.to_owned(),
            value: filled(range.pattern, range.given),
            ..Contact::default()
        })
    }

    /// The range wanted; when it is used up another of the country, then one
    /// that serves all, and when all are used up the one wanted once more.
    fn range(&mut self, country: &str, kind: &str, dice: &mut Dice) -> Option<&mut Range> {
        let known = self.ranges.iter().any(|range| range.country == country);
        let country = if known { country } else { "**" };
        let wanted = |range: &Range| range.country == country && range.kind == kind;
        let tries: [&dyn Fn(&Range) -> bool; 4] = [
            &|range| wanted(range) && range.has_room(),
            &|range| range.country == country && range.has_room(),
            &|range| range.country == "**" && range.has_room(),
            &wanted,
        ];
        let fits = tries.into_iter().find(|fits| self.ranges.iter().any(fits))?;
        let chosen = dice.below(self.ranges.iter().filter(|range| fits(range)).count());
        self.ranges.iter_mut().filter(|range| fits(range)).nth(chosen)
    }
}

impl Range {
    const fn has_room(&self) -> bool {
        self.given < self.room
    }
}

/// How many digits may stand for a letter of a pattern, and the least of them.
const fn open_digit(letter: char) -> Option<(usize, usize)> {
    match letter {
        'x' => Some((10, 0)),
        'N' => Some((8, 2)),
        'Z' => Some((9, 1)),
        _ => None,
    }
}

fn room(pattern: &str) -> usize {
    pattern.chars().filter_map(open_digit).map(|(width, _)| width).product()
}

/// The pattern with its open digits taken from a scramble of `nth`.
fn filled(pattern: &str, nth: usize) -> String {
    // Coprime to 2, 3 and 5, hence to every room.
    let mut left = nth.wrapping_mul(7_919) % room(pattern);
    pattern
        .chars()
        .map(|letter| {
            let Some((width, least)) = open_digit(letter) else { return letter };
            let digit = u32::try_from(left % width + least).unwrap_or(0);
            left /= width;
            char::from_digit(digit, 10).unwrap_or('0')
        })
        .collect()
}

/// The handle on the social network: unique, and none for a few.
pub(super) fn handle(called: &Called, index: usize, dice: &mut Dice) -> String {
    if dice.chance(6.0) {
        return String::new();
    }
    let handle = joined(called, '-');
    if !dice.chance(55.0) {
        return handle;
    }
    let number = index.wrapping_mul(2_654_435_761) & 0xfff_ffff;
    format!("{handle}-{number:07x}")
}

/// None, one or two addresses; the working one is at the employer's.
pub(super) fn emails(called: &Called, employer: &str, dice: &mut Dice) -> Vec<Contact> {
    if dice.chance(8.0) {
        return Vec::new();
    }
    let email = |kind: &str, value: String| Contact {
        contact_data_type: kind.to_owned(),
        value,
        ..Contact::default()
    };
    let mut emails = Vec::with_capacity(2);
    let private = employer.is_empty() || dice.chance(72.0);
    if !employer.is_empty() && (!private || dice.chance(35.0)) {
        emails.push(email("work", format!("{}@{employer}.example", joined(called, '.'))));
    }
    if private {
        let kind = if dice.chance(94.0) { "personal" } else { "other" };
        let separator = *dice.pick(&['.', '.', '.', '_', '-']).unwrap_or(&'.');
        let year =
            if dice.chance(30.0) { format!("{:02}", dice.between(62, 99)) } else { String::new() };
        let domain =
            dice.pick(&["example.com", "example.org", "example.net", "mail.example", "post.test"]);
        let domain = domain.copied().unwrap_or("example.com");
        emails.push(email(kind, format!("{}{year}@{domain}", joined(called, separator))));
    }
    emails
}

/// The name in ASCII, unique among all names given out.
fn joined(called: &Called, separator: char) -> String {
    let [given, family] = &called.ascii;
    let mut joined = String::with_capacity(given.len() + family.len() + 4);
    for letter in given.chars() {
        joined.push(if letter == ' ' || letter == '-' { separator } else { letter });
    }
    if !family.is_empty() {
        joined.push(separator);
    }
    joined.extend(family.chars().filter(|letter| *letter != ' '));
    if called.nth > 0 {
        joined.push(separator);
        joined.push_str(&(called.nth + 1).to_string());
    }
    joined
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_range_gives_out_every_number_once() {
        let numbers: HashSet<String> =
            (0..1000).map(|nth| filled("+44 7700 900xxx", nth)).collect();
        assert_eq!(numbers.len(), 1000);
        let numbers: HashSet<String> =
            (0..8000).map(|nth| filled("+1 Nx2 555 01xx", nth)).collect();
        assert_eq!(numbers.len(), 8000);
        assert!(numbers.iter().all(|number| number.contains(" 555 01")));
    }
}
