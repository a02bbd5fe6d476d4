//! The stream of records: all jobs, then the candidates job by job, each new
//! person directly before their first candidate.

use super::applicant_pool::ApplicantPool;
use super::applications::ApplicationTimes;
use super::config::DemoConfig;
use super::ids::IdGenerator;
use super::jobs::{DemoJob, jobs};
use super::office_hours::timestamp;
use super::persons::{Application, PersonGenerator};
use super::rng::{CANDIDATE_STREAM, Rng};
use super::stage_history::stage_history;
use crate::service::store::record::{CandidateRecord, StoreRecord};
use crate::wire::PersonId;

/// How many candidates are drawn from the pool, in percent, if it has a match.
const FROM_POOL: f64 = 38.0;

/// The first candidates of a job, which fill the first page of its list, are all qualified.
const QUALIFIED_START: usize = 10;

#[derive(Debug)]
pub(super) struct RecordGenerator {
    seed: u64,
    ids: IdGenerator,
    jobs: Vec<DemoJob>,
    jobs_sent: usize,
    /// Index of the current job, and of the next candidate in it.
    job: usize,
    nth: usize,
    application_times: Option<ApplicationTimes>,
    persons: PersonGenerator,
    person_count: usize,
    pool: ApplicantPool,
    /// The candidate who follows the person that was yielded last.
    pending: Option<CandidateRecord>,
}

impl RecordGenerator {
    pub(super) fn new(config: &DemoConfig) -> Self {
        Self {
            seed: config.seed,
            ids: IdGenerator::new(config.seed),
            jobs: jobs(config),
            jobs_sent: 0,
            job: 0,
            nth: 0,
            application_times: None,
            persons: PersonGenerator::new(config),
            person_count: 0,
            pool: ApplicantPool::default(),
            pending: None,
        }
    }

    /// The next candidate, or their person if that is new.
    fn next_candidate(&mut self) -> Option<StoreRecord> {
        while self.jobs.get(self.job)?.candidate_count <= self.nth {
            self.job += 1;
            self.nth = 0;
            self.application_times = None;
        }
        let job = self.jobs.get(self.job)?;
        let nth = self.nth;
        self.nth += 1;
        let index = (job.index as u64).wrapping_shl(32) ^ (nth as u64);
        let mut rng = Rng::for_item(self.seed, CANDIDATE_STREAM, index);
        let is_hired = job.hire == Some(nth);
        let allow_mismatch = !is_hired && nth >= QUALIFIED_START;
        let applicant = if rng.chance(FROM_POOL) {
            self.pool.draw(job.required, job.index, allow_mismatch, &mut rng)
        } else {
            None
        };
        let (person, qualification, new_person) = if let Some((person, qualification)) = applicant {
            (person, qualification, None)
        } else {
            let application = Application { is_hired, allow_mismatch };
            let (record, qualification) =
                self.persons.generate(self.person_count, job, application);
            (self.person_count, qualification, Some(record))
        };
        let times = self.application_times.get_or_insert_with(|| job.application_times());
        let applied_at = times.next(nth, job.candidate_count, &mut rng);
        let is_qualified = qualification.fits(job.required);
        let history = stage_history(job, nth, is_qualified, applied_at, &mut rng);
        let current = history.last()?.clone();
        let candidate = CandidateRecord {
            id: self.ids.numbered("can", job.index, nth).into(),
            person_id: PersonId::new(self.ids.numbered("per", person, 0)),
            job_id: self.ids.numbered("job", job.index, 0).into(),
            current_pipeline_stage_id: current.stage_id,
            current_pipeline_stage_date: current.stage_date,
            created_at: timestamp(applied_at),
            pipeline_stage_history: history,
            ..CandidateRecord::default()
        };
        let Some(new_person) = new_person else {
            return Some(StoreRecord::Candidate(candidate));
        };
        self.person_count += 1;
        // A person who got a job does not apply for another.
        if !is_hired {
            self.pool.add(person, qualification, job.index);
        }
        self.pending = Some(candidate);
        Some(StoreRecord::Person(Box::new(new_person)))
    }
}

impl Iterator for RecordGenerator {
    type Item = StoreRecord;

    fn next(&mut self) -> Option<StoreRecord> {
        if let Some(job) = self.jobs.get_mut(self.jobs_sent) {
            self.jobs_sent += 1;
            return Some(StoreRecord::Job(std::mem::take(&mut job.record)));
        }
        self.pending.take().map(StoreRecord::Candidate).or_else(|| self.next_candidate())
    }
}
