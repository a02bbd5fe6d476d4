//! The jobs of a data set: their client, when they opened and how they ended.
//!
//! Oldest first, in an order that depends on the list and the seed alone, so
//! that no other record depends on the date.

use super::applications::ApplicationTimes;
use super::config::DemoConfig;
use super::ids::IdGenerator;
use super::job_specs::{JobSpec, job_specs};
use super::office_hours::{
    EpochMillis, HOUR, OfficeHours, SECOND, last_working_day, timestamp, weekday,
};
use super::pipeline::DemoPipeline;
use super::qualification::Qualification;
use super::rng::{JOB_STREAM, Rng, floor_i64, to_f64};
use super::word_lists::{City, Organization, locations, rows};
use crate::service::store::record::JobRecord;

const CLIENTS: &str = include_str!("../../../assets/demo/clients.txt");

#[derive(Debug)]
pub(super) struct DemoJob {
    /// Position in the list; ids derive from it.
    pub(super) index: usize,
    pub(super) record: JobRecord,
    pub(super) required: Qualification,
    pub(super) title: &'static str,
    pub(super) client: Organization,
    pub(super) location: City,
    pub(super) office: OfficeHours,
    pub(super) pipeline: DemoPipeline,
    pub(super) candidate_count: usize,
    /// Index of the candidate who gets the job.
    pub(super) hire: Option<usize>,
    pub(super) schedule: Schedule,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Schedule {
    /// Days of the first and the last application.
    first_day: i64,
    last_day: i64,
    /// No candidate moves later.
    pub(super) end: EpochMillis,
    pub(super) mass_rejection: Option<EpochMillis>,
    pub(super) rejected_percent: f64,
}

impl DemoJob {
    pub(super) fn application_times(&self) -> ApplicationTimes {
        let Schedule { first_day, last_day, .. } = self.schedule;
        ApplicationTimes::new(self.office, first_day, last_day, self.candidate_count)
    }
}

pub(super) fn clients() -> Vec<Organization> {
    rows(CLIENTS).map(|[name, _, slug]| Organization { name, slug, country: "" }).collect()
}

pub(super) fn jobs(config: &DemoConfig) -> Vec<DemoJob> {
    let ids = IdGenerator::new(config.seed);
    let now = config.now.timestamp_millis();
    let locations = locations();
    let mut opened_at = EpochMillis::MIN;
    job_specs(config)
        .into_iter()
        .map(|spec| {
            let (client, location) = client(spec.client, &locations);
            let office = OfficeHours::for_location(&location);
            let mut rng = Rng::for_item(config.seed, JOB_STREAM, spec.index as u64);
            let today = office.day(now);
            let time = office.time_at(last_working_day(today - spec.age), rng.unit());
            opened_at = later_opening(opened_at, time, office, today);
            let timing = Timing {
                now,
                today,
                opened_on: office.day(opened_at),
                age: spec.age,
                is_executive: spec.pipeline == "executive",
            };
            let schedule = schedule(spec.status, office, &timing, &mut rng);
            let early = floor_i64(to_f64(spec.candidate_count) * (0.08 + 0.4 * rng.unit()));
            let has_hire = spec.status == "Filled" && spec.candidate_count > 0;
            let pipeline = DemoPipeline::new(spec.pipeline, spec.required.family, spec.index, ids);
            DemoJob {
                index: spec.index,
                record: record(ids, &spec, opened_at, &pipeline),
                required: spec.required,
                title: spec.title,
                client,
                location,
                office,
                pipeline,
                candidate_count: spec.candidate_count,
                hire: usize::try_from(early).ok().filter(|_| has_hire),
                schedule,
            }
        })
        .collect()
}

/// The client of this name and the location of its office.
fn client(client: &'static str, locations: &[City]) -> (Organization, City) {
    let row = rows(CLIENTS).find(|[name, ..]: &[&str; 3]| *name == client);
    let [name, city, slug] = row.unwrap_or([client, "London", "client"]);
    let location = locations.iter().find(|location| location.name == city).or(locations.first());
    (Organization { name, slug, country: "" }, location.copied().unwrap_or_default())
}

/// `time`, or the first later time in office hours after the previous job
/// opened: the order of the jobs is fixed before their times are.
fn later_opening(
    previous: EpochMillis,
    time: EpochMillis,
    office: OfficeHours,
    today: i64,
) -> EpochMillis {
    let next = previous.saturating_add(SECOND);
    if time >= next {
        return time;
    }
    // Candidates need time to apply.
    Some(office.next_open(next)).filter(|open| office.day(*open) + 2 <= today).unwrap_or(next)
}

struct Timing {
    now: EpochMillis,
    today: i64,
    opened_on: i64,
    /// In days.
    age: i64,
    /// An executive search takes months.
    is_executive: bool,
}

fn schedule(status: &str, office: OfficeHours, job: &Timing, rng: &mut Rng) -> Schedule {
    let first_day = job.opened_on + 1;
    let running = Schedule {
        first_day,
        last_day: job.today - 1,
        end: job.now,
        mass_rejection: None,
        rejected_percent: 0.0,
    };
    let closing_day = |days: f64, min: i64| {
        let max = (job.age - 12).max(min);
        last_working_day(job.opened_on + floor_i64(days).clamp(min, max))
    };
    let morning = 0.05 + 0.4 * rng.unit();
    let closed_schedule = |day: i64, quiet_days: i64| Schedule {
        last_day: (day - quiet_days).clamp(first_day, job.today - 1),
        end: office.time_at(day, morning).min(job.now),
        ..running
    };
    let next_afternoon = |day: i64| {
        let next = if weekday(day) == 4 { day + 3 } else { day + 1 };
        Some(office.time_at(next, 0.72)).filter(|time| *time < job.now - HOUR)
    };
    match status {
        "On hold" => closed_schedule(job.today - rng.between(16, 44).min(job.age - 3), 2),
        "Filled" => {
            let (median, min) = if job.is_executive { (150.0, 100) } else { (62.0, 36) };
            let day = closing_day(rng.log_normal(median, 0.25), min);
            Schedule {
                mass_rejection: next_afternoon(day),
                rejected_percent: 100.0,
                ..closed_schedule(day, 14)
            }
        }
        "Closed - lost" => {
            let (median, min) = if job.is_executive { (140.0, 90) } else { (70.0, 45) };
            let day = closing_day(rng.log_normal(median, 0.25), min);
            Schedule {
                mass_rejection: next_afternoon(day),
                rejected_percent: 75.0,
                ..closed_schedule(day, 7)
            }
        }
        _ => running,
    }
}

fn record(
    ids: IdGenerator,
    spec: &JobSpec,
    opened_at: EpochMillis,
    pipeline: &DemoPipeline,
) -> JobRecord {
    JobRecord {
        id: ids.numbered("job", spec.index, 0).into(),
        name: spec.name.clone(),
        created_at: timestamp(opened_at),
        is_archived: spec.is_archived,
        client_company_name: spec.client.to_owned(),
        client_company_id: ids.named("cli", spec.client).into(),
        job_status_name: spec.status.to_owned(),
        job_status_id: ids.named("sta", spec.status).into(),
        pipeline_stages: pipeline.to_wire(),
        ..JobRecord::default()
    }
}
