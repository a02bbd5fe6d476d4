//! Statistics of names, contact details, careers and duplicates.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::service::demo::career_spec::month_of;
use crate::wire::{CompanyId, Date};

fn persons() -> impl Iterator<Item = &'static PersonRecord> {
    STANDARD.persons.values()
}

fn count_names(predicate: impl Fn(&str) -> bool) -> usize {
    persons().filter(|person| predicate(&person.name)).count()
}

#[test]
fn two_thousand_persons_are_candidates_for_one_to_three_jobs() {
    let data = &STANDARD;
    assert!((2000..=2100).contains(&data.persons.len()), "{}", data.persons.len());
    let mut jobs: HashMap<&PersonId, usize> = HashMap::new();
    for candidate in &data.candidates {
        *jobs.entry(&candidate.person_id).or_default() += 1;
    }
    let repeat_applicants = jobs.values().filter(|jobs| **jobs > 1).count();
    assert_between(percent(repeat_applicants, data.persons.len()), 10.0, 18.0);
    assert!(jobs.values().all(|jobs| *jobs <= 3) && jobs.values().any(|jobs| *jobs == 3));
}

#[test]
fn names_are_in_many_scripts() {
    type Letter = fn(char) -> bool;
    let scripts: [(&str, Letter); 11] = [
        ("Greek", |c| ('α'..='ω').contains(&c)),
        ("Cyrillic", |c| ('а'..='я').contains(&c)),
        ("Hebrew", |c| ('א'..='ת').contains(&c)),
        ("Arabic", |c| ('\u{621}'..='\u{64a}').contains(&c)),
        ("Devanagari", |c| ('\u{904}'..='\u{97f}').contains(&c)),
        ("Thai", |c| ('\u{e01}'..='\u{e5b}').contains(&c)),
        ("Han", |c| ('\u{4e00}'..='\u{9fff}').contains(&c)),
        ("Hangul", |c| ('\u{ac00}'..='\u{d7a3}').contains(&c)),
        ("Icelandic", |c| matches!(c, 'þ' | 'Þ' | 'ð')),
        ("Vietnamese", |c| matches!(c, 'ễ' | 'ạ' | 'ỳ' | 'ầ')),
        ("Turkish", |c| matches!(c, 'ı' | 'ğ' | 'ş' | 'İ')),
    ];
    for (script, letter) in scripts {
        let count = count_names(|name| name.chars().any(letter));
        assert!(count >= 5, "{count} names in {script}");
    }
    let parts = [" van ", "O'", " Ní ", "Mac ", "von ", "Adéwálé", "ł", "Ø", "ç"];
    for part in parts {
        assert!(count_names(|name| name.contains(part)) >= 1, "{part}");
    }
}

#[test]
fn names_have_every_shape() {
    assert_eq!(count_names(|name| name.chars().count() == 70), 1);
    assert_eq!(count_names(|name| name == "Zoë Ångström"), 1);
    assert_eq!(count_names(|name| name == "Zoe\u{308} A\u{30a}ngstro\u{308}m"), 1);
    let is_mononym = |person: &&PersonRecord| {
        person.first_name.is_empty() && person.last_name.is_empty() && !person.name.contains(' ')
    };
    assert!(persons().filter(is_mononym).count() >= 8);
    assert!(
        persons()
            .any(|person| person.last_name.chars().count() == 1 && person.last_name.is_ascii())
    );
    for person in persons().filter(|person| !person.last_name.is_empty()) {
        assert!(person.name.contains(&person.last_name), "{}", person.name);
        assert!(person.name.contains(&person.first_name), "{}", person.name);
    }
    let names: HashSet<&str> = persons().map(|person| person.name.as_str()).collect();
    assert_between(percent(names.len(), STANDARD.persons.len()), 96.0, 99.9);
}

