//! The jobs on the desk: who they are for, when they opened, how they ended.
//!
//! Oldest first, in an order that follows from the list and the seed alone, so
//! that nothing further down depends on the day. `run` takes them from here.

use super::DemoConfig;
use super::arrivals::Arrivals;
use super::dice::{Dice, JOB, real, whole};
use super::ids::Ids;
use super::office::{Moment, Office, SECOND, last_working_day, timestamp, weekday};
use super::openings::{Opening, openings};
use super::pipeline::Pipeline;
use super::pools::{House, Place, places, rows};
use super::profile::Profile;
use crate::service::store::record::JobRecord;

const CLIENTS: &str = include_str!("../../../assets/demo/clients.txt");

/// A job, with all that decides how its candidates fare.
#[derive(Debug)]
pub(super) struct Job {
    /// Its place in the list, which its ids come from.
    pub(super) index: usize,
    pub(super) record: JobRecord,
    /// What it asks for.
    pub(super) wanted: Profile,
    pub(super) title: &'static str,
    pub(super) client: House,
    pub(super) place: Place,
    pub(super) office: Office,
    pub(super) pipeline: Pipeline,
    pub(super) count: usize,
    /// The candidate who gets it.
    pub(super) hire: Option<usize>,
    pub(super) times: Times,
}

/// When things happen on a job.
#[derive(Debug, Clone, Copy)]
pub(super) struct Times {
    first_day: i64,
    last_day: i64,
    /// Nobody moves after it.
    pub(super) until: Moment,
    /// When those still waiting were turned down, all in one afternoon.
    pub(super) sweep: Option<Moment>,
    /// How many of them, in percent.
    pub(super) swept: f64,
}

impl Job {
    pub(super) fn arrivals(&self) -> Arrivals {
        Arrivals::new(self.office, self.times.first_day, self.times.last_day, self.count)
    }
}

/// The clients, as they stand in the list.
pub(super) fn clients() -> Vec<House> {
    rows(CLIENTS).map(|[name, _, slug]| House { name, slug, country: "" }).collect()
}

/// All jobs of the plan, oldest first.
pub(super) fn jobs(plan: &DemoConfig) -> Vec<Job> {
    let ids = Ids::new(plan.seed);
    let now = plan.now.timestamp_millis();
    let places = places();
    let mut opened = Moment::MIN;
    openings(plan)
        .into_iter()
        .map(|opening| {
            let (client, place) = client(opening.client, &places);
            let office = Office::at(&place);
            let mut dice = Dice::of(plan.seed, JOB, opening.index as u64);
            let today = office.day(now);
            let drawn = office.moment(last_working_day(today - opening.age), dice.unit());
            opened = opened_after(opened, drawn, office, today);
            let day = office.day(opened);
            let search = opening.pipeline == "executive";
            let ended = Ended { today, day, age: opening.age, now, search };
            let times = times(opening.status, office, &ended, &mut dice);
            let early = whole(real(opening.count) * (0.08 + 0.4 * dice.unit()));
            let filled = opening.status == "Filled" && opening.count > 0;
            let pipeline =
                Pipeline::new(opening.pipeline, opening.wanted.family, opening.index, ids);
            Job {
                index: opening.index,
                record: record(ids, &opening, opened, &pipeline),
                wanted: opening.wanted,
                title: opening.title,
                client,
                place,
                office,
                pipeline,
                count: opening.count,
                hire: usize::try_from(early).ok().filter(|_| filled),
                times,
            }
        })
        .collect()
}

/// The client of this name, and where its office is.
fn client(of: &'static str, places: &[Place]) -> (House, Place) {
    let line = rows(CLIENTS).find(|[name, ..]: &[&str; 3]| *name == of);
    let [name, city, slug] = line.unwrap_or([of, "London", "client"]);
    let place = places.iter().find(|place| place.city == city).or(places.first());
    (House { name, slug, country: "" }, place.copied().unwrap_or_default())
}

/// The moment drawn, or the first later one in office hours at which no older
/// job was opened: the order of jobs is settled before their hours are.
fn opened_after(before: Moment, drawn: Moment, office: Office, today: i64) -> Moment {
    let next = before.saturating_add(SECOND);
    if drawn >= next {
        return drawn;
    }
    // Somebody must have time to apply.
    Some(office.open_from(next)).filter(|open| office.day(*open) + 2 <= today).unwrap_or(next)
}

/// What the end of a job is reckoned from.
struct Ended {
    today: i64,
    /// The day it opened.
    day: i64,
    age: i64,
    now: Moment,
    /// An executive search, which takes months.
    search: bool,
}

fn times(status: &str, office: Office, job: &Ended, dice: &mut Dice) -> Times {
    let first_day = job.day + 1;
    let live =
        Times { first_day, last_day: job.today - 1, until: job.now, sweep: None, swept: 0.0 };
    let after = |days: f64, least: i64| {
        let most = (job.age - 12).max(least);
        last_working_day(job.day + whole(days).clamp(least, most))
    };
    let morning = 0.05 + 0.4 * dice.unit();
    let stopped = |day: i64, quiet_days: i64| Times {
        last_day: (day - quiet_days).clamp(first_day, job.today - 1),
        until: office.moment(day, morning).min(job.now),
        ..live
    };
    let afternoon = |day: i64| {
        let next = if weekday(day) == 4 { day + 3 } else { day + 1 };
        Some(office.moment(next, 0.72)).filter(|moment| *moment < job.now - 3600 * SECOND)
    };
    match status {
        "On hold" => stopped(job.today - dice.between(16, 44).min(job.age - 3), 2),
        "Filled" => {
            let (days, least) = if job.search { (150.0, 100) } else { (62.0, 36) };
            let day = after(dice.log_normal(days, 0.25), least);
            Times { sweep: afternoon(day), swept: 100.0, ..stopped(day, 14) }
        }
        "Closed - lost" => {
            let (days, least) = if job.search { (140.0, 90) } else { (70.0, 45) };
            let day = after(dice.log_normal(days, 0.25), least);
            Times { sweep: afternoon(day), swept: 75.0, ..stopped(day, 7) }
        }
        _ => live,
    }
}

fn record(ids: Ids, opening: &Opening, opened: Moment, pipeline: &Pipeline) -> JobRecord {
    JobRecord {
        id: ids.numbered("job", opening.index, 0).into(),
        name: opening.name.clone(),
        created_at: timestamp(opened),
        is_archived: opening.archived,
        client_company_name: opening.client.to_owned(),
        client_company_id: ids.named("cli", opening.client).into(),
        job_status_name: opening.status.to_owned(),
        job_status_id: ids.named("sta", opening.status).into(),
        pipeline_stages: pipeline.record(),
        ..JobRecord::default()
    }
}
