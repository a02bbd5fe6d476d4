//! Validates every row of every word list.
//!
//! The readers fall back to a default on a bad row; these tests report it with
//! its file and line. The lists are read from the folder, so a new list that is
//! missing in [`LISTS`] fails too.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use Column::{Each, In, Number, OneOf, Or, Shape, Text};

use crate::service::demo::qualification::applies_to;
use crate::service::demo::social_network::slug;
use crate::service::demo::word_lists::{JOB_FAMILIES, JobTitle, WordLists, family_index};

#[derive(Debug, Clone, Copy)]
enum Column {
    /// Free text, not empty.
    Text,
    /// A number between the two.
    Number(i64, i64),
    OneOf(&'static [&'static str]),
    /// A value of that column of that list, which may hold several.
    In(&'static str, usize),
    /// This value, or one that the other rule accepts.
    Or(&'static str, &'static Self),
    /// Several values, separated by commas.
    Each(&'static Self),
    Shape(fn(&str) -> bool),
}

const FAMILY: Column = OneOf(&JOB_FAMILIES);
const COUNTRY: Column = In("places.txt", 0);
const LEVEL: Column = Number(1, 5);
const PERCENT: Column = Number(0, 100);
const STATUS: Column = OneOf(&["Open", "On hold", "Filled", "Closed - lost"]);
const ORDER: Column = OneOf(&["western", "double", "tight", "spaced", "middle", "single"]);
const PART: Column = OneOf(&["gm", "gf", "f", "fm", "ff", "mm", "mf"]);
// No location is in China, but some titles are Chinese.
const TITLE_COUNTRY: Column = Or("CN", &COUNTRY);

const SPECIALTIES: Column = Or("", &Each(&In("titles.txt", 4)));

/// The columns of every list; the comments at its top describe them.
#[rustfmt::skip]
const LISTS: [(&str, &[Column]); 15] = [
    ("certificates.txt", &[FAMILY, Text, Text, Number(1, 10), Text, SPECIALTIES]),
    ("clients.txt", &[Text, In("places.txt", 1), Shape(is_slug)]),
    ("companies.txt", &[Text, Or("*", &Each(&FAMILY)), Shape(is_slug), Or("", &COUNTRY)]),
    ("cultures.txt", &[In("names.txt", 0), ORDER, PERCENT, Number(1, 100), Each(&COUNTRY)]),
    ("degrees.txt", &[
        FAMILY, Text, Number(1, 6), Number(1, 2), Or("", &COUNTRY), Or("", &Text), SPECIALTIES,
    ]),
    ("descriptions.txt", &[
        FAMILY, Shape(is_level_range), Number(1, 60), SPECIALTIES, Text,
    ]),
    ("jobs.txt", &[
        STATUS, OneOf(&["yes", "no"]), Or("", &Shape(is_count)), Number(4, 400),
        In("clients.txt", 0), FAMILY, In("pipelines.txt", 0), LEVEL, Text,
        SPECIALTIES,
    ]),
    ("keywords.txt", &[FAMILY, Text, SPECIALTIES]),
    ("names.txt", &[In("cultures.txt", 0), PART, Text, Shape(is_ascii_name)]),
    ("notes.txt", &[Text]),
    ("phones.txt", &[Or("**", &COUNTRY), OneOf(&["mobile", "work", "home"]), Shape(is_phone_pattern)]),
    ("pipelines.txt", &[
        In("jobs.txt", 6), Text, OneOf(&["-", "i", "r", "w", "x"]), PERCENT, PERCENT, PERCENT,
        Or("", &In("pipelines.txt", 1)), Number(0, 60),
    ]),
    ("places.txt", &[
        In("schools.txt", 0), Text, Text, Number(-720, 840), OneOf(&["N", "S", "-"]),
        Shape(is_street),
    ]),
    ("schools.txt", &[COUNTRY, Text, Shape(is_slug)]),
    ("titles.txt", &[FAMILY, LEVEL, Text, Or("", &TITLE_COUNTRY), Shape(is_words)]),
];

fn is_slug(value: &str) -> bool {
    !value.is_empty() && value == slug(value)
}

/// Words separated by commas, or none.
fn is_words(value: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
    value.is_empty() || value.split(',').all(is_word)
}

fn is_ascii_name(value: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic());
    value.split([' ', '-']).all(is_word)
}

fn is_level_range(value: &str) -> bool {
    let levels = value.split('-').map(|level| level.parse().unwrap_or(0)).collect::<Vec<_>>();
    matches!(levels[..], [low @ 1..=5, high @ 1..=5] if low <= high)
}

fn is_count(value: &str) -> bool {
    value.strip_prefix('~').unwrap_or(value).parse::<u16>().is_ok()
}