#[test]
fn contact_details_and_notes_are_sometimes_missing() {
    let data = &STANDARD;
    assert_between(data.person_percent(|p| p.emails.is_empty()), 6.0, 10.0);
    assert_between(data.person_percent(|p| p.phones.is_empty()), 17.0, 23.0);
    assert_between(data.person_percent(|p| p.social_url.is_empty()), 4.0, 9.0);
    assert_between(data.person_percent(|p| p.current_job_title.is_empty()), 2.0, 8.0);
    assert_between(data.person_percent(|p| p.external_source_id.is_some()), 17.0, 27.0);
    assert_between(data.person_percent(|p| !p.notes.is_empty()), 28.0, 40.0);
    assert_between(data.person_percent(|p| !p.address.is_empty()), 30.0, 45.0);
    assert_between(data.person_percent(|p| !p.social_headline.is_empty()), 50.0, 80.0);
    assert_between(data.person_percent(|p| !p.social_location.is_empty()), 78.0, 92.0);
    let contacts = persons().filter(|person| !person.client_contacts.is_empty()).count();
    assert!((3..=12).contains(&contacts), "{contacts} are contacts at a client");
}

/// As published by the numbering authorities of the seven countries.
#[rustfmt::skip]
const RESERVED_FOR_FICTION: [&str; 24] = [
    "+44 7700 900", "+44 20 7946 0", "+44 161 496 0", "+44 131 496 0", "+44 117 496 0",
    "+44 113 496 0", "+44 29 2018 0", "+353 20 91", "+49 176 040690", "+49 171 39200",
    "+49 30 23125", "+49 40 66969", "+49 89 99998", "+33 6 39 98 ", "+33 1 99 00 ",
    "+33 4 65 71 ", "+46 70 174 06 ", "+46 8 465 004 ", "+46 31 390 06 ", "+46 40 628 04 ",
    "+61 2 5550 ", "+61 2 7010 ", "+61 3 5550 ", "+61 3 7010 ",
];

#[test]
fn email_addresses_and_phone_numbers_are_reserved_ones() {
    for person in persons() {
        for email in &person.emails {
            assert!(["work", "personal", "other"].contains(&email.contact_data_type.as_str()));
            let (local, domain) = email.value.split_once('@').unwrap();
            let top = domain.rsplit('.').next().unwrap();
            let reserved = ["example.com", "example.org", "example.net"].contains(&domain)
                || ["example", "test"].contains(&top);
            assert!(reserved && local.is_ascii() && !local.contains(' '), "{}", email.value);
        }
        for phone in &person.phones {
            assert!(["mobile", "work", "home"].contains(&phone.contact_data_type.as_str()));
            let is_plain = |c: char| c.is_ascii_digit() || c == ' ';
            assert!(
                phone.value.strip_prefix('+').unwrap().chars().all(is_plain),
                "{}",
                phone.value
            );
            let is_american = phone.value.starts_with("+1 ") && phone.value.contains(" 555 01");
            let is_reserved =
                RESERVED_FOR_FICTION.iter().any(|range| phone.value.starts_with(range));
            assert!(is_american || is_reserved, "{}", phone.value);
        }
        let handle = person.social_public_id.as_str();
        assert!(handle.is_ascii() && !handle.contains(' '), "{handle}");
        let url = person.social_url.trim_end_matches('/');
        assert_eq!(url.strip_prefix("https://social.example/in/").unwrap_or_default(), handle);
    }
}

