//! The words of the demo, read from `assets/demo` into tables.
//!
//! One entry a line, columns between bars, remarks after `#`. Nothing is drawn
//! here; who draws takes a slice and throws their own dice. Readers make the
//! best of a bad line, here and in the files that read lists of their own,
//! because `tests/pools.rs` lets none pass: in every list a missing column, a
//! number that is none, or a name that its other list lacks fails the tests.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The trades people apply from; everything about work is listed by them.
pub(super) const FAMILIES: [&str; 10] = [
    "engineering",
    "data",
    "product",
    "sales",
    "marketing",
    "finance",
    "operations",
    "legal",
    "healthcare",
    "executive",
];

/// A place in [`FAMILIES`].
pub(super) type Family = usize;

/// Lists by family.
pub(super) type ByFamily<T> = [Vec<T>; FAMILIES.len()];

/// The lines of a list, cut into columns; what is missing is empty.
pub(super) fn rows<const N: usize>(
    text: &'static str,
) -> impl Iterator<Item = [&'static str; N]> + use<N> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut columns = line.split('|');
        std::array::from_fn(|_| columns.next().unwrap_or_default())
    })
}

/// The family of this name; the first when a list misspells it, which the tests exclude.
pub(super) fn family(name: &str) -> Family {
    FAMILIES.iter().position(|family| *family == name).unwrap_or(0)
}

/// A title, and the country whose people alone write it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Title {
    pub(super) text: &'static str,
    pub(super) country: &'static str,
    pub(super) specialties: &'static str,
}

/// An employer, school or issuer: what it is called, and in addresses.
#[derive(Debug, Clone, Copy)]
pub(super) struct House {
    pub(super) name: &'static str,
    pub(super) slug: &'static str,
    /// The country it is in; empty where it is in many.
    pub(super) country: &'static str,
}

impl House {
    /// Whether the people there work for themselves.
    pub(super) fn is_nobody(&self) -> bool {
        matches!(self.name, "Freelance" | "Self-employed")
    }
}

/// Where someone lives or an office stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) country: &'static str,
    pub(super) city: &'static str,
    pub(super) shown: &'static str,
    pub(super) winter_minutes: i64,
    pub(super) summer: &'static str,
    pub(super) street: &'static str,
}

/// A degree with the years it takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Degree {
    pub(super) name: &'static str,
    pub(super) years: i32,
    /// Whether it is taken after another.
    pub(super) second: bool,
    /// The country that has it; empty for all.
    pub(super) country: &'static str,
    pub(super) description: &'static str,
    pub(super) specialties: &'static str,
}

/// What a position was about, and for whom and after how long that is true.
#[derive(Debug, Clone)]
pub(super) struct Description {
    pub(super) levels: RangeInclusive<usize>,
    pub(super) least_months: i64,
    pub(super) specialties: &'static str,
    pub(super) text: &'static str,
}

/// What a headline adds to a title.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keyword {
    pub(super) text: &'static str,
    pub(super) specialties: &'static str,
}

/// A certificate with the years it holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Certificate {
    pub(super) name: &'static str,
    pub(super) issuer: &'static str,
    pub(super) years: i32,
    pub(super) number: &'static str,
    pub(super) specialties: &'static str,
}

/// All lists that people and their careers are made of.
#[derive(Debug)]
pub(super) struct Pools {
    pub(super) titles: [ByFamily<Title>; 5],
    /// The highest titles that one person alone bears.
    pub(super) titles_borne_once: ByFamily<&'static str>,
    /// What the titles of a trade are told apart by.
    pub(super) specialties: ByFamily<&'static str>,
    pub(super) employers: ByFamily<House>,
    pub(super) descriptions: ByFamily<Description>,
    pub(super) keywords: ByFamily<Keyword>,
    pub(super) degrees: ByFamily<Degree>,
    pub(super) certificates: ByFamily<Certificate>,
    pub(super) schools: BTreeMap<&'static str, Vec<House>>,
    pub(super) places: Vec<Place>,
    pub(super) at_home: BTreeMap<&'static str, Vec<Place>>,
    pub(super) notes: Vec<&'static str>,
}

impl Pools {
    pub(super) fn read() -> Self {
        let places = places();
        let mut at_home: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for place in &places {
            at_home.entry(place.country).or_default().push(*place);
        }
        let mut schools: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for [country, name, slug] in rows(SCHOOLS) {
            schools.entry(country).or_default().push(House { name, slug, country });
        }
        Self {
            titles: titles(),
            titles_borne_once: titles_borne_once(),
            specialties: specialties(),
            employers: employers(),
            descriptions: descriptions(),
            keywords: keywords(),
            degrees: degrees(),
            certificates: certificates(),
            schools,
            places,
            at_home,
            notes: rows(NOTES).map(|[note]| note).collect(),
        }
    }
}

