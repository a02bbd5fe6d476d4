//! Complete persons: name, contact details, career, education and notes.
//!
//! Except for the dates, person `index` is the same on every day.

use chrono::{DateTime, NaiveDate};

use super::career::{Career, career};
use super::career_spec::{CareerSpec, Placement, month_of};
use super::config::DemoConfig;
use super::contact_details::{PhoneNumbers, emails, social_handle};
use super::duplicates::DuplicateSource;
use super::education::{certifications, education};
use super::ids::IdGenerator;
use super::jobs::{DemoJob, clients};
use super::names::{Names, PersonName};
use super::qualification::{Qualification, applies_to};
use super::rng::{PERSON_STREAM, Rng};
use super::social_network::profile_url;
use super::word_lists::{
    ByFamily, City, JobFamily, Keyword, Organization, WordLists, family_index,
};
use crate::service::store::record::{ClientContactRecord, PersonRecord};

#[derive(Debug)]
pub(super) struct PersonGenerator {
    seed: u64,
    ids: IdGenerator,
    today: NaiveDate,
    lists: WordLists,
    names: Names,
    phones: PhoneNumbers,
    duplicates: DuplicateSource,
    clients: Vec<Organization>,
    /// Titles that no person has yet.
    unique_titles: ByFamily<&'static str>,
}

/// The intended outcome of a new person's application.
#[derive(Debug, Clone, Copy)]
pub(super) struct Application {
    pub(super) is_hired: bool,
    /// The qualification may differ from the required one.
    pub(super) allow_mismatch: bool,
}

impl PersonGenerator {
    pub(super) fn new(config: &DemoConfig) -> Self {
        let lists = WordLists::read();
        Self {
            seed: config.seed,
            ids: IdGenerator::new(config.seed),
            today: config.now.date_naive(),
            unique_titles: lists.unique_titles.clone(),
            lists,
            names: Names::read(),
            phones: PhoneNumbers::read(),
            duplicates: DuplicateSource::default(),
            clients: clients(),
        }
    }

    pub(super) fn generate(
        &mut self,
        index: usize,
        job: &DemoJob,
        application: Application,
    ) -> (PersonRecord, Qualification) {
        let mut rng = Rng::for_item(self.seed, PERSON_STREAM, index as u64);
        let id = self.ids.numbered("per", index, 0);
        if rng.chance(2.4)
            && !application.is_hired
            && let Some((duplicate, qualification)) =
                self.duplicates.duplicate(&self.names, job.required, &mut rng)
        {
            return (PersonRecord { id: id.into(), ..duplicate }, qualification);
        }
        let qualification = if application.allow_mismatch {
            Qualification::for_applicant(job.required, &self.lists, &mut rng)
        } else {
            job.required
        };
        let location = self.location(job, &mut rng);
        let name = self.names.next(index, location.country, &mut rng);
        let client = if index % 397 == 200 { rng.choose(&self.clients).copied() } else { None };
        let spec = CareerSpec {
            family: qualification.family,
            specialty: qualification.specialty,
            entry_family: entry_family(&mut rng),
            level: qualification.level,
            location: &location,
            title_country: title_country(&name, &location),
            employer: client,
            placement: if application.is_hired {
                placement(job, self.today, &mut rng)
            } else {
                None
            },
            today: self.today,
        };
        let mut career = career(&self.lists, &spec, &mut rng);
        let is_unique = rng.chance(6.0) && self.assign_unique_title(&spec, &mut career);
        let mut person = PersonRecord {
            id: id.into(),
            education_experience: education(&self.lists, &spec, career.start, &mut rng),
            certifications: certifications(&self.lists, &spec, &mut rng),
            client_contacts: client
                .iter()
                .map(|client| self.client_contact(index, client))
                .collect(),
            ..PersonRecord::default()
        };
        self.fill_contact_details(&mut person, &name, &location, index, &career, &mut rng);
        self.fill_notes(&mut person, &spec, &mut rng);
        person.work_experience = career.employers;
        if !is_unique {
            self.duplicates.add(index, &person, &name, qualification);
        }
        (person, qualification)
    }

    /// Gives a person of the highest level a title that no other person has,
    /// while there are any.
    fn assign_unique_title(&mut self, spec: &CareerSpec<'_>, career: &mut Career) -> bool {
        let titles = &mut self.unique_titles[spec.family];
        let newest = career.employers.first_mut().and_then(|first| first.positions.first_mut());
        let (Some((current, _)), Some(position)) = (&mut career.current, newest) else {
            return false;
        };
        if spec.level < 5 || spec.placement.is_some() || position.title != *current {
            return false;
        }
        let Some(title) = titles.pop() else { return false };
        title.clone_into(current);
        title.clone_into(&mut position.title);
        true
    }

    fn location(&self, job: &DemoJob, rng: &mut Rng) -> City {
        if rng.chance(50.0) {
            return job.location;
        }
        let by_country = &self.lists.locations_by_country;
        let nearby = by_country.get(job.location.country).filter(|_| rng.chance(66.0));
        rng.choose(nearby.unwrap_or(&self.lists.locations)).copied().unwrap_or(job.location)
    }

