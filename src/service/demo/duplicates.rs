//! Second records of persons who are already in the data set.
//!
//! A duplicate has the same email address with another spelling of the name,
//! another family name, or the same handle in another spelling. The source
//! keeps a few recent persons and duplicates each at most once.

use super::names::{Names, PersonName};
use super::qualification::Qualification;
use super::rng::Rng;
use super::social_network::profile_url;
use crate::service::store::record::PersonRecord;

const CAPACITY: usize = 24;
/// Only one in this many persons is kept, to copy fewer records.
const SAMPLE_INTERVAL: usize = 6;

#[derive(Debug, Default)]
pub(super) struct DuplicateSource {
    originals: Vec<(PersonRecord, PersonName, Qualification)>,
}

impl DuplicateSource {
    pub(super) fn add(
        &mut self,
        index: usize,
        person: &PersonRecord,
        name: &PersonName,
        qualification: Qualification,
    ) {
        // Special names must stay unique.
        if !index.is_multiple_of(SAMPLE_INTERVAL) || name.culture.is_empty() {
            return;
        }
        if self.originals.len() == CAPACITY {
            self.originals.remove(0);
        }
        self.originals.push((person.clone(), name.clone(), qualification));
    }

    pub(super) fn duplicate(
        &mut self,
        names: &Names,
        required: Qualification,
        rng: &mut Rng,
    ) -> Option<(PersonRecord, Qualification)> {
        let fits = |index: &usize| self.originals[*index].2.fits(required);
        let indexes: Vec<usize> = (0..self.originals.len()).filter(fits).collect();
        let (person, name, qualification) = self.originals.swap_remove(*rng.choose(&indexes)?);
        let duplicate = match rng.below(3) {
            0 => with_misspelt_name(&person, &name),
            1 => with_other_family_name(&person, &name, names, rng),
            _ => with_other_handle(&person, rng),
        };
        let duplicate = duplicate
            .or_else(|| with_misspelt_name(&person, &name))
            .or_else(|| with_other_handle(&person, rng))?;
        let duplicate = PersonRecord {
            external_source_id: None,
            notes: String::new(),
            client_contacts: Vec::new(),
            ..duplicate
        };
        Some((duplicate, qualification))
    }
}

/// The same email address, with a misheard name.
fn with_misspelt_name(person: &PersonRecord, name: &PersonName) -> Option<PersonRecord> {
    let email = person.emails.first()?;
    let ascii = name.ascii.clone().map(|part| capitalize(&part));
    let name = ascii.join(" ").trim().to_owned();
    let name = if name == person.name { misspell(&name) } else { name };
    let first = if person.first_name.is_empty() { String::new() } else { ascii[0].clone() };
    let last = name.strip_prefix(ascii[0].as_str()).unwrap_or_default().trim().to_owned();
    Some(PersonRecord {
        name,
        first_name: first,
        last_name: last,
        emails: vec![email.clone()],
        social_url: String::new(),
        social_public_id: String::new(),
        certifications: Vec::new(),
        ..person.clone()
    })
}

fn with_other_family_name(
    person: &PersonRecord,
    name: &PersonName,
    names: &Names,
    rng: &mut Rng,
) -> Option<PersonRecord> {
    if !name.is_female || person.emails.is_empty() && person.social_public_id.is_empty() {
        return None;
    }
    let last_name = names.other_family_name(name, rng)?;
    let name = person.name.replacen(&person.last_name, last_name, 1);
    (!person.last_name.is_empty() && name != person.name).then(|| PersonRecord {
        name,
        last_name: last_name.to_owned(),
        ..person.clone()
    })
}

/// The same profile with another spelling of its URL, and no email in common.
fn with_other_handle(person: &PersonRecord, rng: &mut Rng) -> Option<PersonRecord> {
    let handle = &person.social_public_id;
    if handle.is_empty() {
        return None;
    }
    let adds_slash = rng.chance(50.0);
    let social_public_id = if adds_slash {
        handle.clone()
    } else {
        capitalize(&handle.replace('-', " ")).replace(' ', "-")
    };
    let social_url = profile_url(&social_public_id) + if adds_slash { "/" } else { "" };
    Some(PersonRecord {
        social_url,
        social_public_id,
        emails: Vec::new(),
        address: String::new(),
        ..person.clone()
    })
}

fn capitalize(words: &str) -> String {
    let mut is_start = true;
    words
        .chars()
        .map(|letter| {
            let capital = if is_start { letter.to_ascii_uppercase() } else { letter };
            is_start = matches!(letter, ' ' | '-');
            capital
        })
        .collect()
}

/// Changes the last of the sounds that are often spelt in two ways.
fn misspell(name: &str) -> String {
    const SOUNDS: [[&str; 2]; 9] = [
        ["ph", "f"],
        ["ck", "k"],
        ["ll", "l"],
        ["tt", "t"],
        ["ss", "s"],
        ["rr", "r"],
        ["er", "ar"],
        ["i", "y"],
        ["s", "ss"],
    ];
    let misspelt = SOUNDS.iter().find_map(|[spelling, other]| {
        let (before, after) = name.rsplit_once(spelling)?;
        Some(format!("{before}{other}{after}"))
    });
    misspelt.unwrap_or_else(|| format!("{name}e"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_stays_recognizable() {
        assert_eq!(misspell("Sophie Ward"), "Sofie Ward");
        assert_eq!(misspell("Holly Bennett"), "Holy Bennett");
        assert_eq!(misspell("Ana Bond"), "Ana Bonde");
        assert_eq!(capitalize("marie-helene le goff"), "Marie-Helene Le Goff");
    }
}