#[test]
fn three_in_two_hundred_are_duplicates_and_only_they_share_an_address() {
    let mut by_key: HashMap<String, Vec<&PersonRecord>> = HashMap::new();
    for person in persons() {
        for key in person.emails.iter().map(|email| &email.value).chain([&person.social_public_id])
        {
            by_key.entry(key.to_lowercase()).or_default().push(person);
        }
    }
    by_key.remove("");
    let mut duplicates: HashSet<[&PersonId; 2]> = HashSet::new();
    let (mut renamed, mut respelt, mut slashed) = (0, 0, 0);
    for pair in by_key.into_values().filter(|persons| persons.len() > 1) {
        let [a, b] = pair[..] else { panic!("{} share an address", pair.len()) };
        let career_start = |person: &PersonRecord| {
            let first =
                person.work_experience.last().and_then(|employer| employer.positions.last());
            first.and_then(|position| position.start_date)
        };
        assert_eq!(
            career_start(a),
            career_start(b),
            "{} and {} share only an address",
            a.name,
            b.name
        );
        if duplicates.insert([(&a.id).min(&b.id), (&a.id).max(&b.id)]) {
            renamed += usize::from(a.last_name != b.last_name && a.first_name == b.first_name);
            respelt += usize::from(a.name != b.name);
            slashed += usize::from(a.social_url.ends_with('/') != b.social_url.ends_with('/'));
        }
    }
    assert_between(percent(duplicates.len(), STANDARD.persons.len()), 1.0, 2.2);
    assert!(renamed >= 2 && respelt >= 4 && slashed >= 2, "{renamed} {respelt} {slashed}");
}

#[test]
fn only_duplicates_share_a_phone_number() {
    let mut owners: HashMap<&str, Vec<&PersonRecord>> = HashMap::new();
    for person in persons() {
        for phone in &person.phones {
            owners.entry(&phone.value).or_default().push(person);
        }
    }
    for (number, owners) in owners.into_iter().filter(|(_, owners)| owners.len() > 1) {
        let employers = |person: &PersonRecord| {
            let names = person.work_experience.iter().map(|employer| employer.company_name.clone());
            names.collect::<Vec<_>>()
        };
        assert_eq!(employers(owners[0]), employers(owners[1]), "{number}");
    }
}

#[test]
fn durations_in_a_career_add_up() {
    let months = |start: Date, end: Option<Date>| {
        let end = end.map_or(STANDARD.now.date_naive(), |end| end.exact().unwrap());
        month_of(end) - month_of(start.exact().unwrap()) + 1
    };
    for employer in persons().flat_map(|person| &person.work_experience) {
        let mut sum = 0;
        assert!(!employer.positions.is_empty());
        for position in &employer.positions {
            let start = position.start_date.unwrap();
            assert!(position.end_date.is_none_or(|end| start < end), "{position:?}");
            let duration = position.duration_in_months.unwrap();
            assert_eq!(duration, months(start, position.end_date), "{position:?}");
            assert!(
                duration > 0 && !position.title.is_empty() && !position.position_type.is_empty()
            );
            sum += duration;
        }
        assert_eq!(employer.duration_in_months, Some(sum), "{}", employer.company_name);
        let newest_first = |pair: &[crate::wire::Position]| pair[0].start_date > pair[1].end_date;
        assert!(employer.positions.windows(2).all(newest_first), "{employer:?}");
    }
}

#[test]
fn careers_have_promotions_gaps_overlaps_and_mostly_a_current_position() {
    let data = &STANDARD;
    let spans = |person: &PersonRecord| -> Vec<(i64, i64)> {
        let span = |employer: &crate::wire::WorkExperience| {
            let first = employer.positions.last()?.start_date?.exact()?;
            let last = employer.positions.first()?.end_date.and_then(Date::exact);
            Some((month_of(first), last.map_or(i64::MAX, month_of)))
        };
        person.work_experience.iter().filter_map(span).collect()
    };
    let any_pair =
        |p: &PersonRecord, matches: fn(&[(i64, i64)]) -> bool| spans(p).windows(2).any(matches);
    assert_between(
        data.person_percent(|p| any_pair(p, |pair| pair[1].1 < pair[0].0 - 1)),
        15.0,
        45.0,
    );
    assert_between(data.person_percent(|p| any_pair(p, |pair| pair[1].1 >= pair[0].0)), 3.0, 12.0);
    assert_between(
        data.person_percent(|p| p.work_experience.iter().any(|e| e.positions.len() > 1)),
        25.0,
        60.0,
    );
    let is_up_to_date = |p: &PersonRecord| {
        p.work_experience.iter().any(|employer| {
            let position = &employer.positions[0];
            position.end_date.is_none()
                && position.title == p.current_job_title
                && employer.company_name == p.current_company_name
        })
    };
    assert_between(data.person_percent(is_up_to_date), 82.0, 94.0);
    assert_between(
        data.person_percent(|p| !p.current_job_title.is_empty() && !is_up_to_date(p)),
        2.0,
        10.0,
    );
    assert_between(data.person_percent(|p| !p.education_experience.is_empty()), 88.0, 97.0);
    assert_between(data.person_percent(|p| !p.certifications.is_empty()), 30.0, 50.0);
    assert!(persons().flat_map(|p| &p.certifications).all(|c| c.credential_id.len() > 5));
}