/// A phone number with placeholders for digits.
fn is_phone_pattern(value: &str) -> bool {
    let is_allowed = |letter: char| letter.is_ascii_digit() || " xNZ".contains(letter);
    value.strip_prefix('+').is_some_and(|rest| rest.chars().all(is_allowed) && rest.contains('x'))
}

fn is_street(value: &str) -> bool {
    value.matches("{}").count() == 1 && value.matches(['{', '}']).count() == 2
}

impl Column {
    fn accepts(self, value: &str, lists: &Lists) -> bool {
        match self {
            Text => !value.is_empty() && value.trim() == value && !value.contains("  "),
            Number(min, max) => value.parse().is_ok_and(|n| (min..=max).contains(&n)),
            OneOf(all) => all.contains(&value),
            In(list, column) => lists.lines(list).any(|(_, line)| {
                let cell = line.split('|').nth(column);
                cell == Some(value) || cell.is_some_and(|cell| cell.split(',').any(|c| c == value))
            }),
            Or(exactly, other) => value == exactly || other.accepts(value, lists),
            Each(rule) => value.split(',').all(|part| rule.accepts(part, lists)),
            Shape(is_valid) => is_valid(value),
        }
    }

    fn is_free_text(self) -> bool {
        matches!(self, Text | Or("", Text))
    }
}

#[derive(Debug, Clone)]
struct Lists(BTreeMap<String, String>);

impl Lists {
    fn read() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
        let files = fs::read_dir(folder).unwrap().map(|file| {
            let file = file.unwrap();
            (file.file_name().into_string().unwrap(), fs::read_to_string(file.path()).unwrap())
        });
        Self(files.collect())
    }

    /// The lines of a list with their numbers, without comments.
    fn lines(&self, list: &str) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.0[list].lines()).filter(|(_, line)| !line.starts_with('#'))
    }

    /// The lines of a list of N columns.
    fn rows<const N: usize>(&self, list: &str) -> impl Iterator<Item = (usize, [&str; N])> {
        self.lines(list).map(move |(number, line)| {
            let columns = line.split('|').collect::<Vec<_>>();
            (number, columns.try_into().unwrap_or_else(|_| panic!("{list}:{number}: {line}")))
        })
    }

    fn errors(&self, list: &str, columns: &[Column]) -> Vec<String> {
        let (mut errors, mut seen) = (Vec::new(), HashSet::new());
        for (number, line) in self.lines(list) {
            if !seen.insert(line) {
                errors.push(format!("{list}:{number}: duplicate line: {line}"));
            }
            let count = line.split('|').count();
            if count != columns.len() {
                errors.push(format!("{list}:{number}: {count} columns, not {}", columns.len()));
            }
            for ((position, column), value) in (1..).zip(columns).zip(line.split('|')) {
                if !column.accepts(value, self) {
                    errors.push(format!("{list}:{number}: column {position} cannot be {value:?}"));
                }
            }
        }
        errors
    }

    fn with_last_line(&self, list: &str, line: &str) -> Self {
        let mut lists = self.clone();
        let text = lists.0.get_mut(list).unwrap();
        let before = text.trim_end().rfind('\n').unwrap();
        text.truncate(before + 1);
        text.push_str(line);
        text.push('\n');
        lists
    }
}

#[track_caller]
fn assert_no_errors(errors: &[String]) {
    assert!(errors.is_empty(), "\n{}", errors.join("\n"));
}

#[test]
fn every_file_in_the_folder_has_rules_for_its_columns() {
    assert!(Lists::read().0.keys().eq(LISTS.map(|(list, _)| list)));
}

#[test]
fn every_column_of_every_line_is_valid() {
    let lists = Lists::read();
    let errors = LISTS.iter().flat_map(|(list, columns)| lists.errors(list, columns));
    assert_no_errors(&errors.collect::<Vec<_>>());
}

#[test]
fn an_invalid_column_is_reported_with_file_and_line() {
    let lists = Lists::read();
    for (list, columns) in LISTS {
        let (number, line) = lists.lines(list).last().unwrap();
        let mut broken = vec![format!("{line}|"), String::new()];
        for (index, _) in columns.iter().enumerate().filter(|(_, column)| !column.is_free_text()) {
            let mut values = line.split('|').collect::<Vec<_>>();
            values[index] = "4x,Londn";
            broken.push(values.join("|"));
        }
        for line in broken {
            let errors = lists.with_last_line(list, &line).errors(list, columns);
            let prefix = format!("{list}:{number}: ");
            let is_reported = errors.iter().any(|error| error.starts_with(&prefix));
            assert!(is_reported, "{list}: {line}: {errors:?}");
        }
    }
}