    fn client_contact(&self, index: usize, client: &Organization) -> ClientContactRecord {
        ClientContactRecord {
            id: self.ids.numbered("con", index, 0).into(),
            client_id: self.ids.named("cli", client.name).into(),
            client_name: client.name.to_owned(),
            ..ClientContactRecord::default()
        }
    }

    fn fill_contact_details(
        &mut self,
        person: &mut PersonRecord,
        name: &PersonName,
        location: &City,
        index: usize,
        career: &Career,
        rng: &mut Rng,
    ) {
        person.name.clone_from(&name.full);
        person.first_name.clone_from(&name.first);
        person.last_name.clone_from(&name.last);
        person.social_public_id = social_handle(name, index, rng);
        person.social_url = profile_url(&person.social_public_id);
        let (title, company, email_domain) = current_position(career, rng);
        person.current_job_title = title;
        person.current_company_name = company;
        person.emails = emails(name, &email_domain, rng);
        person.phones = self.phones.next(location.country, rng);
        if rng.chance(85.0) {
            location.display.clone_into(&mut person.social_location);
        }
        if rng.chance(38.0) {
            person.address = location.street.replace("{}", &rng.between(1, 148).to_string());
        }
    }

    fn fill_notes(&self, person: &mut PersonRecord, spec: &CareerSpec<'_>, rng: &mut Rng) {
        if rng.chance(34.0) {
            let note = rng.choose(&self.lists.notes).copied();
            note.unwrap_or_default().clone_into(&mut person.notes);
        }
        if rng.chance(22.0) {
            person.external_source_id = Some(external_id(rng));
        }
        if person.current_job_title.is_empty() || rng.chance(30.0) {
            return;
        }
        let keywords: Vec<&Keyword> = (self.lists.keywords[spec.family].iter())
            .filter(|keyword| applies_to(keyword.specialties, spec.specialty))
            .collect();
        let mut keyword = || rng.choose(&keywords).map_or("", |keyword| keyword.text);
        let (first, second) = (keyword(), keyword());
        let title = &person.current_job_title;
        person.social_headline = match rng.below(4) {
            0 | 1 if !person.current_company_name.is_empty() => {
                format!("{title} at {}", person.current_company_name)
            }
            2 if first != second => format!("{title} | {first} | {second}"),
            _ => format!("{title} | {first}"),
        };
    }
}

/// Title, company and email domain of the person's current position: usually
/// as in the career, sometimes outdated, sometimes empty.
fn current_position(career: &Career, rng: &mut Rng) -> (String, String, String) {
    let empty = <(String, String, String)>::default();
    let previous = career.employers.iter().find(|employer| {
        employer.positions.first().is_some_and(|position| position.end_date.is_some())
    });
    let outdated = |rng: &mut Rng| {
        previous.filter(|_| rng.chance(60.0)).map(|employer| {
            let title = employer.positions.first().map(|position| position.title.clone());
            (title.unwrap_or_default(), employer.company_name.clone(), String::new())
        })
    };
    match &career.current {
        Some(_) if rng.chance(2.5) => empty,
        Some((title, employer)) => {
            let outdated = if rng.chance(3.5) { outdated(rng) } else { None };
            let domain = if employer.is_self_employment() { "" } else { employer.slug };
            let current = || (title.clone(), employer.name.to_owned(), domain.to_owned());
            outdated.unwrap_or_else(current)
        }
        None => outdated(rng).unwrap_or(empty),
    }
}

/// A person who writes their name in its own script also uses titles in it.
fn title_country(name: &PersonName, location: &City) -> &'static str {
    match name.culture {
        "japanese" if !name.full.is_ascii() => "JP",
        "korean" if !name.full.is_ascii() => "KR",
        "chinese" if !name.full.is_ascii() => "CN",
        _ => location.country,
    }
}

/// The job as a position, if it has started and the record is up to date.
fn placement(job: &DemoJob, today: NaiveDate, rng: &mut Rng) -> Option<Placement> {
    let filled_on = DateTime::from_timestamp_millis(job.schedule.end)?.date_naive();
    let since = month_of(filled_on) + rng.between(1, 3);
    let is_listed = since <= month_of(today) && rng.chance(75.0);
    // The text in brackets, such as (m/w/d), belongs to the advertisement.
    let title = job.title.split(" (").next().unwrap_or(job.title);
    is_listed.then_some(Placement { title, employer: job.client, since })
}

/// In the formats of other systems, wide enough to be unique in any data set.
fn external_id(rng: &mut Rng) -> String {
    match rng.below(3) {
        0 => format!("careers-{}", rng.next_u64()),
        1 => format!("import:2024:{:016x}", rng.next_u64()),
        _ => format!("{:08x}-{:016x}", rng.next_u64() >> 32, rng.next_u64()),
    }
}

fn entry_family(rng: &mut Rng) -> JobFamily {
    family_index(rng.choose(&["finance", "operations", "sales"]).copied().unwrap_or("finance"))
}
