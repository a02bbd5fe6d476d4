//! Every word list, read strictly.
//!
//! The program makes the best of a bad line; here it is named with its file
//! and number. The lists are read from the folder, so a new one without its
//! columns in [`LISTS`] fails too.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use Column::{Each, In, Number, OneOf, Or, Shape, Text};

use crate::service::demo::network::slug;
use crate::service::demo::pools::{FAMILIES, Pools, Title, family};
use crate::service::demo::profile::is_meant_for;

/// What a column must hold.
#[derive(Debug, Clone, Copy)]
enum Column {
    /// Free words, at least one.
    Text,
    /// A whole number between these two.
    Number(i64, i64),
    OneOf(&'static [&'static str]),
    /// What stands in that column of that list, there perhaps among others.
    In(&'static str, usize),
    /// Exactly this, or what the other holds.
    Or(&'static str, &'static Self),
    /// Some of these, between commas.
    Each(&'static Self),
    Shape(fn(&str) -> bool),
}

const FAMILY: Column = OneOf(&FAMILIES);
const COUNTRY: Column = In("places.txt", 0);
const LEVEL: Column = Number(1, 5);
const PERCENT: Column = Number(0, 100);
const STATUS: Column = OneOf(&["Open", "On hold", "Filled", "Closed - lost"]);
const ORDER: Column = OneOf(&["western", "double", "tight", "spaced", "middle", "single"]);
const PART: Column = OneOf(&["gm", "gf", "f", "fm", "ff", "mm", "mf"]);
// No place of ours is in China, but titles are written as they are there.
const TONGUE: Column = Or("CN", &COUNTRY);

const SPECIALTIES: Column = Or("", &Each(&In("titles.txt", 4)));

/// The columns of every list, as the remarks at its top describe them.
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
        FAMILY, Shape(is_span_of_levels), Number(1, 60), SPECIALTIES, Text,
    ]),
    ("jobs.txt", &[
        STATUS, OneOf(&["yes", "no"]), Or("", &Shape(is_count)), Number(4, 400),
        In("clients.txt", 0), FAMILY, In("pipelines.txt", 0), LEVEL, Text,
        SPECIALTIES,
    ]),
    ("keywords.txt", &[FAMILY, Text, SPECIALTIES]),
    ("names.txt", &[In("cultures.txt", 0), PART, Text, Shape(is_ascii_name)]),
    ("notes.txt", &[Text]),
    ("phones.txt", &[Or("**", &COUNTRY), OneOf(&["mobile", "work", "home"]), Shape(is_number)]),
    ("pipelines.txt", &[
        In("jobs.txt", 6), Text, OneOf(&["-", "i", "r", "w", "x"]), PERCENT, PERCENT, PERCENT,
        Or("", &In("pipelines.txt", 1)), Number(0, 60),
    ]),
    ("places.txt", &[
        In("schools.txt", 0), Text, Text, Number(-720, 840), OneOf(&["N", "S", "-"]),
        Shape(is_street),
    ]),
    ("schools.txt", &[COUNTRY, Text, Shape(is_slug)]),
    ("titles.txt", &[FAMILY, LEVEL, Text, Or("", &TONGUE), Shape(is_words)]),
];

fn is_slug(value: &str) -> bool {
    !value.is_empty() && value == slug(value)
}

/// Words between commas, or none.
fn is_words(value: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
    value.is_empty() || value.split(',').all(is_word)
}

fn is_ascii_name(value: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic());
    value.split([' ', '-']).all(is_word)
}

fn is_span_of_levels(value: &str) -> bool {
    let levels = value.split('-').map(|level| level.parse().unwrap_or(0)).collect::<Vec<_>>();
    matches!(levels[..], [least @ 1..=5, most @ 1..=5] if least <= most)
}

fn is_count(value: &str) -> bool {
    value.strip_prefix('~').unwrap_or(value).parse::<u16>().is_ok()
}

