//! The jobs on the desk: who they are for, when they opened, how they ended.
//!
//! Oldest first, in an order that follows from the list and the seed alone, so
//! that nothing further down depends on the day. `run` takes them from here.

use super::Plan;
use super::arrivals::Arrivals;
use super::dice::{Dice, JOB, real, whole};
use super::ids::Ids;
use super::office::{Moment, Office, SECOND, timestamp, weekday};
use super::openings::{Opening, openings};
use super::pipeline::Pipeline;
use super::pools::{Family, House, Place, places, rows};
use crate::service::store::record::JobRecord;

const CLIENTS: &str = include_str!("../../../assets/demo/clients.txt");

/// A job, with all that decides how its candidates fare.
#[derive(Debug)]
pub(super) struct Job {
    /// Its place in the list, which its ids come from.
    pub(super) index: usize,
    pub(super) record: JobRecord,
    pub(super) family: Family,
    pub(super) level: usize,
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
pub(super) fn jobs(plan: &Plan) -> Vec<Job> {
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
            let day = last_working_day(today - opening.age);
            opened = office.moment(day, dice.unit()).max(opened.saturating_add(SECOND));
            let ended = Ended { today, day, age: opening.age, now };
            let times = times(opening.status, office, &ended, &mut dice);
            let early = whole(real(opening.count) * (0.08 + 0.4 * dice.unit()));
            let filled = opening.status == "Filled" && opening.count > 0;
            let pipeline = Pipeline::new(opening.pipeline, opening.family, opening.index, ids);
            Job {
                index: opening.index,
                record: record(ids, &opening, opened, &pipeline),
                family: opening.family,
                level: opening.level,
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

fn last_working_day(day: i64) -> i64 {
    day - (weekday(day) - 4).max(0)
}

/// What the end of a job is reckoned from.
struct Ended {
    today: i64,
    /// The day it opened.
    day: i64,
    age: i64,
    now: Moment,
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
            let day = after(dice.log_normal(62.0, 0.25), 36);
            Times { sweep: afternoon(day), swept: 100.0, ..stopped(day, 14) }
        }
        "Closed - lost" => {
            let day = after(dice.log_normal(70.0, 0.25), 45);
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
