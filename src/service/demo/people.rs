//! One person whole: name, contacts, career, schools and remarks.
//!
//! The `index`th person is the same whatever the day, but for the dates.

use chrono::{DateTime, NaiveDate};

use super::career::{Career, career};
use super::contacts::{Phones, emails, handle};
use super::dice::{Dice, PERSON};
use super::ids::Ids;
use super::jobs::Job;
use super::names::{Called, Names};
use super::network::url;
use super::pools::{ByFamily, Family, House, Keyword, Place, Pools, family};
use super::profile::{Profile, is_meant_for};
use super::schooling::{certifications, education};
use super::twins::Twins;
use super::worker::{Placed, Worker, month_of};
use super::{DemoConfig, jobs};
use crate::service::store::record::{ClientContactRecord, PersonRecord};

/// Makes people, one after the other.
#[derive(Debug)]
pub(super) struct People {
    seed: u64,
    ids: Ids,
    today: NaiveDate,
    pools: Pools,
    names: Names,
    phones: Phones,
    twins: Twins,
    clients: Vec<House>,
    titles_borne_once: ByFamily<&'static str>,
}

/// How somebody comes for a job.
#[derive(Debug, Clone, Copy)]
pub(super) struct Comes {
    /// They got it.
    pub(super) hired: bool,
    /// They may be something else than the job asks for.
    pub(super) strangers: bool,
}

impl People {
    pub(super) fn new(plan: &DemoConfig) -> Self {
        let pools = Pools::read();
        Self {
            seed: plan.seed,
            ids: Ids::new(plan.seed),
            today: plan.now.date_naive(),
            titles_borne_once: pools.titles_borne_once.clone(),
            pools,
            names: Names::read(),
            phones: Phones::read(),
            twins: Twins::default(),
            clients: jobs::clients(),
        }
    }

    /// The `index`th person, who comes for this job and may have got it.
    pub(super) fn person(
        &mut self,
        index: usize,
        job: &Job,
        comes: Comes,
    ) -> (PersonRecord, Profile) {
        let mut dice = Dice::of(self.seed, PERSON, index as u64);
        let id = self.ids.numbered("per", index, 0);
        if dice.chance(2.4)
            && !comes.hired
            && let Some((twin, profile)) = self.twins.twin(&self.names, job.wanted, &mut dice)
        {
            return (PersonRecord { id: id.into(), ..twin }, profile);
        }
        let profile = if comes.strangers {
            Profile::drawn(job.wanted, &self.pools, &mut dice)
        } else {
            job.wanted
        };
        let place = self.place(job, &mut dice);
        let called = self.names.next(index, place.country, &mut dice);
        let contact = if index % 397 == 200 { dice.pick(&self.clients).copied() } else { None };
        let worker = Worker {
            family: profile.family,
            specialty: profile.specialty,
            origin: origin(&mut dice),
            level: profile.level,
            place: &place,
            tongue: tongue(&called, &place),
            employer: contact,
            placed: if comes.hired { placed(job, self.today, &mut dice) } else { None },
            today: self.today,
        };
        let mut career = career(&self.pools, &worker, &mut dice);
        let unique = dice.chance(6.0) && self.bears_a_title_alone(&worker, &mut career);
        let mut person = PersonRecord {
            id: id.into(),
            education_experience: education(&self.pools, &worker, career.began, &mut dice),
            certifications: certifications(&self.pools, &worker, &mut dice),
            client_contacts: contact
                .iter()
                .map(|house| self.client_contact(index, house))
                .collect(),
            ..PersonRecord::default()
        };
        self.reachable(&mut person, &called, &place, index, &career, &mut dice);
        self.remarks(&mut person, &worker, &mut dice);
        person.work_experience = career.employers;
        if !unique {
            self.twins.remember(index, &person, &called, profile);
        }
        (person, profile)
    }

    /// Gives one of the titles that are there once, while there are any.
    fn bears_a_title_alone(&mut self, worker: &Worker<'_>, career: &mut Career) -> bool {
        let titles = &mut self.titles_borne_once[worker.family];
        let newest = career.employers.first_mut().and_then(|first| first.positions.first_mut());
        let (Some((now, _)), Some(position)) = (&mut career.now, newest) else { return false };
        if worker.level < 5 || worker.placed.is_some() || position.title != *now {
            return false;
        }
        let Some(title) = titles.pop() else { return false };
        title.clone_into(now);
        title.clone_into(&mut position.title);
        true
    }

    fn place(&self, job: &Job, dice: &mut Dice) -> Place {
        if dice.chance(50.0) {
            return job.place;
        }
        let near = self.pools.at_home.get(job.place.country).filter(|_| dice.chance(66.0));
        dice.pick(near.unwrap_or(&self.pools.places)).copied().unwrap_or(job.place)
    }