#[test]
fn rejected_candidates_go_to_a_rejection_stage_of_the_same_pipeline() {
    let lists = Lists::read();
    let mut errors = Vec::new();
    for (number, [pipeline, stage, mark, advances, leaves, _, rejection, days]) in
        lists.rows("pipelines.txt")
    {
        let is_followed = [advances, leaves].iter().any(|percent| *percent != "0");
        let mut siblings =
            lists.rows("pipelines.txt").filter(|(_, row): &(_, [_; 8])| row[0] == pipeline);
        let resolves = siblings.any(|(_, row)| row[1] == rejection && row[2] == "r");
        let has_stay = is_followed || mark == "x";
        if is_followed != resolves || has_stay != (days != "0") {
            errors.push(format!("pipelines.txt:{number}: {stage} into {rejection:?}, {days} days"));
        }
    }
    assert_no_errors(&errors);
}

#[test]
fn slugs_match_the_names() {
    let lists = Lists::read();
    let clients = lists.rows("clients.txt").map(|(n, [name, _, slug])| ("clients", n, name, slug));
    let companies =
        lists.rows("companies.txt").map(|(n, [name, _, slug, _])| ("companies", n, name, slug));
    let schools = lists.rows("schools.txt").map(|(n, [_, name, slug])| ("schools", n, name, slug));
    // A transliteration of other scripts cannot be checked.
    let ascii = clients.chain(companies).chain(schools).filter(|(_, _, name, _)| name.is_ascii());
    let mismatches = ascii.filter(|(_, _, name, listed)| {
        ![slug(name), slug(&name.replace('&', "and"))].contains(&(*listed).to_owned())
    });
    let mut errors: Vec<String> = mismatches
        .map(|(list, n, name, listed)| format!("{list}.txt:{n}: {name}: {listed}"))
        .collect();
    for (number, [_, _, native, ascii]) in lists.rows("names.txt") {
        if native.is_ascii() && native.replace('\'', "") != ascii {
            errors.push(format!("names.txt:{number}: {native}: {ascii}"));
        }
    }
    assert_no_errors(&errors);
}

#[test]
fn every_country_with_a_location_has_a_culture() {
    let lists = Lists::read();
    let missing = lists
        .rows("places.txt")
        .filter(|(_, [country, ..]): &(_, [_; 6])| !In("cultures.txt", 4).accepts(country, &lists));
    let errors: Vec<_> = missing.map(|(n, row)| format!("places.txt:{n}: {}", row[0])).collect();
    assert_no_errors(&errors);
}

#[test]
fn values_that_the_code_names_exist_in_the_lists() {
    let lists = Lists::read();
    for (list, column, names) in [
        ("companies.txt", 0, &["Freelance", "Self-employed"][..]),
        ("cultures.txt", 0, &["japanese", "korean", "chinese"]),
        ("phones.txt", 0, &["**"]),
        ("pipelines.txt", 1, &["Technical interview"]),
        ("schools.txt", 0, &["GB"]),
    ] {
        for name in names {
            assert!(In(list, column).accepts(name, &lists), "{name} in {list}");
        }
    }
}

#[test]
fn every_specialty_has_titles_and_every_job_names_one_of_its_family() {
    let lists = WordLists::read();
    for (family, specialties) in lists.specialties.iter().enumerate() {
        for (specialty, titles) in specialties
            .iter()
            .flat_map(|name| lists.titles.iter().map(move |titles| (name, titles)))
        {
            let matches = |title: &&JobTitle| {
                title.country.is_empty() && applies_to(title.specialties, specialty)
            };
            assert!(titles[family].iter().any(|title| matches(&title)), "{specialty}");
        }
    }
    for (number, row) in Lists::read().rows::<10>("jobs.txt") {
        let family_specialties = &lists.specialties[family_index(row[5])];
        let is_valid = if family_specialties.is_empty() {
            row[9].is_empty()
        } else {
            family_specialties.contains(&row[9])
        };
        assert!(is_valid, "jobs.txt:{number}: {}", row[8]);
    }
}

#[test]
fn no_list_contains_a_known_real_name() {
    let real_names = [
        "|Suharto|",
        "mononym|gm|Wiranto",
        "mononym|gm|Widodo",
        "Halyard",
        "Verdigris",
        "Threadneedle",
        "Kingfisher",
        "Kaltenbach",
        "Northgate",
        "Spreewerk",
        "Torrent Hydro",
        "Hudson Valley",
        "Cascadia",
        "Munster",
        "Hanbit",
        "Norrsken",
    ];
    let lists = Lists::read();
    for list in ["names.txt", "companies.txt", "clients.txt", "schools.txt", "certificates.txt"] {
        let matching_line =
            lists.lines(list).find(|(_, line)| real_names.iter().any(|name| line.contains(name)));
        assert_eq!(matching_line, None, "{list}");
    }
}
