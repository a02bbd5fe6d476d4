//! People: names, contacts, careers and doubles, counted.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::service::demo::worker::month_of;
use crate::wire::{CompanyId, Date};

fn persons() -> impl Iterator<Item = &'static PersonRecord> {
    STANDARD.people.values()
}

fn any_name(so: impl Fn(&str) -> bool) -> usize {
    persons().filter(|person| so(&person.name)).count()
}

#[test]
fn about_two_thousand_people_stand_for_one_to_three_jobs() {
    let desk = &STANDARD;
    assert!((2000..=2100).contains(&desk.people.len()), "{}", desk.people.len());
    let mut jobs: HashMap<&PersonId, usize> = HashMap::new();
    for candidate in &desk.candidates {
        *jobs.entry(&candidate.person_id).or_default() += 1;
    }
    let several = jobs.values().filter(|jobs| **jobs > 1).count();
    about(percent(several, desk.people.len()), 10.0, 18.0);
    assert!(jobs.values().all(|jobs| *jobs <= 3) && jobs.values().any(|jobs| *jobs == 3));
}

#[test]
fn names_are_written_in_many_scripts() {
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
        let bearers = any_name(|name| name.chars().any(letter));
        assert!(bearers >= 5, "{bearers} names in {script}");
    }
    let families = [" van ", "O'", " Ní ", "Mac ", "von ", "Adéwálé", "ł", "Ø", "ç"];
    for part in families {
        assert!(any_name(|name| name.contains(part)) >= 1, "{part}");
    }
}

#[test]
fn names_have_all_shapes() {
    assert_eq!(any_name(|name| name.chars().count() == 70), 1);
    assert_eq!(any_name(|name| name == "Zoë Ångström"), 1);
    assert_eq!(any_name(|name| name == "Zoe\u{308} A\u{30a}ngstro\u{308}m"), 1);
    let single = |person: &&PersonRecord| {
        person.first_name.is_empty() && person.last_name.is_empty() && !person.name.contains(' ')
    };
    assert!(persons().filter(single).count() >= 8);
    assert!(
        persons()
            .any(|person| person.last_name.chars().count() == 1 && person.last_name.is_ascii())
    );
    for person in persons().filter(|person| !person.last_name.is_empty()) {
        assert!(person.name.contains(&person.last_name), "{}", person.name);
        assert!(person.name.contains(&person.first_name), "{}", person.name);
    }
    let names: HashSet<&str> = persons().map(|person| person.name.as_str()).collect();
    about(percent(names.len(), STANDARD.people.len()), 96.0, 99.9);
}

#[test]
fn some_cannot_be_reached_and_many_have_something_remarked() {
    let desk = &STANDARD;
    about(desk.people_who(|p| p.emails.is_empty()), 6.0, 10.0);
    about(desk.people_who(|p| p.phones.is_empty()), 17.0, 23.0);
    about(desk.people_who(|p| p.social_url.is_empty()), 4.0, 9.0);
    about(desk.people_who(|p| p.current_job_title.is_empty()), 2.0, 8.0);
    about(desk.people_who(|p| p.external_source_id.is_some()), 17.0, 27.0);
    about(desk.people_who(|p| !p.notes.is_empty()), 28.0, 40.0);
    about(desk.people_who(|p| !p.address.is_empty()), 30.0, 45.0);
    about(desk.people_who(|p| !p.social_headline.is_empty()), 50.0, 80.0);
    about(desk.people_who(|p| !p.social_location.is_empty()), 78.0, 92.0);
    let contacts = persons().filter(|person| !person.client_contacts.is_empty()).count();
    assert!((3..=12).contains(&contacts), "{contacts} are contacts at a client");
}

/// As the numbering authorities of the seven countries publish them.
#[rustfmt::skip]
const KEPT_FOR_FICTION: [&str; 24] = [
    "+44 7700 900", "+44 20 7946 0", "+44 161 496 0", "+44 131 496 0", "+44 117 496 0",
    "+44 113 496 0", "+44 29 2018 0", "+353 20 91", "+49 176 040690", "+49 171 39200",
    "+49 30 23125", "+49 40 66969", "+49 89 99998", "+33 6 39 98 ", "+33 1 99 00 ",
    "+33 4 65 71 ", "+46 70 174 06 ", "+46 8 465 004 ", "+46 31 390 06 ", "+46 40 628 04 ",
    "+61 2 5550 ", "+61 2 7010 ", "+61 3 5550 ", "+61 3 7010 ",
];

