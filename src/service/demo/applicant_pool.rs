//! Persons who may apply for more than one job.
//!
//! The pool holds the last few hundred persons of each job family by number, so
//! its size does not grow with the data set.

use super::qualification::Qualification;
use super::rng::Rng;
use super::word_lists::JOB_FAMILIES;

const CAPACITY: usize = 512;
const MAX_JOBS: u8 = 3;
/// Random draws before the pool gives up.
const MAX_TRIES: usize = 40;

#[derive(Debug, Default)]
pub(super) struct ApplicantPool {
    families: [Vec<Applicant>; JOB_FAMILIES.len()],
    /// Persons added so far; the oldest is overwritten first.
    added: [usize; JOB_FAMILIES.len()],
}

#[derive(Debug, Clone, Copy)]
struct Applicant {
    person: usize,
    qualification: Qualification,
    last_job: usize,
    jobs: u8,
}

impl ApplicantPool {
    pub(super) fn add(&mut self, person: usize, qualification: Qualification, job: usize) {
        let applicant = Applicant { person, qualification, last_job: job, jobs: 1 };
        let family = qualification.family;
        let (pool, added) = (&mut self.families[family], &mut self.added[family]);
        if pool.len() < CAPACITY {
            pool.push(applicant);
        } else {
            pool[*added % CAPACITY] = applicant;
        }
        *added += 1;
    }

    /// Draws a person for another job. Without `allow_mismatch` only an exact
    /// match will do.
    pub(super) fn draw(
        &mut self,
        required: Qualification,
        job: usize,
        allow_mismatch: bool,
        rng: &mut Rng,
    ) -> Option<(usize, Qualification)> {
        let any_family = allow_mismatch && rng.chance(5.0);
        let any_specialty = any_family || allow_mismatch && rng.chance(35.0);
        let family = if any_family { rng.below(JOB_FAMILIES.len()) } else { required.family };
        let pool = &mut self.families[family];
        (0..MAX_TRIES).find_map(|_| {
            let index = rng.below(pool.len());
            let applicant = pool.get_mut(index)?;
            let qualification = applicant.qualification;
            let applies = if allow_mismatch {
                qualification.fits(required)
                    || any_specialty && qualification.is_near_level(required.level)
            } else {
                qualification == required
            };
            if !applies || applicant.last_job == job || applicant.jobs >= MAX_JOBS {
                return None;
            }
            applicant.last_job = job;
            applicant.jobs += 1;
            Some((applicant.person, applicant.qualification))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    const MANAGER: Qualification = Qualification { family: 2, specialty: "management", level: 3 };

    #[test]
    fn a_person_applies_once_for_a_job_and_for_at_most_three() {
        let mut pool = ApplicantPool::default();
        let mut rng = Rng::for_item(7, 5, 0);
        let mut applications: HashMap<usize, Vec<usize>> = HashMap::new();
        for job in 0..40 {
            for nth in 0..100 {
                let applicant = pool.draw(MANAGER, job, true, &mut rng);
                let person = applicant.map_or(job * 100 + nth, |(person, _)| person);
                if applicant.is_none() {
                    pool.add(person, MANAGER, job);
                }
                applications.entry(person).or_default().push(job);
            }
        }
        assert!(
            applications.values().any(|jobs| jobs.len() > 1),
            "some persons apply more than once"
        );
        for (person, jobs) in applications {
            assert!(jobs.len() <= 3 && jobs.is_sorted_by(|a, b| a < b), "{person}: {jobs:?}");
        }
    }

    #[test]
    fn the_pool_does_not_grow_with_the_data_set() {
        let mut pool = ApplicantPool::default();
        for person in 0..100_000 {
            pool.add(person, Qualification { family: person % 3, ..MANAGER }, 1);
        }
        assert_eq!(pool.families.iter().map(Vec::len).sum::<usize>(), 3 * CAPACITY);
    }
}
