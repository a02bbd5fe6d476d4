//! The word lists in `assets/demo`, read into tables.
//!
//! One row a line, columns separated by `|`, comments after `#`. The readers,
//! here and in the files with lists of their own, fall back to a default on a
//! bad row, because `demo/tests/word_lists.rs` validates every row of every list.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

pub(super) const JOB_FAMILIES: [&str; 10] = [
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

/// An index into [`JOB_FAMILIES`].
pub(super) type JobFamily = usize;

pub(super) type ByFamily<T> = [Vec<T>; JOB_FAMILIES.len()];

/// The columns of each row. A missing column is empty.
pub(super) fn rows<const N: usize>(
    text: &'static str,
) -> impl Iterator<Item = [&'static str; N]> + use<N> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut columns = line.split('|');
        std::array::from_fn(|_| columns.next().unwrap_or_default())
    })
}

pub(super) fn family_index(name: &str) -> JobFamily {
    JOB_FAMILIES.iter().position(|family| *family == name).unwrap_or(0)
}

#[derive(Debug, Clone, Copy)]
pub(super) struct JobTitle {
    pub(super) text: &'static str,
    /// The only country that uses the title; empty for all.
    pub(super) country: &'static str,
    pub(super) specialties: &'static str,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Organization {
    pub(super) name: &'static str,
    pub(super) slug: &'static str,
    /// Empty if it has offices in many countries.
    pub(super) country: &'static str,
}

impl Organization {
    pub(super) fn is_self_employment(&self) -> bool {
        matches!(self.name, "Freelance" | "Self-employed")
    }
}

/// Where a person lives or a client has its office.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct City {
    pub(super) country: &'static str,
    pub(super) name: &'static str,
    /// As a social profile prints it.
    pub(super) display: &'static str,
    /// Minutes east of UTC in winter.
    pub(super) utc_offset: i64,
    /// When daylight saving applies: `N`, `S` (the hemispheres) or `-`.
    pub(super) summer_time: &'static str,
    /// With `{}` for the house number.
    pub(super) street: &'static str,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Degree {
    pub(super) name: &'static str,
    pub(super) years: i32,
    pub(super) is_second: bool,
    /// The only country that awards it; empty for all.
    pub(super) country: &'static str,
    pub(super) description: &'static str,
    pub(super) specialties: &'static str,
}

/// The description of a position, and the positions it is plausible for.
#[derive(Debug, Clone)]
pub(super) struct PositionDescription {
    pub(super) levels: RangeInclusive<usize>,
    pub(super) min_months: i64,
    pub(super) specialties: &'static str,
    pub(super) text: &'static str,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Keyword {
    pub(super) text: &'static str,
    pub(super) specialties: &'static str,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Certificate {
    pub(super) name: &'static str,
    pub(super) issuer: &'static str,
    pub(super) years: i32,
    pub(super) id_prefix: &'static str,
    pub(super) specialties: &'static str,
}

#[derive(Debug)]
pub(super) struct WordLists {
    /// By level, from 1.
    pub(super) titles: [ByFamily<JobTitle>; 5],
    /// Titles of level 5 that only one person has.
    pub(super) unique_titles: ByFamily<&'static str>,
    pub(super) specialties: ByFamily<&'static str>,
    pub(super) employers: ByFamily<Organization>,
    pub(super) descriptions: ByFamily<PositionDescription>,
    pub(super) keywords: ByFamily<Keyword>,
    pub(super) degrees: ByFamily<Degree>,
    pub(super) certificates: ByFamily<Certificate>,
    pub(super) schools: BTreeMap<&'static str, Vec<Organization>>,
    pub(super) locations: Vec<City>,
    pub(super) locations_by_country: BTreeMap<&'static str, Vec<City>>,
    pub(super) notes: Vec<&'static str>,
}

