//! The stream itself: jobs, then candidates job by job, people as they appear.

use super::DemoConfig;
use super::arrivals::Arrivals;
use super::crowd::Crowd;
use super::dice::{CANDIDATE, Dice};
use super::ids::Ids;
use super::jobs::{Job, jobs};
use super::journey::journey;
use super::office::timestamp;
use super::people::{Comes, People};
use crate::service::store::record::{CandidateRecord, StoreRecord};
use crate::wire::PersonId;

/// How many candidates are people known from another job, in percent, as far
/// as chance finds one.
const KNOWN_ALREADY: f64 = 38.0;

/// How many of the first candidates of a job are what it asks for, all of them.
const FIRST_IMPRESSION: usize = 10;

/// Makes the entries of a plan one by one.
#[derive(Debug)]
pub(super) struct Run {
    seed: u64,
    ids: Ids,
    jobs: Vec<Job>,
    told: usize,
    at: usize,
    nth: usize,
    arrivals: Option<Arrivals>,
    people: People,
    made: usize,
    crowd: Crowd,
    /// The candidate whose person went out just now.
    waiting: Option<CandidateRecord>,
}

impl Run {
    pub(super) fn new(plan: &DemoConfig) -> Self {
        Self {
            seed: plan.seed,
            ids: Ids::new(plan.seed),
            jobs: jobs(plan),
            told: 0,
            at: 0,
            nth: 0,
            arrivals: None,
            people: People::new(plan),
            made: 0,
            crowd: Crowd::default(),
            waiting: None,
        }
    }

    fn candidate(&mut self) -> Option<StoreRecord> {
        while self.jobs.get(self.at)?.count <= self.nth {
            self.at += 1;
            self.nth = 0;
            self.arrivals = None;
        }
        let job = self.jobs.get(self.at)?;
        let nth = self.nth;
        self.nth += 1;
        let index = (job.index as u64).wrapping_shl(32) ^ (nth as u64);
        let mut dice = Dice::of(self.seed, CANDIDATE, index);
        let hired = job.hire == Some(nth);
        let strangers = !hired && nth >= FIRST_IMPRESSION;
        let known = if dice.chance(KNOWN_ALREADY) {
            self.crowd.again(job.wanted, job.index, strangers, &mut dice)
        } else {
            None
        };
        let (person, profile, newcomer) = if let Some((person, profile)) = known {
            (person, profile, None)
        } else {
            let comes = Comes { hired, strangers };
            let (newcomer, profile) = self.people.person(self.made, job, comes);
            (self.made, profile, Some(newcomer))
        };
        let arrivals = self.arrivals.get_or_insert_with(|| job.arrivals());
        let arrived = arrivals.next(nth, job.count, &mut dice);
        let history = journey(job, nth, profile.suits(job.wanted), arrived, &mut dice);
        let now = history.last()?.clone();
        let candidate = CandidateRecord {
            id: self.ids.numbered("can", job.index, nth).into(),
            person_id: PersonId::new(self.ids.numbered("per", person, 0)),
            job_id: self.ids.numbered("job", job.index, 0).into(),
            current_pipeline_stage_id: now.stage_id,
            current_pipeline_stage_date: now.stage_date,
            created_at: timestamp(arrived),
            pipeline_stage_history: history,
            ..CandidateRecord::default()
        };
        let Some(newcomer) = newcomer else {
            return Some(StoreRecord::Candidate(candidate));
        };
        self.made += 1;
        // Who has just got a job looks for no other.
        if !hired {
            self.crowd.meet(person, profile, job.index);
        }
        self.waiting = Some(candidate);
        Some(StoreRecord::Person(Box::new(newcomer)))
    }
}

impl Iterator for Run {
    type Item = StoreRecord;

    fn next(&mut self) -> Option<StoreRecord> {
        if let Some(job) = self.jobs.get_mut(self.told) {
            self.told += 1;
            return Some(StoreRecord::Job(std::mem::take(&mut job.record)));
        }
        self.waiting.take().map(StoreRecord::Candidate).or_else(|| self.candidate())
    }
}
