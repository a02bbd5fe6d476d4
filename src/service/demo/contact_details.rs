//! Handles, email addresses and phone numbers that belong to no real person.
//!
//! Email domains are reserved for examples, phone numbers for fiction. The
//! numbers of a range are assigned in a permuted order and repeat only when the
//! range is exhausted.

use super::names::PersonName;
use super::rng::Rng;
use super::word_lists::rows;
use crate::wire::Contact;

const PHONES: &str = include_str!("../../../assets/demo/phones.txt");

#[derive(Debug)]
struct PhoneRange {
    country: &'static str,
    contact_type: &'static str,
    pattern: &'static str,
    capacity: usize,
    used: usize,
}

#[derive(Debug)]
pub(super) struct PhoneNumbers {
    ranges: Vec<PhoneRange>,
}

impl PhoneNumbers {
    pub(super) fn read() -> Self {
        let range = |[country, contact_type, pattern]: [&'static str; 3]| PhoneRange {
            country,
            contact_type,
            pattern,
            capacity: capacity(pattern),
            used: 0,
        };
        Self { ranges: rows(PHONES).map(range).collect() }
    }

    /// Up to two numbers for a person in `country`.
    pub(super) fn next(&mut self, country: &str, rng: &mut Rng) -> Vec<Contact> {
        if rng.chance(20.0) {
            return Vec::new();
        }
        let mut phones = Vec::with_capacity(2);
        let only_landline = rng.chance(9.0);
        if !only_landline {
            phones.extend(self.number(country, "mobile", rng));
        }
        if only_landline || rng.chance(16.0) {
            let contact_type = if rng.chance(70.0) { "work" } else { "home" };
            phones.extend(self.number(country, contact_type, rng));
        }
        if phones.is_empty() {
            phones.extend(self.number("**", "mobile", rng));
        }
        phones
    }

    fn number(&mut self, country: &str, contact_type: &str, rng: &mut Rng) -> Option<Contact> {
        let range = self.range(country, contact_type, rng)?;
        range.used += 1;
        Some(Contact {
            contact_data_type: range.contact_type.to_owned(),
            value: fill_pattern(range.pattern, range.used),
            ..Contact::default()
        })
    }

    /// A range of the country and type that has numbers left, else one of the
    /// country, else one for all countries, else an exhausted one again.
    fn range(
        &mut self,
        country: &str,
        contact_type: &str,
        rng: &mut Rng,
    ) -> Option<&mut PhoneRange> {
        let has_ranges = self.ranges.iter().any(|range| range.country == country);
        let country = if has_ranges { country } else { "**" };
        let matches =
            |range: &PhoneRange| range.country == country && range.contact_type == contact_type;
        let filters: [&dyn Fn(&PhoneRange) -> bool; 4] = [
            &|range| matches(range) && range.has_left(),
            &|range| range.country == country && range.has_left(),
            &|range| range.country == "**" && range.has_left(),
            &matches,
        ];
        let filter = filters.into_iter().find(|filter| self.ranges.iter().any(filter))?;
        let index = rng.below(self.ranges.iter().filter(|range| filter(range)).count());
        self.ranges.iter_mut().filter(|range| filter(range)).nth(index)
    }
}

impl PhoneRange {
    const fn has_left(&self) -> bool {
        self.used < self.capacity
    }
}

/// The number of digits that a placeholder stands for, and the lowest of them.
const fn placeholder(letter: char) -> Option<(usize, usize)> {
    match letter {
        'x' => Some((10, 0)),
        'N' => Some((8, 2)),
        'Z' => Some((9, 1)),
        _ => None,
    }
}

fn capacity(pattern: &str) -> usize {
    pattern.chars().filter_map(placeholder).map(|(width, _)| width).product()
}

/// Fills the placeholders; every `nth` below the capacity gives another number.
fn fill_pattern(pattern: &str, nth: usize) -> String {
    // Coprime to 2, 3 and 5, hence to every capacity.
    let mut rest = nth.wrapping_mul(7_919) % capacity(pattern);
    pattern
        .chars()
        .map(|letter| {
            let Some((count, lowest)) = placeholder(letter) else { return letter };
            let digit = u32::try_from(rest % count + lowest).unwrap_or(0);
            rest /= count;
            char::from_digit(digit, 10).unwrap_or('0')
        })
        .collect()
}

/// Unique, and empty for a few persons.
pub(super) fn social_handle(name: &PersonName, index: usize, rng: &mut Rng) -> String {
    if rng.chance(6.0) {
        return String::new();
    }
    let handle = join_name(name, '-');
    if !rng.chance(55.0) {
        return handle;
    }
    let number = index.wrapping_mul(2_654_435_761) & 0xfff_ffff;
    format!("{handle}-{number:07x}")
}

/// Up to two addresses; `employer` is the domain of the one at work.
pub(super) fn emails(name: &PersonName, employer: &str, rng: &mut Rng) -> Vec<Contact> {
    if rng.chance(8.0) {
        return Vec::new();
    }
    let email = |contact_type: &str, value: String| Contact {
        contact_data_type: contact_type.to_owned(),
        value,
        ..Contact::default()
    };
    let mut emails = Vec::with_capacity(2);
    let has_private = employer.is_empty() || rng.chance(72.0);
    if !employer.is_empty() && (!has_private || rng.chance(35.0)) {
        emails.push(email("work", format!("{}@{employer}.example", join_name(name, '.'))));
    }
    if has_private {
        let contact_type = if rng.chance(94.0) { "personal" } else { "other" };
        let separator = *rng.choose(&['.', '.', '.', '_', '-']).unwrap_or(&'.');
        let year =
            if rng.chance(30.0) { format!("{:02}", rng.between(62, 99)) } else { String::new() };
        let domain =
            rng.choose(&["example.com", "example.org", "example.net", "mail.example", "post.test"]);
        let domain = domain.copied().unwrap_or("example.com");
        emails.push(email(contact_type, format!("{}{year}@{domain}", join_name(name, separator))));
    }
    emails
}

/// The name in ASCII; a number keeps it unique.
fn join_name(name: &PersonName, separator: char) -> String {
    let [given, family] = &name.ascii;
    let mut joined = String::with_capacity(given.len() + family.len() + 4);
    for letter in given.chars() {
        joined.push(if letter == ' ' || letter == '-' { separator } else { letter });
    }
    if !family.is_empty() {
        joined.push(separator);
    }
    joined.extend(family.chars().filter(|letter| *letter != ' '));
    if name.repeats > 0 {
        joined.push(separator);
        joined.push_str(&(name.repeats + 1).to_string());
    }
    joined
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_range_assigns_every_number_once() {
        let numbers: HashSet<String> =
            (0..1000).map(|nth| fill_pattern("+44 7700 900xxx", nth)).collect();
        assert_eq!(numbers.len(), 1000);
        let numbers: HashSet<String> =
            (0..8000).map(|nth| fill_pattern("+1 Nx2 555 01xx", nth)).collect();
        assert_eq!(numbers.len(), 8000);
        assert!(numbers.iter().all(|number| number.contains(" 555 01")));
    }
}