const CERTIFICATES: &str = include_str!("../../../assets/demo/certificates.txt");
const COMPANIES: &str = include_str!("../../../assets/demo/companies.txt");
const DEGREES: &str = include_str!("../../../assets/demo/degrees.txt");
const DESCRIPTIONS: &str = include_str!("../../../assets/demo/descriptions.txt");
const KEYWORDS: &str = include_str!("../../../assets/demo/keywords.txt");
const NOTES: &str = include_str!("../../../assets/demo/notes.txt");
const PLACES: &str = include_str!("../../../assets/demo/places.txt");
const SCHOOLS: &str = include_str!("../../../assets/demo/schools.txt");
const TITLES: &str = include_str!("../../../assets/demo/titles.txt");

/// Marks a title that one person alone bears.
const ONCE: &str = "once";

/// The places alone; offices need no more.
pub(super) fn places() -> Vec<Place> {
    rows(PLACES)
        .map(|[country, city, shown, minutes, summer, street]| {
            let winter_minutes = minutes.parse().unwrap_or(0);
            Place { country, city, shown, winter_minutes, summer, street }
        })
        .collect()
}

fn titles() -> [ByFamily<Title>; 5] {
    let mut titles: [ByFamily<Title>; 5] = Default::default();
    for [of, level, text, country, specialties] in rows(TITLES) {
        let level = level.parse::<usize>().unwrap_or(1).clamp(1, 5);
        if specialties != ONCE {
            titles[level - 1][family(of)].push(Title { text, country, specialties });
        }
    }
    titles
}

fn titles_borne_once() -> ByFamily<&'static str> {
    let mut titles: ByFamily<&str> = Default::default();
    for [of, _, text, _, specialties] in rows(TITLES) {
        if specialties == ONCE {
            titles[family(of)].push(text);
        }
    }
    titles
}

fn specialties() -> ByFamily<&'static str> {
    let mut known: ByFamily<&str> = Default::default();
    for [of, _, _, _, specialties] in rows(TITLES) {
        let known = &mut known[family(of)];
        for one in specialties.split(',').filter(|one| !one.is_empty() && *one != ONCE) {
            if !known.contains(&one) {
                known.push(one);
            }
        }
    }
    known
}

fn employers() -> ByFamily<House> {
    let mut employers: ByFamily<House> = Default::default();
    for [name, families, slug, country] in rows(COMPANIES) {
        for (of, list) in FAMILIES.iter().zip(&mut employers) {
            if families == "*" || families.split(',').any(|family| family == *of) {
                list.push(House { name, slug, country });
            }
        }
    }
    employers
}

fn descriptions() -> ByFamily<Description> {
    let mut descriptions: ByFamily<Description> = Default::default();
    for [of, levels, months, specialties, text] in rows(DESCRIPTIONS) {
        let (least, most) = levels.split_once('-').unwrap_or(("1", "5"));
        let levels = least.parse().unwrap_or(1)..=most.parse().unwrap_or(5);
        let least_months = months.parse().unwrap_or(1);
        let description = Description { levels, least_months, specialties, text };
        descriptions[family(of)].push(description);
    }
    descriptions
}

fn keywords() -> ByFamily<Keyword> {
    let mut keywords: ByFamily<Keyword> = Default::default();
    for [of, text, specialties] in rows(KEYWORDS) {
        keywords[family(of)].push(Keyword { text, specialties });
    }
    keywords
}

fn degrees() -> ByFamily<Degree> {
    let mut degrees: ByFamily<Degree> = Default::default();
    for [of, name, years, rank, country, description, specialties] in rows(DEGREES) {
        let (years, second) = (years.parse().unwrap_or(3), rank == "2");
        let degree = Degree { name, years, second, country, description, specialties };
        degrees[family(of)].push(degree);
    }
    degrees
}

fn certificates() -> ByFamily<Certificate> {
    let mut certificates: ByFamily<Certificate> = Default::default();
    for [of, name, issuer, years, number, specialties] in rows(CERTIFICATES) {
        let years = years.parse().unwrap_or(3);
        let certificate = Certificate { name, issuer, years, number, specialties };
        certificates[family(of)].push(certificate);
    }
    certificates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_something_in_every_list() {
        let pools = Pools::read();
        for (of, name) in FAMILIES.iter().enumerate() {
            let least = [
                pools.employers[of].len(),
                pools.descriptions[of].len(),
                pools.keywords[of].len(),
                pools.degrees[of].len(),
                pools.certificates[of].len(),
                pools.titles[2][of].len(),
                pools.titles[4][of].len(),
            ];
            assert!(least.iter().all(|count| *count >= 2), "{name}: {least:?}");
        }
    }
}