    fn client_contact(&self, index: usize, client: &House) -> ClientContactRecord {
        ClientContactRecord {
            id: self.ids.numbered("con", index, 0).into(),
            client_id: self.ids.named("cli", client.name).into(),
            client_name: client.name.to_owned(),
            ..ClientContactRecord::default()
        }
    }

    fn reachable(
        &mut self,
        person: &mut PersonRecord,
        called: &Called,
        place: &Place,
        index: usize,
        career: &Career,
        dice: &mut Dice,
    ) {
        person.name.clone_from(&called.name);
        person.first_name.clone_from(&called.first);
        person.last_name.clone_from(&called.last);
        person.social_public_id = handle(called, index, dice);
        person.social_url = url(&person.social_public_id);
        let (title, company, slug) = present(career, dice);
        person.current_job_title = title;
        person.current_company_name = company;
        person.emails = emails(called, &slug, dice);
        person.phones = self.phones.of(place.country, dice);
        if dice.chance(85.0) {
            place.shown.clone_into(&mut person.social_location);
        }
        if dice.chance(38.0) {
            person.address = place.street.replace("{}", &dice.between(1, 148).to_string());
        }
    }

    fn remarks(&self, person: &mut PersonRecord, worker: &Worker<'_>, dice: &mut Dice) {
        if dice.chance(34.0) {
            let note = dice.pick(&self.pools.notes).copied();
            note.unwrap_or_default().clone_into(&mut person.notes);
        }
        if dice.chance(22.0) {
            person.external_source_id = Some(external_id(dice));
        }
        if person.current_job_title.is_empty() || dice.chance(30.0) {
            return;
        }
        let words: Vec<&Keyword> = (self.pools.keywords[worker.family].iter())
            .filter(|word| is_meant_for(word.specialties, worker.specialty))
            .collect();
        let mut word = || dice.pick(&words).map_or("", |word| word.text);
        let (one, two) = (word(), word());
        let title = &person.current_job_title;
        person.social_headline = match dice.below(4) {
            0 | 1 if !person.current_company_name.is_empty() => {
                format!("{title} at {}", person.current_company_name)
            }
            2 if one != two => format!("{title} | {one} | {two}"),
            _ => format!("{title} | {one}"),
        };
    }
}

/// Title, company and its part of an address, as the person's head tells them:
/// mostly what the career says, sometimes out of date, sometimes nothing.
fn present(career: &Career, dice: &mut Dice) -> (String, String, String) {
    let nothing = <(String, String, String)>::default();
    let before = career.employers.iter().find(|employer| {
        employer.positions.first().is_some_and(|position| position.end_date.is_some())
    });
    let stale = |dice: &mut Dice| {
        before.filter(|_| dice.chance(60.0)).map(|employer| {
            let title = employer.positions.first().map(|position| position.title.clone());
            (title.unwrap_or_default(), employer.company_name.clone(), String::new())
        })
    };
    match &career.now {
        Some(_) if dice.chance(2.5) => nothing,
        Some((title, house)) => {
            let outdated = if dice.chance(3.5) { stale(dice) } else { None };
            let domain = if house.is_nobody() { "" } else { house.slug };
            let current = || (title.clone(), house.name.to_owned(), domain.to_owned());
            outdated.unwrap_or_else(current)
        }
        None => stale(dice).unwrap_or(nothing),
    }
}

/// Whose titles they use: those who write their name in their own script also
/// write their title in it.
fn tongue(called: &Called, place: &Place) -> &'static str {
    match called.culture {
        "japanese" if !called.name.is_ascii() => "JP",
        "korean" if !called.name.is_ascii() => "KR",
        "chinese" if !called.name.is_ascii() => "CN",
        _ => place.country,
    }
}

/// The job they got, if they have begun and the record is kept up to date.
fn placed(job: &Job, today: NaiveDate, dice: &mut Dice) -> Option<Placed> {
    let filled = DateTime::from_timestamp_millis(job.times.until)?.date_naive();
    let since = month_of(filled) + dice.between(1, 3);
    let begun = since <= month_of(today) && dice.chance(75.0);
    // What stands in brackets is said to applicants, not on a business card.
    let title = job.title.split(" (").next().unwrap_or(job.title);
    begun.then_some(Placed { title, house: job.client, since })
}

/// As other systems write them; wide enough that no two people share one,
/// however many there are.
fn external_id(dice: &mut Dice) -> String {
    match dice.below(3) {
        0 => format!("careers-{}", dice.bits()),
        1 => format!("import:2024:{:016x}", dice.bits()),
        _ => format!("{:08x}-{:016x}", dice.bits() >> 32, dice.bits()),
    }
}

fn origin(dice: &mut Dice) -> Family {
    family(dice.pick(&["finance", "operations", "sales"]).copied().unwrap_or("finance"))
}