impl WordLists {
    pub(super) fn read() -> Self {
        let locations = locations();
        let mut locations_by_country: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for location in &locations {
            locations_by_country.entry(location.country).or_default().push(*location);
        }
        let mut schools: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for [country, name, slug] in rows(SCHOOLS) {
            schools.entry(country).or_default().push(Organization { name, slug, country });
        }
        Self {
            titles: titles(),
            unique_titles: unique_titles(),
            specialties: specialties(),
            employers: employers(),
            descriptions: descriptions(),
            keywords: keywords(),
            degrees: degrees(),
            certificates: certificates(),
            schools,
            locations,
            locations_by_country,
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

/// In the column of specialties, marks a title that only one person has.
const ONCE: &str = "once";

pub(super) fn locations() -> Vec<City> {
    rows(PLACES)
        .map(|[country, name, display, minutes, summer_time, street]| {
            let utc_offset = minutes.parse().unwrap_or(0);
            City { country, name, display, utc_offset, summer_time, street }
        })
        .collect()
}

fn titles() -> [ByFamily<JobTitle>; 5] {
    let mut titles: [ByFamily<JobTitle>; 5] = Default::default();
    for [family, level, text, country, specialties] in rows(TITLES) {
        let level = level.parse::<usize>().unwrap_or(1).clamp(1, 5);
        if specialties != ONCE {
            titles[level - 1][family_index(family)].push(JobTitle { text, country, specialties });
        }
    }
    titles
}

fn unique_titles() -> ByFamily<&'static str> {
    let mut titles: ByFamily<&str> = Default::default();
    for [family, _, text, _, specialties] in rows(TITLES) {
        if specialties == ONCE {
            titles[family_index(family)].push(text);
        }
    }
    titles
}

fn specialties() -> ByFamily<&'static str> {
    let mut by_family: ByFamily<&str> = Default::default();
    for [family, _, _, _, specialties] in rows(TITLES) {
        let listed = &mut by_family[family_index(family)];
        for specialty in specialties.split(',').filter(|name| !name.is_empty() && *name != ONCE) {
            if !listed.contains(&specialty) {
                listed.push(specialty);
            }
        }
    }
    by_family
}

fn employers() -> ByFamily<Organization> {
    let mut employers: ByFamily<Organization> = Default::default();
    for [name, families, slug, country] in rows(COMPANIES) {
        for (family, list) in JOB_FAMILIES.iter().zip(&mut employers) {
            if families == "*" || families.split(',').any(|listed| listed == *family) {
                list.push(Organization { name, slug, country });
            }
        }
    }
    employers
}

fn descriptions() -> ByFamily<PositionDescription> {
    let mut descriptions: ByFamily<PositionDescription> = Default::default();
    for [family, levels, months, specialties, text] in rows(DESCRIPTIONS) {
        let (lowest, highest) = levels.split_once('-').unwrap_or(("1", "5"));
        let levels = lowest.parse().unwrap_or(1)..=highest.parse().unwrap_or(5);
        let min_months = months.parse().unwrap_or(1);
        let description = PositionDescription { levels, min_months, specialties, text };
        descriptions[family_index(family)].push(description);
    }
    descriptions
}

fn keywords() -> ByFamily<Keyword> {
    let mut keywords: ByFamily<Keyword> = Default::default();
    for [family, text, specialties] in rows(KEYWORDS) {
        keywords[family_index(family)].push(Keyword { text, specialties });
    }
    keywords
}

fn degrees() -> ByFamily<Degree> {
    let mut degrees: ByFamily<Degree> = Default::default();
    for [family, name, years, rank, country, description, specialties] in rows(DEGREES) {
        let (years, is_second) = (years.parse().unwrap_or(3), rank == "2");
        let degree = Degree { name, years, is_second, country, description, specialties };
        degrees[family_index(family)].push(degree);
    }
    degrees
}

fn certificates() -> ByFamily<Certificate> {
    let mut certificates: ByFamily<Certificate> = Default::default();
    for [family, name, issuer, years, id_prefix, specialties] in rows(CERTIFICATES) {
        let years = years.parse().unwrap_or(3);
        let certificate = Certificate { name, issuer, years, id_prefix, specialties };
        certificates[family_index(family)].push(certificate);
    }
    certificates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_entries_in_every_list() {
        let lists = WordLists::read();
        for (family, name) in JOB_FAMILIES.iter().enumerate() {
            let counts = [
                lists.employers[family].len(),
                lists.descriptions[family].len(),
                lists.keywords[family].len(),
                lists.degrees[family].len(),
                lists.certificates[family].len(),
                lists.titles[2][family].len(),
                lists.titles[4][family].len(),
            ];
            assert!(counts.iter().all(|count| *count >= 2), "{name}: {counts:?}");
        }
    }
}