/// A pattern of a telephone number with digits left open.
fn is_number(value: &str) -> bool {
    let known = |letter: char| letter.is_ascii_digit() || " xNZ".contains(letter);
    value.strip_prefix('+').is_some_and(|rest| rest.chars().all(known) && rest.contains('x'))
}

fn is_street(value: &str) -> bool {
    value.matches("{}").count() == 1 && value.matches(['{', '}']).count() == 2
}

impl Column {
    fn holds(self, value: &str, lists: &Lists) -> bool {
        match self {
            Text => !value.is_empty() && value.trim() == value && !value.contains("  "),
            Number(least, most) => value.parse().is_ok_and(|n| (least..=most).contains(&n)),
            OneOf(all) => all.contains(&value),
            In(list, column) => lists.lines(list).any(|(_, line)| {
                let cell = line.split('|').nth(column);
                cell == Some(value) || cell.is_some_and(|cell| cell.split(',').any(|c| c == value))
            }),
            Or(exactly, other) => value == exactly || other.holds(value, lists),
            Each(one) => value.split(',').all(|part| one.holds(part, lists)),
            Shape(fits) => fits(value),
        }
    }

    fn is_free(self) -> bool {
        matches!(self, Text | Or("", Text))
    }
}

/// The text of every file in the folder.
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

    /// The lines of a list with their numbers, without remarks.
    fn lines(&self, list: &str) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.0[list].lines()).filter(|(_, line)| !line.starts_with('#'))
    }

    /// The same of a list that is known to have so many columns.
    fn rows<const N: usize>(&self, list: &str) -> impl Iterator<Item = (usize, [&str; N])> {
        self.lines(list).map(move |(number, line)| {
            let columns = line.split('|').collect::<Vec<_>>();
            (number, columns.try_into().unwrap_or_else(|_| panic!("{list}:{number}: {line}")))
        })
    }

    /// All that is wrong with one list.
    fn complaints(&self, list: &str, columns: &[Column]) -> Vec<String> {
        let (mut wrong, mut seen) = (Vec::new(), HashSet::new());
        for (number, line) in self.lines(list) {
            if !seen.insert(line) {
                wrong.push(format!("{list}:{number}: stands there twice: {line}"));
            }
            let count = line.split('|').count();
            if count != columns.len() {
                wrong.push(format!("{list}:{number}: {count} columns, not {}", columns.len()));
            }
            for ((place, column), value) in (1..).zip(columns).zip(line.split('|')) {
                if !column.holds(value, self) {
                    wrong.push(format!("{list}:{number}: column {place} cannot be {value:?}"));
                }
            }
        }
        wrong
    }

    /// The same with another text in the place of the last line of a list.
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
fn nothing_wrong(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn every_file_in_the_folder_has_its_columns_described() {
    assert!(Lists::read().0.keys().eq(LISTS.map(|(list, _)| list)));
}

#[test]
fn every_column_of_every_line_holds_what_it_should() {
    let lists = Lists::read();
    let wrong = LISTS.iter().flat_map(|(list, columns)| lists.complaints(list, columns));
    nothing_wrong(&wrong.collect::<Vec<_>>());
}

#[test]
fn a_misspelt_column_is_told_by_file_and_line_in_every_list() {
    let lists = Lists::read();
    for (list, columns) in LISTS {
        let (number, line) = lists.lines(list).last().unwrap();
        let mut broken = vec![format!("{line}|"), String::new()];
        for (place, _) in columns.iter().enumerate().filter(|(_, column)| !column.is_free()) {
            let mut values = line.split('|').collect::<Vec<_>>();
            values[place] = "4x,Londn";
            broken.push(values.join("|"));
        }
        for line in broken {
            let wrong = lists.with_last_line(list, &line).complaints(list, columns);
            let named = format!("{list}:{number}: ");
            assert!(wrong.iter().any(|told| told.starts_with(&named)), "{list}: {line}: {wrong:?}");
        }
    }
}

#[test]
fn who_is_out_goes_to_a_rejection_stage_of_the_same_pipeline() {
    let lists = Lists::read();
    let mut wrong = Vec::new();
    for (number, [kind, stage, mark, on, out, _, into, days]) in lists.rows("pipelines.txt") {
        let leads_on = [on, out].iter().any(|percent| *percent != "0");
        let mut same = lists.rows("pipelines.txt").filter(|(_, row): &(_, [_; 8])| row[0] == kind);
        let resolves = same.any(|(_, row)| row[1] == into && row[2] == "r");
        let stays = leads_on || mark == "x";
        if leads_on != resolves || stays != (days != "0") {
            wrong.push(format!("pipelines.txt:{number}: {stage} into {into:?}, {days} days"));
        }
    }
    nothing_wrong(&wrong);
}

#[test]
fn addresses_are_spelt_as_the_names_they_come_from() {
    let lists = Lists::read();
    let clients = lists.rows("clients.txt").map(|(n, [name, _, slug])| ("clients", n, name, slug));
    let companies =
        lists.rows("companies.txt").map(|(n, [name, _, slug, _])| ("companies", n, name, slug));
    let schools = lists.rows("schools.txt").map(|(n, [_, name, slug])| ("schools", n, name, slug));
    // How other scripts are put into ASCII cannot be told from the letters.
    let plain = clients.chain(companies).chain(schools).filter(|(_, _, name, _)| name.is_ascii());
    let odd = plain.filter(|(_, _, name, told)| {
        ![slug(name), slug(&name.replace('&', "and"))].contains(&(*told).to_owned())
    });
    let mut wrong: Vec<String> =
        odd.map(|(list, n, name, told)| format!("{list}.txt:{n}: {name}: {told}")).collect();
    for (number, [_, _, written, ascii]) in lists.rows("names.txt") {
        if written.is_ascii() && written.replace('\'', "") != ascii {
            wrong.push(format!("names.txt:{number}: {written}: {ascii}"));
        }
    }
    nothing_wrong(&wrong);
}

#[test]
fn every_country_people_live_in_is_home_to_a_culture() {
    let lists = Lists::read();
    let homeless = lists
        .rows("places.txt")
        .filter(|(_, [country, ..]): &(_, [_; 6])| !In("cultures.txt", 4).holds(country, &lists));
    let wrong: Vec<_> = homeless.map(|(n, row)| format!("places.txt:{n}: {}", row[0])).collect();
    nothing_wrong(&wrong);
}

#[test]
fn the_entries_the_program_knows_by_name_stand_in_their_lists() {
    let lists = Lists::read();
    for (list, column, names) in [
        ("companies.txt", 0, &["Freelance", "Self-employed"][..]),
        ("cultures.txt", 0, &["japanese", "korean", "chinese"]),
        ("phones.txt", 0, &["**"]),
        ("pipelines.txt", 1, &["Technical interview"]),
        ("schools.txt", 0, &["GB"]),
    ] {
        for name in names {
            assert!(In(list, column).holds(name, &lists), "{name} in {list}");
        }
    }
}

#[test]
fn every_specialty_has_a_title_at_every_level_and_every_job_names_one_of_its_trade() {
    let pools = Pools::read();
    for (family, specialties) in pools.specialties.iter().enumerate() {
        for (specialty, titles) in
            specialties.iter().flat_map(|one| pools.titles.iter().map(move |titles| (one, titles)))
        {
            let theirs = |title: &&Title| {
                title.country.is_empty() && is_meant_for(title.specialties, specialty)
            };
            assert!(titles[family].iter().any(|title| theirs(&title)), "{specialty}");
        }
    }
    for (number, row) in Lists::read().rows::<10>("jobs.txt") {
        let known = &pools.specialties[family(row[5])];
        let told = if known.is_empty() { row[9].is_empty() } else { known.contains(&row[9]) };
        assert!(told, "jobs.txt:{number}: {}", row[8]);
    }
}

#[test]
fn no_list_bears_a_name_that_readers_know_from_elsewhere() {
    let known = [
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
        let found =
            lists.lines(list).find(|(_, line)| known.iter().any(|name| line.contains(name)));
        assert_eq!(found, None, "{list}");
    }
}