#[test]
fn some_hired_candidates_list_the_job_as_current_position() {
    let data = &STANDARD;
    let listed = data.candidates.iter().filter(|c| {
        let job = data.jobs.iter().find(|job| job.id == c.job_id).unwrap();
        let person = &data.persons[&c.person_id];
        person.current_company_name == job.client_company_name
            && person.current_job_title == job.name
    });
    let stages: HashSet<_> = listed.map(|c| data.path(c).last().unwrap().name.as_str()).collect();
    assert!(stages.contains("Placed") || stages.contains("Hired"), "{stages:?}");
}

#[test]
fn candidates_come_from_the_family_of_the_job() {
    let data = &STANDARD;
    let titles = |job: &str| {
        let id = &data.jobs.iter().find(|other| other.name.starts_with(job)).unwrap().id;
        let applicants = data.candidates.iter().filter(move |c| c.job_id == *id);
        applicants.map(|c| data.persons[&c.person_id].current_job_title.as_str())
    };
    let nurses = titles("Clinical Nurse").filter(|title| title.contains("Nurse")).count();
    let engineers = titles("Senior Backend").filter(|title| title.contains("Engineer")).count();
    assert!(nurses >= 25, "{nurses} nurses among 101");
    assert!(engineers >= 20, "{engineers} engineers");
    assert_eq!(titles("Clinical Nurse").filter(|title| title.contains("Brand")).count(), 0);
}

#[test]
fn some_titles_are_long_or_not_english() {
    let count =
        |predicate: fn(&str) -> bool| persons().filter(|p| predicate(&p.current_job_title)).count();
    assert!(count(|title| title.chars().count() > 90) >= 3);
    assert!(count(|title| title.contains('·') || title.contains("Responsable")) >= 3);
    assert!(count(|title| title.contains("ingenieur") || title.contains("Fachkraft")) >= 3);
    assert!(count(|title| title.chars().any(|c| ('\u{3041}'..='\u{d7a3}').contains(&c))) >= 8);
}

#[test]
fn a_company_is_the_same_in_every_career() {
    let mut listings: HashMap<&str, (&Option<CompanyId>, &str, Option<i64>)> = HashMap::new();
    let mut ids = HashSet::new();
    for person in persons() {
        let work = person
            .work_experience
            .iter()
            .map(|w| (&w.company_name, &w.company_id, &w.company_social_url, w.company_social_id));
        let schools = person
            .education_experience
            .iter()
            .map(|e| (&e.company_name, &e.company_id, &e.company_social_url, e.company_social_id));
        for (name, id, url, number) in work.chain(schools) {
            let listing = (id, url.as_str(), number);
            assert_eq!(*listings.entry(name).or_insert(listing), listing, "{name}");
            assert!(url.starts_with("https://social.example/company/") && url.is_ascii(), "{url}");
            ids.extend(id);
        }
    }
    let with_id = listings.values().filter(|listing| listing.0.is_some()).count();
    assert_eq!(with_id, ids.len(), "no two companies share an id");
    assert_between(percent(with_id, listings.len()), 50.0, 90.0);
    assert!(ids.iter().all(|id| id.as_str().starts_with("com_")));
}