#[test]
fn addresses_and_numbers_reach_nobody() {
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
            let plain = |c: char| c.is_ascii_digit() || c == ' ';
            assert!(phone.value.strip_prefix('+').unwrap().chars().all(plain), "{}", phone.value);
            let american = phone.value.starts_with("+1 ") && phone.value.contains(" 555 01");
            let kept = KEPT_FOR_FICTION.iter().any(|range| phone.value.starts_with(range));
            assert!(american || kept, "{}", phone.value);
        }
        let handle = person.social_public_id.as_str();
        assert!(handle.is_ascii() && !handle.contains(' '), "{handle}");
        let url = person.social_url.trim_end_matches('/');
        assert_eq!(url.strip_prefix("https://social.example/in/").unwrap_or_default(), handle);
    }
}

#[test]
fn three_in_two_hundred_are_there_twice_and_nobody_else_shares_an_address() {
    let mut marks: HashMap<String, Vec<&PersonRecord>> = HashMap::new();
    for person in persons() {
        for mark in person.emails.iter().map(|email| &email.value).chain([&person.social_public_id])
        {
            marks.entry(mark.to_lowercase()).or_default().push(person);
        }
    }
    marks.remove("");
    let mut twins: HashSet<[&PersonId; 2]> = HashSet::new();
    let (mut renamed, mut respelt, mut slashed) = (0, 0, 0);
    for twin in marks.into_values().filter(|people| people.len() > 1) {
        let [a, b] = twin[..] else { panic!("{} share an address", twin.len()) };
        let birth = |person: &PersonRecord| {
            let first =
                person.work_experience.last().and_then(|employer| employer.positions.last());
            first.and_then(|position| position.start_date)
        };
        assert_eq!(birth(a), birth(b), "{} and {} share only an address", a.name, b.name);
        if twins.insert([(&a.id).min(&b.id), (&a.id).max(&b.id)]) {
            renamed += usize::from(a.last_name != b.last_name && a.first_name == b.first_name);
            respelt += usize::from(a.name != b.name);
            slashed += usize::from(a.social_url.ends_with('/') != b.social_url.ends_with('/'));
        }
    }
    about(percent(twins.len(), STANDARD.people.len()), 1.0, 2.2);
    assert!(renamed >= 2 && respelt >= 4 && slashed >= 2, "{renamed} {respelt} {slashed}");
}

#[test]
fn numbers_are_shared_by_doubles_only() {
    let mut bearers: HashMap<&str, Vec<&PersonRecord>> = HashMap::new();
    for person in persons() {
        for phone in &person.phones {
            bearers.entry(&phone.value).or_default().push(person);
        }
    }
    for (number, people) in bearers.into_iter().filter(|(_, people)| people.len() > 1) {
        let employers = |person: &PersonRecord| {
            let names = person.work_experience.iter().map(|employer| employer.company_name.clone());
            names.collect::<Vec<_>>()
        };
        assert_eq!(employers(people[0]), employers(people[1]), "{number}");
    }
}

#[test]
fn careers_add_up() {
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
            let told = position.duration_in_months.unwrap();
            assert_eq!(told, months(start, position.end_date), "{position:?}");
            assert!(told > 0 && !position.title.is_empty() && !position.position_type.is_empty());
            sum += told;
        }
        assert_eq!(employer.duration_in_months, Some(sum), "{}", employer.company_name);
        let newest_first = |pair: &[crate::wire::Position]| pair[0].start_date > pair[1].end_date;
        assert!(employer.positions.windows(2).all(newest_first), "{employer:?}");
    }
}

#[test]
fn careers_have_promotions_gaps_overlaps_and_mostly_a_present() {
    let desk = &STANDARD;
    let spans = |person: &PersonRecord| -> Vec<(i64, i64)> {
        let span = |employer: &crate::wire::WorkExperience| {
            let first = employer.positions.last()?.start_date?.exact()?;
            let last = employer.positions.first()?.end_date.and_then(Date::exact);
            Some((month_of(first), last.map_or(i64::MAX, month_of)))
        };
        person.work_experience.iter().filter_map(span).collect()
    };
    let pairs = |p: &PersonRecord, so: fn(&[(i64, i64)]) -> bool| spans(p).windows(2).any(so);
    about(desk.people_who(|p| pairs(p, |pair| pair[1].1 < pair[0].0 - 1)), 15.0, 45.0);
    about(desk.people_who(|p| pairs(p, |pair| pair[1].1 >= pair[0].0)), 3.0, 12.0);
    about(desk.people_who(|p| p.work_experience.iter().any(|e| e.positions.len() > 1)), 25.0, 60.0);
    let holds = |p: &PersonRecord| {
        p.work_experience.iter().any(|employer| {
            let position = &employer.positions[0];
            position.end_date.is_none()
                && position.title == p.current_job_title
                && employer.company_name == p.current_company_name
        })
    };
    about(desk.people_who(holds), 82.0, 94.0);
    about(desk.people_who(|p| !p.current_job_title.is_empty() && !holds(p)), 2.0, 10.0);
    about(desk.people_who(|p| !p.education_experience.is_empty()), 88.0, 97.0);
    about(desk.people_who(|p| !p.certifications.is_empty()), 30.0, 50.0);
    assert!(persons().flat_map(|p| &p.certifications).all(|c| c.credential_id.len() > 5));
}

#[test]
fn some_of_those_who_got_a_job_tell_of_it() {
    let desk = &STANDARD;
    let told = desk.candidates.iter().filter(|c| {
        let job = desk.jobs.iter().find(|job| job.id == c.job_id).unwrap();
        let person = &desk.people[&c.person_id];
        person.current_company_name == job.client_company_name
            && person.current_job_title == job.name
    });
    let stages: HashSet<_> = told.map(|c| desk.path(c).last().unwrap().name.as_str()).collect();
    assert!(stages.contains("Placed") || stages.contains("Hired"), "{stages:?}");
}

#[test]
fn engineers_apply_for_engineering_jobs() {
    let desk = &STANDARD;
    let titles = |job: &str| {
        let id = &desk.jobs.iter().find(|known| known.name.starts_with(job)).unwrap().id;
        let of_job = desk.candidates.iter().filter(move |c| c.job_id == *id);
        of_job.map(|c| desk.people[&c.person_id].current_job_title.as_str())
    };
    let nurses = titles("Clinical Nurse").filter(|title| title.contains("Nurse")).count();
    let engineers = titles("Senior Backend").filter(|title| title.contains("Engineer")).count();
    assert!(nurses >= 25, "{nurses} nurses among 101");
    assert!(engineers >= 20, "{engineers} engineers");
    assert_eq!(titles("Clinical Nurse").filter(|title| title.contains("Brand")).count(), 0);
}

#[test]
fn titles_may_be_long_and_need_not_be_english() {
    let so = |f: fn(&str) -> bool| persons().filter(|p| f(&p.current_job_title)).count();
    assert!(so(|title| title.chars().count() > 90) >= 3);
    assert!(so(|title| title.contains('·') || title.contains("Responsable")) >= 3);
    assert!(so(|title| title.contains("ingenieur") || title.contains("Fachkraft")) >= 3);
    assert!(so(|title| title.chars().any(|c| ('\u{3041}'..='\u{d7a3}').contains(&c))) >= 8);
}

#[test]
fn a_company_is_the_same_one_in_every_career() {
    let mut known: HashMap<&str, (&Option<CompanyId>, &str, Option<i64>)> = HashMap::new();
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
            assert_eq!(*known.entry(name).or_insert(listing), listing, "{name}");
            assert!(url.starts_with("https://social.example/company/") && url.is_ascii(), "{url}");
            ids.extend(id);
        }
    }
    let with_id = known.values().filter(|listing| listing.0.is_some()).count();
    assert_eq!(with_id, ids.len(), "no two companies share an id");
    about(percent(with_id, known.len()), 50.0, 90.0);
    assert!(ids.iter().all(|id| id.as_str().starts_with("com_")));
}
